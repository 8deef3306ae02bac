"""What the form of a move is."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar, Self

from django import forms
from django.http import QueryDict

from codes.pages.forms import ActForm, TextField
from codes.pages.review.desk import Desk
from codes.review.models import Proposal
from codes.review.verdicts import REASONS


class MoveForm(ActForm):
    """One move: its inputs, and the action that it calls. `move` is its name in the table of moves.

    `hint` says what follows from it, `done` what the page says once it is made. `place` is where the page has it.
    """

    move: ClassVar[str]
    heading: ClassVar[str]
    button: ClassVar[str]
    done: ClassVar[str]
    hint = ""
    place = "moves"

    def __init__(self, desk: Desk, data: QueryDict | None = None, *, key: str = "") -> None:
        self.desk = desk
        super().__init__(data, tag=desk.proposal.tag, auto_id=f"{key or self.move}_%s")
        self.fill()

    def fill(self) -> None:
        """What depends on the proposal: choices, and what stands in the inputs at first."""

    @classmethod
    def offers(cls, desk: Desk) -> Iterator[Self]:
        """The forms of this move that are of use now, where the table opens it: none where a guard would refuse."""
        yield cls(desk)

    @classmethod
    def sent(cls, desk: Desk, data: QueryDict) -> Self:
        """The form as it was sent."""
        return cls(desk, data)

    def act(self, at: datetime) -> Proposal:
        """Makes the move with what was typed. Raises a Refused."""
        raise NotImplementedError

    @property
    def to(self) -> dict[str, Any]:
        """What every action is told: which proposal, by whom, and against what it was asked."""
        # Not `or None`: a form that lost its tag was not made by the page.
        return {"proposal": self.desk.proposal.number, "by": self.desk.by, "tag": self.cleaned_data["tag"]}


def words(label: str, missing: str, *, help_text: str = "", rows: int = 3) -> TextField:
    """A text that has to be there, where nothing is said in its place but `missing`."""
    return TextField(
        label=label,
        help_text=help_text,
        rows=rows,
        max_length=4000,
        error_messages={"required": missing, "max_length": f"{label}: at most 4,000 characters fit."},
    )


def line(label: str, missing: str, *, help_text: str = "") -> forms.CharField:
    """The same in one line."""
    return forms.CharField(label=label, help_text=help_text, max_length=300, error_messages={"required": missing})


def reason_codes(label: str, *, required: bool) -> forms.ChoiceField:
    """Why a request is turned down, in the words of the policy."""
    return forms.ChoiceField(
        label=label,
        choices=[("", "choose"), *REASONS.items()],
        required=required,
        error_messages={"required": "Choose the reason."},
    )
