"""`/releases/next/`: what the next release would be. A preview, never to be bundled."""

from dataclasses import replace

from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from codes.harness_errors.document import Registry
from codes.releases.candidate import Candidate, NothingChanged, following
from codes.releases.current import Current, current
from codes.web.answer import Offer, answer, require_acceptable, validated
from codes.web.door import RETRY_AFTER, public
from codes.web.negotiation import Form
from codes.web.problems import Refusal
from codes.web.render import page

from .differences import groups

AUTHORITY = "preview"


@public
def next_release(request: HttpRequest) -> HttpResponse:
    now = current()
    made = _candidate(now)
    changes = groups(made.difference.telling) if made else []
    body = page("releases/next.html", now, address="/releases/next/", made=made, groups=changes)
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/releases/next/", cache="no-store")


@public
def next_document(request: HttpRequest) -> HttpResponse:
    """The document as it would be published, marked as a preview; the latest one so marked where nothing waits."""
    now = current()
    require_acceptable(request, Form.JSON.bare_type)
    made = _candidate(now)
    registry: Registry = replace(made.registry if made else now.registry, authority=AUTHORITY)
    response = HttpResponse(registry.to_bytes(), content_type=Form.JSON.media_type)
    return validated(request, response, cache="no-store")


def _candidate(now: Current) -> Candidate | None:
    """Reads the rows, so it needs the database. Raises Refusal while that is away."""
    try:
        return following(now.registry, now.signals, now.release.sha256, published=timezone.now())
    except NothingChanged:
        return None
    except DatabaseError:
        raise Refusal(
            "unavailable", "The database is away, and a preview is made from it.", headers={"Retry-After": RETRY_AFTER}
        ) from None
