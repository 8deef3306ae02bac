"""One stored byte flipped, one row changed behind the guards: the verification says so, says where, and no more."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, transaction
from django.utils import timezone

from codes.releases import verify
from codes.releases.models import SigningKey
from codes.releases.yank import yank
from tests.releases.forgeries import FORGERIES
from tests.releases.forging import file
from tests.support.history import change, publish_next, register
from tests.support.keys import new_key

pytestmark = pytest.mark.django_db


def test_a_database_that_is_away_is_said_in_a_sentence(published, monkeypatch):
    def away():
        raise OperationalError("connection refused\n")

    monkeypatch.setattr(verify, "faults", away)
    with pytest.raises(CommandError, match=r"no answer, so nothing is known: connection refused$"):
        call_command("verify_registry")


@pytest.fixture
def history(published, settings):
    """Three releases, the last two with signed manifests, the second yanked."""
    settings.SIGNING_KEY = new_key()
    register()
    publish_next()
    change(default_retryable=False)
    publish_next()
    yank(version="1.1.0", reason="Wrong.", at=timezone.now())


def after(act):
    """The faults that are found when somebody has done `act`; it is undone. KEY stands for the id of the key."""
    key = SigningKey.objects.get().key_id
    with transaction.atomic():
        act()
        found = list(verify.faults())
        transaction.set_rollback(True)
    return [fault.replace(key, "KEY") for fault in found]


def test_an_honest_history_holds(history, capsys):
    assert list(verify.faults()) == []
    call_command("verify_registry")
    assert capsys.readouterr().out == "3 releases and 0 recorded events hold.\n"


def test_one_release_is_one(published, capsys):
    call_command("verify_registry")
    assert capsys.readouterr().out == "1 release and 0 recorded events hold.\n"


def test_nothing_published_holds(empty):
    assert list(verify.faults()) == []


def test_each_forgery_is_noticed_and_said(history):
    """One history for all of them: making it takes longer than looking."""
    found = {name: after(act) for name, (act, _) in FORGERIES.items()}
    assert found == {name: said for name, (_, said) in FORGERIES.items()}
    assert list(verify.faults()) == []


def test_the_command_says_each_fault_and_how_many(history, capsys):
    FORGERIES["a recorded change"][0]()
    with pytest.raises(CommandError, match=r"\A1 fault\.\Z"):
        call_command("verify_registry")
    assert capsys.readouterr().err == "2.0.0: the recorded changes are not the changes\n"
    FORGERIES["a yank taken back"][0]()
    with pytest.raises(CommandError, match=r"\A2 faults\.\Z"):
        call_command("verify_registry")
    assert capsys.readouterr().err.splitlines() == [
        "2.0.0: the recorded changes are not the changes",
        "manifest 4: does not say what is published",
    ]


def test_the_byte_that_is_flipped_breaks_no_parser(history):
    """Or the forgeries would prove no more than that nonsense is noticed."""
    FORGERIES["a byte of registry.json"][0]()
    assert json.loads(file("1.1.0", "registry.json").get().content)["version"] == "1.1.0"
