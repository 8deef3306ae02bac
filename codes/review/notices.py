"""Mail about events, from the outbox: written with the event, sent after it, each to each person once.

Who is told is found when it is sent, so that somebody who has left is not. Nobody's address stands in another's mail.
"""

import logging
import time
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.template.loader import render_to_string

from codes.accounts.models import Account
from codes.accounts.roles import holders

from . import clocks, differences, quorum, words
from .actions.act import visible
from .models import Delivery, Event, Notice, Proposal
from .verdicts import CHECKS, REASONS

logger = logging.getLogger(__name__)

# How long one sender may take for one mail before another may try, and between the tries after a failure.
LEASE = timedelta(minutes=5)
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=6)
BATCH = 50
# A mail waits while an earlier one to the same person does, so that nobody reads the end before the beginning. One that
# has failed as often as this, within nine hours, is in nobody's way any more: it may be that one that cannot be sent.
IN_THE_WAY = 10

# Whom an event concerns. Watchers have voted or commented.
_SUBMITTER, _ASSIGNED, _EXPERTS, _LEADS, _ADMINISTRATORS, _WATCHERS = (
    "submitter", "assigned", "experts", "leads", "administrators", "watchers",
)  # fmt: skip
_WHOM = {
    "submit": (_EXPERTS, _LEADS),
    "reopen": (_EXPERTS, _LEADS),
    "assign": (_ASSIGNED,),
    "start_review": (_SUBMITTER, _EXPERTS, _LEADS),
    "ask": (_SUBMITTER,),
    "answer": (_ASSIGNED, _LEADS),
    "revise": (_ASSIGNED, _LEADS),
    "comment": (_SUBMITTER, _ASSIGNED, _WATCHERS),
    "vote": (_LEADS,),
    "concern": (_SUBMITTER, _ASSIGNED, _LEADS),
    "resolve": (_SUBMITTER, _ASSIGNED, _LEADS),
    "recuse": (_LEADS,),
    "extend": (_SUBMITTER, _ASSIGNED),
    "approve": (_SUBMITTER, _ASSIGNED, _ADMINISTRATORS),
    "reject": (_SUBMITTER, _ASSIGNED),
    "record_approval": (_SUBMITTER, _ASSIGNED, _LEADS),
    "record_rejection": (_SUBMITTER, _ASSIGNED, _LEADS),
    "record_standards_action": (_SUBMITTER, _ASSIGNED, _LEADS),
    "send_back": (_SUBMITTER, _ASSIGNED, _LEADS),
    "publish": (_SUBMITTER, _ASSIGNED, _WATCHERS),
    "withdraw": (_ASSIGNED, _LEADS),
    "expire": (_SUBMITTER, _ASSIGNED),
    "uphold_appeal": (_SUBMITTER, _EXPERTS, _LEADS),
    "escalate": (_LEADS, _ADMINISTRATORS),
}
_REMINDED = {
    "triage": (_LEADS,),
    "first_answer": (_ASSIGNED, _LEADS),
    "decision": (_ASSIGNED, _LEADS),
    "expiry": (_SUBMITTER,),
}


def recipients(event: Event) -> list[Account]:
    """The people that `event` is for, without whoever made it happen and whoever has closed their account."""
    kind, _, name = event.subject.partition(":")
    if kind == "account":
        return [each for each in Account.objects.filter(public_id=name, is_active=True) if each.email]
    proposal = Proposal.objects.get(pk=int(name))
    groups = _REMINDED[event.data["clock"]] if event.move == "remind" else _WHOM.get(event.move, ())
    found = dict.fromkeys(account for group in groups for account in _group(group, proposal))
    found = {each: None for each in found if visible(each, proposal)}  # who has commented may not know of it any more
    return [each for each in found if each.public_id != event.actor and each.is_active and each.email]


def send(at: datetime, *, most: int = BATCH) -> tuple[int, int]:
    """Sends what is due: (sent, failed). Several may run at once, on several hosts."""
    _expand(at)
    sent = failed = 0
    started = time.monotonic()
    for _ in range(most):
        # A lease begins when it is taken: a slow server may keep one batch for longer than that.
        now = at + timedelta(seconds=int(time.monotonic() - started))
        delivery = _lease(now)
        if delivery is None:
            break
        try:
            message(delivery).send()
        except Exception as error:  # noqa: BLE001 -- whatever a mail server or a template does: try again later
            logger.warning("notice %s not sent: %s", delivery.pk, type(error).__name__)
            _failed(delivery, now, error)
            failed += 1
        else:
            Delivery.objects.filter(pk=delivery.pk).update(sent=now, leased_until=None, failure="")
            sent += 1
    return sent, failed


