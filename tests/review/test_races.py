"""Two at once, with real commits: one effect, whoever comes first. On SQLite as well, where writers take turns."""

import os
from functools import partial
from itertools import count

import pytest
from django.db import connection

from codes.registry.models import Code
from codes.releases import verify
from codes.releases.models import Release
from codes.review import actions, replay
from codes.review.actions import drafting, triage
from codes.review.models import Event, Proposal, Reminder
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.proposals import APPROVE, TEXT
from tests.support.races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("published")]

NUMBERS = count()


# Always, and with the slow tests; RACE_ROUNDS=400 is for a quiet hour.
FEW, MANY = 4, int(os.environ.get("RACE_ROUNDS", "60"))
# Of what grows with each round: every release is larger than the last.
LARGE = MANY if "RACE_ROUNDS" in os.environ else 30


@pytest.fixture(params=[FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def rounds(request):
    if request.param > FEW and connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer: a few rounds say all")
    return range(request.param)


@pytest.fixture
def large_rounds(rounds):
    return rounds[:LARGE]


@pytest.fixture(autouse=True)
def no_limit(monkeypatch):
    """How much one account may write in a day is another test's matter."""
    monkeypatch.setattr(drafting, "MOST_A_DAY", 10**6)
    monkeypatch.setattr(triage, "MOST_COMMENTS", 10**6)


@pytest.fixture(autouse=True)
def what_was_recorded_holds():
    yield
    assert list(replay.faults()) == []


def fresh():
    """A code that no round had before."""
    return {"code": f"upstream.made_up_{next(NUMBERS)}"}


def events(made, move):
    return Event.objects.filter(subject=f"proposal:{made.number}", move=move).count()


def done_with(made, at=START + 90 * DAY):
    """Ends a round, so that the queue stays short."""
    made.refresh_from_db()
    if made.state in ("draft", "submitted", "in_review", "approved", "needs_info"):
        actions.withdraw(proposal=made.number, by=made.submitter, at=at)


def test_decide_and_decide(rounds):
    for _ in rounds:
        made = proposals.voted(**fresh())
        decide = partial(actions.decide, proposal=made.number, at=made.comment_until)
        assert sorted(at_once(partial(decide, by=None), partial(decide, by=account("lea")))) == ["ok", "wrong_state"]
        assert events(made, "approve") == 1
        done_with(made)


def test_approve_and_withdraw(rounds):
    """A proposal that is approved can still be withdrawn; one that is withdrawn cannot be approved."""
    for _ in rounds:
        made = proposals.voted(**fresh())
        call = {"proposal": made.number, "at": made.comment_until}
        decided, taken_back = at_once(
            partial(actions.decide, by=None, **call), partial(actions.withdraw, by=made.submitter, **call)
        )
        assert taken_back == "ok"
        assert decided == ("ok" if events(made, "approve") else "wrong_state")
        made.refresh_from_db()
        assert made.state == "withdrawn"


def test_publish_and_publish(large_rounds):
    for turn in large_rounds:
        made = proposals.approved(**fresh())
        account("eve", "administrator")
        before = Release.objects.count()
        at = START + (turn + 120) * DAY
        actions.prepare(proposals=[made.number], at=at)  # as every door does
        publish = partial(actions.publish, proposals=[made.number], at=at)
        assert sorted(at_once(partial(publish, by=account("max")), partial(publish, by=account("eve")))) == [
            "ok", "wrong_state",
        ]  # fmt: skip
        assert Release.objects.count() == before + 1
    assert list(verify.faults()) == []


def test_eight_drafts_for_one_code(rounds):
    people = [account(f"p{number}") for number in range(8)]
    for _ in rounds:
        code = fresh()
        drafts = [proposals.draft(by=each, **code) for each in people]
        found = at_once(
            *(partial(actions.submit, proposal=each.number, by=each.submitter, at=START) for each in drafts)
        )
        assert sorted(found) == ["incomplete"] * 7 + ["ok"]
        assert Proposal.objects.filter(target=f"code:{code['code']}", state="submitted").count() == 1
        for each in drafts:
            actions.withdraw(proposal=each.number, by=each.submitter, at=START)


def test_the_same_constant_is_the_same_target(rounds):
    """`a_b.c` and `a.b_c` are one constant in client libraries."""
    latest = Release.objects.order_by("-number")[0].published
    proposals.published(proposals.NEW_CATEGORY, category="upstream_made", at=max(START, latest))
    for _ in rounds:
        number = next(NUMBERS)
        drafts = [
            proposals.draft(by=account("sam"), code=f"upstream_made.up_{number}"),
            proposals.draft(by=account("ann"), code=f"upstream.made_up_{number}"),
        ]
        found = at_once(
            *(partial(actions.submit, proposal=each.number, by=each.submitter, at=START) for each in drafts)
        )
        assert sorted(found) == ["incomplete", "ok"]
        for each in drafts:
            actions.withdraw(proposal=each.number, by=each.submitter, at=START)


def test_revise_and_vote(rounds):
    """A vote is on the revision that it was cast on: never one for what the voter has not seen."""
    for _ in rounds:
        code = fresh()
        made = proposals.in_review(**code)
        tag = made.tag
        call = {"proposal": made.number, "at": START, "tag": tag}
        content = proposals.new_code(title="Quite Another Title", **code)
        found = at_once(
            partial(actions.revise, by=made.submitter, content=content, **call),
            partial(actions.vote, by=account("ada"), verdicts=APPROVE, no_conflict=True, **call),
        )
        assert found in (["ok", "ok"], ["ok", "stale"])
        assert made.votes.filter(void="").count() == 0
        done_with(made)


def test_dismiss_and_vote(rounds):
    for _ in rounds:
        board()
        made = proposals.in_review(**fresh())
        ada = account("ada")
        dismissed, voted = at_once(
            partial(actions.dismiss, account=ada, role="expert", by=None, at=START),
            partial(actions.vote, proposal=made.number, by=ada, verdicts=APPROVE, no_conflict=True, at=START),
        )
        assert dismissed == "ok"
        assert voted in ("ok", "not_permitted")
        assert made.votes.filter(void="").count() == 0
        assert made.assignments.filter(account=ada, ended=None).count() == 0
        done_with(made)


def test_tick_and_tick(rounds):
    for _ in rounds:
        voted, asked = proposals.voted(**fresh()), proposals.submitted(by=account("ann"), **fresh())
        at = voted.comment_until
        tick = partial(actions.tick, at)
        assert at_once(tick, tick) == ["ok", "ok"]
        assert events(voted, "approve") == 1
        assert events(asked, "remind") == Reminder.objects.filter(proposal=asked).count() == 2
        done_with(voted)
        done_with(asked)


def test_assign_and_assign(rounds):
    for _ in rounds:
        board()
        made = proposals.submitted(**fresh())
        assign = partial(actions.assign, proposal=made.number, expert=account("ada"), at=START)
        found = at_once(partial(assign, by=account("ada")), partial(assign, by=account("lea")))
        assert sorted(found) == ["assigned_already", "ok"]
        done_with(made)


def test_comments_do_not_wait_for_one_another_for_ever(rounds):
    for _ in rounds:
        made = proposals.in_review(**fresh())
        say = partial(actions.comment, proposal=made.number, text=TEXT, at=START)
        assert at_once(*(partial(say, by=account(name)) for name in ("ada", "ben", "sam", "nan"))) == ["ok"] * 4
        assert made.comments.count() == 4
        done_with(made)


def test_publishing_while_somebody_submits_what_is_published(large_rounds):
    """The new code is registered before its second request is complete, or the request is there before."""
    for turn in large_rounds:
        code = fresh()
        made = proposals.approved(**code)
        other = proposals.draft(by=account("ann"), **code)
        found = at_once(
            partial(actions.publish, proposals=[made.number], by=account("max"), at=START + (turn + 20) * DAY),
            partial(actions.submit, proposal=other.number, by=other.submitter, at=START),
        )
        assert found == ["ok", "incomplete"]
        assert Code.objects.filter(pk=code["code"]).count() == 1
        done_with(other)


def test_a_reminder_and_a_move(rounds):
    """Neither holds what the other waits for."""
    for turn in rounds:
        made = proposals.in_review(**fresh())
        at = made.decide_by + turn * DAY
        say = partial(actions.comment, proposal=made.number, text=TEXT, by=account("sam"), at=at)
        assert at_once(partial(actions.tick, at), say) == ["ok", "ok"]
        done_with(made)


def test_a_preview_and_a_publication(large_rounds):
    for turn in large_rounds:
        row = f"xw-{turn % 50 + 1:03}"
        made = proposals.approved(proposals.CHANGE_SIGNALS, identifier=row, note=f"Said in round {turn}.")
        at = START + (turn + 200) * DAY
        publish = partial(actions.publish, proposals=[made.number], by=account("max"), at=at)
        assert at_once(partial(actions.upcoming, at), publish) == ["ok", "ok"]


def test_an_appointment_and_a_dismissal(rounds):
    for _ in rounds:
        eve = account("eve", "expert")
        found = at_once(
            partial(actions.dismiss, account=eve, role="expert", by=None, at=START),
            partial(actions.appoint, account=eve, role="lead", by=None, at=START),
        )
        assert found == ["ok", "ok"]
        actions.dismiss(account=eve, role="lead", by=None, at=START)


def test_administrators_who_dismiss_one_another(rounds):
    """One of them is left."""
    for _ in rounds:
        max_, eve = account("max", "administrator"), account("eve", "administrator")
        dismiss = partial(actions.dismiss, role="administrator", at=START)
        found = at_once(partial(dismiss, account=eve, by=max_), partial(dismiss, account=max_, by=eve))
        assert sorted(found) in (["last_administrator", "ok"], ["not_permitted", "ok"])


def test_an_upheld_appeal_and_a_new_request(rounds):
    for _ in rounds:
        code = fresh()
        made = proposals.rejected(**code)
        other = proposals.draft(by=account("ann"), **code)
        appeal = {"reference": "minutes", "reason": TEXT, "by": account("max"), "at": made.decided}
        found = at_once(
            partial(actions.uphold_appeal, proposal=made.number, **appeal),
            partial(actions.submit, proposal=other.number, by=other.submitter, at=made.decided),
        )
        assert sorted(found) == ["incomplete", "ok"]
        done_with(made)
        done_with(other)
