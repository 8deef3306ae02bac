"""The list of proposals: filters, pages, and what it costs."""

import pytest
from django.test import Client

from codes.review import actions
from codes.review.kinds.names import CHANGE_CODE
from tests.api.proposals.calls import problem
from tests.support.callers import client
from tests.support.people import DAY, START, account, board
from tests.support.proposals import in_review, submitted, withdrawn

pytestmark = pytest.mark.django_db


def several(count, start=0):
    places = range(start, start + count)
    return [submitted(code=f"tool.number_{place}", title=f"Number {place}") for place in places]


def numbers(query="", caller=None):
    answer = (caller or Client()).get(f"/api/v1/proposals{query}")
    assert answer.status_code == 200, answer.content
    return [row["number"] for row in answer.json()["results"]]


def test_filters(at):
    board()
    first, second, third = in_review(), submitted(CHANGE_CODE), withdrawn(code="tool.gone", title="Gone Tool")
    assert numbers() == [third.number, second.number, first.number]
    assert numbers("?state=in_review") == [first.number]
    assert numbers("?kind=change_code") == [second.number]
    assert numbers("?code=tool.timeout") == [second.number]
    assert numbers("?code=tool.timeout&state=in_review") == []
    assert numbers("?state=draft") == []
    answer = Client().get("/api/v1/proposals?kind=change_code").json()
    assert (answer["count"], answer["next"], answer["release"]) == (1, None, "1.0.0")


def test_pages_lose_and_double_nothing_while_more_are_submitted(at):
    made = several(7)
    seen, address = [], "/api/v1/proposals?limit=3"
    while address:
        page = Client().get(address).json()
        seen += [row["number"] for row in page["results"]]
        if len(seen) == 3:
            submitted(code="tool.late", title="Late Tool")
        address = (page["next"] or "").removeprefix("https://agenterrors.org")
    assert seen == [each.number for each in reversed(made)]


def test_the_last_page_and_a_cursor_of_another_question(at):
    several(3)
    assert Client().get("/api/v1/proposals?limit=3").json()["next"] is None
    following = Client().get("/api/v1/proposals?limit=2&kind=new_code").json()["next"]
    assert "kind=new_code" in following
    other = following.removeprefix("https://agenterrors.org").replace("kind=new_code", "kind=change_code")
    problem(Client().get(other), "invalid-parameter")
    codes = Client().get("/api/v1/codes?limit=2").json()["next"].removeprefix("https://agenterrors.org/api/v1/codes?")
    problem(Client().get(f"/api/v1/proposals?{codes}"), "invalid-parameter")


@pytest.mark.parametrize("mine", [False, True])
def test_it_costs_as_much_for_three_as_for_one(mine, at, django_assert_num_queries):
    caller = client(account("sam")) if mine else Client()
    query = "?mine=true" if mine else ""
    several(1)
    numbers(query, caller)
    with django_assert_num_queries(4 if mine else 2):
        assert len(numbers(query, caller)) == 1
    several(2, start=1)
    with django_assert_num_queries(4 if mine else 2):
        assert len(numbers(query, caller)) == 3


def test_a_repeated_read_is_not_sent_again(at):
    several(1)
    first = Client().get("/api/v1/proposals")
    again = Client().get("/api/v1/proposals", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    actions.withdraw(proposal=first.json()["results"][0]["number"], by=account("sam"), at=START + DAY)
    assert Client().get("/api/v1/proposals", headers={"If-None-Match": first["ETag"]}).status_code == 200
