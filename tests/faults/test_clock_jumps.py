"""The clock of the machine jumps: what is recorded never goes back, and nothing is done twice."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from codes.releases import verify
from codes.releases.models import Manifest, Release
from codes.review import actions, clocks, notices, replay
from codes.review.models import Event, Reminder
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.proposals import TEXT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("published")]

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def what_is_recorded_holds():
    yield
    for model, name in ((Event, "at"), (Release, "published"), (Manifest, "issued")):
        times = list(model.objects.order_by("pk").values_list(name, flat=True))
        assert all(first <= second for first, second in itertools.pairwise(times)), model
    assert [*verify.faults(), *replay.faults()] == []


def test_an_hour_back():
    """The record of it has the time of the one before; periods go on from what the clock says."""
    made = proposals.submitted(at=START + 2 * HOUR)
    lea = account("lea", "lead")
    for name in ("ada", "ben"):
        expert = account(name, "expert")
        actions.assign(proposal=made.number, expert=expert, by=expert, at=START + 2 * HOUR)
    back = actions.start_review(proposal=made.number, by=lea, at=START + HOUR)
    assert Event.objects.get(move="start_review").at == START + 2 * HOUR
    assert back.comment_until == START + HOUR + 14 * DAY
    actions.comment(proposal=made.number, text=TEXT, by=account("sam"), at=START + 3 * HOUR)
    assert Event.objects.get(move="comment").at == START + 3 * HOUR


def test_an_hour_back_after_a_publication():
    made = proposals.published()
    at = made.release.published
    after = proposals.approved(code="upstream.another", at=START)
    with pytest.raises(actions.Guarded, match="was published at"):
        actions.publish(proposals=[after.number], by=account("max"), at=at - HOUR)
    assert Release.objects.count() == 2
    assert actions.publish(proposals=[after.number], by=account("max"), at=at + HOUR).published == at + HOUR


def test_a_day_ahead_and_back():
    """What a tick did in the wrong day stays done, and is not done again when that day comes."""
    made = proposals.in_review()
    normal = START + 20 * DAY
    times = (normal, normal + DAY, normal, normal + HOUR, normal + DAY, normal + 2 * DAY)
    reminded = [f"#{made.number} reminded: decision"]  # two days before it is due, and when it is overdue
    assert [actions.tick(at) for at in times] == [reminded, reminded, [], [], [], []]
    assert Reminder.objects.filter(proposal=made).count() == 2


def test_weeks_ahead_and_back():
    """A reminder of an earlier week is not sent after one of a later week."""
    board()
    made = proposals.submitted()
    assert actions.tick(START + 30 * DAY) == [
        f"#{made.number} reminded: triage",
        f"#{made.number} reminded: first_answer",
    ]
    for days in (4, 11, 18, 25, 30):
        assert actions.tick(START + days * DAY) == []
    assert len(actions.tick(START + 40 * DAY)) == 2


def test_mail_while_the_clock_jumps(mail_server):
    proposals.submitted()
    account("ada", "expert")
    seen = [notices.send(at)[0] for at in (START, START - HOUR, START + DAY, START, START + 2 * DAY)]
    assert sum(seen) == len(mail_server.taken) > 0
    assert set(mail_server.copies().values()) == {1}


@pytest.mark.parametrize(
    "at",
    [
        datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC),  # a leap day
        datetime(2028, 2, 15, 12, 0, tzinfo=UTC),  # a comment period that ends on one
        datetime(2038, 1, 19, 3, 14, 7, tzinfo=UTC),  # the last second that 32 bits count
        datetime(2038, 1, 5, 3, 14, 8, tzinfo=UTC),  # a comment period that ends after it
        datetime(2100, 2, 28, 23, 59, 59, tzinfo=UTC),  # a year without a leap day
    ],
    ids=str,
)
def test_the_whole_way_on_a_day_that_is_odd(at):
    made = proposals.published(at=at)
    assert made.decided - at == timedelta(days=14)
    assert made.release.published == at + 15 * DAY
    client = Client()
    for address in ("/codes/upstream.quota_exhausted", "/releases/", "/feeds/changes.atom", "/releases/manifest.json",
                    f"/proposals/{made.number}"):  # fmt: skip
        assert client.get(address).status_code == 200, address
    expected = f"{made.release.published:%Y-%m-%dT%H:%M:%SZ}"
    assert expected in client.get("/releases/manifest.json").content.decode()
    assert clocks.words(clocks.Clock("comment", at + 14 * DAY), at) == "14 days left"
