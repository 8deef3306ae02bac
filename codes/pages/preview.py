"""`/releases/next/`: what the next release would be. A preview, never to be bundled."""

import logging
import threading
import time
from dataclasses import dataclass, replace

from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from codes.harness_errors.document import Registry
from codes.releases.candidate import NothingChanged, following
from codes.releases.current import Current, current
from codes.releases.diff import ImpossibleDifference
from codes.review import actions
from codes.review.actions import Upcoming
from codes.web.answer import Offer, answer, require_acceptable, validated
from codes.web.door import RETRY_AFTER, public
from codes.web.negotiation import Form
from codes.web.problems import Refusal
from codes.web.render import page

from .differences import groups

AUTHORITY = "preview"
# How long a preview is given again, in seconds: it reads and compares every row, and anybody may ask for it.
FRESH_SECONDS = 2.0
# How long to wait where rows and release contradict each other, in seconds: somebody has to put that right.
_MENDED_IN = 600

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Made:
    """A preview, or the refusal to make one, after the release `of`; `at` is in monotonic seconds."""

    of: Current
    at: float
    found: Upcoming | Refusal


class _Memory:
    made: _Made | None = None
    lock = threading.Lock()


@public
def next_release(request: HttpRequest) -> HttpResponse:
    now = current()
    found = _preview(now)
    changes = groups(found.made.difference.telling) if found.made else []
    body = page("releases/next.html", now, address="/releases/next/", next=found, groups=changes)
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/releases/next/", cache="no-store")


@public
def next_document(request: HttpRequest) -> HttpResponse:
    """The document as it would be published, marked as a preview; the latest one so marked where nothing waits."""
    now = current()
    require_acceptable(request, Form.JSON.bare_type)
    made = _preview(now).made
    registry: Registry = replace(made.registry if made else now.registry, authority=AUTHORITY)
    response = HttpResponse(registry.to_bytes(), content_type=Form.JSON.media_type)
    return validated(request, response, cache="no-store")


def _preview(now: Current) -> Upcoming:
    """What follows `now`, made once in a few seconds however many ask. Raises Refusal."""
    # Who has waited finds what the one before has made, also where that was a refusal: no queue before a database
    # that hangs.
    with _Memory.lock:
        made = _Memory.made
        if made is None or made.of is not now or time.monotonic() - made.at >= FRESH_SECONDS:
            found = _candidate(now)
            made = _Memory.made = _Made(now, time.monotonic(), found)
    if isinstance(made.found, Refusal):
        # A new one for each request, which the traceback of another does not stick to.
        raise replace(made.found)
    return made.found


def _candidate(now: Current) -> Upcoming | Refusal:
    """What publishing now would make. Needs the database."""
    try:
        waiting = [each.number for each in actions.approved() if not each.hidden]
        if waiting:
            return actions.upcoming(timezone.now(), waiting)
        # What somebody has put right in the rows by hand: there is nothing to apply, so nothing is locked.
        made = following(now.registry, now.signals, now.release.sha256, published=timezone.now())
        return Upcoming(made, (), ())
    except NothingChanged:
        return Upcoming(None, (), ())
    except (ImpossibleDifference, actions.Refused) as error:
        # 503 and not 409: whoever asks is in conflict with nothing and can resolve nothing.
        logger.error("The rows are no successor of %s: %s", now.release.version, error)
        detail = "What is registered now cannot follow the latest release. The operators have it in their log."
        return Refusal("unavailable", detail, headers={"Retry-After": str(_MENDED_IN)})
    except DatabaseError:
        detail = "The database is away, and a preview is made from it."
        return Refusal("unavailable", detail, headers={"Retry-After": RETRY_AFTER})
