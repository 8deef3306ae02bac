"""One form for each move of an officer; what a submitter does has pages of its own, and publishing, too."""

from .base import MoveForm
from .ruling import RecordApproval, RecordRejection, RecordStandardsAction
from .steering import Assign, Extend, Hide, Recuse, StartReview, Unhide
from .talking import Ask, Comment, Note
from .voting import Approve, ConcernForm, Reject, Resolve, SendBack, UpholdAppeal, VoteForm

__all__ = ["FORMS", "MoveForm"]

# In the order in which the page has them.
FORMS: dict[str, type[MoveForm]] = {
    form.move: form
    for form in (
        VoteForm,
        Approve,
        Reject,
        Assign,
        StartReview,
        Ask,
        ConcernForm,
        Resolve,
        Comment,
        Note,
        Extend,
        Recuse,
        RecordApproval,
        RecordRejection,
        RecordStandardsAction,
        SendBack,
        UpholdAppeal,
        Hide,
        Unhide,
    )
}
