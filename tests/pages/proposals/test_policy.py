import re
from pathlib import Path

import pytest
from django.conf import settings

from codes.review import actions, table
from codes.review.states import MOVES
from tests.review.workflow_table import MOVES as BY_HAND
from tests.support.people import DAY, START, account, board
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


def test_the_experts_stand_there_by_name_and_leave_with_their_role(client):
    assert "None is appointed at the moment" in text(client.get("/policy"))
    ada, _, _, _ = board()
    page = text(client.get("/policy"))
    names = re.findall(r"(\w+) (?:lead of the designated experts|designated expert) (?!to whom)", page)
    assert names == ["Lea", "Ada", "Ben"]
    assert "Max" not in page
    actions.dismiss(account=ada, role="expert", by=None, at=START + DAY)
    assert "Ada" not in text(client.get("/policy"))


def test_a_lead_who_is_an_expert_too_stands_there_once(client):
    account("lea", "expert", "lead")
    assert text(client.get("/policy")).count("Lea ") == 1


def test_it_says_what_is_checked_and_how_long_everything_takes(client):
    page = text(client.get("/policy"))
    for words in (
        "No registered code covers it already.",
        "The category is appropriate.",
        "Both defaults are justified.",
        "The specification is stable and public.",
        "There is no stable and public specification.",
        "Triage 3 days after submission",
        "First answer 7 days",
        "14 days; 7 days for editorial changes and the crosswalk; 21 days where behaviour changes",
        "Decision 7 days after the comment period",
        "After 60 days without an answer the request expires; it can be reopened for 180 days",
    ):
        assert words in page


def test_the_table_has_every_move_of_the_policy_and_no_other(client):
    page = client.get("/policy").content.decode()
    rows = re.findall(r'<th scope="row"><code>(.*?)</code>', page)
    assert [each.replace("<wbr>", "") for each in rows] == ["create", *MOVES]
    assert set(rows) - {"create"} == {each.replace("_", "_<wbr>") for each in (*BY_HAND, "expire")}


def test_it_is_public_and_asked_for_anew_each_time(client):
    answer = client.get("/policy")
    assert answer["Cache-Control"] == "public, no-cache"
    assert not answer.cookies
    again = client.get("/policy", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("people", [1, 3])
def test_it_costs_as_much_with_three_experts_as_with_one(people, client, django_assert_num_queries):
    for name in ("ada", "ben", "cid")[:people]:
        account(name, "expert")
    client.get("/policy")
    with django_assert_num_queries(2):
        client.get("/policy")


def test_the_page_in_docs_is_made_from_the_table():
    stored = (Path(settings.ROOT) / "docs" / "workflow.md").read_text()
    assert stored == table.markdown(), "python3 dev.py fix"
