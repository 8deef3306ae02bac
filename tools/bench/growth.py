"""What becomes of the site as the registry gets large: publishing, memory, start, and pages drawn by Django."""

import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from . import in_browser, site
from .load import memory
from .servers import Server, get, granian

CODE = "/codes/tool.timeout"
# Drawn anew each time: the fast path is off. A code that exists in every size, and lists that get longer.
FLAT = {
    "a code page": CODE,
    "a code, API": "/api/v1/codes/tool.timeout",
    "history of a code, API": "/api/v1/codes/tool.timeout/history",
}
GROWING = {
    "list of codes, first page": "/codes/",
    "list of codes, API, 100": "/api/v1/codes?limit=100",
    "a search, API": "/api/v1/codes?q=timeout",
    "a category": "/categories/tool",
    "list of releases": "/releases/",
    "manifest": "/releases/manifest.json",
    "all codes as JSON": "/codes.json",
}
# Of so many requests the quickest counts: whatever else the machine does only ever adds.
TIMES = 20


@dataclass(frozen=True)
class Grown:
    """One size: what publishing cost, and the site that answers from it. Seconds, megabytes, milliseconds.

    `filtering` is None where there is no browser.
    """

    publish_first: float
    publish_next: float
    publish_memory: float
    start: float
    memory: float
    pages: dict[str, float]
    sizes: dict[str, int]
    filtering: float | None


def measure(folder: Path, server: str, what: str, numbers: tuple[int, int]) -> dict[int, Grown]:
    """`what` is codes or releases; each number of them is a database of its own."""
    found = {}
    for number in numbers:
        environment = site.database(server, f"{what}-{number}")
        site.manage(environment, "migrate")
        site.manage(environment, "load_registry")
        published = site.synthetic(environment, what, number)
        first = {**environment, "FAST_PATH_MEGABYTES": "0"}
        with granian(folder, first, workers=1, first=CODE) as running:
            pages, sizes = drawn(running)
            # The worker alone: granian's own process is the same for any site.
            workers = [each for each in running.processes if each != running.process]
            found[number] = Grown(
                publish_first=published["first"],
                publish_next=published["next"],
                publish_memory=published["megabytes"],
                start=running.started_in,
                memory=memory(workers),
                pages=pages,
                sizes=sizes,
                filtering=in_browser.filtering(running),
            )
        print(f"  {number:,} {what}: done", flush=True)
    return found


def drawn(server: Server) -> tuple[dict[str, float], dict[str, int]]:
    """Milliseconds of each page at its quickest, and its size in bytes."""
    pages, sizes = {}, {}
    for name, address in {**FLAT, **GROWING}.items():
        status, _, body = get(server.port, address)
        if status != HTTPStatus.OK:
            raise RuntimeError(f"{address} answers {status}.")
        times = []
        for _ in range(TIMES):
            started = time.perf_counter()
            get(server.port, address)
            times.append(time.perf_counter() - started)
        pages[name], sizes[name] = min(times) * 1000, len(body)
    return pages, sizes


def table(what: str, found: dict[int, Grown]) -> str:
    """As Markdown, with how many times as much the larger one takes."""
    (small, one), (large, other) = found.items()
    rows = [
        ("publishing the first release, s", one.publish_first, other.publish_first),
        ("publishing one change, s", one.publish_next, other.publish_next),
        ("memory of publishing, MB", one.publish_memory, other.publish_memory),
        ("start to first code page, s", one.start, other.start),
        ("memory of a worker, MB", one.memory, other.memory),
        *((f"{name}, ms", one.pages[name], other.pages[name]) for name in one.pages),
        *((f"{name}, kB", one.sizes[name] / 1000, other.sizes[name] / 1000) for name in GROWING),
    ]
    if one.filtering and other.filtering:
        rows.append(("filter in the browser, ms", one.filtering, other.filtering))
    lines = [f"| | {small:,} {what} | {large:,} {what} | times |", "|---|--:|--:|--:|"]
    lines += [f"| {name} | {first:,.1f} | {second:,.1f} | {second / first:,.1f} |" for name, first, second in rows]
    return "\n".join(lines)
