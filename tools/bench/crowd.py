"""Many readers while releases are published: how old answers are, and whether each is of one release."""

import hashlib
import http.client
import json
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from tools.environment import ROOT

from . import site
from .actors import CODE
from .servers import HOST, PATIENCE, Server, granian

MANIFEST, PAGE, DATA, LIST = (
    "/releases/manifest.json",
    f"/codes/{CODE}",
    f"/codes/{CODE}.json",
    "/api/v1/codes?limit=100",
)


@dataclass
class Seen:
    """What readers were told. `answers`: when it was asked for, by the wall clock, and the number of the release."""

    answers: list[tuple[float, int]] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Crowd:
    """`oldest` is how long ago, in seconds, the newest release had been committed that an answer did not know."""

    readers: int
    publications: int
    answers: int
    refused: int
    faults: tuple[str, ...]
    oldest: float


def measure(folder: Path, server: str, *, readers: int, publications: int, every: int) -> Crowd:
    environment = site.database(server, "crowd")
    for command in ("migrate", "load_registry", "publish_initial"):
        site.manage(environment, command)
    with granian(folder, environment) as running:
        seen, committed = watched(environment, running, readers, publications, every)
    return Crowd(
        readers,
        len(committed),
        sum(seen.statuses.values()),
        sum(number for status, number in seen.statuses.items() if status != HTTPStatus.OK),
        tuple(seen.faults),
        oldest(seen.answers, committed),
    )


def watched(
    environment: dict[str, str], server: Server, readers: int, publications: int, every: int
) -> tuple[Seen, dict[int, float]]:
    """What everybody saw, and when each release was committed, by its number."""
    seen, over = Seen(), threading.Event()
    threads = [threading.Thread(target=read, args=(server.port, seen, over)) for _ in range(readers)]
    publisher = subprocess.Popen(
        [sys.executable, "-m", "tools.bench.actors", "publish", str(publications), str(every)],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    for thread in threads:
        thread.start()
    try:
        output, _ = publisher.communicate(timeout=publications * (every + PATIENCE))
        time.sleep(every)  # so that the last release is read as long as the others
    finally:
        over.set()
        for thread in threads:
            thread.join()
    if publisher.returncode:
        raise RuntimeError("The publisher failed; its words stand above.")
    lines = [json.loads(line) for line in output.splitlines()]
    return seen, {number_of(line["version"]): line["committed"] for line in lines}


def read(port: int, seen: Seen, over: threading.Event) -> None:
    """One reader: the manifest, the file it names, then the code as a page and as data, until it is over."""
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    files: dict[int, str] = {}

    def get(address: str) -> tuple[float, bytes]:
        asked = time.time()
        connection.request("GET", address)
        answer = connection.getresponse()
        body = answer.read()
        seen.statuses[answer.status] += 1
        return asked, body

    def told(asked: float, number: int, title: str, where: str) -> None:
        seen.answers.append((asked, number))
        if number and title != f"Title {number}":
            seen.faults.append(f"{where} of release {number} has {title!r}")

    try:
        while not over.is_set():
            asked, body = get(MANIFEST)
            latest = json.loads(body)["latest"]
            number, digest = number_of(latest["version"]), latest["sha256"]
            seen.answers.append((asked, number))
            if files.setdefault(number, digest) != digest:
                seen.faults.append(f"release {number} has two digests")
            _, body = get(f"/releases/{latest['version']}/registry.json")
            if hashlib.sha256(body).hexdigest() != digest:
                seen.faults.append(f"registry.json of release {number} is not what the manifest names")
            asked, body = get(DATA)
            data = json.loads(body)
            told(asked, number_of(data["release"]), data["title"], DATA)
            asked, body = get(PAGE)
            title, version = re.search(rb"Title \d+", body), re.search(rb'"/releases/([0-9.]+)/registry.json"', body)
            told(asked, number_of(found_in(version, 1)), found_in(title), PAGE)
            asked, body = get(LIST)
            data = json.loads(body)
            row = next(each for each in data["results"] if each["code"] == CODE)
            told(asked, number_of(data["release"]), row["title"], LIST)
    except (OSError, http.client.HTTPException, ValueError, LookupError) as problem:
        seen.faults.append(repr(problem))
    finally:
        connection.close()


def found_in(match: re.Match[bytes] | None, group: int = 0) -> str:
    return match[group].decode() if match else ""


def number_of(version: str) -> int:
    """N of 1.0.N."""
    return int(version.rpartition(".")[2])


def oldest(answers: list[tuple[float, int]], committed: dict[int, float]) -> float:
    """Of all answers the greatest time between the commit of the release after theirs and when they were asked for."""
    return max((asked - committed.get(number + 1, asked) for asked, number in answers), default=0.0)


def table(found: Crowd) -> str:
    rows = [
        ("releases published meanwhile", f"{found.publications:,}"),
        ("answers", f"{found.answers:,}"),
        ("answers that were not 200", f"{found.refused:,}"),
        ("answers that were not of one whole release", f"{len(found.faults):,}"),
        ("longest time that an answer was behind the latest release, s", f"{found.oldest:.2f}"),
    ]
    head = f"| {found.readers:,} readers at once | |"
    lines = [head, "|---|--:|", *(f"| {name} | {value} |" for name, value in rows)]
    return "\n".join([*lines, *(f"* {each}" for each in found.faults[:10])])
