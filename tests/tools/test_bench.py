"""The benchmark: that it reads its measurements right, and that it runs at all."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

from tests.support.server import own_database
from tools.bench import __main__ as command
from tools.bench import growth, inspection, load, speed
from tools.bench.load import Measured
from tools.browser import find_chromium

REPORT = 'RESULT {"requests": 1000, "microseconds": 2000000, "p99": 1500, "refused": 0, "broken": 0}'


def test_what_wrk_says():
    said = f"Running 2s test\n  Latency 1ms\n{REPORT}\n"
    assert load.read_report(said, 0.25, "u") == Measured(rate=500.0, p99=1.5, cpu=250.0)


@pytest.mark.parametrize("member", ["refused", "broken"])
def test_answers_that_are_none_are_not_counted(member):
    with pytest.raises(RuntimeError, match=r"http://u: RESULT"):
        load.read_report(REPORT.replace(f'"{member}": 0', f'"{member}": 1'), 0.0, "http://u")


def test_nor_is_silence():
    with pytest.raises(RuntimeError):
        load.read_report(REPORT.replace('"requests": 1000', '"requests": 0'), 0.0, "http://u")


def test_cpu_and_memory_of_this_process():
    processes = load.family(os.getpid())
    assert processes[0] == os.getpid()
    before = load.cpu_seconds(processes)
    sum(range(5_000_000))
    assert 0 < load.cpu_seconds(processes) - before < 60
    assert 10 < load.memory(processes[:1]) < 10_000


def test_a_child_belongs_to_the_family():
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert child.pid in load.family(os.getpid())
    finally:
        child.communicate(b"\n")


def test_the_median_is_a_whole_measurement():
    measured = [Measured(rate, p99=rate * 2, cpu=rate * 3) for rate in (30.0, 10.0, 20.0)]
    assert speed.median(measured) == Measured(20.0, 40.0, 60.0)


def test_a_ratio_is_taken_within_each_round():
    """In the second round the machine was busy with something else."""
    base = [Measured(rate, 1, 1) for rate in (100, 50, 100)]
    assert speed.ratio([Measured(rate, 1, 1) for rate in (50, 25, 60)], base) == 0.5


def test_the_table_of_speeds():
    by_server = {
        speed.STATIC: [Measured(20000, 1, 10)],
        speed.FAST: [Measured(9000, 2.5, 40)],
        speed.PLAIN: [Measured(100, 9, 5000)],
    }
    assert speed.table({speed.SUBJECTS[0]: by_server}).splitlines()[2:] == [
        "| registry.json | nginx, static file | 20,000 | 1.00 | 1.0 | 10 |",
        "|  | fast path | 9,000 | 0.45 | 2.5 | 40 |",
        "|  | plain REST framework list | 100 | 0.0050 | 9.0 | 5,000 |",
    ]


def test_the_table_of_growth():
    def grown(factor, browser=None):
        times = dict.fromkeys([*growth.FLAT, *growth.GROWING], 2.0 * factor)
        sizes = dict.fromkeys(times, 1000 * factor)
        return growth.Grown(1.0 * factor, 0.5 * factor, 80.0, 1.0, 90.0, times, sizes, browser and browser * factor)

    lines = growth.table("codes", {100: grown(1), 10_000: grown(4)}).splitlines()
    assert lines[0] == "| | 100 codes | 10,000 codes | times |"
    assert lines[2] == "| publishing the first release, s | 1.0 | 4.0 | 4.0 |"
    assert "| a code page, ms | 2.0 | 8.0 | 4.0 |" in lines
    assert lines[-1].endswith("kB | 1.0 | 4.0 | 4.0 |")
    lines = growth.table("codes", {100: grown(1, 30.0), 10_000: grown(4, 30.0)}).splitlines()
    assert lines[-1] == "| filter in the browser, ms | 30.0 | 120.0 | 4.0 |"


def test_the_table_of_an_inspection():
    assert inspection.table(inspection.Cost(2048, loads=10.0, data=125.0, text=190.0)).splitlines() == [
        "| an object of 2,048 bytes | µs | of `json.loads` |",
        "|---|--:|--:|",
        "| json.loads | 10 | 1.0 |",
        "| inspected, as data | 125 | 12.5 |",
        "| inspected, as text | 190 | 19.0 |",
    ]
    assert 1900 < len(json.dumps(inspection.OBJECT)) < 2100


def test_what_is_missing_is_said_in_one_line(monkeypatch):
    monkeypatch.setitem(command.PROGRAMS, "wrk", lambda: None)
    monkeypatch.setattr(command.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match=r"^The benchmark needs wrk: apt-get install wrk$"):
        command.install_missing()


@pytest.mark.slow
@own_database
def test_all_of_it_in_small():
    missing = [name for name, find in command.PROGRAMS.items() if not find()]
    if missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no {' and no '.join(missing)}")
    words = ["--seconds", "1", "--rounds", "1", "--codes", "31", "40", "--releases", "1", "3"]
    words += ["--readers", "5", "--publications", "3", "--publish-every", "1", "--submitters", "5"]
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench", *words], cwd=settings.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert sum(line.startswith("| ") and "nginx, static file" in line for line in lines) == len(speed.SUBJECTS)
    assert sum("| a code page, ms |" in line for line in lines) == 2
    if find_chromium() and importlib.util.find_spec("playwright"):
        assert sum(line.startswith("| filter in the browser, ms |") for line in lines) == 2
    assert "| releases published meanwhile | 3 |" in lines
    assert "| proposals begun | 10 |" in lines
    assert sum(line.startswith("| inspected, as ") for line in lines) == 2
