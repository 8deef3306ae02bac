"""docs/backup.md is made of what there is (tests/docs has the claims)."""

import re

from tests.deploy.reading import ROOT, manage_in, parse_manage
from tests.support.browser import signed_in
from tests.support.callers import client
from tests.support.people import account

PAGE = (ROOT / "docs" / "backup.md").read_text()
COMMANDS = [
    words for block in re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for words in manage_in(block)
]


def test_its_commands_take_what_they_are_given():
    assert [words[0] for words in COMMANDS] == ["backup", "migrate", "verify_registry", "restore_check"]
    for words in COMMANDS:
        parse_manage(words)


def test_its_units_are_there():
    units = set(re.findall(r"registry-[a-z]+(?=[ .]timer|\.timer)", PAGE))
    assert units == {"registry-tick", "registry-verify", "registry-backup"}
    assert all((ROOT / "deploy" / "systemd" / f"{each}.timer").exists() for each in units)


def test_what_is_stopped_is_started_again():
    (started,) = re.findall(r"^systemctl start (.*)$", PAGE, re.MULTILINE)
    units = {each.name for each in (ROOT / "deploy" / "systemd").glob("registry-*") if each.suffix != ".d"}
    timed = {each for each in units if f"{each.removesuffix('.service')}.timer" in units}
    named = {each if each.endswith(".timer") else f"{each}.service" for each in started.split()}
    assert named == units - timed


def test_sessions_end_before_anybody_is_let_in():
    block = PAGE.split("restore_check $BACKUP.json\n")[1].split("```")[0]
    assert [line.rpartition("/")[2].split()[0] for line in block.splitlines()] == ["secret_key", "systemctl"]


def test_a_new_secret_key_ends_sessions_and_leaves_tokens(db, settings):
    """Which is why the page has the former done by it, and says what to do about the latter."""
    who = account("sam")
    browser, program = signed_in("sam"), client(who)
    asked = [lambda: browser.get("/account/").status_code,
             lambda: program.get("/api/v1/proposals?mine=true").status_code]  # fmt: skip
    assert [each() for each in asked] == [200, 200]
    settings.SECRET_KEY = "another one, of forty letters and some more"
    assert [each() for each in asked] == [302, 200]
