"""One load with wrk against one server, and what it cost the server."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

REPORT = Path(__file__).with_name("report.lua")
CONNECTIONS, THREADS = 32, 2


@dataclass(frozen=True)
class Measured:
    """`p99` in milliseconds, `cpu` in microseconds of the server's processes for each request."""

    rate: float
    p99: float
    cpu: float


def load(url: str, processes: list[int], seconds: int, headers: dict[str, str]) -> Measured:
    """RuntimeError where an answer was not a good one: a benchmark of refusals is worth nothing."""
    options = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
    size = [f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s"]
    command = ["wrk", *size, "-s", str(REPORT), *options, url]
    before = cpu_seconds(processes)
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 30, check=True)
    spent = cpu_seconds(processes) - before
    return read_report(done.stdout, spent, url)


def read_report(output: str, spent: float, url: str) -> Measured:
    """The line that report.lua writes, with the CPU seconds that the server has spent meanwhile."""
    found = next(line for line in output.splitlines() if line.startswith("RESULT "))
    report = json.loads(found.removeprefix("RESULT "))
    if report["refused"] or report["broken"] or not report["requests"]:
        raise RuntimeError(f"{url}: {found}")
    return Measured(
        rate=report["requests"] / report["microseconds"] * 1e6,
        p99=report["p99"] / 1e3,
        cpu=spent / report["requests"] * 1e6,
    )


def family(process: int) -> list[int]:
    """`process` with its children and theirs, from /proc: a server is its workers."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # ended meanwhile
        parents.setdefault(parent, []).append(int(path.parent.name))
    found = [process]
    for each in found:
        found += parents.get(each, [])
    return found


def cpu_seconds(processes: list[int]) -> float:
    """User and system time that these processes have used so far."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(processes: list[int]) -> float:
    """Megabytes that these processes have for themselves, without what they share with others."""
    total = 0
    for process in processes:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith(("Private_Clean:", "Private_Dirty:")):
                total += int(line.split()[1])
    return total / 1024
