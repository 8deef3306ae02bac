"""`/compare?a=…&b=…`: two codes side by side, with the rows that differ said in words."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from codes.harness_errors.entries import CodeEntry
from codes.releases.current import Current, current
from codes.web import unknown
from codes.web.answer import Offer, answer
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.once import once
from codes.web.render import modified, page

from .wording import actions_words, before_repeating, choose_words, flag_words, mcp_words


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    left: str
    right: str

    @property
    def differs(self) -> bool:
        return self.left != self.right


@public
def compare(request: HttpRequest) -> HttpResponse:
    now = current()
    left, right = (_asked(now, request, name) for name in ("a", "b"))
    rows = _rows(left, right) if left and right else []
    body = page(
        "compare.html",
        now,
        address="/compare",
        left=left,
        right=right,
        rows=rows,
        differing=sum(row.differs for row in rows),
        choices=[*_choices(right, left), *_choices(left, right)] if left and right else [],
    )
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/compare", modified=modified(now))


def _asked(now: Current, request: HttpRequest, name: str) -> CodeEntry | None:
    """The code in parameter `name`, None while it is not chosen. Raises Refusal for one that is not registered."""
    code = once(request, name).strip().lower()
    if not code:
        return None
    entry = now.registry.code(code)
    if entry is None:
        raise unknown.code(now, code)
    return entry


def _choices(other: CodeEntry, chosen: CodeEntry) -> list[str]:
    """When `chosen` is the right one of the two, as the entry of `other` has it."""
    found = (each for each in other.informative.confusable_with if each.code == chosen.code)
    return [choose_words(each.difference, chosen.code) for each in found]


def _rows(left: CodeEntry, right: CodeEntry) -> list[Row]:
    return [Row(label, ours, theirs) for (label, ours), (_, theirs) in zip(_facts(left), _facts(right), strict=True)]


def _facts(entry: CodeEntry) -> list[tuple[str, str]]:
    advice = entry.informative
    return [
        ("Title", entry.title),
        ("Meaning", entry.description),
        ("Category", entry.category),
        ("retryable", flag_words(entry.default_retryable)),
        ("model_recoverable", flag_words(entry.default_model_recoverable)),
        ("Typical origin", advice.origin),
        ("HTTP status", str(advice.http_status)),
        ("MCP", mcp_words(advice.mcp)),
        ("A2A task state", advice.a2a.state),
        ("What to do", actions_words(entry)),
        ("Who acts", advice.owner),
        ("Limits it reports", ", ".join(advice.limit_names) or "none"),
        ("Members that should be there", ", ".join(advice.should_members) or "none in particular"),
        ("Before repeating", before_repeating(entry)),
        ("To untrusted consumers", advice.generalizes_to or "the code itself"),
        ("Status", entry.administrative.status),
    ]
