"""docs/signing.md is made of what there is: commands, the place of the key, sentences of the monitor."""

import re

from tests.deploy.reading import ROOT, manage_in, parse_manage
from tests.deploy.test_units import SERVICES, unit

PAGE = (ROOT / "docs" / "signing.md").read_text()
BLOCKS = re.findall(r"^ *```\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL)


def test_its_commands_take_what_they_are_given():
    commands = [words for block in BLOCKS for words in manage_in(block)]
    assert [words[0] for words in commands] == ["check", "sign", "verify_registry", "backup"]
    for words in commands:
        parse_manage(words)


def test_a_new_key_takes_the_place_that_is_read_by_the_site_and_hidden_from_the_rest():
    (place,) = re.findall(r"^ *install -m 0640 -g registry signing-new\.pem (\S+)$", PAGE, re.MULTILINE)
    operations = (ROOT / "docs" / "operations.md").read_text()
    assert f"echo SIGNING_KEY_FILE={place} > /etc/registry/publish.env" in operations
    hidden = {unit(name)["Service"].get("InaccessiblePaths") for name in SERVICES if name != "registry-site.service"}
    assert hidden == {f"-{place}"}


def test_it_is_looked_at_before_a_process_depends_on_it():
    (block,) = [each for each in BLOCKS if "-g registry" in each]
    steps = [line.split()[0] for line in block.splitlines()]
    assert steps == ["cp", "cp", "install", "install", "registry-manage", "systemctl"]


def test_the_monitor_has_the_sentences_that_are_explained():
    code = "".join(path.read_text() for path in (ROOT / "tools" / "monitor").glob("*.py"))
    section = PAGE.split("### What the monitor says\n")[1]
    told = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`[^|]*)\|", section, re.MULTILINE)))
    assert len(told) == 6
    for sentence in told:
        for part in re.split(r" ?(?:\b[NMV]\b|…|sha256) ?", sentence):
            assert part in code, part
