"""Plays the script by the actions that people use, so that nothing stands there which they could not have done."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from codes.accounts.models import Account
from codes.review import actions, similar
from codes.review.models import Notice, Proposal
from codes.review.verdicts import CHECKS

from . import people, script

# One step after the other, as long before the present as they take.
STEP = timedelta(seconds=1)
BEFORE = timedelta(minutes=2)


@transaction.atomic
def play(path: Path, now: datetime) -> bool:
    """Fills a registry in which nobody has asked for anything yet; returns whether it did."""
    if Proposal.objects.exists():
        return False
    parts = script.read(path)
    earliest = max(part.days_ago for part in parts)
    cast = people.gather(now - timedelta(days=earliest) - BEFORE)
    times = _times(now - BEFORE)
    for part in parts:
        _play(part, cast, _times(now - timedelta(days=part.days_ago) - BEFORE) if part.days_ago else times, now)
    # What has happened before anybody came is nobody's news.
    Notice.objects.filter(expanded=None).update(expanded=now)
    return True


def _times(start: datetime) -> Iterator[datetime]:
    while True:
        start += STEP
        yield start


def _play(part: script.Part, cast: dict[str, Account], times: Iterator[datetime], now: datetime) -> None:
    by = cast["sam"]
    row = actions.create(kind=part.kind, content=script.content(part), by=by, at=next(times))
    for step in part.steps:
        name, _, verb = step.rpartition(" ")
        at = now - BEFORE if verb == "waits" else next(times)
        STEPS[verb](Scene(row.number, cast[name or "sam"], at, part.texts))


class Scene:
    """One step: of which proposal, who makes it, when, and what there is to say."""

    def __init__(self, number: int, by: Account, at: datetime, texts: dict[str, str]) -> None:
        self.number, self.by, self.at, self.texts = number, by, at, texts

    def act(self, action: Callable[..., object], **arguments: object) -> None:
        action(proposal=self.number, by=self.by, at=self.at, **arguments)

    def vote(self, verdict: str) -> None:
        """The checks that the script names as failed fail; the rest holds."""
        failed = self.texts["fails"].split() if verdict == "reject" else []
        said: dict[str, Any] = {}
        for name in CHECKS:
            said |= {name: name not in failed, f"{name}_text": self.texts.get(name, self.texts["checked"])}
        verdicts = actions.Verdicts(
            verdict=verdict,
            nearest=tuple(self.texts["nearest"].split()) if "nearest" in self.texts else self._nearest(),
            reason_code=self.texts["reason_code"] if failed else "",
            would_succeed=self.texts["would_succeed"] if failed else "",
            **said,
        )
        self.act(actions.vote, verdicts=verdicts, no_conflict=True)

    def _nearest(self) -> tuple[str, ...]:
        """What the page names as near, where the script names nothing."""
        row = Proposal.objects.get(pk=self.number)
        return tuple(each.code for each in similar.near(row.content, but=row.number) if each.proposal is None)[:2]


STEPS: dict[str, Callable[[Scene], object]] = {
    "submits": lambda scene: scene.act(actions.submit),
    "takes": lambda scene: scene.act(actions.assign, expert=scene.by),
    "starts": lambda scene: scene.act(actions.start_review),
    "asks": lambda scene: scene.act(actions.ask, text=scene.texts["question"]),
    "comments": lambda scene: scene.act(actions.comment, text=scene.texts["comment"]),
    "notes": lambda scene: scene.act(actions.comment, text=scene.texts["note"], private=True),
    "worries": lambda scene: scene.act(actions.concern, text=scene.texts["concern"]),
    "approves": lambda scene: scene.vote("approve"),
    "rejects": lambda scene: scene.vote("reject"),
    "withdraws": lambda scene: scene.act(actions.withdraw),
    "publishes": lambda scene: actions.publish(proposals=[scene.number], by=scene.by, at=scene.at),
    "waits": lambda scene: actions.tick(scene.at),
}
