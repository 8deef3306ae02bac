"""Which references there are, and what refers to them."""

from collections.abc import Iterator, Mapping

from codes.registry.models import Reference
from codes.review.kinds import KINDS
from codes.review.kinds.texts import reference
from codes.review.models import Proposal
from codes.review.states import OPEN


def listed() -> Mapping[str, list[str]]:
    """Each address with what names it: codes, categories, open proposals; in the order of the addresses."""
    found: dict[str, list[str]] = {}
    for row in Reference.objects.all():
        found.setdefault(row.url, []).append(str(row.code_id or row.category_id))
    for proposal in Proposal.objects.filter(state__in=OPEN, hidden=False):
        for url in _of(proposal):
            found.setdefault(url, []).append(f"#{proposal.number}")
    return {url: sorted(set(found[url])) for url in sorted(found)}


def _of(proposal: Proposal) -> Iterator[str]:
    content = proposal.content
    for name, field in KINDS[proposal.kind].FIELDS.items():
        if field.type == "reference" and content.get(name):
            yield reference(content[name])["url"]
