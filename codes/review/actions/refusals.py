"""How an action refuses. Doors turn these into answers: a message on the page, a problem in the API."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from codes.review.kinds.fields import Fault
from codes.review.models import Proposal


class Refused(Exception):
    """Nothing was written. `code` is a word for programs, `detail` a sentence for people.

    `state` is the present state of the proposal and `allowed` the moves that are open to whoever asked.
    """

    def __init__(self, code: str, detail: str, proposal: Proposal | None = None, allowed: Sequence[str] = ()) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail
        self.number = proposal.number if proposal else None
        self.state = proposal.state if proposal else ""
        self.tag = proposal.tag if proposal else ""
        self.allowed = tuple(allowed)


class NotThere(Refused):
    """There is no such proposal for whoever asked."""


class NotPermitted(Refused):
    """Whoever asked may not make this move at all."""


class WrongState(Refused):
    """The move does not lead from the present state."""


class Guarded(Refused):
    """Something else that must hold does not."""


class TooMany(Refused):
    """This account has written as much as it may for now; there is room again after `seconds`."""

    def __init__(self, detail: str, seconds: int, proposal: Proposal | None = None) -> None:
        super().__init__("too_many", detail, proposal)
        self.seconds = seconds


def leave_room(times: Iterable[datetime], most: int, within: timedelta, at: datetime, detail: str) -> None:
    """Raises TooMany where `most` of `times` lie within the time before `at`."""
    lately = sorted(each for each in times if each > at - within)
    if len(lately) >= most:
        raise TooMany(detail, math.ceil((lately[-most] + within - at).total_seconds()))


class Stale(Refused):
    """The proposal is no longer what the request was made against."""


class Incomplete(Refused):
    """The content lacks something: `faults` says what and where."""

    def __init__(self, faults: Sequence[Fault], proposal: Proposal | None = None, allowed: Sequence[str] = ()) -> None:
        super().__init__("incomplete", "The request is not complete.", proposal, allowed)
        self.faults = tuple(faults)
