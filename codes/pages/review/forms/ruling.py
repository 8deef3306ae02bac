"""What an administrator records that others have decided."""

from collections.abc import Iterator
from datetime import datetime
from typing import Self

from django import forms

from codes.pages.review.desk import Desk
from codes.review import actions
from codes.review.models import Proposal

from .base import MoveForm, line, reason_codes, words


class _Ruling(MoveForm):
    """Of the appointing body, on what the experts could not decide."""

    reference = line("Where the ruling is recorded", "Say where the ruling is recorded.")
    reason = words("Reason", "Say what the ruling rests on.")

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if desk.escalated:
            yield cls(desk)


class RecordApproval(_Ruling):
    move = "record_approval"
    heading = "Record a ruling that approves"
    button = "Record the approval"
    done = "The ruling is recorded: it is approved, and waits to be published."

    def act(self, at: datetime) -> Proposal:
        given = self.cleaned_data
        return actions.record_ruling(
            approve=True, reference=given["reference"], reason=given["reason"], at=at, **self.to
        )


class RecordRejection(_Ruling):
    move = "record_rejection"
    heading = "Record a ruling that rejects"
    button = "Record the rejection"
    done = "The ruling is recorded: it is rejected."

    reason_code = reason_codes("Reason in the words of the policy", required=True)
    would_succeed = words("What would succeed", "Say what would succeed.")

    def act(self, at: datetime) -> Proposal:
        given = {name: self.cleaned_data[name] for name in ("reference", "reason", "reason_code", "would_succeed")}
        return actions.record_ruling(approve=False, at=at, **given, **self.to)


class RecordStandardsAction(MoveForm):
    move = "record_standards_action"
    heading = "Record Standards Action"
    hint = "The Standards-Track RFC makes the category; votes on it are advice."
    button = "Record it"
    done = "Standards Action is recorded: it is approved, and waits to be published."

    rfc = forms.IntegerField(
        label="Number of the RFC",
        min_value=1,
        max_value=99999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": "Give the number of the RFC.", "invalid": "The number of an RFC is digits alone."},
    )

    def act(self, at: datetime) -> Proposal:
        return actions.record_standards_action(rfc=self.cleaned_data["rfc"], at=at, **self.to)
