"""What leads a proposal to its decision: who has it, when the review begins, how long it lasts, whether it is seen."""

from collections.abc import Iterator
from datetime import datetime
from typing import Self

from django import forms
from django.http import QueryDict

from codes.accounts.models import Account
from codes.pages.review.desk import Desk
from codes.review import actions, clocks, quorum
from codes.review.models import Proposal
from codes.review.states import Who

from .base import MoveForm, words


class Assign(MoveForm):
    move = "assign"
    heading = "Give it to an expert"
    button = "Assign"
    done = "It is assigned."

    expert = forms.ChoiceField(label="Expert", error_messages={"required": "Choose an expert."})

    def fill(self) -> None:
        found = [(each.public_id, self._name(each)) for each in _assignable(self.desk)]
        self.fields["expert"].choices = [("", "choose"), *found] if len(found) > 1 else found  # type: ignore[attr-defined]
        if self.only_yourself:
            self.heading, self.button = "Take it", "Take it"  # type: ignore[misc]
            self.hint = "You are told of everything that happens to it, and may ask and vote."
            self.fields["expert"].widget = forms.HiddenInput()
            self.initial["expert"] = self.desk.by.public_id

    @property
    def only_yourself(self) -> bool:
        return not self.desk.standing & {Who.LEAD, Who.ADMINISTRATOR}

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if _assignable(desk):
            yield cls(desk)

    @classmethod
    def sent(cls, desk: Desk, data: QueryDict) -> Self:
        """Whoever is an expert can be asked for; why not this one is for the action to say."""
        made = cls(desk, data)
        made.fields["expert"].choices = [(each.public_id, made._name(each)) for each in quorum.experts()]  # type: ignore[attr-defined]
        return made

    def act(self, at: datetime) -> Proposal:
        expert = Account.objects.get(public_id=self.cleaned_data["expert"])
        return actions.assign(expert=expert, at=at, **self.to)

    def _name(self, account: Account) -> str:
        return f"{account.shown_name} (you)" if account == self.desk.by else account.shown_name


class StartReview(MoveForm):
    move = "start_review"
    heading = "Begin the review"
    hint = "The comment period begins, and with it the time for the decision."
    button = "Begin the review"
    done = "The comment period has begun."

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if quorum.eligible(desk.proposal):
            yield cls(desk)

    def act(self, at: datetime) -> Proposal:
        return actions.start_review(at=at, **self.to)


class Recuse(MoveForm):
    move = "recuse"
    heading = "Step back"
    hint = (
        "For a conflict of interest, or for lack of time. Your vote is void, your concerns are lifted, and for good you"
        " are neither expert nor lead of this proposal any more."
    )
    button = "Step back"
    done = "You have stepped back from this proposal."

    reason = words(
        "Reason",
        "Say why, in a few words.",
        help_text="Officers of the registry can read it, but for those with a conflict of interest; the public cannot.",
        rows=2,
    )

    def act(self, at: datetime) -> Proposal:
        return actions.recuse(reason=self.cleaned_data["reason"], at=at, **self.to)


class Extend(MoveForm):
    move = "extend"
    heading = "Lengthen the comment period"
    button = "Lengthen it"
    done = "The comment period is longer."

    reason = words("Reason", "Say why.", help_text="Everybody can read it.", rows=2)

    def fill(self) -> None:
        left = 2 - self.desk.proposal.extensions
        self.hint = f"By {clocks.periods().extension:g} days. It can be done {'twice' if left == 2 else 'once more'}."

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if desk.proposal.extensions < 2:
            yield cls(desk)

    def act(self, at: datetime) -> Proposal:
        return actions.extend(reason=self.cleaned_data["reason"], at=at, **self.to)


class Hide(MoveForm):
    move = "hide"
    heading = "Take it out of sight"
    hint = "For spam and worse. Nothing is deleted, and it can be brought back."
    button = "Take it out of sight"
    done = "It is out of public sight."

    reason = words("Reason", "Say why.", rows=2)

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if not desk.proposal.hidden:
            yield cls(desk)

    def act(self, at: datetime) -> Proposal:
        return actions.hide(reason=self.cleaned_data["reason"], at=at, **self.to)


class Unhide(MoveForm):
    move = "unhide"
    heading = "Bring it back into sight"
    button = "Bring it back"
    done = "It is in public sight again."

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        if desk.proposal.hidden:
            yield cls(desk)

    def act(self, at: datetime) -> Proposal:
        return actions.unhide(at=at, **self.to)


def _assignable(desk: Desk) -> list[Account]:
    """The experts to whom the reader may give it. Only themself, for an expert who is no lead."""
    held = set(desk.proposal.assignments.filter(ended=None).values_list("account_id", flat=True))
    found = [each for each in quorum.eligible(desk.proposal) if each.pk not in held]
    if not desk.standing & {Who.LEAD, Who.ADMINISTRATOR}:
        found = [each for each in found if each == desk.by]
    return found
