from .event import Event, EventHead
from .outbox import Delivery, Notice, Reminder
from .proposal import Proposal, Revision
from .sent_form import SentForm
from .taking_part import Assignment, Comment, Concern, Lift, Vote

__all__ = [
    "Assignment",
    "Comment",
    "Concern",
    "Delivery",
    "Event",
    "EventHead",
    "Lift",
    "Notice",
    "Proposal",
    "Reminder",
    "Revision",
    "SentForm",
    "Vote",
]
