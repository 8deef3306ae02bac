"""Many who ask for codes at once through the API: everybody for one of their own, and for one that others want, too.

Each call is made twice at the same time with one Idempotency-Key, as by somebody who clicks twice, and again while the
site says that it is busy.
"""

import http.client
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any
from uuid import uuid4

from . import site
from .servers import HOST, granian

RIVALS = 5  # who want the same code
AGAIN = (HTTPStatus.SERVICE_UNAVAILABLE,)
PATIENCE = 60


@dataclass
class Said:
    """What the site answered. `made` and `submitted` are the numbers that it has confirmed."""

    made: list[int] = field(default_factory=list)
    submitted: list[int] = field(default_factory=list)
    taken: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Rush:
    """`lost` were confirmed and are not there; `double` are there more often than they were asked for."""

    submitters: int
    seconds: float
    calls: int
    busy: int
    made: int
    submitted: int
    taken: int
    lost: int
    double: int
    faults: tuple[str, ...]


def measure(folder: Path, server: str, *, submitters: int) -> Rush:
    environment = site.database(server, "rush") | {"API_WRITES_PER_MINUTE": "0"}
    for command in ("migrate", "createcachetable", "load_registry", "publish_initial"):
        site.manage(environment, command)
    people = json.loads(site.python(environment, "-m", "tools.bench.actors", "people", str(submitters)))
    said, barrier = Said(), threading.Barrier(submitters)
    with granian(folder, environment) as running, ThreadPoolExecutor(submitters) as pool:
        started = time.monotonic()
        every = [
            pool.submit(submit, running.port, place, token, people["content"], said, barrier)
            for place, token in enumerate(people["tokens"])
        ]
        for each in every:
            each.result()
        seconds = time.monotonic() - started
    found = json.loads(site.python(environment, "-m", "tools.bench.actors", "proposals"))
    rows = found["proposals"]
    numbers, open_ones = {row[0] for row in rows}, {row[0] for row in rows if row[2] == "submitted"}
    asked_for = Counter((code, f"Submitter {place}") for place in range(submitters) for code in codes_of(place))
    more = Counter((code, who) for _, code, _, who in rows) - asked_for
    taken_twice = Counter(code for _, code, state, _ in rows if state == "submitted")
    return Rush(
        submitters,
        seconds,
        sum(said.statuses.values()),
        sum(said.statuses[status] for status in AGAIN),
        len(said.made),
        len(said.submitted),
        said.taken,
        len(set(said.made) - numbers) + len(set(said.submitted) - open_ones),
        more.total() + sum(number - 1 for number in taken_twice.values()),
        (*said.faults, *found["faults"]),
    )


def codes_of(place: int) -> tuple[str, str]:
    return f"upstream.own_{place}", f"upstream.wanted_{place // RIVALS}"


def submit(port: int, place: int, token: str, content: Any, said: Said, barrier: threading.Barrier) -> None:
    """One of them. Everybody begins at the same moment."""
    barrier.wait(PATIENCE)
    for code in codes_of(place):
        body = {"kind": "new_code", "content": {**content, "code": code}}
        status, answer = twice(port, token, "/api/v1/proposals", body, said)
        if status != HTTPStatus.CREATED:
            said.faults.append(f"{code} was not begun: {status} {answer}")
            continue
        number = answer["number"]
        said.made.append(number)
        status, answer = twice(port, token, f"/api/v1/proposals/{number}/submit", {}, said)
        if status == HTTPStatus.OK:
            said.submitted.append(number)
        elif status == HTTPStatus.CONFLICT and answer.get("code") == "proposal_open":
            said.taken += 1
        else:
            said.faults.append(f"{code} was not submitted: {status} {answer}")


def twice(port: int, token: str, address: str, body: Any, said: Said) -> tuple[int, Any]:
    """The answer, which has to be the same both times."""
    key = str(uuid4())
    with ThreadPoolExecutor(2) as pool:
        calls = [pool.submit(until_answered, port, token, address, body, key, said) for _ in range(2)]
        one, other = (each.result() for each in calls)
    if one[0] != other[0] or one[1].get("number") != other[1].get("number"):
        said.faults.append(f"{address} answered {one[0]} and {other[0]} to one key")
    return one


def until_answered(port: int, token: str, address: str, body: Any, key: str, said: Said) -> tuple[int, Any]:
    """As a client does it: again, with the same key, while the site is busy or the first call is under way."""
    end = time.monotonic() + PATIENCE
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "If-Match": "*",
    }
    while True:
        connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        try:
            connection.request("POST", address, json.dumps(body), headers)
            answer = connection.getresponse()
            status, found = answer.status, json.loads(answer.read())
        finally:
            connection.close()
        said.statuses[status] += 1
        under_way = status == HTTPStatus.CONFLICT and found["type"].endswith("/request-in-progress")
        if (status in AGAIN or under_way) and time.monotonic() < end:
            time.sleep(0.2)
            continue
        return status, found


def table(found: Rush) -> str:
    rows = [
        ("calls", f"{found.calls:,}"),
        ("seconds", f"{found.seconds:.1f}"),
        ("answered 503 and sent again", f"{found.busy:,}"),
        ("proposals begun", f"{found.made:,}"),
        ("submitted", f"{found.submitted:,}"),
        ("refused, since somebody had asked for that code before", f"{found.taken:,}"),
        ("confirmed and not there", f"{found.lost:,}"),
        ("there twice", f"{found.double:,}"),
        ("other faults", f"{len(found.faults):,}"),
    ]
    head = f"| {found.submitters:,} submitters at once | |"
    lines = [head, "|---|--:|", *(f"| {name} | {value} |" for name, value in rows)]
    return "\n".join([*lines, *(f"* {each}" for each in found.faults[:10])])
