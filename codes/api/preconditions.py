"""If-Match on a proposal: its revision and state, which is what somebody decides from (RFC 9110 section 13.1.1)."""

from django.http import HttpRequest
from django.utils.http import parse_etags

from codes.review.models import Proposal
from codes.web.problems import Refusal


def etag(proposal: Proposal) -> str:
    """The entity tag. Comments and clocks do not change it, so it says nothing to a cache: answers are never kept."""
    return f'"{proposal.tag}"'


def required(request: HttpRequest) -> str:
    """The header field. Raises Refusal where it is not there, or holds no entity tag."""
    text = request.headers.get("If-Match", "").strip()
    if not text:
        detail = 'Say in If-Match what you decide from: the ETag of the proposal, such as "r1-submitted".'
        raise Refusal("precondition-required", detail)
    if not parse_etags(text):
        detail = "If-Match holds no entity tag: those are written between quotes."
        errors = [{"header": "If-Match", "code": "invalid_value", "detail": detail}]
        raise Refusal("bad-request", detail, members={"errors": errors})
    return text


def tag(text: str, number: int) -> str | None:
    """The tag that the action compares under its lock: one of those listed, the present one where it is among them.

    None for `*`, which any proposal meets. A weak tag is none that could be met (strong comparison).
    """
    listed = [each[1:-1] for each in parse_etags(text) if each.startswith('"')]
    if text == "*":
        return None
    row = Proposal.objects.filter(pk=number).first() if len(listed) > 1 else None
    if row and row.tag in listed:
        return row.tag
    return listed[0] if listed else text[:60]
