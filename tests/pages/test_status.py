"""What `/status` says of the queue: counts alone."""

import pytest
from django.utils import timezone

from codes.pages import status
from tests.support import proposals
from tests.support.people import DAY
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


def test_it_counts_the_open_proposals(client):
    now = timezone.now()
    assert (
        "0 waiting for triage, 0 in review, 0 waiting for an answer, 0 approved and not published; 0 overdue"
        in text(client.get("/status"))
    )
    proposals.submitted(code="tool.first", at=now)
    proposals.submitted(code="tool.second", at=now - 4 * DAY)
    proposals.needs_info(code="tool.third", at=now)
    proposals.rejected(code="tool.fourth", at=now)
    proposals.draft(code="tool.fifth", at=now)
    proposals.approved(at=now)
    assert (
        "2 waiting for triage, 0 in review, 1 waiting for an answer, 1 approved and not published; 1 overdue"
        in text(client.get("/status"))
    )


def test_without_a_database_it_says_so_and_counts_nothing(client, monkeypatch):
    monkeypatch.setattr(status, "_database", lambda: "away")
    answer = text(client.get("/status"))
    assert "The database is away" in answer
    assert "waiting for triage" not in answer
