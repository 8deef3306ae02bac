"""deploy/systemd: parsed and held to the project; and by systemd's own checker, where there is one."""

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from tests.deploy.reading import ROOT, parse_manage, parse_server

UNITS = ROOT / "deploy" / "systemd"
PYTHON = "/srv/registry/.venv/bin/python"
SERVICES = sorted(each.name for each in UNITS.glob("*.service"))
TIMERS = sorted(each.name for each in UNITS.glob("*.timer"))


class Repeated(dict):
    """A section, in which a name may come more than once."""

    def __setitem__(self, name, value):
        if name in self and isinstance(value, list):
            self[name].extend(value)
        else:
            super().__setitem__(name, value)


def unit(path):
    parser = configparser.RawConfigParser(strict=False, dict_type=Repeated, interpolation=None)
    parser.optionxform = str
    parser.read(UNITS / path)
    return {name: dict(parser[name]) for name in parser.sections()}


COMMON = unit("registry-.service.d/common.conf")["Service"]


def test_nobody_can_change_the_code_or_become_somebody_else():
    assert {name: COMMON[name] for name in ("User", "NoNewPrivileges", "ProtectSystem", "ProtectHome", "PrivateTmp",
                                            "CapabilityBoundingSet", "UMask")} == {
        "User": "registry", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes",
        "PrivateTmp": "yes", "CapabilityBoundingSet": "", "UMask": "0077",
    }  # fmt: skip


@pytest.mark.parametrize("name", SERVICES)
def test_a_unit_loosens_nothing_of_it(name):
    assert name.startswith("registry-")  # or what all have in common would not hold for it
    assert not unit(name)["Service"].keys() & (COMMON.keys() - {"EnvironmentFile", "Environment"})


@pytest.mark.parametrize("name", SERVICES)
def test_it_starts_what_there_is(name):
    python, *words = shlex.split(unit(name)["Service"]["ExecStart"])
    assert python == PYTHON
    if name == "registry-site.service":
        assert words[:2] == ["-m", "granian"]
        told = parse_server(words[2:])
        assert (told["host"], told["port"], told["app"]) == ("127.0.0.1", 8000, "registry_site.wsgi:application")
        return
    assert words[0] == "manage.py"
    parse_manage(words[1:])


@pytest.mark.parametrize("name", SERVICES)
def test_only_the_site_reaches_the_signing_key(name):
    """systemd hands it the file's name in publish.env."""
    section = unit(name)["Service"]
    site = name == "registry-site.service"
    assert ("publish.env" in section.get("EnvironmentFile", "")) is site
    assert section.get("InaccessiblePaths") == (None if site else "-/etc/registry/signing.pem")


def test_what_runs_for_ever_comes_back_and_the_rest_has_a_timer():
    kinds = {name: unit(name)["Service"].get("Type") for name in SERVICES}
    timed = {each.removesuffix(".timer") for each in TIMERS}
    assert {name.removesuffix(".service") for name, kind in kinds.items() if kind == "oneshot"} == timed
    for name, kind in kinds.items():
        section = unit(name)
        assert ("Install" in section) is (kind is None)
        assert section["Service"].get("Restart") == (None if kind else "always")
    for name in TIMERS:
        found = unit(name)
        assert (found["Install"], found["Timer"]["Persistent"]) == ({"WantedBy": "timers.target"}, "yes")


def test_the_command_for_people_reads_what_the_units_read():
    script = (ROOT / "deploy" / "registry-manage").read_text()
    files = {COMMON["EnvironmentFile"], unit("registry-site.service")["Service"]["EnvironmentFile"].lstrip("-")}
    assert set(re.findall(r"^ *settings_from (\S+)", script, re.MULTILINE)) == files
    assert subprocess.run(["sh", "-n", ROOT / "deploy" / "registry-manage"]).returncode == 0
    assert (ROOT / "deploy" / "registry-manage").stat().st_mode & 0o111


@pytest.fixture
def checked(tmp_path):
    """systemd's checker over the units, with a Python that is there."""
    if not shutil.which("systemd-analyze"):
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no systemd-analyze (apt-get install systemd)")
    folder = tmp_path / "units"
    shutil.copytree(UNITS, folder)
    for name in SERVICES:
        (folder / name).write_text((folder / name).read_text().replace(PYTHON, sys.executable))

    def run(*words):
        return subprocess.run(["systemd-analyze", *words], cwd=folder, capture_output=True, text=True,
                              env={"SYSTEMD_UNIT_PATH": f"{folder}:", "PATH": "/usr/bin:/bin"})  # fmt: skip

    return run


def test_systemd_understands_them(checked):
    found = checked("verify", "--man=no", *SERVICES, *TIMERS)
    assert [line for line in found.stderr.splitlines() if "registry" in line or str(UNITS) in line] == []


@pytest.mark.parametrize("name", SERVICES)
def test_systemd_finds_little_that_is_exposed(name, checked):
    """On its scale from 0 to 100; a service that says nothing has 96."""
    found = checked("security", "--offline=yes", "--threshold=20", f"./{name}")
    assert found.returncode == 0, found.stdout[-500:]
