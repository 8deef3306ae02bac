"""SQLite's disk is full: a write is refused as a whole, reads go on, and with room again the same write works."""

import json
import os
import subprocess

import pytest
from django.db import OperationalError, connection

from codes.releases import verify
from codes.releases.models import Release
from codes.review import actions, replay
from codes.review.models import Event, Notice, Proposal, Revision
from tests.support import proposals
from tests.support.apart import begin, environment, manage, play
from tests.support.people import DAY, account
from tests.support.posting import check_refusal, post
from tests.support.proposals import new_code
from tests.support.server import get, own_database, served

PEOPLE = """
from tests.support import proposals
from tests.support.callers import token
from tests.support.people import account
proposals.published()
proposals.approved(code="upstream.waits")
print(token(account("sam"), "propose"))
"""
COUNTED = """
from django.db import connection
from codes.api.models import KeyedRequest
from codes.review.models import Proposal
with connection.cursor() as cursor:
    cursor.execute("PRAGMA quick_check")
    assert cursor.fetchall() == [("ok",)]
print(Proposal.objects.count(), KeyedRequest.objects.exclude(status=None).count())
"""
PUBLISH = """
from codes.review import actions
from codes.review.models import Proposal
from tests.support.people import DAY, account
made = Proposal.objects.get(state="approved")
print(actions.publish(proposals=[made.number], by=account("max"), at=made.decided + 40 * DAY).version)
"""
READS = ["/", "/codes/tool.timeout", "/releases/1.0.0/registry.json", "/releases/1.1.0/registry.csv", "/proposals/1"]


@pytest.fixture
def small_disk(tmp_path):
    """A file system with room for the database and not much more."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(words, capture_output=True).returncode != 0:
        pytest.skip("to mount a file system takes root")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder):
    """Takes all the room there is."""
    with (folder / "filler").open("wb", buffering=0) as file:
        for size in (2**16, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


@pytest.mark.slow
@own_database
def test_a_full_disk_under_a_served_site(small_disk, tmp_path):
    given = environment(f"sqlite:///{small_disk / 'registry.sqlite3'}", FAST_PATH_MEGABYTES="16")
    token = begin(given, PEOPLE).splitlines()[-1]
    headers = {"Authorization": f"Bearer {token}"}

    def ask(number):
        # Each larger than what may be left in pages that are already the database's.
        body = {"kind": "new_code", "content": new_code(code=f"upstream.full_{number}", description="x" * 1500)}
        return post(port, "proposals", body, Idempotency_Key=f"key-{number}", **headers)

    with served(given, tmp_path / "granian.log") as port:
        before = {address: get(port, address).body for address in READS}
        made = [ask(0)]
        fill(small_disk)
        refused = []
        for number in range(1, 19):
            (made if (answer := ask(number)).status == 201 else refused).append(answer)
        assert refused
        for answer in refused:
            check_refusal(answer)
        for address in READS:
            assert get(port, address).body == before[address], address
            assert get(port, f"{address}?{os.getpid()}").status == 200
        assert json.loads(get(port, "/healthz").body)["status"] == "ok"
        assert "database or disk is full" in play(given, PUBLISH, fails=True)
        assert play(given, COUNTED) == f"{2 + len(made)} {len(made)}\n"

        (small_disk / "filler").unlink()
        for number in range(19):
            assert ask(number).status == 201
        assert play(given, COUNTED) == "21 19\n"
        assert play(given, PUBLISH) == "1.2.0\n"
        assert manage(given, "verify_registry").startswith("3 releases and ")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("room", [0, 2, 8, 32])
def test_no_room_in_the_middle_of_a_publication(published, room):
    """With so many pages left, which the rows take and the files of the release do not fit in."""
    if connection.vendor != "sqlite":
        pytest.skip("the pages of SQLite")
    made = proposals.approved()
    account("max", "administrator")
    counted = {model: model.objects.count() for model in (Release, Event, Notice, Proposal, Revision)}
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # pages that are free within the file would be room, too
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0] + room}")
    try:
        with pytest.raises(OperationalError, match="database or disk is full"):
            actions.publish(proposals=[made.number], by=account("max"), at=made.decided + DAY)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    made.refresh_from_db()
    assert made.state == "approved"
    assert {model: model.objects.count() for model in counted} == counted
    assert actions.publish(proposals=[made.number], by=account("max"), at=made.decided + DAY).version == "1.1.0"
    assert [*verify.faults(), *replay.faults()] == []
