"""What stands in the way of a submission, and the words for it."""

import pytest

from codes.review import actions, checks, similar
from codes.review.kinds.names import (
    CHANGE_CODE,
    CHANGE_SIGNALS,
    DEPRECATE_CODE,
    NEW_CATEGORY,
    NEW_CODE,
    REINSTATE_CODE,
)
from tests.support import proposals
from tests.support.people import account

pytestmark = pytest.mark.usefixtures("published")


def found(kind, **changes):
    """Pointer and word of each fault."""
    return [(each.pointer, each.code) for each in checks.faults(kind, proposals.CONTENT[kind](**changes))]


@pytest.mark.parametrize("kind", [NEW_CODE, CHANGE_CODE, DEPRECATE_CODE, NEW_CATEGORY, CHANGE_SIGNALS])
def test_the_samples_are_complete(kind):
    assert found(kind) == []


@pytest.mark.parametrize(
    ("code", "word", "instead"),
    [
        ("x-acme.index_stale", "private_use", "without registration"),
        ("memory.write_failed", "unknown_category", "Standards Action"),
        ("policy.Approval-Pending", "grammar", "Perhaps policy.approval_pending?"),
        ("tool.n\n", "grammar", "Perhaps tool.n?"),
        ("output.malformed", "registered", "Propose a change to it instead"),
        ("tool.ｎ", "grammar", "lower-case letters a to z"),
        ("tool." + "n" * 65, "grammar", "at most 64 characters"),
        ("tool", "grammar", "one dot"),
        ("tool.a.b", "grammar", "one dot"),
    ],
)
def test_a_code_that_cannot_be_registered(code, word, instead):
    """Each says what to do instead."""
    faults = checks.faults(NEW_CODE, proposals.new_code(code))
    assert {each.pointer for each in faults} == {"/code"}
    [fault] = [each for each in faults if each.code == word]
    assert instead in fault.detail


def test_a_constant_that_a_client_library_has_already():
    proposals.published(NEW_CATEGORY, category="tool_x")
    proposals.published(code="tool_x.y", at=proposals.START + 40 * proposals.DAY)
    assert found(NEW_CODE, code="tool.x_y") == [("/code", "constant_taken")]


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"title": ""}, [("/title", "missing")]),
        ({"title": "ab"}, [("/title", "too_short")]),
        ({"title": "a" * 81}, [("/title", "too_long")]),
        ({"title": "Two\nLines"}, [("/title", "one_line")]),
        ({"title": " Spaced"}, [("/title", "spaces")]),
        ({"title": "Turned \u202eAround"}, [("/title", "unseen_character")]),
        ({"title": "Zero\u200bWidth"}, [("/title", "unseen_character")]),
        ({"title": "Cafe\u0301 Closed"}, [("/title", "not_nfc")]),
        ({"title": "Bell\u0007"}, [("/title", "control_character")]),
        ({"title": "No Character\uffff"}, [("/title", "control_character")]),
        ({"title": 7}, [("/title", "wrong_type")]),
        ({"description": ""}, [("/description", "missing")]),
        ({"description": "d" * 2001}, [("/description", "too_long")]),
        ({"default_retryable": None}, [("/default_retryable", "missing")]),
        ({"default_retryable": "false"}, [("/default_retryable", "wrong_type")]),
        ({"default_model_recoverable": 1}, [("/default_model_recoverable", "wrong_type")]),
        ({"retryable_justification": "w" * 39}, [("/retryable_justification", "too_short")]),
        ({"model_recoverable_justification": ""}, [("/model_recoverable_justification", "missing")]),
        ({"one_person_can_remove": None}, [("/one_person_can_remove", "missing")]),
        ({"origin": "network"}, [("/origin", "unknown_choice")]),
        ({"http_status": 200}, [("/http_status", "out_of_range")]),
        ({"http_status": True}, [("/http_status", "wrong_type")]),
        ({"mcp_jsonrpc_code": -32603}, [("/mcp_jsonrpc_code", "not_with_channel")]),
        ({"actions": ["retry", "stop"]}, [("/actions/0", "unknown_choice")]),
        ({"actions": ["stop", "stop"]}, [("/actions", "twice")]),
        ({"reference": {}}, [("/reference", "missing")]),
        ({"reference": {"title": "Spec"}}, [("/reference/url", "missing")]),
        ({"reference": {"title": "Spec", "url": "http://example.org/"}}, [("/reference/url", "not_https")]),
        ({"reference": {"title": "Spec", "url": "https://user:pw@example.org/"}}, [("/reference/url", "not_https")]),
        ({"reference": {"title": "Spec", "url": 'https://example.org/"x'}}, [("/reference/url", "not_https")]),
        ({"reference": {"title": "Spec", "url": "https://example.org:99999/"}}, [("/reference/url", "not_https")]),
        ({"reference": {"title": "RFC 9457", "section": "s" * 81}}, [("/reference/section", "too_long")]),
        ({"change_controller": ""}, [("/change_controller", "missing")]),
        ({"relation": ""}, [("/relation", "missing")]),
        ({"colour": "red"}, [("/colour", "unknown_member")]),
    ],
)
def test_a_member_of_a_new_code(changes, faults):
    assert found(NEW_CODE, **changes) == faults


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("RFC 9457", "https://www.rfc-editor.org/rfc/rfc9457"),
        ("draft-ouchi-agent-harness-errors", "https://datatracker.ietf.org/doc/draft-ouchi-agent-harness-errors/"),
    ],
)
def test_an_rfc_or_a_draft_needs_no_address(title, url):
    proposals.published(reference={"title": title})
    [reference] = proposals.Code.objects.get(pk="upstream.quota_exhausted").references.all()
    assert (reference.title, reference.url) == (title, url)


