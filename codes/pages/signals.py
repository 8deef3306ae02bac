"""`/signals/`: what real systems send, and the code that it becomes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import vocabulary
from codes.harness_errors.entries import NonError, SignalEntry
from codes.harness_errors.lookup.row_words import source_name
from codes.harness_errors.tcp_ap import DOMAINS
from codes.web import at
from codes.web.answer import Offer, answer
from codes.web.door import public
from codes.web.facets import LONGEST_SEARCH
from codes.web.negotiation import Form
from codes.web.once import once
from codes.web.problems import Refusal
from codes.web.render import modified, page

from . import notes

_DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one source, and its signals that are no errors."""

    source: str
    name: str
    rows: tuple[SignalEntry, ...]
    calm: tuple[NonError, ...]


@public
def signals(request: HttpRequest) -> HttpResponse:
    now = at.asked(request)
    every = now.signals.signals
    counts = Counter(row.source for row in every)
    source, fit, q = _asked(request, set(counts) | {each.source for each in now.signals.non_errors})
    words = q.casefold().split()
    rows = [
        row
        for row in every
        if source in ("", row.source) and fit in ("", row.confidence) and all(word in _text(row) for word in words)
    ]
    calm = [
        row
        for row in now.signals.non_errors
        if source in ("", row.source)
        and not fit
        and all(word in f"{row.source} {row.signal}".casefold() for word in words)
    ]
    body = page(
        "signals/list.html",
        now,
        address="/signals/",
        groups=_groups(rows, calm),
        count=len(rows),
        total=len(every),
        sources=[(name, source_label(name), counts[name]) for name in sorted(counts, key=_order)],
        fits=vocabulary.CONFIDENCES,
        source=source,
        fit=fit,
        q=q,
        findings=notes.findings(),
        statuses=notes.STATUSES,
        unmapped=[(source_label(each.source), each) for each in notes.unmapped()],
        domains=tuple(DOMAINS.values()),
    )
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/signals/", modified=modified(now))


def source_label(name: str) -> str:
    return "The draft's own tables" if name == _DRAFT else source_name(name)


def _asked(request: HttpRequest, known: set[str]) -> tuple[str, str, str]:
    """Source, fit and words. Raises Refusal for a value that there is not."""
    errors = []
    found = {name: once(request, name) for name in ("source", "fit", "q")}
    for name, accepts in (("source", sorted(known)), ("fit", list(vocabulary.CONFIDENCES))):
        if found[name] and found[name] not in accepts:
            detail = f"{name} is one of {', '.join(accepts)}."
            errors.append({"parameter": name, "code": "unknown_value", "detail": detail, "accepts": accepts})
    if len(found["q"]) > LONGEST_SEARCH or "\0" in found["q"]:
        detail = f"q is text of at most {LONGEST_SEARCH} characters."
        errors.append({"parameter": "q", "code": "invalid_value", "detail": detail})
    if errors:
        raise Refusal("invalid-parameter", " ".join(str(each["detail"]) for each in errors), members={"errors": errors})
    return found["source"], found["fit"], found["q"].strip()


def _groups(rows: Sequence[SignalEntry], calm: Sequence[NonError]) -> list[Group]:
    sources = sorted({row.source for row in rows} | {row.source for row in calm}, key=_order)
    return [
        Group(
            source,
            source_label(source),
            tuple(row for row in rows if row.source == source),
            tuple(row for row in calm if row.source == source),
        )
        for source in sources
    ]


def _order(source: str) -> tuple[bool, str]:
    """The draft's own rows last: those of a system itself say more."""
    return source == _DRAFT, source


def _text(row: SignalEntry) -> str:
    parts = (row.source, source_name(row.source), row.signal, row.name or "", row.condition or "", row.note, *row.codes)
    return " ".join(parts).casefold()
