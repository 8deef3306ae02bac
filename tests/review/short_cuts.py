"""Ways in random histories to where it gets interesting, and what is tried there. Every step is checked, as always."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.review.workflow_table import MOVES
from tests.support.moves import CALLS
from tests.support.proposals import APPROVE, REJECT

WHICH = st.integers(0, 2)
# Moves that need nothing but a proposal, somebody and a time.
SIMPLE = sorted(set(MOVES) - {"save", "assign", "vote", "concern", "resolve", "answer", "revise", "comment", "note"})
# Refusals that do not come from a guard: who it is, and what state it is in.
PLAIN = {"ok", "not_there", "not_permitted", "wrong_state"}


class ShortCuts:
    """For `Review`, whose rules these are as well."""

    @rule(which=WHICH)
    def what_a_guard_forbids_is_tried(self, which):
        """Each guarded move by somebody who might make it otherwise."""
        case = self.policy.cases[which]
        for move in SIMPLE:
            forbidden = [who for who in self.policy.roles if self.answer(move, case, who) not in PLAIN]
            for who in forbidden[:2]:
                self.act(move, which, who, CALLS[move])

    @rule(which=WHICH)
    def a_whole_review(self, which):
        self.review(which, APPROVE, APPROVE)

    @rule(which=WHICH)
    def two_experts_disagree(self, which):
        self.review(which, APPROVE, REJECT)
        self.time_passes(28)
        self.what_a_guard_forbids_is_tried(which)

    @rule(which=WHICH)
    def a_review_runs_on(self, which):
        self.review(which)
        for _ in range(3):
            self.act("extend", which, "lea", CALLS["extend"])

    @rule(which=WHICH, dismissed=st.booleans())
    def what_was_approved_is_sent_back(self, which, dismissed):
        """To experts of whom one may be none any more; decided proposals keep whom they were assigned to."""
        self.review(which, APPROVE, APPROVE)
        self.time_passes(14)
        self.the_clock_ticks()
        if dismissed and "expert" in self.policy.roles["ben"]:
            self.a_role_is_given_or_taken("ben", "expert")
        self.act("send_back", which, "lea", CALLS["send_back"])
        self.what_a_guard_forbids_is_tried(which)
        self.somebody_votes(which, "ben", APPROVE, True)

    @rule(which=WHICH)
    def an_appeal_succeeds(self, which):
        self.review(which, REJECT, REJECT)
        self.time_passes(14)
        self.the_clock_ticks()
        self.act("uphold_appeal", which, "max", CALLS["uphold_appeal"])
        for expert in ("ben", "ada"):
            self.somebody_votes(which, expert, APPROVE, True)

    @rule(which=WHICH)
    def one_vote_is_all_there_is(self, which):
        self.review(which, APPROVE)
        self.time_passes(14)
        self.the_clock_ticks()

    @rule(which=WHICH)
    def a_concern_stays_open(self, which):
        self.review(which)
        self.somebody_has_a_concern(which, "ben")
        for expert in ("ben", "lea"):
            self.somebody_votes(which, expert, APPROVE, True)
        self.time_passes(14)
        self.the_clock_ticks()
        self.what_a_guard_forbids_is_tried(which)
        self.dismiss("ben")

    @rule()
    def two_ask_for_the_same(self):
        for which in (0, 1):
            self.act("submit", which, self.policy.cases[which].submitter, CALLS["submit"])

    @rule(which=WHICH)
    def it_is_another_request_after_the_votes(self, which):
        self.review(which, APPROVE, APPROVE)
        self.somebody_rewrites(which, "revise", 1, True)

    @rule(which=WHICH)
    def it_comes_back_after_half_a_year(self, which):
        who = self.policy.cases[which].submitter
        for move in ("submit", "withdraw"):
            self.act(move, which, who, CALLS[move])
        self.time_passes(180)
        self.act("reopen", which, who, CALLS["reopen"])

    @rule(which=WHICH)
    def it_is_hidden_twice(self, which):
        for _ in range(2):
            self.act("hide", which, "lea", CALLS["hide"])

    @rule(which=WHICH, others=st.sampled_from((("ada", "eve", "lea"), ("lea", "lea", "ada"))))
    def others_say_that_a_concern_is_met(self, which, others):
        self.review(which)
        for expert in others:
            self.somebody_assigns(which, expert, expert)
        self.somebody_has_a_concern(which, "ben")
        for expert in others:
            for concern in sorted(self.policy.cases[which].concerns):
                self.lift(which, expert, concern)

    @rule(which=WHICH)
    def nobody_is_left(self, which):
        self.act("submit", which, self.policy.cases[which].submitter, CALLS["submit"])
        self.dismiss("ada", "ben", "eve", "lea")
        self.what_a_guard_forbids_is_tried(which)

    @rule(which=WHICH)
    def one_expert_decides_alone(self, which):
        """And is the administrator, too, who publishes."""
        self.act("submit", which, self.policy.cases[which].submitter, CALLS["submit"])
        self.dismiss("ada", "ben", "lea")
        self.somebody_assigns(which, "max", "eve")
        self.act("start_review", which, "max", CALLS["start_review"])
        self.time_passes(14)
        self.somebody_votes(which, "eve", APPROVE, True)
        self.what_a_guard_forbids_is_tried(which)

    def dismiss(self, *names):
        for who in names:
            for role in sorted(self.policy.roles[who] & {"expert", "lead"}):
                self.a_role_is_given_or_taken(who, role)

    def review(self, which, *verdicts):
        """From the draft, or wherever it is, to these votes of Ben and Lea."""
        self.act("submit", which, self.policy.cases[which].submitter, CALLS["submit"])
        for expert in ("ben", "lea"):
            self.somebody_assigns(which, expert, expert)
        self.act("start_review", which, "lea", CALLS["start_review"])
        self.somebody_votes(which, "ben", APPROVE, False)
        for expert, verdict in zip(("ben", "lea"), verdicts, strict=False):
            self.somebody_votes(which, expert, verdict, True)