def test_a_close_code_asks_for_a_reason():
    content = proposals.new_code(
        "loop.tool_calls_exceeded",
        title="Tool Call Limit Exceeded",
        description="The run made more tool calls than configured.",
        why_not_nearest="",
    )
    [fault] = checks.faults(NEW_CODE, content)
    assert (fault.pointer, fault.code) == ("/why_not_nearest", "near")
    assert fault.detail == "Close to loop.budget_exceeded, loop.max_turns_exceeded: say why none of them will do."
    assert checks.faults(NEW_CODE, {**content, "why_not_nearest": "A consumer raises another limit for it."}) == []


def test_what_is_pending_and_what_was_rejected_is_near_too():
    pending = proposals.submitted()
    turned_down = proposals.rejected(code="upstream.quota_used_up", at=proposals.START)
    near = similar.near(proposals.new_code("upstream.quota_spent"))
    named = {(each.code, each.standing, each.proposal) for each in near if each.proposal}
    assert named == {
        ("upstream.quota_exhausted", "pending", pending.number),
        ("upstream.quota_used_up", "rejected", turned_down.number),
    }


def test_one_open_proposal_for_a_target():
    first = proposals.submitted()
    [fault] = checks.faults(NEW_CODE, proposals.new_code())
    assert (fault.pointer, fault.code) == ("/code", "proposal_open")
    assert f"#{first.number}" in fault.detail
    actions.withdraw(proposal=first.number, by=first.submitter, at=proposals.START)
    assert checks.faults(NEW_CODE, proposals.new_code()) == []


@pytest.mark.parametrize(
    ("kind", "changes", "faults"),
    [
        (CHANGE_CODE, {"code": "tool.timeout", "title": "Tool Timeout", "reference": None}, [("", "no_change")]),
        (CHANGE_CODE, {"base": "0.9.0"}, [("/base", "entry_changed")]),
        (CHANGE_CODE, {"default_retryable": False}, [("/retryable_justification", "missing")]),
        (DEPRECATE_CODE, {"successor": ""}, [("/successor", "missing")]),
        (DEPRECATE_CODE, {"successor": "tool.nothing"}, [("/successor", "unknown_code")]),
        (DEPRECATE_CODE, {"successor": "tool.timeout"}, [("/successor", "itself")]),
        (
            DEPRECATE_CODE,
            {"why_no_successor": "Nothing takes its place at all."},
            [("/why_no_successor", "not_with_successor")],
        ),
        (DEPRECATE_CODE, {"base": "0.9.0"}, [("/base", "entry_changed")]),
        (REINSTATE_CODE, {}, [("/code", "status")]),
        (NEW_CATEGORY, {"category": "x-acme"}, [("/category", "private_use")]),
        (NEW_CATEGORY, {"category": "Memory"}, [("/category", "grammar")]),
        (NEW_CATEGORY, {"category": "tool"}, [("/category", "registered")]),
        (NEW_CATEGORY, {"recommended_status": 200}, [("/recommended_status", "out_of_range")]),
        (CHANGE_SIGNALS, {"base": "0" * 64}, [("/base", "entry_changed")]),
        (CHANGE_SIGNALS, {"codes": ["tool.nothing"]}, [("/codes/0", "unknown_code")]),
        (CHANGE_SIGNALS, {"codes": []}, [("/codes", "missing")]),
        (CHANGE_SIGNALS, {"overrides": {"title": True}}, [("/overrides/title", "unknown_member")]),
        (CHANGE_SIGNALS, {"overrides": {"retryable": "yes"}}, [("/overrides", "wrong_type")]),
        (CHANGE_SIGNALS, {"source": "Not A Slug"}, [("/source", "grammar")]),
    ],
)
def test_a_member_of_the_other_kinds(kind, changes, faults):
    if kind == CHANGE_CODE and changes.get("reference", "") is None:
        first = proposals.Code.objects.get(pk="tool.timeout").references.get()
        changes = {**changes, "reference": {name: getattr(first, name) for name in ("title", "url", "section")}}
    assert found(kind, **changes) == faults


def test_a_successor_that_leads_back_or_is_deprecated():
    proposals.published(DEPRECATE_CODE)
    deprecated = proposals.deprecate_code("loop.timeout", successor="tool.timeout")
    assert [each.code for each in checks.faults(DEPRECATE_CODE, deprecated)] == ["not_active"]


def test_a_draft_holds_what_is_missing_and_nothing_else():
    by = account("sam")
    made = actions.create(kind=NEW_CODE, content={"code": "tool.half"}, by=by, at=proposals.START)
    assert made.content == {"code": "tool.half"}
    with pytest.raises(actions.Incomplete) as refused:
        actions.save(proposal=made.number, content={"colour": "red"}, by=by, at=proposals.START)
    assert [(each.pointer, each.code) for each in refused.value.faults] == [("/colour", "unknown_member")]
    with pytest.raises(actions.Incomplete) as refused:
        actions.submit(proposal=made.number, by=by, at=proposals.START)
    assert {(each.pointer[1:], each.code) for each in refused.value.faults} == {
        (name, "missing")
        for name in (
            "title", "description", "default_retryable", "retryable_justification", "default_model_recoverable",
            "model_recoverable_justification", "reference", "publisher", "one_person_can_remove", "change_controller",
            "relation", "origin",
        )
    }  # fmt: skip


def test_an_odd_target_does_not_break_a_draft():
    for code in ("a" * 500, "nul\0", "\n"):
        made = actions.create(kind=NEW_CODE, content={"code": code}, by=account("sam"), at=proposals.START)
        made.refresh_from_db()
        assert made.content == {"code": code}
