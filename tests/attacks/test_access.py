"""Every address, asked by everybody: the exact answer, and no word of what is somebody else's.

The moves of the API are in `test_access_api.py`.
"""

import re
import time
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.test import Client

from codes.accounts.models import Role, Token
from codes.review.models import Comment, Proposal
from tests.support.people import START, account

from .access_table import ACTORS, OF_ONE_THING, OF_ONESELF, PUBLIC, READERS
from .people import PASSKEY, SECOND, SECRETS, TOKEN, things
from .routes import patterns

pytestmark = pytest.mark.usefixtures("published")
API = "api/v1/proposals/<number:number>"


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: START + timedelta(hours=1))
    return things()


def browsers():
    """One for each of the actors, who has just shown who they are."""
    return {name: browser(name) for name in ACTORS}


def browser(name):
    client = Client()
    if name:
        client.force_login(account(name))
        session = client.session
        session["account_authentication_methods_user"] = str(account(name).pk)
        session["account_authentication_methods"] = [{"method": "code", "at": time.time()}]
        session.save()
    return client


def address(pattern, made, subject):
    for field, value in {
        "<int:number>": getattr(made, subject),
        "<int:pk>": made.passkey,
        "<str:step>": "meaning",
        "<str:name>": "comment",
        "<str:public_id>": made.expert,
        "<str:role>": "expert",
        "<str:kind>": "new_code",
        "^tokens/(?P<digest>[0-9a-f]{128})/revoke$": f"tokens/{made.token}/revoke",
    }.items():
        pattern = pattern.replace(field, str(value))
    return f"/{pattern}"


def asked(client, method, where):
    """Status, the secrets in body and headers, and whether it did anything, which is then undone."""
    before = state()
    with transaction.atomic():
        answer = client.generic(method, where, "", "application/x-www-form-urlencoded")
        did = state() != before
        transaction.set_rollback(True)
    whole = f"{answer.headers}{answer.content.decode(errors='replace')}"
    return answer.status_code, {each for each in SECRETS if each in whole}, did


def state():
    """What nobody may change by asking for what is not theirs."""
    return (
        list(Proposal.objects.order_by("pk").values_list("pk", "state", "revision", "changed", "hidden")),
        Comment.objects.count(),
        list(Token.objects.values_list("pk", flat=True)),
        list(Authenticator.objects.values_list("pk", "data")),
        list(Role.objects.filter(dismissed_at=None).values_list("pk", flat=True)),
    )


def test_every_address_of_the_site_is_in_the_table():
    """A new one fails here until somebody has written down who may see what there."""
    api = [each for each in patterns() if each.startswith(API)]
    routed = [each for each in patterns() if each not in api]
    # The last takes what no pattern does.
    assert routed.pop() == ""
    assert sorted(routed) == sorted([*OF_ONE_THING, *OF_ONESELF, *PUBLIC])


@pytest.mark.parametrize("pattern", OF_ONE_THING)
def test_what_names_one_thing_is_for_those_it_is_for(pattern, made):
    clients = browsers()
    for subject, *rows in OF_ONE_THING[pattern]:
        for method, row in zip(("GET", "POST"), rows, strict=True):
            found = {name: asked(clients[name], method, address(pattern, made, subject)) for name in ACTORS}
            assert " ".join(str(found[name][0]) for name in ACTORS) == row, (subject, method)
            readers = READERS.get((pattern, subject), {})
            for name in ACTORS:
                told = found[name][1] if found[name][0] != 302 else set()
                assert told <= readers.get(name, set()), (name, subject, method)
                if method == "GET" and found[name][0] == 200:
                    assert told == readers.get(name, set()), (name, subject)
                # Only its holder does anything with it; an administrator dismisses.
                assert not found[name][2] or name == ("max" if subject == "expert" else "sam"), (name, subject, method)
                assert not found[name][2] or method == "POST", (name, subject)


def test_what_names_nothing_shows_each_their_own(made):
    Authenticator.objects.all().delete()  # not one that a browser could be asked to use
    clients, statuses = browsers(), {}
    for pattern in OF_ONESELF:
        found = {name: asked(clients[name], "GET", address(pattern, made, "draft")) for name in ACTORS}
        statuses[pattern] = " ".join(str(found[name][0]) for name in ACTORS)
        for name in set(ACTORS) - {"sam"}:
            assert found[name][1] == set(), (pattern, name)
    assert statuses == OF_ONESELF


def test_sam_finds_all_of_it(made):
    """The other way round: the words stand where the others looked."""
    sam = browser("sam")
    seen = set()
    for where in ("/account/addresses", "/account/tokens", "/account/passkeys"):
        seen |= asked(sam, "GET", where)[1]
    assert seen == {SECOND, TOKEN, PASSKEY}


def test_what_is_public_is_the_same_for_everybody(made):
    clients, statuses = browsers(), {}
    for pattern, (where, _) in PUBLIC.items():
        first, *others = (client.get(where) for client in clients.values())
        statuses[pattern] = (where, first.status_code)
        whole = f"{first.headers}{first.content.decode(errors='replace')}"
        assert not [each for each in SECRETS if each in whole], where
        for answer in others:
            assert (answer.status_code, answer.content) == (first.status_code, first.content), where
            assert answer.headers == first.headers, where
    assert statuses == PUBLIC


@pytest.mark.slow
@pytest.mark.parametrize("pattern", [each for each in OF_ONE_THING if "<int" in each])
def test_what_is_somebody_elses_looks_like_what_is_not_there(pattern, made):
    """So that nobody can count drafts, passkeys or accounts."""

    def plain(answer, number):
        text = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", answer.content)
        for words in (b"/%d", b"proposal %d"):
            text = text.replace(words % number, words % 0)
        return answer.status_code, answer.get("Location", "").replace(str(number), "0"), text

    for name in ("zoe", "eve"):
        there = address(pattern, made, "draft")
        number = made.passkey if "passkeys" in pattern else made.draft
        for method in ("GET", "POST"):
            answers = [
                browser(name).generic(method, where, "", "application/x-www-form-urlencoded")
                for where in (there, re.sub(rf"/{number}(?=/|$)", "/987654", there))
            ]
            assert plain(answers[0], number) == plain(answers[1], 987654), (name, method)
