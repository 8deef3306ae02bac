"""The only writer of proposals, votes, records and, through publishing, of the registry.

Each action locks, looks the move up in `states.MOVES`, guards, acts and writes the event, in one transaction. It
refuses by raising a `Refused`.
"""

from .clock import tick
from .deciding import Verdicts, concern, decide, resolve, vote
from .drafting import answer, create, reopen, revise, save, submit, withdraw
from .publishing import Upcoming, approved, prepare, publish, upcoming
from .refusals import Guarded, Incomplete, NotPermitted, NotThere, Refused, Stale, TooMany, WrongState
from .roles import appoint, dismiss
from .ruling import record_ruling, record_standards_action, send_back, uphold_appeal
from .triage import ask, assign, comment, extend, hide, recuse, start_review, unhide

__all__ = [
    "Guarded",
    "Incomplete",
    "NotPermitted",
    "NotThere",
    "Refused",
    "Stale",
    "TooMany",
    "Upcoming",
    "Verdicts",
    "WrongState",
    "answer",
    "appoint",
    "approved",
    "ask",
    "assign",
    "comment",
    "concern",
    "create",
    "decide",
    "dismiss",
    "extend",
    "hide",
    "prepare",
    "publish",
    "record_ruling",
    "record_standards_action",
    "recuse",
    "reopen",
    "resolve",
    "revise",
    "save",
    "send_back",
    "start_review",
    "submit",
    "tick",
    "unhide",
    "upcoming",
    "uphold_appeal",
    "vote",
    "withdraw",
]
