"""docs/backup.md is made of what there is."""

import re

import pytest

from tests.deploy.reading import ROOT, manage_in, parse_manage

PAGE = (ROOT / "docs" / "backup.md").read_text()
COMMANDS = [
    words for block in re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for words in manage_in(block)
]
CLAIMS = re.findall(r"^\| .* \| `python3 dev\.py test .*-- (tests/.*)::(\w+)` \|$", PAGE, re.MULTILINE)


def test_its_commands_take_what_they_are_given():
    assert [words[0] for words in COMMANDS] == ["backup", "migrate", "verify_registry", "restore_check"]
    for words in COMMANDS:
        parse_manage(words)


def test_its_units_are_there():
    units = set(re.findall(r"registry-[a-z]+(?=[ .]timer|\.timer)", PAGE))
    assert units == {"registry-tick", "registry-backup"}
    assert all((ROOT / "deploy" / "systemd" / f"{each}.timer").exists() for each in units)


@pytest.mark.parametrize(("path", "name"), CLAIMS)
def test_each_claim_names_a_test_that_is_there(path, name):
    assert f"def {name}(" in (ROOT / path).read_text()


def test_there_are_claims():
    assert len(CLAIMS) == 7
