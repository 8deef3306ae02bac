"""Both calls that publish make the files of the release before they lock anything."""

import pytest
from django.db import connection

from codes.releases.formats import sums
from codes.review.models import Proposal
from tests.api.proposals.calls import act, post
from tests.support.callers import client
from tests.support.people import account
from tests.support.proposals import approved


def one(by, made):
    return act(by, made.number, "publish", If_Match='"r1-approved"').json()["published_in"]


def several(by, made):
    body = {"proposals": [{"number": made.number, "tag": "r1-approved"}]}
    return post(by, "releases", body).json()["version"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("publish", [one, several])
def test_files_are_made_before_anything_is_locked(published, at, monkeypatch, publish):
    made = approved()
    at(30)
    made_under_locks, real = [], sums.sums
    monkeypatch.setattr(sums, "sums", lambda files: made_under_locks.append(connection.in_atomic_block) or real(files))
    assert publish(client(account("max")), made) == "1.1.0"
    assert made_under_locks == [False]
    assert Proposal.objects.get().state == "published"
