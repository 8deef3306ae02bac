"""`/guide`: every code is reached, every answer can be changed, the address holds ids and nothing else."""

import re

import pytest

from codes.pages import notes
from codes.pages.guide_tree import Outcome, Question, every
from tests.fixtures_facts.draft_tables import DRAFT

pytestmark = pytest.mark.django_db

# From what happened to the code, by hand from sections 5.3 and 5.4 of the draft.
LEADS = {
    "cancelled": "harness.cancelled",
    "failed.other": "harness.internal_error",
    "failed.model.refused": "policy.model_refusal",
    "failed.model.filtered": "policy.content_filtered",
    "failed.model.nothing": "output.empty",
    "failed.model.cut_off": "output.truncated",
    "failed.model.unparsable": "output.malformed",
    "failed.model.schema": "output.schema_violation",
    "failed.model.used_up": "output.retries_exhausted",
    "failed.model.meaning.guardrail": "policy.guardrail_triggered",
    "failed.model.tool_call.not_offered": "output.unknown_tool",
    "failed.model.tool_call.arguments": "output.invalid_tool_arguments",
    "failed.model.tool_call.down": "tool.not_available",
    "failed.loop.turns": "loop.max_turns_exceeded",
    "failed.loop.budget": "loop.budget_exceeded",
    "failed.loop.clock": "loop.timeout",
    "failed.loop.circles": "loop.repetition_detected",
    "failed.tool.forbidden": "tool.permission_denied",
    "failed.tool.person": "policy.approval_denied",
    "failed.tool.sandbox": "tool.sandbox_violation",
    "failed.tool.unreachable": "tool.not_available",
    "failed.tool.time": "tool.timeout",
    "failed.tool.reported": "tool.execution_failed",
    "failed.context.too_big": "context.window_exceeded",
    "failed.context.reducing": "context.compaction_failed",
    "failed.rule.guardrail": "policy.guardrail_triggered",
    "failed.rule.person": "policy.approval_denied",
    "failed.rule.configuration": "tool.permission_denied",
    "failed.rule.filter": "policy.content_filtered",
    "failed.rule.model": "policy.model_refusal",
    "failed.remote.too_fast": "upstream.rate_limited",
    "failed.remote.overloaded": "upstream.overloaded",
    "failed.remote.away": "upstream.unavailable",
    "failed.remote.credentials": "upstream.authentication_failed",
    "failed.remote.too_long": "context.window_exceeded",
    "failed.remote.rejected": "upstream.invalid_request",
    "failed.remote.protocol": "upstream.invalid_response",
    "failed.remote.agent": "upstream.agent_failed",
}
# What no code covers: its name, and the code until there is one.
GAPS = {
    "failed.model.meaning.validator": ("output.rejected", "output.schema_violation"),
    "failed.remote.quota": ("upstream.quota_exhausted", "upstream.invalid_request"),
}


@pytest.fixture
def read(client, published):
    def read(address):
        answer = client.get(address)
        assert answer.status_code == 200, address
        return answer.content.decode()

    return read


def test_every_end_is_here_and_every_code_is_reached():
    ends = {answers for answers, at in every() if isinstance(at, Outcome)}
    assert ends == {*LEADS, *GAPS, "waiting"}
    assert set(LEADS.values()) == {row[0] for row in DRAFT}


@pytest.mark.parametrize(("answers", "code"), LEADS.items())
def test_answers_lead_to_a_code(read, answers, code):
    page = read(f"/guide/{answers}")
    assert f"<h1>Report <code>{code}</code></h1>" in page
    assert f'href="/codes/{code}"' in page


@pytest.mark.parametrize(("answers", "gap"), GAPS.items())
def test_answers_may_lead_to_something_that_no_code_covers(read, answers, gap):
    name, nearest = gap
    page = read(f"/guide/{answers}")
    assert "<h1>No code covers this yet</h1>" in page
    assert f'href="/codes/{nearest}"' in page
    assert f"x-acme.{name.split('.')[1]}" in page
    assert nearest == next(each.nearest for each in notes.gaps() if each.name == name)


def test_what_waits_is_no_error(read):
    page = read("/guide/waiting")
    assert "<h1>Nothing to report</h1>" in page
    assert "input-required" in page
    assert "/codes/" not in page.split("<main")[1].split("</main>")[0]


@pytest.mark.parametrize("answers", [answers for answers, at in every() if isinstance(at, Question) and answers])
def test_a_question_offers_its_options_as_links(read, answers):
    question = dict(every())[answers]
    page = read(f"/guide/{answers}")
    assert re.findall(r'<li><a href="/guide/([^"]+)">', page) == [f"{answers}.{each.id}" for each in question.options]


def test_every_answer_can_be_changed(read):
    page = read("/guide/failed.model.tool_call.down")
    main = page.split('id="answers"')[1]
    assert re.findall(r'<dd>.*?<a href="([^"]+)"[^>]*>Change</a>', main) == [
        "/guide/", "/guide/failed", "/guide/failed.model", "/guide/failed.model.tool_call",
    ]  # fmt: skip


def test_titles_tell_the_pages_apart(read):
    def title(address):
        return re.search(r"<title>(.*?)</title>", read(address), re.DOTALL)[1].strip()

    addresses = [f"/guide/{answers}" for answers, _ in every()]
    assert len({title(address) for address in addresses}) == len(addresses)


@pytest.mark.parametrize(
    "answers",
    [
        "nope",
        "failed/nope",
        "failed/model/nope",
        "waiting/failed",
        "cancelled/cancelled",
        "failed//model",
        "FAILED",
        "%00",
    ],
)
def test_answers_that_nobody_can_give_are_not_found(client, published, answers):
    assert client.get(f"/guide/{answers}").status_code == 404


@pytest.mark.parametrize(
    ("address", "target"), [("/guide", "/guide/"), ("/guide/failed.model/", "/guide/failed.model")]
)
def test_a_slash_too_many_or_too_few_is_one_redirect(client, published, address, target):
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (301, target)


def test_the_start_has_the_table_of_actions_what_http_gets_wrong_and_the_gaps(read, registry):
    page = read("/guide/")
    table = page.split('id="act"')[1].split("</table>")[0]
    assert re.findall(r'<th scope="row"><a href="/codes/([^"]+)"', table) == [entry.code for entry in registry.codes]
    assert "<strong>8 of 31 codes</strong>" in page
    assert re.findall(r'<div id="([a-z_.]+)">', page) == [each.name for each in notes.gaps()]
    assert len(notes.gaps()) == 12
    assert "newer than they are" not in page


def test_a_gap_that_has_been_registered_since_is_none(read, monkeypatch):
    now = notes.Gap("tool.timeout", "T", "tool.execution_failed", "D.", "W.", ())
    monkeypatch.setattr(notes, "gaps", lambda: (now,))
    assert '<div id="tool.timeout">' not in read("/guide/")


def test_nearest_codes_of_gaps_are_registered_and_their_names_are_not(registry):
    for gap in notes.gaps():
        assert registry.code(gap.nearest)
        assert registry.code(gap.name) is None