def message(delivery: Delivery) -> EmailMessage:
    """The mail. Its Message-ID is the same at every try, so that a second copy can be told by the reader's program."""
    event = delivery.notice.event
    context = _context(event, delivery.account)
    subject = " ".join(render_to_string("mail/subject.txt", context).split())
    domain = settings.PUBLIC_BASE_URL.partition("://")[2].partition(":")[0]
    return EmailMessage(
        subject=subject,
        body=render_to_string("mail/notice.txt", context),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[delivery.account.email or ""],
        headers={
            "Message-ID": f"<event-{event.number}-{delivery.account.public_id}@{domain}>",
            "Auto-Submitted": "auto-generated",
        },
        connection=get_connection(),
    )


def _expand(at: datetime) -> None:
    """One delivery for each recipient of each new notice."""
    for pk in Notice.objects.filter(expanded=None).order_by("pk").values_list("pk", flat=True)[:BATCH]:
        with transaction.atomic():
            notice = Notice.objects.select_for_update().filter(pk=pk, expanded=None).first()
            if notice is None:
                continue
            for account in recipients(notice.event):
                Delivery.objects.get_or_create(notice=notice, account=account, defaults={"next_try": at})
            notice.expanded = at
            notice.save()


@transaction.atomic
def _lease(at: datetime) -> Delivery | None:
    """The next delivery, which is the caller's until the lease runs out."""
    due = Delivery.objects.filter(sent=None, next_try__lte=at).filter(Q(leased_until=None) | Q(leased_until__lt=at))
    earlier = Delivery.objects.filter(
        account=OuterRef("account"), notice__lt=OuterRef("notice"), sent=None, attempts__lt=IN_THE_WAY
    )
    found = (
        due.filter(~Exists(earlier))
        .select_for_update(skip_locked=_skips(), of=("self",) if _skips() else ())
        .select_related("notice__event", "account")
        .order_by("notice_id", "pk")
        .first()
    )
    if found is None:
        return None
    if not (found.account.is_active and found.account.email):
        found.sent, found.failure = at, "the account is closed"  # nobody is there to be told
        found.save()
        return _lease(at)
    found.leased_until = at + LEASE
    found.attempts += 1
    found.save()
    return found


def _skips() -> bool:
    """Whether rows that another sender has locked can be passed over; SQLite has one writer anyway."""
    return bool(connection.features.has_select_for_update_skip_locked)


def _failed(delivery: Delivery, at: datetime, error: Exception) -> None:
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(delivery.attempts - 1, 12))
    Delivery.objects.filter(pk=delivery.pk).update(
        leased_until=None, next_try=at + wait, failure=type(error).__name__[:200]
    )


def _group(group: str, proposal: Proposal) -> Iterable[Account]:
    match group:
        case "submitter":
            return [proposal.submitter]
        case "assigned":
            return [each.account for each in proposal.assignments.filter(ended=None).select_related("account")]
        case "experts":
            return quorum.eligible(proposal)
        case "leads":
            return holders("lead")
        case "administrators":
            return holders("administrator")
    return Account.objects.filter(
        Q(votes__proposal=proposal) | Q(comments__proposal=proposal, comments__kind__in=("comment", "answer"))
    ).distinct()


# After these a reader wants to see what is asked for.
_WITH_DIFFERENCE = ("submit", "start_review", "answer", "revise", "approve", "publish")


def _context(event: Event, account: Account) -> dict[str, object]:
    kind, _, name = event.subject.partition(":")
    proposal = Proposal.objects.get(pk=int(name)) if kind == "proposal" else None
    clock = clocks.next_due(proposal) if proposal else None
    shown = proposal is not None and event.move in _WITH_DIFFERENCE
    return {
        "event": event,
        "data": event.data,
        "headline": words.headline(event, proposal),
        "role": words.role(event),
        "proposal": proposal,
        "state": words.STATES[proposal.state] if proposal else "",
        "account": account,
        "actor": Account.objects.filter(public_id=event.actor).first() if event.actor else None,
        "clock": clock,
        "clock_name": words.CLOCKS[clock.name] if clock else "",
        "clock_words": clocks.words(clock, event.at) if clock else "",
        "rows": _rows(proposal, event) if proposal and shown else [],
        "votes": _votes(proposal) if proposal and event.move == "reject" else [],
        "base": settings.PUBLIC_BASE_URL,
    }


def _rows(proposal: Proposal, event: Event) -> list[differences.Row]:
    if event.move in ("answer", "revise"):
        return differences.of_revision(proposal, event.data["revision"])
    return [row for row in differences.to_entry(proposal.kind, proposal.content) if row.changed]


def _votes(proposal: Proposal) -> list[tuple[str, list[str], str]]:
    """Of each vote that decided: the reason, what was said of the checks that failed, and what would succeed."""
    return [
        (
            REASONS.get(vote.reason_code, ""),
            [
                f"{question}: {getattr(vote, f'{name}_text')}"
                for name, question in CHECKS.items()
                if not getattr(vote, name)
            ],
            vote.would_succeed,
        )
        for vote in proposal.votes.filter(void="")
    ]
