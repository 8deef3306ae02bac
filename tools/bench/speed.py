"""Requests a second for the same bytes, from servers in turns, so that what else the machine does hits all alike."""

import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.environment import ROOT

from . import site
from .load import Measured, load
from .servers import Server, free_port, get, granian, nginx

FILE, CODE, LIST = "/releases/1.0.0/registry.json", "/codes/tool.timeout", "/api/v1/codes"
STATIC, CACHE, FAST, SLOW, PLAIN = (
    "nginx, static file",
    "nginx cache before the site",
    "fast path",
    "slow path (Django)",
    "plain REST framework list",
)


@dataclass(frozen=True)
class Subject:
    """What is asked for; `again` with the tag that the server gave it, for a 304."""

    name: str
    address: str
    again: bool = False


SUBJECTS = (
    Subject("registry.json", FILE),
    Subject("a code page", CODE),
    Subject("a code page, 304", CODE, again=True),
    Subject("the list of the API", LIST),
)


Rounds = dict[Subject, dict[str, list[Measured]]]


def measure(folder: Path, server: str, seconds: int, rounds: int) -> Rounds:
    """For each subject and server its rounds, the first of each taken close to the first of every other."""
    results: Rounds = {}
    with servers(folder, server) as running:
        for subject in SUBJECTS:
            turns = [(name, each, *request(each, name, subject)) for name, each in running.items()]
            for _, each, address, headers in turns:
                load(each.url(address), each.processes, 1, headers)  # every worker has answered once
            found = results.setdefault(subject, {name: [] for name in running})
            for _ in range(rounds):
                for name, each, address, headers in turns:
                    found[name].append(load(each.url(address), each.processes, seconds, headers))
            print(f"  {subject.name}: done", flush=True)
    return results


def median(measured: list[Measured]) -> Measured:
    """The round in the middle, by rate."""
    rate = statistics.median_low(each.rate for each in measured)
    return next(each for each in measured if each.rate == rate)


def ratio(measured: list[Measured], base: list[Measured]) -> float:
    """The median of the ratios within each round, so that a busy minute weighs on both."""
    return statistics.median(one.rate / other.rate for one, other in zip(measured, base, strict=True))


def request(server: Server, name: str, subject: Subject) -> tuple[str, dict[str, str]]:
    """The address and headers that stand for `subject` at this server."""
    address = "/codes" if name == PLAIN else subject.address
    if not subject.again or name == PLAIN:
        return address, {}
    return address, {"If-None-Match": get(server.port, address)[1]["etag"]}


@contextmanager
def servers(folder: Path, database_server: str) -> Iterator[dict[str, Server]]:
    """All of them, of the initial registry; each has the same number of workers."""
    environment = site.database(database_server, "speed")
    for command in ("migrate", "load_registry", "publish_initial"):
        site.manage(environment, command)
    with ExitStack() as stack:
        fast = stack.enter_context(granian(folder, {**environment, "FAST_PATH_MEGABYTES": "64"}))
        slow = stack.enter_context(granian(folder, {**environment, "FAST_PATH_MEGABYTES": "0"}))
        plain_settings = {**environment, "DJANGO_SETTINGS_MODULE": "tools.bench.plain_settings"}
        plain = stack.enter_context(granian(folder, plain_settings, first="/codes"))
        port = free_port()
        files = copy_of_answers(folder / "files", fast)
        static = stack.enter_context(nginx(folder / "static", static_site(files, port), port, FILE))
        port = free_port()
        cache = stack.enter_context(nginx(folder / "front", cached_site(folder, fast.port, port), port, FILE))
        yield {STATIC: static, CACHE: cache, FAST: fast, SLOW: slow, PLAIN: plain}


def copy_of_answers(folder: Path, server: Server) -> Path:
    for address in (FILE, CODE, LIST):
        path = folder / address.removeprefix("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(get(server.port, address)[2])
    return folder


def static_site(files: Path, port: int) -> str:
    return f"server {{ listen 127.0.0.1:{port}; root {files}; }}"


def cached_site(folder: Path, upstream: int, port: int) -> str:
    """The shipped configuration, with the ports and folders of the run."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for old, new in (
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
        ("/var/cache/nginx/registry", str(folder / "cache")),
        ("listen [::]:80 default_server;", ""),
        ("listen [::]:80;", ""),
        ("listen 80 default_server", f"listen 127.0.0.1:{free_port()}"),
        ("listen 80", f"listen 127.0.0.1:{port}"),
    ):
        text = text.replace(old, new)
    return text


def table(results: Rounds) -> str:
    """As Markdown; the ratio is to nginx with the same bytes."""
    lines = [
        "| asked for | answered by | requests/s | of nginx | p99 ms | CPU µs a request |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for subject, by_server in results.items():
        for name, rounds in by_server.items():
            measured, share = median(rounds), ratio(rounds, by_server[STATIC])
            shown = f"{share:.2f}" if share >= 0.1 else f"{share:.4f}"
            asked = subject.name if name == STATIC else ""
            lines.append(
                f"| {asked} | {name} | {measured.rate:,.0f} | {shown} | {measured.p99:.1f} | {measured.cpu:,.0f} |"
            )
    return "\n".join(lines)
