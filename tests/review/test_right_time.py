"""A host whose clock is ahead writes nothing into the record, which only goes forward."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from codes.releases.models import Release
from codes.review import actions, records
from codes.review.actions import right_time
from tests.support import proposals
from tests.support.people import DAY, START, account

pytestmark = pytest.mark.usefixtures("published")


@pytest.fixture
def ahead(monkeypatch):
    """Sets the clock of this process, and nothing else."""

    def by(**time):
        monkeypatch.setattr(right_time, "_here", lambda: datetime.now(UTC) + timedelta(**time))

    return by


def moves(made):
    """Each way into the record: by publishing, another move, a role given or taken, and the passing of time."""
    later, boss = START + 100 * DAY, account("max")
    return [
        lambda: actions.publish(proposals=[made.number], by=boss, at=later),
        lambda: actions.hide(proposal=made.number, reason="Spam.", by=boss, at=later),
        lambda: actions.appoint(account=account("eve"), role="expert", by=None, at=later),
        lambda: actions.dismiss(account=account("ada"), role="expert", by=None, at=later),
        lambda: actions.tick(later),
    ]


def test_nothing_is_recorded_while_the_clock_is_ahead(ahead):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has the clock of the process")
    made = proposals.approved()
    ahead(days=365)
    before = records.end()
    for move in moves(made):
        with pytest.raises(actions.Guarded) as refused:
            move()
        assert refused.value.code == "clock_ahead"
    with pytest.raises(CommandError, match="seconds ahead of the database"):
        call_command("tick")
    assert (records.end(), Release.objects.count()) == (before, 1)


@pytest.mark.parametrize("time", [{"seconds": 55}, {"seconds": -55}, {"days": -365}], ids=str)
def test_a_little_ahead_or_behind_does_no_harm(time, ahead):
    made = proposals.approved()
    ahead(**time)
    assert actions.publish(proposals=[made.number], by=account("max"), at=START + 100 * DAY).version == "1.1.0"
