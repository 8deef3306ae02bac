"""A publishing process is killed in the middle: the release is absent or whole, and the next publication works."""

import os
import signal
from unittest import mock

import pytest
from django.db import connections

from codes.releases import manifest, verify
from codes.releases.models import Release, ReleaseChange, ReleaseFile
from codes.review import actions, replay
from codes.review.actions import publishing
from tests.support import proposals
from tests.support.people import DAY, account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("published")]


def die(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)


def die_after(act):
    def acted(*args, **kwargs):
        act(*args, **kwargs)
        die()

    return acted


# The place, what stands there, and whether the process dies before or after it.
PLACES = {
    "before the lock": (publishing, "locked_registry", "before"),
    "under the lock": (publishing, "locked_registry", "after"),
    "after the rows": (publishing, "_apply", "after"),
    "after the release": (ReleaseFile.objects, "bulk_create", "before"),
    "after its files": (ReleaseChange.objects, "bulk_create", "before"),
    "before the commit": (manifest, "issue", "after"),
    "after the commit": (None, "", "commit"),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_killed_publication(place):
    made = proposals.approved()
    at = made.decided + DAY
    by = account("max")
    owner, name, when = PLACES[place]
    connections.close_all()  # the child opens its own
    child = os.fork()
    if child == 0:
        try:
            if when == "commit":
                actions.publish(proposals=[made.number], by=by, at=at)
                die()
            act = getattr(owner, name)
            with mock.patch.object(owner, name, die if when == "before" else die_after(act)):
                actions.publish(proposals=[made.number], by=by, at=at)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL

    there = when == "commit"
    made.refresh_from_db()
    assert made.state == ("published" if there else "approved")
    assert Release.objects.count() == (2 if there else 1)
    assert [*verify.faults(), *replay.faults()] == []
    if there:
        with pytest.raises(actions.WrongState):
            actions.publish(proposals=[made.number], by=by, at=at + DAY)
    else:
        assert actions.publish(proposals=[made.number], by=by, at=at + DAY).version == "1.1.0"
    assert [*verify.faults(), *replay.faults()] == []
