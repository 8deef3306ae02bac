"""The feed of proposals."""

from xml.etree import ElementTree

import pytest

from codes.review import actions
from tests.support import proposals
from tests.support.people import DAY, START, account

pytestmark = pytest.mark.usefixtures("published")

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(client):
    answer = client.get("/feeds/proposals.atom")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return list(ElementTree.fromstring(answer.content).iter(f"{ATOM}entry"))  # noqa: S314  ours


def titles(client):
    return [each.findtext(f"{ATOM}title") for each in entries(client)]


def test_one_entry_for_each_public_event_the_newest_first(client):
    assert entries(client) == []
    made = proposals.submitted()
    actions.comment(proposal=made.number, text="So it is.", by=account("tom"), at=START + DAY)
    account("ada", "expert")
    actions.comment(proposal=made.number, text="A secret.", private=True, by=account("ada"), at=START + DAY)
    actions.tick(START + 9 * DAY)
    actions.withdraw(proposal=made.number, by=made.submitter, at=START + 9 * DAY)
    name = f"#{made.number} New code upstream.quota_exhausted"
    assert titles(client) == [f"{name} was withdrawn", f"{name} has a comment", f"{name} was submitted"]
    first = entries(client)[-1]
    assert first.find(f"{ATOM}link").get("href") == f"https://agenterrors.org/proposals/{made.number}"
    assert first.findtext(f"{ATOM}updated") == "2026-12-01T09:00:00+00:00"
    assert [each.get("term") for each in first.iter(f"{ATOM}category")] == ["new_code", "submit"]


def test_ids_stay_when_more_happens(client):
    made = proposals.submitted()
    before = [each.findtext(f"{ATOM}id") for each in entries(client)]
    actions.comment(proposal=made.number, text="So it is.", by=account("tom"), at=START + DAY)
    after = [each.findtext(f"{ATOM}id") for each in entries(client)]
    assert after[1:] == before
    assert len(set(after)) == len(after)


@pytest.mark.parametrize("number", [1, 3])
def test_a_feed_of_three_costs_what_a_feed_of_one_costs(number, client, django_assert_num_queries):
    for each in range(number):
        proposals.submitted(code=f"tool.number_{each}")
    client.get("/feeds/proposals.atom")
    with django_assert_num_queries(3):
        client.get("/feeds/proposals.atom")


def test_the_feed_has_one_form(client):
    assert client.get("/feeds/proposals.atom", headers={"Accept": "text/html"}).status_code == 406
