"""The entries and requests that come nearest to a request for a new code, each with a score and a sentence why."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from rapidfuzz import fuzz, utils

from codes.registry.models import Code

from .kinds.names import NEW_CODE
from .models import Proposal, Revision
from .states import OPEN, State

# 0 to 100. From here on, an entry is named; from the second on, a request must say why it is another thing.
NAMED = 45.0
CLOSE = 60.0
MOST = 6


@dataclass(frozen=True, slots=True)
class Near:
    """`standing` is active, deprecated, pending or rejected; `proposal` is the number of the last two."""

    code: str
    title: str
    score: float
    why: str
    standing: str
    proposal: int | None = None

    @property
    def close(self) -> bool:
        return self.score >= CLOSE


def near(content: dict[str, Any], *, but: int = 0) -> list[Near]:
    """At most six, the nearest first. `but` is the number of the request itself, if it has one."""
    found = []
    for code, title, description, standing, number in _known(but):
        score, why = _score(content, code, title, description)
        if score >= NAMED and (number or code != content.get("code")):
            found.append(Near(code, title, round(score, 1), why, standing, number))
    return sorted(found, key=lambda each: (-each.score, each.code))[:MOST]


def _known(but: int) -> Iterator[tuple[str, str, str, str, int | None]]:
    for row in Code.objects.order_by("pk"):
        yield row.code, row.title, row.description, row.status, None
    asked = Proposal.objects.filter(kind=NEW_CODE, state__in=(*OPEN, State.REJECTED), hidden=False).exclude(pk=but)
    latest = Revision.objects.filter(proposal__in=asked, number=F("proposal__revision")).select_related("proposal")
    for revision in latest.order_by("proposal_id"):
        content = revision.data
        standing = "rejected" if revision.proposal.state == State.REJECTED else "pending"
        yield content["code"], content["title"], content["description"], standing, revision.proposal_id


def _score(content: dict[str, Any], code: str, title: str, description: str) -> tuple[float, str]:
    """The code and the title weigh most; the meaning decides among those; the same category brings it nearer."""
    asked = content.get("code", "")
    spelling = _ratio(asked.partition(".")[2], code.partition(".")[2])
    words = max(_ratio(content.get("title", ""), title), _words(content.get("title", ""), title))
    meaning = _words(content.get("description", ""), description)
    same = asked.partition(".")[0] == code.partition(".")[0]
    score = min(100.0, 0.4 * spelling + 0.3 * words + 0.3 * meaning + (12 if same else 0))
    parts = [
        text
        for holds, text in (
            (same, "is in the same category"),
            (spelling >= CLOSE, "is spelled alike"),
            (words >= CLOSE, "has a similar title"),
            (meaning >= CLOSE, "has a similar description"),
        )
        if holds
    ]
    return score, f"{code} {' and '.join(parts) or 'comes near in all a little'}."


def _ratio(one: str, other: str) -> float:
    return fuzz.ratio(one, other, processor=utils.default_process)


def _words(one: str, other: str) -> float:
    return fuzz.token_set_ratio(one, other, processor=utils.default_process)
