"""A row for each constraint of the review that breaks it (`tests/registry/test_constraints.py` holds them to it)."""

from datetime import UTC, datetime

from codes.accounts.models import Account
from codes.releases.models import Release
from codes.review.models import (
    Assignment,
    Comment,
    Concern,
    Delivery,
    Event,
    EventHead,
    Lift,
    Notice,
    Proposal,
    Reminder,
    Revision,
    Vote,
)
from codes.review.models.sent_form import SentForm

AT = datetime(2026, 12, 1, tzinfo=UTC)


def account():
    return Account.objects.get_or_create(email="ada@example.org")[0]


def proposal(**changes):
    """A draft that no constraint minds, with `changes`."""
    values = {"kind": "new_code", "submitter": account(), "created": AT, "changed": AT}
    return Proposal.objects.bulk_create([Proposal(**{**values, **changes})])[0]


def submitted(**changes):
    values = {"state": "submitted", "target": "code:tool.rusty", "revision": 1, "submitted": AT}
    return proposal(**{**values, **changes})


def revision(about):
    return Revision.objects.bulk_create([Revision(proposal=about, number=1, content="{}", sha256="", created=AT)])


def assignment(about, **changes):
    values = {"proposal": about, "account": account(), "assigned": AT}
    return Assignment.objects.bulk_create([Assignment(**{**values, **changes})])


def vote(about, **changes):
    values = {
        "proposal": about,
        "account": account(),
        "revision": 1,
        "cast": AT,
        "verdict": "approve",
        "not_covered": True,
        "category_fits": True,
        "defaults_justified": True,
        "specification_stable": True,
    }
    return Vote.objects.bulk_create([Vote(**{**values, **changes})])


def concern(about, text="It is not clear."):
    return Concern.objects.bulk_create([Concern(proposal=about, account=account(), raised=AT, text=text)])[0]


def lift(about):
    return Lift.objects.bulk_create([Lift(concern=about, account=account(), given=AT, lead=False, text="Met.")])


def comment(**changes):
    values = {"proposal": proposal(), "account": account(), "kind": "comment", "text": "Why?", "written": AT}
    return Comment.objects.bulk_create([Comment(**{**values, **changes})])


def event(number=1, **changes):
    values = {"at": AT, "role": "clock", "move": "submit", "subject": "proposal:1", "content": "{}"}
    values |= {"previous": str(number - 1) * 64, "sha256": str(number) * 64}
    return Event.objects.bulk_create([Event(number=number, **{**values, **changes})])[0]


def delivery(notice):
    return Delivery.objects.bulk_create([Delivery(notice=notice, account=account(), next_try=AT)])


def reminder(about):
    return Reminder.objects.bulk_create([Reminder(proposal=about, clock="decide", due=AT, ordinal=1, given=AT)])


def sent_form(about):
    return SentForm.objects.bulk_create([SentForm(account=about, key="k", sent=AT)])


def twice(act, about):
    act(about)
    act(about)


BREACHES = {
    "proposal_kind_known": lambda: proposal(kind="rumour"),
    "proposal_state_known": lambda: submitted(state="forgotten"),
    "proposal_target_free": lambda: (submitted(target="code:a_b.c"), submitted(target="code:a.b_c")),
    "proposal_has_target": lambda: submitted(target=""),
    "proposal_submitted_has_revision": lambda: submitted(revision=0),
    "proposal_waiting_is_paused": lambda: submitted(state="needs_info"),
    "proposal_published_in_release": lambda: submitted(release=Release.objects.get(version="1.0.0")),
    "proposal_extended_twice_at_most": lambda: submitted(extensions=3),
    "revision_number_unique": lambda: twice(revision, proposal()),
    "assignment_once": lambda: twice(assignment, proposal()),
    "assignment_ended_says_why": lambda: assignment(proposal(), ended=AT),
    "vote_one_counts": lambda: twice(vote, proposal()),
    "vote_void_known": lambda: vote(proposal(), void="lost"),
    "vote_verdict_follows_checks": lambda: vote(proposal(), category_fits=False),
    "concern_text_length": lambda: concern(proposal(), text=""),
    "lift_once": lambda: twice(lift, concern(proposal())),
    "comment_kind_known": lambda: comment(kind="shout"),
    "comment_text_length": lambda: comment(text=""),
    "event_number_unique": lambda: (event(), event(previous="a" * 64)),
    "event_previous_unique": lambda: (event(), event(2, previous="0" * 64)),
    "event_sha256_is_hexadecimal": lambda: event(sha256="A" * 64),
    "event_head_is_one_row": lambda: EventHead.objects.bulk_create([EventHead(id=2)]),
    "delivery_once": lambda: twice(delivery, notice()),
    "sent_form_once": lambda: twice(sent_form, account()),
    "reminder_once": lambda: twice(reminder, proposal()),
}


def notice():
    return Notice.objects.bulk_create([Notice(event=event())])[0]
