"""The public list of proposals, and the page of each."""

import re
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from codes.review import actions
from codes.review.kinds import KINDS
from codes.review.kinds.fields import blank
from tests.support import proposals
from tests.support.people import DAY, START, account
from tests.support.proposals import IN_STATE
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")

PUBLIC = [state for state in IN_STATE if state != "draft"]
ATOM = "{http://www.w3.org/2005/Atom}"


def listed(client, query=""):
    page = client.get(f"/proposals/{query}").content.decode()
    return [int(number) for number in re.findall(r'<th scope="row"><a href="/proposals/(\d+)"', page)]


def entries(client):
    answer = client.get("/feeds/proposals.atom")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return list(ElementTree.fromstring(answer.content).iter(f"{ATOM}entry"))  # noqa: S314  ours


# ---------------------------------------------------------------- the list


def test_without_proposals_it_says_so(client):
    assert "Nothing has been proposed yet." in text(client.get("/proposals/"))
    assert "No proposal is like that." in text(client.get("/proposals/?state=rejected"))


def test_it_lists_everything_but_drafts_the_newest_first(client):
    first = proposals.submitted(code="tool.first").number
    proposals.draft(code="tool.second")
    gone = proposals.draft(code="tool.third")
    actions.withdraw(proposal=gone.number, by=gone.submitter, at=START)
    last = proposals.submitted(code="tool.fourth").number
    assert listed(client) == [last, first]


@pytest.mark.parametrize("state", PUBLIC)
def test_it_narrows_to_a_state(state, client):
    made = IN_STATE[state]().number
    other = "submitted" if state != "submitted" else "withdrawn"
    assert listed(client, f"?state={state}") == [made]
    assert listed(client, f"?state={other}") == []
    is_open = state in ("submitted", "needs_info", "in_review", "approved")
    assert listed(client, "?state=open") == ([made] if is_open else [])


def test_it_narrows_to_a_kind(client):
    code = proposals.submitted().number
    category = proposals.submitted("new_category").number
    assert listed(client, "?kind=new_category") == [category]
    assert listed(client, "?kind=new_code&state=submitted") == [code]
    assert listed(client, "?kind=new_code&state=approved") == []


