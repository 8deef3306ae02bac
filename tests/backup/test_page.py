"""docs/backup.md is made of what there is (tests/docs has the claims)."""

import re

from tests.deploy.reading import ROOT, manage_in, parse_manage

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
    assert units == {"registry-tick", "registry-backup"}
    assert all((ROOT / "deploy" / "systemd" / f"{each}.timer").exists() for each in units)
