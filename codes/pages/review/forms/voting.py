"""Votes, concerns, and the decision that follows from them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Self

from django import forms
from django.http import QueryDict

from codes.pages.forms import YesNo
from codes.pages.review.desk import Desk
from codes.review import actions
from codes.review.actions.deciding import REASONING_MIN
from codes.review.models import Proposal
from codes.review.verdicts import CHECKS

from .base import MoveForm, line, reason_codes, words

_VERDICTS = (("approve", "Approve: every check is met"), ("reject", "Reject: a check is not met"))
_VERDICT_MISSING = "Choose whether to approve or to reject."


class ByEligible(MoveForm):
    """For experts who may decide: after an appeal not those who decided before, where there are others."""

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if desk.by in desk.tally.eligible:
            yield cls(desk)


class VoteForm(ByEligible):
    move = "vote"
    heading = "Vote"
    hint = (
        "Each check has your answer and the reasoning behind it, which everybody can read beside your name. A later"
        " vote replaces this one until the decision."
    )
    button = "Cast the vote"
    done = "Your vote is cast."
    place = "vote"

    nearest = forms.MultipleChoiceField(
        label="Codes that you compared it with",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Name at least one code that you compared it with."},
    )
    verdict = forms.ChoiceField(
        label="Verdict", choices=_VERDICTS, widget=forms.RadioSelect, error_messages={"required": _VERDICT_MISSING}
    )
    reason_code = reason_codes("Reason of a rejection", required=False)
    would_succeed = words("What would succeed", "", help_text="With a rejection: what the submitter can do.")
    no_conflict = forms.BooleanField(
        label="I have no conflict of interest: I am no author of the specification, work for nobody who asks for this,"
        " and gain nothing by it.",
        error_messages={"required": "Declare that you have no conflict of interest, or step back."},
    )

    def fill(self) -> None:
        checks: dict[str, forms.Field] = {}
        for name, question in CHECKS.items():
            checks[name] = YesNo(label=question, error_messages={"required": f"{question}: yes or no?"})
            checks[f"{name}_text"] = words(f"Reasoning: {_lower(question)}", f"{question}: say why.")
        self.fields["would_succeed"].required = False
        rest = dict(self.fields)
        first = {name: rest.pop(name) for name in ("tag", "once", "nearest")}
        self.fields = {**first, **checks, **rest}
        near = [each for each in self.desk.near if each.proposal is None]
        if near:
            choices = [(each.code, f"{each.code} ({each.standing}, {each.score:g} of 100)") for each in near]
            self.fields["nearest"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["nearest"]
        self.initial = {**self.initial, **self._last()}

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        for name, question in CHECKS.items():
            if f"{name}_text" in given and len(given[f"{name}_text"].strip()) < REASONING_MIN:
                self.add_error(f"{name}_text", f"{question}: say why, in {REASONING_MIN} characters or more.")
        answers = [given[name] for name in CHECKS if given.get(name) is not None]
        if len(answers) < len(CHECKS) or "verdict" not in given:
            return given
        if given["verdict"] == "approve":
            if not all(answers):
                self.add_error("verdict", "A request with a check that is not met cannot be approved.")
            if given.get("reason_code"):
                self.add_error("reason_code", "A reason goes with a rejection: choose none to approve.")
            return given
        if all(answers):
            self.add_error("verdict", "A rejection names the check that is not met: every one has a yes.")
        if not given.get("reason_code"):
            self.add_error("reason_code", "Choose the reason of the rejection.")
        if not given.get("would_succeed", "").strip():
            self.add_error("would_succeed", "Say what would succeed.")
        return given

    def act(self, at: datetime) -> Proposal:
        given = self.cleaned_data
        names = ("verdict", "reason_code", "would_succeed", *CHECKS, *(f"{name}_text" for name in CHECKS))
        verdicts = actions.Verdicts(**{name: given[name] for name in names}, nearest=tuple(given.get("nearest", ())))
        return actions.vote(verdicts=verdicts, no_conflict=given["no_conflict"], at=at, **self.to)

    def _last(self) -> dict[str, Any]:
        """The reader's last vote. Of a void one the texts alone: its answers were to something else."""
        last = self.desk.own_vote
        if last is None:
            return {}
        found = {f"{name}_text": getattr(last, f"{name}_text") for name in CHECKS}
        if not last.void:
            names = (*CHECKS, "verdict", "nearest", "reason_code", "would_succeed")
            found |= {name: getattr(last, name) for name in names}
        return found


class ConcernForm(ByEligible):
    move = "concern"
    heading = "Raise a concern"
    hint = "Nothing is approved until it is lifted, by you, or by a lead and another expert together."
    button = "Raise it"
    done = "The concern is raised. It blocks approval until it is lifted."

    text = words("Concern", "Say what the concern is.")

    def act(self, at: datetime) -> Proposal:
        return actions.concern(text=self.cleaned_data["text"], at=at, **self.to)


class Resolve(MoveForm):
    """One for each concern that is open."""

    move = "resolve"
    heading = "Lift the concern"
    button = "Lift it"
    done = "It is recorded that the concern is met."
    place = "concerns"

    concern = forms.IntegerField(widget=forms.HiddenInput)
    text = words("How it is met", "Say how it is met.")

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        for concern in desk.proposal.concerns.filter(lifted=None).exclude(lifts__account=desk.by):
            made = cls(desk, key=f"resolve{concern.pk}")
            made.initial["concern"] = concern.pk
            if concern.account_id != desk.by.pk:
                made.hint = "Somebody else has raised it: it takes a lead and another expert."
            yield made

    @classmethod
    def sent(cls, desk: Desk, data: QueryDict) -> Self:
        number = data.get("concern", "")
        return cls(desk, data, key=f"resolve{number}" if number.isdecimal() else "")

    def act(self, at: datetime) -> Proposal:
        return actions.resolve(concern=self.cleaned_data["concern"], text=self.cleaned_data["text"], at=at, **self.to)


class Decide(MoveForm):
    """The decision that the votes have come to, where nobody has made it yet."""

    hint = "The comment period is over and the votes are in. Where nobody does it, the next look at the clocks does."
    place = "vote"

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if desk.tally.move == cls.move and not (cls.move == "approve" and desk.faults):
            yield cls(desk)

    def act(self, at: datetime) -> Proposal:
        return actions.decide(expected=self.move, at=at, **self.to)


class Approve(Decide):
    move = "approve"
    heading = "Decide: approve"
    button = "Approve"
    done = "It is approved, and waits for an administrator to publish it."


class Reject(Decide):
    move = "reject"
    heading = "Decide: reject"
    button = "Reject"
    done = "It is rejected."


class SendBack(MoveForm):
    move = "send_back"
    heading = "Send it back to review"
    hint = "Every vote is void, and the comment period begins anew."
    button = "Send it back"
    done = "It is in review again."

    reason = words("Reason", "Say why.")

    def act(self, at: datetime) -> Proposal:
        return actions.send_back(reason=self.cleaned_data["reason"], at=at, **self.to)


class UpholdAppeal(MoveForm):
    move = "uphold_appeal"
    heading = "Record that an appeal succeeded"
    hint = "It is reviewed again, by other experts where there are any."
    button = "Record it"
    done = "The appeal is recorded, and the proposal is in review again."

    reference = line("Where the outcome is recorded", "Say where the outcome is recorded.")
    reason = words("Reason", "Say what the outcome rests on.")

    def act(self, at: datetime) -> Proposal:
        given = self.cleaned_data
        return actions.uphold_appeal(reference=given["reference"], reason=given["reason"], at=at, **self.to)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
