"""Every move of the workflow as a call: the scope it takes, the body it reads, the action it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from codes.accounts.models import Account
from codes.review import actions
from codes.review.models import Proposal
from codes.review.states import MOVES as TABLE
from codes.review.verdicts import CHECKS, REASONS, VERDICTS

from .shapes import CONTENT, REFERENCE, TEXT, flag, of, text, word


@dataclass(frozen=True, slots=True)
class Call:
    """A request after all that HTTP has to say about it. `tag` is what If-Match names, None for any."""

    number: int
    by: Account
    at: datetime
    tag: str | None
    body: Mapping[str, Any]

    @property
    def common(self) -> dict[str, Any]:
        return {"proposal": self.number, "by": self.by, "at": self.at, "tag": self.tag}

    def text(self, name: str) -> str:
        return str(self.body.get(name) or "")


@dataclass(frozen=True, slots=True)
class ApiMove:
    """`tagged`: it changes what a reader has decided from, so If-Match is required.

    `prepare` is what of it takes long and needs no lock, done before anything is locked.
    """

    name: str
    scope: str
    operation: str
    body: dict[str, Any]
    act: Callable[[Call], Proposal]
    example: dict[str, Any]
    tagged: bool = True
    prepare: Callable[[int, datetime], None] = lambda number, at: None

    @property
    def summary(self) -> str:
        meaning = TABLE[self.name].meaning
        return meaning[0].upper() + meaning[1:]


def _vote(call: Call) -> Proposal:
    checks: dict[str, Any] = {}
    for name in CHECKS:
        said = call.body["checks"][name]
        checks |= {name: said["holds"], f"{name}_text": said["why"]}
    verdicts = actions.Verdicts(
        verdict=call.body["verdict"],
        nearest=tuple(call.body.get("nearest") or ()),
        reason_code=call.text("reason_code"),
        would_succeed=call.text("would_succeed"),
        **checks,
    )
    return actions.vote(verdicts=verdicts, no_conflict=call.body["no_conflict"], **call.common)


def _assign(call: Call) -> Proposal:
    """To whoever calls where nobody is named. An id that nobody has is an account that may not decide."""
    named = call.body.get("expert")
    expert = call.by if named is None else Account.objects.filter(public_id=named).first() or Account()
    return actions.assign(expert=expert, **call.common)


def _answer(call: Call) -> Proposal:
    content = call.body.get("content")
    if content is None:
        row = Proposal.objects.filter(pk=call.number).first()
        content = row.content if row else {}
    return actions.answer(content=content, text=call.body["text"], **call.common)


def _prepare(number: int, at: datetime) -> None:
    actions.prepare(proposals=[number], at=at)


def _publish(call: Call) -> Proposal:
    tags = {call.number: call.tag} if call.tag is not None else {}
    actions.publish(proposals=[call.number], tags=tags, by=call.by, at=call.at)
    return Proposal.objects.get(pk=call.number)


def _spoken(call: Call, private: bool) -> Proposal:
    return actions.comment(proposal=call.number, text=call.body["text"], by=call.by, at=call.at, private=private)


def _ruling(call: Call, approve: bool) -> Proposal:
    return actions.record_ruling(
        approve=approve,
        reference=call.body["reference"],
        reason=call.body["reason"],
        reason_code=call.text("reason_code"),
        would_succeed=call.text("would_succeed"),
        **call.common,
    )


_NOTHING = of({})
_SAYS = of({"text": TEXT}, "text")
_REASONED = of({"reason": TEXT}, "reason")
_RULED = {"reference": REFERENCE, "reason": TEXT}
_WHY = {"reason": "Said here for the record."}
_SAID = {"text": "Which client libraries send it today?"}
_MINUTES = {"reference": "Minutes of 12 January 2027, item 3", "reason": "The experts could not agree."}
_CHECKED = {"holds": True, "why": "I compared it with every code of the category."}
_CHECK = of({"holds": flag("Whether the check is met."), "why": text("The reasoning.", least=20)}, "holds", "why")
_BALLOT = of(
    {
        "verdict": word("approve takes all four checks, reject a failed one.", VERDICTS),
        "no_conflict": flag("Your word that nothing ties you to the request which a program cannot know."),
        "checks": {**of(dict.fromkeys(CHECKS, _CHECK), *CHECKS), "description": "The four checks of the policy."},
        "nearest": {
            "type": "array",
            "maxItems": 20,
            "items": {"type": "string", "minLength": 3, "maxLength": 129, "pattern": "^[a-z0-9_.-]*$"},
            "description": "The codes that `not_covered` was checked against.",
        },
        "reason_code": word("With a rejection: why.", tuple(REASONS)),
        "would_succeed": text("With a rejection: what would succeed."),
    },
    "verdict",
    "no_conflict",
    "checks",
)
_EXPERT = {
    "type": "string",
    "minLength": 32,
    "maxLength": 32,
    "pattern": "^[0-9a-f]*$",
    "description": "The id of the expert; left out: you.",
}
_RFC = {"type": "integer", "minimum": 1, "maximum": 99999, "description": "The number of the Standards-Track RFC."}
_CONCERN = {"type": "integer", "minimum": 1, "maximum": 2**53, "description": "The `id` of the concern."}
_REJECTED = {
    **_RULED,
    "reason_code": word("Why, in one word.", tuple(REASONS)),
    "would_succeed": text("What would succeed."),
}
_TITLE = {"content": {"code": "upstream.quota_exhausted", "title": "Upstream Quota Exhausted"}}

PROPOSE, REVIEW, ADMINISTER = "propose", "review", "administer"

_TABLE = (
    ApiMove(
        "save", PROPOSE, "saveDraft", of({"content": CONTENT}, "content"),
        lambda call: actions.save(content=call.body["content"], **call.common), _TITLE,
    ),
    ApiMove("submit", PROPOSE, "submitProposal", _NOTHING, lambda call: actions.submit(**call.common), {}),
    ApiMove("assign", REVIEW, "assignProposal", of({"expert": _EXPERT}), _assign, {}),
    ApiMove("start_review", REVIEW, "startReview", _NOTHING, lambda call: actions.start_review(**call.common), {}),
    ApiMove(
        "ask", REVIEW, "askSubmitter", _SAYS,
        lambda call: actions.ask(text=call.body["text"], **call.common), _SAID,
    ),
    ApiMove(
        "answer", PROPOSE, "answerQuestion", of({"text": TEXT, "content": CONTENT}, "text"), _answer,
        {"text": "Six libraries do; section 2 of the reference now names them."},
    ),
    ApiMove(
        "revise", PROPOSE, "reviseProposal", of({"content": CONTENT}, "content"),
        lambda call: actions.revise(content=call.body["content"], **call.common), _TITLE,
    ),
    ApiMove("comment", PROPOSE, "commentOnProposal", _SAYS, lambda call: _spoken(call, False), _SAID, tagged=False),
    ApiMove("note", REVIEW, "leaveNote", _SAYS, lambda call: _spoken(call, True), _SAID, tagged=False),
    ApiMove(
        "vote", REVIEW, "vote", _BALLOT, _vote,
        {
            "verdict": "approve",
            "no_conflict": True,
            "checks": dict.fromkeys(CHECKS, _CHECKED),
            "nearest": ["upstream.rate_limited"],
        },
    ),
    ApiMove(
        "concern", REVIEW, "raiseConcern", _SAYS,
        lambda call: actions.concern(text=call.body["text"], **call.common), _SAID,
    ),
    ApiMove(
        "resolve", REVIEW, "resolveConcern", of({"concern": _CONCERN, "text": TEXT}, "concern", "text"),
        lambda call: actions.resolve(concern=call.body["concern"], text=call.body["text"], **call.common),
        {"concern": 3, "text": "The reference now says so."},
    ),
    ApiMove(
        "recuse", REVIEW, "recuse", _REASONED,
        lambda call: actions.recuse(reason=call.body["reason"], **call.common), _WHY,
    ),
    ApiMove(
        "extend", REVIEW, "extendComments", _REASONED,
        lambda call: actions.extend(reason=call.body["reason"], **call.common), _WHY,
    ),
    ApiMove(
        "approve", REVIEW, "approveProposal", _NOTHING,
        lambda call: actions.decide(expected="approve", **call.common), {},
    ),
    ApiMove(
        "reject", REVIEW, "rejectProposal", _NOTHING,
        lambda call: actions.decide(expected="reject", **call.common), {},
    ),
    ApiMove(
        "record_approval", ADMINISTER, "recordApproval", of(_RULED, *_RULED),
        lambda call: _ruling(call, True), _MINUTES,
    ),
    ApiMove(
        "record_rejection", ADMINISTER, "recordRejection", of(_REJECTED, *_REJECTED),
        lambda call: _ruling(call, False),
        {**_MINUTES, "reason_code": "out_of_scope", "would_succeed": "A code for failures of the harness itself."},
    ),
    ApiMove(
        "record_standards_action", ADMINISTER, "recordStandardsAction", of({"rfc": _RFC}, "rfc"),
        lambda call: actions.record_standards_action(rfc=call.body["rfc"], **call.common), {"rfc": 9457},
    ),
    ApiMove(
        "send_back", REVIEW, "sendBack", _REASONED,
        lambda call: actions.send_back(reason=call.body["reason"], **call.common), _WHY,
    ),
    ApiMove("publish", ADMINISTER, "publishProposal", _NOTHING, _publish, {}, prepare=_prepare),
    ApiMove("withdraw", PROPOSE, "withdrawProposal", _NOTHING, lambda call: actions.withdraw(**call.common), {}),
    ApiMove("reopen", PROPOSE, "reopenProposal", _NOTHING, lambda call: actions.reopen(**call.common), {}),
    ApiMove(
        "uphold_appeal", ADMINISTER, "upholdAppeal", of(_RULED, *_RULED),
        lambda call: actions.uphold_appeal(
            reference=call.body["reference"], reason=call.body["reason"], **call.common
        ),
        _MINUTES,
    ),
    ApiMove(
        "hide", REVIEW, "hideProposal", _REASONED,
        lambda call: actions.hide(reason=call.body["reason"], **call.common), _WHY,
    ),
    ApiMove("unhide", REVIEW, "unhideProposal", _NOTHING, lambda call: actions.unhide(**call.common), {}),
)  # fmt: skip

MOVES = {each.name: each for each in _TABLE}
