"""Random histories of the review against an oracle that shares no code with it, decided before each act."""

import os

import hypothesis.strategies as st
import pytest
from django.db import connection, transaction
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from codes.registry.models import Code
from codes.releases import verify
from codes.review import actions, replay
from codes.review.models import Proposal
from tests.review.oracle import Case, Policy
from tests.review.short_cuts import SIMPLE, ShortCuts
from tests.support.moves import CALLS
from tests.support.people import DAY, START, account
from tests.support.proposals import APPROVE, REJECT, TEXT, new_code

ROLES = {
    "ada": {"expert"},
    "ben": {"expert"},
    "eve": {"expert", "administrator"},
    "lea": {"lead"},
    "max": {"administrator"},
    "sam": set(),
    "ann": set(),
}
NAMES = st.sampled_from(sorted(ROLES))
# Two for the same code, which only one can have; one of an expert's own.
ASKED = (("sam", "upstream.quota_exhausted"), ("ann", "upstream.quota_exhausted"), ("ada", "tool.rusty"))


class Review(ShortCuts, RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.now = START
        for name, roles in ROLES.items():
            account(name, *roles)
        self.policy = Policy({name: set(held) for name, held in ROLES.items()}, START - DAY)
        for submitter, code in ASKED:
            made = actions.create(kind="new_code", content=self.content(code), by=account(submitter), at=self.now)
            self.policy.cases.append(Case(made.number, submitter, code))

    def teardown(self):
        assert list(replay.faults()) == []
        assert list(verify.faults()) == []
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def content(self, code, turn=0):
        return new_code(code, title=f"Title {turn}", why_not_nearest="It is another thing in every respect.")

    def answer(self, move, case, who):
        return self.policy.answer(move, case, who, self.now)

    def act(self, move, which, who, call, **more):
        """Makes the move where the oracle says it can be made, and sees it refused where not."""
        case = self.policy.cases[which]
        expected = self.policy.answer(move, case, who, self.now, **more)
        try:
            with transaction.atomic():
                call(case.number, account(who), self.now)
        except actions.Incomplete:
            found = "incomplete"
        except actions.Refused as refused:
            found = refused.code
        else:
            found = "ok"
        assert found == expected, (move, who, case)
        if expected == "ok":
            self.policy.make(move, case, who, self.now, **more)
        return expected == "ok"

    @rule(days=st.sampled_from((1, 7, 14, 30)))
    def time_passes(self, days):
        self.now += days * DAY

    @rule(move=st.sampled_from(SIMPLE), which=st.integers(0, 2), who=NAMES)
    def somebody_moves(self, move, which, who):
        self.act(move, which, who, CALLS[move])

    @rule(data=st.data())
    def somebody_makes_a_move_that_is_open(self, data):
        """At random few moves are; without this, histories would be short."""
        every = [
            (move, which, who)
            for which, case in enumerate(self.policy.cases)
            for move in SIMPLE
            for who in ROLES
            if self.answer(move, case, who) == "ok"
        ]
        if every:  # none where all have thrown their drafts away
            move, which, who = data.draw(st.sampled_from(every))
            self.act(move, which, who, CALLS[move])

    @rule(
        which=st.integers(0, 2), move=st.sampled_from(("answer", "revise")), turn=st.integers(1, 9), own=st.booleans()
    )
    def somebody_rewrites(self, which, move, turn, own):
        case = self.policy.cases[which]
        who = case.submitter if own else "max"
        content = self.content(case.code, f"{turn} {case.revision}")
        more = {"text": TEXT} if move == "answer" else {}
        self.act(
            move,
            which,
            who,
            lambda number, by, at: getattr(actions, move)(proposal=number, content=content, by=by, at=at, **more),
        )

    @rule(which=st.integers(0, 2), who=NAMES, expert=NAMES)
    def somebody_assigns(self, which, who, expert):
        self.act(
            "assign",
            which,
            who,
            lambda number, by, at: actions.assign(proposal=number, expert=account(expert), by=by, at=at),
            expert=expert,
        )

    @rule(which=st.integers(0, 2), who=NAMES, verdict=st.sampled_from((APPROVE, REJECT)), declared=st.booleans())
    def somebody_votes(self, which, who, verdict, declared):
        self.act(
            "vote",
            which,
            who,
            lambda number, by, at: actions.vote(proposal=number, verdicts=verdict, no_conflict=declared, by=by, at=at),
            verdict=verdict.verdict,
            declared=declared,
        )

    @rule(which=st.integers(0, 2), who=NAMES)
    def somebody_has_a_concern(self, which, who):
        def call(number, by, at):
            made = actions.concern(proposal=number, text=TEXT, by=by, at=at)
            self.raised = made.concerns.order_by("pk").last().pk

        case = self.policy.cases[which]
        if self.act("concern", which, who, call, concern=None):
            case.concerns[self.raised] = case.concerns.pop(None)

    @precondition(lambda self: any(case.concerns for case in self.policy.cases))
    @rule(data=st.data(), who=NAMES)
    def somebody_lifts_a_concern(self, data, who):
        every = [(i, key) for i, case in enumerate(self.policy.cases) for key in sorted(case.concerns)]
        which, concern = data.draw(st.sampled_from(every))
        self.lift(which, who, concern)

    def lift(self, which, who, concern):
        self.act(
            "resolve",
            which,
            who,
            lambda number, by, at: actions.resolve(proposal=number, concern=concern, text=TEXT, by=by, at=at),
            concern=concern,
        )

    @rule(who=NAMES, role=st.sampled_from(("expert", "lead", "administrator")))
    def a_role_is_given_or_taken(self, who, role):
        held = role in self.policy.roles[who]
        change = actions.dismiss if held else actions.appoint
        change(account=account(who), role=role, by=None, at=self.now)
        if held:
            self.policy.dismiss(who, role)
        else:
            self.policy.roles[who].add(role)

    @rule()
    def the_clock_ticks(self):
        actions.tick(self.now)
        self.policy.tick(self.now)

    @invariant()
    def the_proposals_are_what_they_should_be(self):
        for case in self.policy.cases:
            found = Proposal.objects.get(pk=case.number)
            assert (found.state, found.revision, found.hidden) == (case.state, case.revision, case.hidden)
            assert {vote.account.name.lower(): vote.verdict for vote in found.votes.filter(void="")} == case.votes
            assert {each.account.name.lower() for each in found.assignments.filter(ended=None)} == case.assigned
            assert {each.pk for each in found.concerns.filter(lifted=None)} == set(case.concerns)
            if case.state == "in_review":
                assert found.comment_until == case.until

    @invariant()
    def only_what_was_published_is_registered(self):
        asked = {code for _, code in ASKED}
        assert set(Code.objects.filter(code__in=asked).values_list("code", flat=True)) == self.policy.registered


def _run(examples, steps):
    # Whoever removes guards wants to know that a history fails, not the shortest one that does (tools/guards).
    phases = (Phase.generate,) if "NO_SHRINKING" in os.environ else tuple(Phase)
    wanted = settings(max_examples=examples, stateful_step_count=steps, deadline=None, phases=phases)
    run_state_machine_as_test(Review, settings=wanted)


@pytest.mark.usefixtures("published")
def test_a_few_random_histories():
    _run(15, 25)


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="one at a time, so the database is all the same")
@pytest.mark.usefixtures("published")
def test_many_random_histories():
    _run(500, 10)  # a step can be a whole review
