"""From approved proposals to a release, and what that release would be."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import DataError, IntegrityError, transaction

from codes.accounts.models import Account
from codes.accounts.roles import holders
from codes.releases import publish as releases
from codes.releases import validate
from codes.releases.candidate import Candidate, NothingChanged
from codes.releases.diff import ImpossibleDifference
from codes.releases.locks import anchor, locked_registry
from codes.releases.models import Release, ReleaseHead
from codes.releases.publish import PublishedBackwards
from codes.releases.signing import MissingKey, UnusableKey
from codes.releases.validate import InvalidDocument
from codes.review import checks, clocks, permissions, records
from codes.review.kinds import KINDS
from codes.review.kinds.fields import Fault
from codes.review.models import Event, Proposal
from codes.review.states import State

from .act import Act, begin
from .refusals import Guarded, Refused

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Upcoming:
    """What publishing would make: None where nothing waits. `left_out` are approved proposals that no longer fit."""

    made: Candidate | None
    proposals: tuple[Proposal, ...]
    left_out: tuple[tuple[Proposal, tuple[Fault, ...]], ...]


@transaction.atomic
def publish(*, proposals: Iterable[int], by: Account, at: datetime, tags: Mapping[int, str] | None = None) -> Release:
    """Makes one release of the approved `proposals`, whose version follows from what they change. All or none.

    `tags` are what the request was made against, by number, as far as it says so.

    Locks: the head of the releases, the rows of the registry, the proposals by number, the entries, the head of the
    events. Raises Guarded, Incomplete (an entry has changed since), and what `begin` raises.
    """
    locked_registry()
    acts = [begin("publish", number, by, at, (tags or {}).get(number)) for number in sorted(set(proposals))]
    if not acts:
        raise Guarded("nothing_chosen", "Choose at least one proposal.")
    for act in acts:
        act.require(not act.proposal.hidden, "hidden", "It is out of public sight. Bring it back first.")
        _decided_by_others(act)
    for act in acts:
        # Each against what the ones before it have made of the registry.
        act.require_complete()
        _apply(act.proposal)

    def record(release: Release) -> None:
        for act in acts:
            act.proposal.release = release
            clocks.stop(act.proposal)
            act.done(version=release.version, sha256=release.sha256)
        anchor(*records.end())

    try:
        return releases.publish(published=at, record=record)
    except NothingChanged:
        raise Guarded("nothing_changed", "The registry would say what it says already.") from None
    except (MissingKey, UnusableKey) as error:
        raise Guarded("no_key", f"This process cannot sign: {error}") from error
    except (ImpossibleDifference, InvalidDocument, PublishedBackwards) as error:
        raise Guarded("cannot_be_published", f"This cannot be published: {error}") from error


def prepare(*, proposals: Iterable[int], at: datetime) -> None:
    """Makes the files that `publish` would write, before it takes its locks. It does without where anything has changed
    since, or where this was not asked for; so whatever is wrong with the request is for `publish` to say.
    """
    try:
        found = _rolled_back(at, proposals)
        if found.made:
            releases.files_of(found.made)
    except (Refused, InvalidDocument):
        return


def upcoming(at: datetime, chosen: Iterable[int] | None = None) -> Upcoming:
    """What a release of the approved proposals, or of those `chosen`, would be. Writes nothing that stays.

    It is made by the same code that publishes, then rolled back, so that the preview cannot differ from the release.
    Raises Guarded where that could not be published.
    """
    found = _rolled_back(at, chosen)
    if found.made:
        try:
            validate.documents(found.made.registry, found.made.signals)
        except InvalidDocument as error:
            raise Guarded("cannot_be_published", f"This cannot be published: {error}") from error
    return found


def _rolled_back(at: datetime, chosen: Iterable[int] | None) -> Upcoming:
    """The same, not validated yet: that takes longer than all the rest, and no lock."""
    wanted = Proposal.objects.filter(state=State.APPROVED).order_by("number")
    if chosen is not None:
        wanted = wanted.filter(number__in=list(chosen))
    with transaction.atomic():
        head = locked_registry()
        fitting, left_out = [], []
        for proposal in wanted:
            wrong = tuple(checks.faults(proposal.kind, proposal.content, own=proposal.number))
            if wrong:
                left_out.append((proposal, wrong))
                continue
            _apply(proposal)
            fitting.append(proposal)
        made = _made(head, at) if head.latest else None
        transaction.set_rollback(True)
    return Upcoming(made, tuple(fitting), tuple(left_out))


def _made(head: ReleaseHead, at: datetime) -> Candidate | None:
    assert head.latest is not None  # noqa: S101 -- the caller has looked
    try:
        return releases.upcoming(head.latest, published=at)
    except NothingChanged:
        return None
    except ImpossibleDifference as error:
        raise Guarded("cannot_be_published", f"This cannot be published: {error}") from error


def deciders(proposal: Proposal) -> set[str]:
    """The opaque ids of the experts whose votes made the decision that stands."""
    event = Event.objects.filter(subject=f"proposal:{proposal.number}", move="approve").order_by("-number").first()
    return {vote[0] for vote in event.data["votes"]} if event else set()


def decided_alone(account: Account, proposal: Proposal) -> bool:
    """Whether the vote of `account` alone made the decision that stands: then somebody else publishes it."""
    return not _ruled(proposal) and deciders(proposal) == {account.public_id}


def nobody_publishes(proposal: Proposal) -> str:
    """Why no administrator may publish an approved proposal; empty where one may. It is escalated, never waived."""
    for each in holders("administrator"):
        if not permissions.conflict(each, proposal) and not decided_alone(each, proposal):
            return ""
    return "no administrator may publish it"


def _decided_by_others(act: Act) -> None:
    """Four eyes: who alone decided does not publish. And no counted vote is one of conflict by now."""
    if _ruled(act.proposal):
        return
    assert act.by is not None  # noqa: S101 -- the clock publishes nothing
    act.require(
        not decided_alone(act.by, act.proposal),
        "decided_alone",
        "You alone decided about this proposal, so another administrator publishes it.",
    )
    for vote in act.proposal.votes.filter(void=""):
        act.require(
            not permissions.conflict(vote.account, act.proposal),
            "vote_in_conflict",
            "A vote that was counted is one of conflict by now. Send the proposal back to review.",
        )


def _ruled(proposal: Proposal) -> bool:
    """Whether the appointing body or a standards action decided, and no vote."""
    last = (
        Event.objects.filter(
            subject=f"proposal:{proposal.number}", move__in=("approve", "record_approval", "record_standards_action")
        )
        .order_by("-number")
        .first()
    )
    return last is not None and last.move != "approve"


def _apply(proposal: Proposal) -> None:
    try:
        with transaction.atomic():
            KINDS[proposal.kind].apply(proposal.content)
    except (IntegrityError, DataError) as error:
        # A rule of the tables that the checks do not know, so the checks want mending.
        logger.exception("%s passed the checks and breaks a rule of the tables", proposal)
        raise Guarded("does_not_fit", f"{proposal} breaks a rule of the registry.", proposal) from error


def approved() -> Iterator[Proposal]:
    """What waits for publication, oldest decision first."""
    yield from Proposal.objects.filter(state=State.APPROVED).order_by("decided", "number")