def test_a_change_leads_to_who_asked_for_it_and_why(client):
    """From the release, the code, the feed; what is about another code or not published is left out."""
    made = proposals.published().number
    proposals.submitted(code="tool.other")
    of_release, of_code = "/proposals/?release=1.1.0", "/proposals/?code=upstream.quota_exhausted"
    assert f'href="{of_release}"' in client.get("/releases/1.1.0/").content.decode()
    assert f'href="{of_code}"' in client.get("/codes/upstream.quota_exhausted").content.decode()
    assert of_code in client.get("/codes/upstream.quota_exhausted.md").content.decode()
    feed = client.get("/feeds/changes.atom").content.decode()
    assert feed.count(f"https://agenterrors.org{of_release}") == 1
    assert feed.count("/proposals/?release=") == 1
    assert "/proposals/?code=" not in client.get("/codes/tool.timeout").content.decode()
    assert "/proposals/?release=" not in client.get("/releases/1.0.0/").content.decode()
    for query in ("?release=1.1.0", "?code=upstream.quota_exhausted", "?release=1.1.0&code=upstream.quota_exhausted"):
        assert listed(client, query) == [made]
    assert listed(client, "?release=1.0.0") == listed(client, "?code=tool.timeout") == []
    assert "Here are those alone that were carried out by release 1.1.0" in text(client.get(of_release))
    assert client.get("/proposals/?release=9.9.9").status_code == 404


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("code=%00", "code"),
        ("code=a&code=b", "code"),
        ("state=draft", "state"),
        ("state=x", "state"),
        ("kind=code", "kind"),
        ("page=2", "page"),
        ("state=open&state=open", "state"),
    ],
)
def test_what_it_cannot_narrow_to_is_said(query, parameter, client):
    answer = client.get(f"/proposals/?{query}", headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert [each["parameter"] for each in answer.json()["errors"]] == [parameter]


def test_a_long_list_comes_in_portions(client, monkeypatch):
    monkeypatch.setattr("codes.pages.proposals.listed._ON_A_PAGE", 2)
    made = [proposals.submitted(code=f"tool.number_{number}").number for number in range(3)]
    assert listed(client) == made[:0:-1]
    assert listed(client, "?page=2") == made[:1]


@pytest.mark.parametrize("number", [1, 3])
def test_a_list_of_three_costs_what_a_list_of_one_costs(number, client, django_assert_num_queries):
    for each in range(number):
        proposals.submitted(code=f"tool.number_{each}", by=account(f"sam{each}"))
    client.get("/proposals/")
    with django_assert_num_queries(2):
        client.get("/proposals/")


# ---------------------------------------------------------------- one proposal


@pytest.mark.parametrize("state", PUBLIC)
def test_every_state_has_its_page_with_the_stages_and_who_acts_next(state, client):
    made = IN_STATE[state]()
    answer = client.get(f"/proposals/{made.number}")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "public, no-cache"
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")
    page = text(answer)
    assert f"#{made.number} New code upstream. quota_ exhausted" in page
    stages, who = {
        "submitted": (
            ["Submitted done", "Review now", "Decision to come", "Publication to come"],
            "a designated expert",
        ),
        "needs_info": (["Submitted done", "Review now", "Decision to come", "Publication to come"], "the submitter"),
        "in_review": (
            ["Submitted done", "Review now", "Decision to come", "Publication to come"],
            "the designated experts",
        ),
        "approved": (["Submitted done", "Review done", "Decision done", "Publication now"], "an administrator"),
        "published": (["Submitted done", "Review done", "Decision done", "Publication done"], "nobody"),
        "rejected": (["Submitted done", "Review done", "Decision done"], "nobody, unless an appeal is upheld"),
        "withdrawn": (["Submitted done", "Review done", "Withdrawn done"], "nobody, unless the submitter reopens it"),
        "expired": (["Submitted done", "Review done", "Expired done"], "nobody, unless the submitter reopens it"),
    }[state]
    found = re.findall(r"(Submitted|Review|Decision|Publication|Withdrawn|Expired) (done|now|to come)\b", page)
    assert [" ".join(each) for each in found] == stages
    assert f"Who acts next {who}" in page


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_shows_its_members_beside_what_is_registered(kind, client):
    if kind == "reinstate_code":
        proposals.published("deprecate_code")
    made = proposals.submitted(kind)
    page = text(client.get(f"/proposals/{made.number}"))
    compared = kind in ("change_code", "change_signals")
    stated = {name for name, value in KINDS[kind].present(made.content).items() if not blank(value)}
    for name, field in KINDS[kind].FIELDS.items():
        shown = name in made.content.keys() | stated and not (compared and name in ("code", "identifier", "base"))
        # "Row" and "Code" are parts of other words.
        assert (f" {field.label} " in page) is shown or name in ("code", "identifier"), name
    assert ("Registered now" in page) is compared


def test_the_clock_is_in_words_and_the_same_as_in_the_mail(client, monkeypatch):
    made = proposals.submitted()
    monkeypatch.setattr("django.utils.timezone.now", lambda: START + DAY)
    page = text(client.get(f"/proposals/{made.number}"))
    assert "By when triage: 2 days left ( 4 December 2026, 09:00 UTC )" in page
    monkeypatch.setattr("django.utils.timezone.now", lambda: START + 5 * DAY)
    assert "triage: overdue by 2 days" in text(client.get(f"/proposals/{made.number}"))


def test_what_an_expert_votes_is_published_with_the_decision_and_not_before(client):
    made = proposals.voted()
    page = text(client.get(f"/proposals/{made.number}"))
    assert "Votes 2 of 2 votes cast; the comment period is not over" in page
    assert proposals.TEXT not in page
    actions.decide(proposal=made.number, by=None, at=made.comment_until)
    page = text(client.get(f"/proposals/{made.number}"))
    assert "Approved on" in page
    assert page.count(proposals.TEXT) == 8
    assert page.count("No registered code covers it already yes.") == 2


def test_a_rejection_says_which_check_failed_and_what_would_succeed(client):
    page = text(client.get(f"/proposals/{proposals.rejected().number}"))
    assert "Rejected on" in page
    assert "No registered code covers it already no." in page
    assert "Reason A registered code covers it." in page
    assert "What would succeed Say what a consumer does differently." in page


def test_a_standards_action_names_its_rfc(client):
    made = proposals.approved("new_category")
    assert re.search(r"Approved on [\w ]+, by RFC 9999\.", text(client.get(f"/proposals/{made.number}")))


def test_a_decision_that_was_sent_back_stands_there_no_more(client):
    made = proposals.approved()
    actions.send_back(proposal=made.number, reason="A new comment came in.", by=account("lea"), at=made.decided + DAY)
    page = text(client.get(f"/proposals/{made.number}"))
    assert "The decision" not in page
    assert "went back to review – Lea, lead. A new comment came in." in page


def test_comments_questions_answers_and_concerns_stand_there_and_notes_do_not(client):
    made = proposals.needs_info()
    content = proposals.new_code(title="Quota Gone")
    actions.answer(proposal=made.number, content=content, text="Six clients.", by=made.submitter, at=START + DAY)
    actions.comment(proposal=made.number, text="I <b>need</b> it.", by=account("tom"), at=START + DAY)
    actions.comment(proposal=made.number, text="A secret.", private=True, by=account("ada"), at=START + DAY)
    actions.concern(proposal=made.number, text="The name misleads.", by=account("ada"), at=START + DAY)
    page = text(client.get(f"/proposals/{made.number}"))
    assert "Question of Ada" in page
    assert "Who sends it today?" in page
    assert "Answer of Sam" in page
    assert "Six clients." in page
    assert "I <b>need</b> it." in page
    assert "The name misleads." in page
    assert "open, so nothing is approved" in page
    assert "secret" not in page
    assert "Revision 2" in page
    assert "Title Upstream Quota Exhausted Quota Gone differs" in page
    concern = made.concerns.get()
    actions.resolve(proposal=made.number, concern=concern.pk, text="Renamed.", by=account("ada"), at=START + DAY)
    page = text(client.get(f"/proposals/{made.number}"))
    assert "Met, says Ada: Renamed." in page
    assert "open, so nothing is approved" not in page


def test_why_an_expert_stepped_back_is_nobodys_business(client):
    made = proposals.in_review()
    actions.recuse(proposal=made.number, reason="My sister wrote it.", by=account("ada"), at=START + DAY)
    page = text(client.get(f"/proposals/{made.number}"))
    assert "lost an expert, who stepped back – Ada" in page
    assert "sister" not in page


def test_an_escalation_is_shown(client):
    made = proposals.in_review()
    actions.tick(made.escalate_at)
    page = text(client.get(f"/proposals/{made.number}"))
    assert "Who acts next the appointing body" in page


@pytest.mark.parametrize("talk", [1, 3])
def test_a_long_discussion_costs_what_a_short_one_costs(talk, client, django_assert_num_queries):
    made = proposals.submitted()
    for each in range(talk):
        actions.comment(proposal=made.number, text="So it is.", by=account(f"tom{each}"), at=START + DAY)
        content = proposals.new_code(title=f"Title Number {each}")
        actions.revise(proposal=made.number, content=content, by=made.submitter, at=START + DAY)
    client.get(f"/proposals/{made.number}")
    with django_assert_num_queries(8):
        client.get(f"/proposals/{made.number}")


@pytest.mark.parametrize(
    "address", ["/proposals/9", "/proposals/0", f"/proposals/{10**30}", "/proposals/x", f"/proposals/{'9' * 5000}"]
)
def test_what_is_not_there_is_404(address, client):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("accept", ["text/html", "application/json", "text/markdown"])
def test_a_draft_is_as_if_it_were_not_there(accept, client):
    proposals.submitted()
    draft = proposals.draft(code="tool.other").number
    answers = [client.get(f"/proposals/{number}", headers={"Accept": accept}) for number in (draft, draft + 1)]
    assert [each.status_code for each in answers] == [404, 404]
    bodies = [re.sub(rb"proposal \d+", b"proposal", each.content) for each in answers]
    assert bodies[0] == bodies[1]


def test_what_was_taken_out_of_sight_says_so_and_can_come_back(client):
    made = proposals.in_review()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    answer = client.get(f"/proposals/{made.number}")
    assert answer.status_code == 404
    assert "was taken out of public sight" in text(answer)
    assert "quota" not in answer.content.decode()
    assert (listed(client), entries(client)) == ([], [])
    actions.unhide(proposal=made.number, by=account("lea"), at=START)
    assert client.get(f"/proposals/{made.number}").status_code == 200
    assert listed(client) == [made.number]
    page = text(client.get(f"/proposals/{made.number}"))
    assert "sight" not in page


@pytest.mark.parametrize("spelling", ["007", "7/"])
def test_another_spelling_is_one_redirect(spelling, client):
    made = proposals.submitted()
    answer = client.get(f"/proposals/{spelling.replace('7', str(made.number))}")
    assert (answer.status_code, answer["Location"]) == (301, f"/proposals/{made.number}")


def test_the_page_leads_to_the_code_the_release_and_the_preview(client):
    def links(number):
        page = client.get(f"/proposals/{number}").content.decode().partition('id="stages"')[0].partition("<main")[2]
        return re.findall(r'href="(/(?:codes|releases)/[^"]+)"', page)

    assert links(proposals.submitted(code="tool.first").number) == []
    assert links(proposals.submitted("change_code").number) == ["/codes/tool.timeout"]
    assert links(proposals.approved(code="tool.second").number) == ["/releases/next/"]
    assert links(proposals.published().number) == ["/codes/upstream.quota_exhausted", "/releases/1.1.0/"]


def test_what_is_compared_is_what_the_registry_has(client):
    page = text(client.get(f"/proposals/{proposals.submitted('change_code').number}"))
    assert "Title Tool Timeout Tool Timed Out differs" in page
    assert "HTTP status 504 504 same" in page
    assert "Your relation to the change controller – none said of the request" in page
    assert "Reason – The title should say what happened. said of the request" in page
    assert page.count(" differs") == 2  # the title, and the reference


@pytest.mark.parametrize("state", PUBLIC)
def test_only_what_is_open_asks_people_to_take_part(state, client):
    made = IN_STATE[state]()
    page = client.get(f"/proposals/{made.number}").content.decode()
    is_open = state in ("submitted", "needs_info", "in_review", "approved")
    assert ("Take part in it" in page, "It is over" in page) == (is_open, not is_open)
    assert f'href="/proposals/{made.number}/act"' in page or state not in ("submitted", "needs_info")


def test_what_can_be_reopened_says_so_as_long_as_it_can(client):
    made = proposals.withdrawn(at=timezone.now())
    assert "Reopen it if you asked for it." in text(client.get(f"/proposals/{made.number}"))
    late = proposals.withdrawn(at=timezone.now() - 181 * DAY, code="tool.late")
    page = client.get(f"/proposals/{late.number}").content.decode()
    assert ("It is over" in page, "Reopen" in page, "/act" in page) == (True, False, False)


def test_a_draft_and_no_proposal_are_the_same_404_that_leads_to_the_account(client):
    made = proposals.draft()
    answers = [client.get(f"/proposals/{number}") for number in (made.number, 999)]
    said = [
        text(answer).replace(f"proposal {number}.", "")
        for answer, number in zip(answers, (made.number, 999), strict=True)
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert said[0] == said[1]
    assert [answer["Vary"] for answer in answers] == ["Accept", "Accept"]
    assert '<a href="/account/">' in answers[0].content.decode()


def test_after_the_comment_period_the_page_asks_for_no_comments_by_a_day_that_is_past(client, monkeypatch):
    made = proposals.in_review()
    review = {}
    for days in (13, 14):
        monkeypatch.setattr(timezone, "now", lambda days=days: START + days * DAY)
        page = text(client.get(f"/proposals/{made.number}"))
        review[days] = re.search(r"Review (now.*?) Decision to come", page)[1]
    assert review == {
        13: "now, since 1 December 2026 , until 15 December 2026 : everybody may comment",
        14: "now, since 1 December 2026 : the comment period is over",
    }


def test_a_category_waits_for_an_administrator(client):
    made = proposals.in_review("new_category")
    page = text(client.get(f"/proposals/{made.number}"))
    assert "Who acts next an administrator, who records the Standards-Track RFC; votes are advice" in page


@pytest.mark.parametrize(("move", "who"), [("tick", "the appointing body, to which it is escalated"), ("ask", "the s")])
def test_pages_and_api_say_the_same_of_who_acts_next(move, who, client):
    made = proposals.in_review()
    actions.tick(made.escalate_at)
    if move == "ask":
        actions.ask(proposal=made.number, text=proposals.TEXT, by=account("ada"), at=made.escalate_at)
    assert f"Who acts next {who}" in text(client.get(f"/proposals/{made.number}"))
    assert client.get(f"/api/v1/proposals/{made.number}").json()["next"].startswith(who)
