"""The next release before there is one: what it shows, how often it is made, what is said where it cannot be."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace

import pytest
from django.db import OperationalError

from codes.pages import preview
from codes.releases import current
from codes.releases.candidate import following
from codes.releases.diff import ImpossibleDifference
from codes.review import actions
from codes.review.kinds.names import CHANGE_CODE
from tests.support import proposals
from tests.support.history import change, publish_next
from tests.support.people import account
from tests.support.visible import text

pytestmark = pytest.mark.django_db

DOCUMENT = "/releases/next/registry.json"


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.fixture
def made(monkeypatch):
    """One for each time that a preview is made."""
    calls = []

    def counted(*args, **options):
        calls.append(args)
        return following(*args, **options)

    monkeypatch.setattr(preview, "following", counted)
    return calls


def test_it_is_marked_as_one_and_never_kept(client):
    quiet = client.get(DOCUMENT)
    assert (quiet.json()["authority"], quiet.json()["version"], quiet["Cache-Control"]) == (
        "preview",
        "1.0.0",
        "no-store",
    )
    assert "Nothing waits" in text(client.get("/releases/next/"))
    change("tool.timeout", default_retryable=False)
    current.forget()
    waiting = client.get(DOCUMENT)
    assert (waiting.json()["authority"], waiting.json()["version"]) == ("preview", "2.0.0")
    page = client.get("/releases/next/")
    assert page["Cache-Control"] == "no-store"
    assert "it would be 2.0.0" in text(page)
    assert client.get("/codes/tool.timeout.json").json()["default_retryable"] is True


def test_it_has_one_form(client):
    refused = client.get(DOCUMENT, headers={"Accept": "text/html"})
    assert (refused.status_code, refused.json()["available"]) == (406, ["application/json"])


def test_it_is_made_once_in_a_few_seconds(client, made, monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(preview, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    for seconds, times in ((0, 1), (0.1, 1), (1.8, 1), (0.2, 2), (0.1, 2)):
        clock[0] += seconds
        for address in ("/releases/next/", DOCUMENT):
            assert client.get(address).status_code == 200
        assert len(made) == times


def test_a_publication_is_seen_at_once(client, made):
    change("tool.timeout", title="Once more")
    assert client.get(DOCUMENT).json()["version"] == "1.0.1"
    publish_next()
    made.clear()
    assert "Nothing waits" in text(client.get("/releases/next/"))
    assert len(made) == 1


def test_many_who_ask_at_once_wait_for_one(monkeypatch):
    go, calls = Event(), []

    def slowly(now):
        calls.append(now)
        go.wait(10)
        return preview.Upcoming(None, (), ())

    monkeypatch.setattr(preview, "_candidate", slowly)
    now = current.current()
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(preview._preview, now) for _ in range(4)]
        while not calls:
            pass
        go.set()
        assert [each.result().made for each in asked] == [None] * 4
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("failure", "wait", "logged"),
    [
        (ImpossibleDifference("tool.timeout: nothing is ever removed"), "600", True),
        (OperationalError("the server is gone"), "5", False),
    ],
)
@pytest.mark.parametrize("address", ["/releases/next/", DOCUMENT])
def test_where_it_cannot_be_made(address, failure, wait, logged, client, monkeypatch, caplog):
    def fail(*args, **options):
        raise failure

    monkeypatch.setattr(preview, "following", fail)
    for _ in range(2):
        refused = client.get(address, headers={"Accept": "application/json"})
        assert (refused.status_code, refused["Retry-After"], refused["Cache-Control"]) == (503, wait, "no-store")
        assert refused.json()["type"] == "https://agenterrors.org/problems/unavailable"
        assert str(failure) not in refused.content.decode()
    # Once for the two: the second was not tried.
    assert caplog.text.count("tool.timeout: nothing is ever removed") == int(logged)


def test_what_is_approved_is_in_it_and_nowhere_else(client):
    made = proposals.approved()
    answer = client.get("/releases/next/")
    assert "it would be 1.1.0, after 1.0.0" in text(answer)
    assert f"#{made.number} New code upstream.quota_exhausted, approved" in text(answer)
    document = client.get(DOCUMENT).json()
    assert (document["version"], document["authority"]) == ("1.1.0", "preview")
    assert {each["code"] for each in document["codes"]} - _codes(client) == {"upstream.quota_exhausted"}
    assert client.get("/codes/upstream.quota_exhausted").status_code == 404


def _codes(client):
    return {each["code"] for each in client.get("/releases/1.0.0/registry.json").json()["codes"]}


def test_what_is_approved_and_does_not_fit_any_more_is_named_with_the_reason(client):
    made = proposals.approved(CHANGE_CODE)
    change("tool.timeout", updated_version="1.0.1")
    answer = text(client.get("/releases/next/"))
    assert f"#{made.number} Change of a code tool.timeout: tool.timeout was changed by release 1.0.1" in answer
    assert "Approved proposals in it" not in answer


def test_what_was_taken_out_of_sight_is_not_in_it(client):
    made = proposals.approved()
    actions.hide(proposal=made.number, reason="Spam.", by=account("max"), at=made.decided)
    assert "quota_exhausted" not in client.get("/releases/next/").content.decode()
    assert client.get(DOCUMENT).json()["version"] == "1.0.0"


def test_a_proposal_that_breaks_a_rule_of_the_tables_is_a_failure_of_ours(client, monkeypatch, caplog):
    made = proposals.approved()

    def fail(*args, **options):
        raise actions.Guarded("does_not_fit", "It breaks a rule of the registry.", made)

    monkeypatch.setattr(actions, "upcoming", fail)
    assert client.get("/releases/next/").status_code == 503
    assert "breaks a rule" in caplog.text
