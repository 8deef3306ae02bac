"""docs/operations.md is made of what there is: commands, settings, files. Its claims: tests/docs."""

import re
import subprocess

import pytest

from codes.pages import metrics
from tests.deploy.reading import ROOT, manage_in, parse_manage, parse_server, read_settings

PAGE = (ROOT / "docs" / "operations.md").read_text()
BLOCKS = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [words for block in BLOCKS for words in manage_in(block)]


def test_there_is_what_the_other_tests_look_at():
    assert len(BLOCKS) > 10
    assert {"migrate", "publish_initial", "appoint", "tick", "backup"} <= {words[0] for words in COMMANDS}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_exist_and_take_what_they_are_given(words):
    parse_manage(words)


def test_the_server_takes_what_it_is_given():
    (words,) = re.findall(r"-m granian ([^)]*)\)", PAGE)
    unit = (ROOT / "deploy" / "systemd" / "registry-site.service").read_text()
    assert parse_server(words.split())
    assert f"-m granian {words}\n" in unit  # by hand as by systemd


@pytest.mark.parametrize("block", BLOCKS)
def test_a_shell_can_read_it(block):
    checked = subprocess.run(["bash", "-n"], input=block, text=True, capture_output=True)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_key_and_a_secret_that_are_there_stay(tmp_path):
    """The steps that make them, done twice: on a host, and for containers."""
    making = [block for block in BLOCKS if "genpkey" in block]
    assert len(making) == 2
    for number, block in enumerate(making):
        folder = tmp_path / str(number)
        (folder / "secrets").mkdir(parents=True)
        script = "".join(re.findall(r"^\([^)]*set -C.*?\)$", block, re.MULTILINE | re.DOTALL))
        script = script.replace("/etc/registry/", "secrets/")
        held = []
        for _ in range(2):
            subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True)
            held.append({path.name: path.read_bytes() for path in (folder / "secrets").iterdir()})
        assert {"secret_key", "signing.pem"} <= held[0].keys()
        assert all(content or name == "email_password" for name, content in held[0].items())
        assert held[0] == held[1]


def test_settings_are_ones_that_are_read():
    given = {name for block in BLOCKS for name in re.findall(r"^(?:export )?([A-Z][A-Z_]+)=", block, re.MULTILINE)}
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)`", PAGE))
    # Of the page itself, of compose.yaml, of OpenSSL, of granian, and of a migration.
    others = {"HOST", "REGISTRY_HOST", "SSL_CERT_FILE", "GRANIAN_LOG_CONFIG", "SECOND_STEP"}
    assert (given | named) - others - read_settings() == set()


def test_files_it_names_are_there():
    named = set(re.findall(r"(?<![\w/])(?:deploy|docs|requirements)/[\w./-]+\w", PAGE))
    assert [each for each in sorted(named) if not (ROOT / each).exists()] == []
    units = set(re.findall(r"registry-[a-z]+\.(?:service|timer)", PAGE))
    assert {each.name for each in (ROOT / "deploy" / "systemd").glob("*.timer")} <= units
    assert [each for each in sorted(units) if not (ROOT / "deploy" / "systemd" / each).exists()] == []


@pytest.mark.django_db
def test_what_is_to_be_watched_is_told(published):
    told = {metric.name for metric in metrics._Site().collect()}
    watched = set(re.findall(r"`(registry_[a-z_]+)", PAGE))
    assert {name.removesuffix("_total") for name in watched} <= told
