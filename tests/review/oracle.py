"""The review as its policy says it, over again and without a database: what the state machine compares the site with.

It reads none of the site's code: states and who may do what come from `workflow_table`, the rest is written here.
"""

from dataclasses import dataclass, field
from datetime import timedelta

from tests.review.workflow_table import MOVES

DAY = timedelta(days=1)
TAKING = ("submitted", "needs_info", "in_review", "approved")
UNDECIDED = ("submitted", "needs_info", "in_review")


@dataclass
class Case:
    """One proposal. `votes` are those that count: by voter, the verdict."""

    number: int
    submitter: str
    code: str
    state: str = "draft"
    revision: int = 0
    back: str = ""
    assigned: set = field(default_factory=set)
    recused: set = field(default_factory=set)
    votes: dict = field(default_factory=dict)
    # Open ones: who raised it, and who has said that it is met, with whether that was a lead.
    concerns: dict = field(default_factory=dict)
    until: object = None
    escalate_at: object = None
    asked: object = None
    ended: object = None
    extensions: int = 0
    hidden: bool = False
    deciders: set | None = None
    first_deciders: set = field(default_factory=set)
    appealed: bool = False


@dataclass
class Policy:
    """Everything that is known: who holds which roles, the cases, what is registered, the last publication."""

    roles: dict
    published: object
    cases: list = field(default_factory=list)
    registered: set = field(default_factory=set)
    was: str = ""  # the state before the move that is being made

    def letters(self, case, who):
        found = {"P"}
        if who == case.submitter:
            return found | {"S"}
        held = self.roles.get(who, set())
        if held & {"expert", "lead"} and who not in case.recused:
            found |= {"X"} | ({"A"} if who in case.assigned else set()) | ({"L"} if "lead" in held else set())
        return found | ({"D"} if "administrator" in held else set())

    def eligible(self, case):
        experts = {who for who, held in self.roles.items() if held & {"expert", "lead"}}
        may = experts - {case.submitter} - case.recused
        if case.appealed:
            may = may - case.first_deciders or may
        return may

    def due(self, case, now):
        """approve or reject where that has to be decided now."""
        may = self.eligible(case)
        votes = {who: verdict for who, verdict in case.votes.items() if who in may}
        if not may or case.until is None or now < case.until or len(set(votes.values())) != 1:
            return ""
        if len(votes) < min(2, len(may)):
            return ""
        verdict = next(iter(votes.values()))
        return "" if verdict == "approve" and case.concerns else verdict

    def escalated(self, case, now):
        late = case.escalate_at is not None and now >= case.escalate_at and not self.due(case, now)
        return not self.eligible(case) or late

    def incomplete(self, case):
        others = [each for each in self.cases if each is not case]
        return case.code in self.registered or any(each.code == case.code and each.state in TAKING for each in others)

    def answer(self, move, case, who, now, **more):
        """ok, or the word of the refusal."""
        sources, allowed, _ = MOVES[move]
        letters = self.letters(case, who)
        if who != case.submitter and (not case.revision or (case.hidden and not self.roles[who])):
            return "not_there"
        if not letters & set(allowed):
            return "not_permitted"
        if case.state not in sources.split():
            return "wrong_state"
        guard = getattr(self, f"_{move}", None)
        return guard(case, who, now, **more) if guard else "ok"

    def _submit(self, case, who, now):
        return "incomplete" if self.incomplete(case) else "ok"

    _answer = _submit
    _revise = _submit

    def _assign(self, case, who, now, expert):
        if not self.letters(case, who) & {"L", "D"} and expert != who:
            return "only_yourself"
        if expert not in self.eligible(case):
            return "not_eligible"
        return "assigned_already" if expert in case.assigned else "ok"

    def _start_review(self, case, who, now):
        return "ok" if self.eligible(case) else "nobody_eligible"

    def _vote(self, case, who, now, verdict, declared):
        if who not in self.eligible(case):
            return "not_eligible"
        return "ok" if declared else "conflict"

    def _concern(self, case, who, now, concern):
        return "ok" if who in self.eligible(case) else "not_eligible"

    def _resolve(self, case, who, now, concern):
        if concern not in case.concerns:
            return "no_concern"
        return "lifted_already" if who in case.concerns[concern][1] else "ok"

    def _extend(self, case, who, now):
        return "ok" if case.extensions < 2 else "extended_twice"

    def _approve(self, case, who, now):
        if self.due(case, now) != "approve":
            return "no_decision"
        return "incomplete" if self.incomplete(case) else "ok"

    def _reject(self, case, who, now):
        return "ok" if self.due(case, now) == "reject" else "no_decision"

    def _record_approval(self, case, who, now):
        if not self.escalated(case, now):
            return "not_escalated"
        return "incomplete" if self.incomplete(case) else "ok"

    def _record_rejection(self, case, who, now):
        return "ok" if self.escalated(case, now) else "not_escalated"

    def _publish(self, case, who, now):
        if case.hidden:
            return "hidden"
        if case.deciders == {who}:
            return "decided_alone"
        if self.incomplete(case):
            return "incomplete"
        return "ok" if now > self.published else "cannot_be_published"

    def _reopen(self, case, who, now):
        if not case.revision:
            return "never_submitted"
        if now >= case.ended + 180 * DAY:
            return "too_late"
        return "incomplete" if self.incomplete(case) else "ok"

    def _uphold_appeal(self, case, who, now):
        return "incomplete" if self.incomplete(case) else "ok"

    def _hide(self, case, who, now):
        return "hidden" if case.hidden else "ok"

    def _unhide(self, case, who, now):
        return "ok" if case.hidden else "in_sight"

    # ------------------------------------------------------------ what an allowed move makes of it

    def make(self, move, case, who, now, **more):
        self.was = case.state
        before = case.state
        target = MOVES[move][2]
        case.state = case.back if move == "answer" else target or case.state
        effect = getattr(self, f"do_{move}", None)
        if effect:
            effect(case, who, now, **more)
        if case.state != before and case.state in ("withdrawn", "expired"):
            case.ended = now

    def do_submit(self, case, who, now):
        case.revision += 1

    def do_assign(self, case, who, now, expert):
        case.assigned.add(expert)

    def do_start_review(self, case, who, now):
        case.until, case.escalate_at = now + 14 * DAY, now + 28 * DAY

    def do_ask(self, case, who, now):
        case.back, case.asked = self.was, now

    def do_answer(self, case, who, now):
        case.revision += 1
        case.votes.clear()
        if case.until:
            case.until, case.escalate_at = case.until + (now - case.asked), case.escalate_at + (now - case.asked)
        case.asked, case.back = None, ""

    def do_revise(self, case, who, now):
        case.revision += 1
        case.votes.clear()

    def do_vote(self, case, who, now, verdict, declared):
        case.votes[who] = verdict
        self.decide_if_due(case, now)

    def do_concern(self, case, who, now, concern):
        case.concerns[concern] = (who, {})

    def do_resolve(self, case, who, now, concern):
        by, said = case.concerns[concern]
        said[who] = "lead" in self.roles[who]
        counted = [lead for each, lead in said.items() if each in self.eligible(case)]
        if by == who or (len(counted) > 1 and any(counted)):
            del case.concerns[concern]
            if "A" in self.letters(case, who):
                self.decide_if_due(case, now)

    def do_recuse(self, case, who, now):
        case.recused.add(who)
        self.leave(case, who)

    def do_extend(self, case, who, now):
        case.extensions += 1
        case.until = max(case.until, now) + 7 * DAY
        case.escalate_at = case.until + 14 * DAY

    def do_approve(self, case, who, now):
        case.deciders = {voter for voter in case.votes if voter in self.eligible(case)}
        case.escalate_at = None

    def do_reject(self, case, who, now):
        self.do_approve(case, who, now)
        case.until = None

    def do_record_approval(self, case, who, now):
        case.deciders, case.escalate_at = None, None

    def do_record_rejection(self, case, who, now):
        self.do_record_approval(case, who, now)
        case.until = None

    def do_send_back(self, case, who, now):
        case.votes.clear()
        case.extensions = 0
        self.do_start_review(case, who, now)

    def do_uphold_appeal(self, case, who, now):
        case.first_deciders |= set(case.votes)
        case.appealed = True
        self.do_send_back(case, who, now)

    def do_publish(self, case, who, now):
        self.published = now
        self.registered.add(case.code)

    def do_withdraw(self, case, who, now):
        case.asked, case.back, case.escalate_at = None, "", None

    def do_reopen(self, case, who, now):
        case.votes.clear()
        case.until = case.escalate_at = None
        case.extensions = 0

    def do_hide(self, case, who, now):
        case.hidden = True

    def do_unhide(self, case, who, now):
        case.hidden = False

    def leave(self, case, who):
        case.assigned.discard(who)
        case.votes.pop(who, None)
        case.concerns = {key: each for key, each in case.concerns.items() if each[0] != who}

    def decide_if_due(self, case, now):
        move = self.due(case, now)
        if move and not self.incomplete(case):
            self.make(move, case, "", now)

    def tick(self, now):
        for case in self.cases:
            if case.state == "needs_info" and now >= case.asked + 60 * DAY:
                case.state, case.asked, case.back, case.ended, case.escalate_at = "expired", None, "", now, None
            if case.state == "in_review":
                self.decide_if_due(case, now)

    def dismiss(self, who, role):
        self.roles[who].discard(role)
        if role != "administrator" and not self.roles[who] & {"expert", "lead"}:
            for case in self.cases:
                if case.state in UNDECIDED:
                    self.leave(case, who)
