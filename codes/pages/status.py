"""`/healthz` for machines, `/status` for people."""

from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from codes.harness_errors import canonical
from codes.releases import lag
from codes.releases.current import NothingPublished, current
from codes.review import queue
from codes.web.answer import Offer, answer, open_to_all
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.render import page

# Seconds that a process may answer from what is no longer the latest before it says that something is wrong.
LAGGING = 30


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while public reads can be answered, even from memory alone; 503 when there is nothing to answer from.

    `release` is what this process answers from, `latest` the newest there is (null while nobody can tell), and
    `publish_lag_seconds` for how long they have differed.
    """
    data: dict[str, Any] = {"database": _database(), "software": settings.VERSION}
    try:
        now = current()
    except NothingPublished:
        status = 503
        data |= {"status": "unavailable", "release": None, "latest": None, "publish_lag_seconds": None}
    else:
        status = 200
        behind = lag.behind(now, timezone.now()) if data["database"] == "ok" else None
        fine = behind is not None and behind.seconds <= LAGGING
        data |= {
            "status": "ok" if fine else "degraded",
            "release": now.release.version,
            "sha256": now.release.sha256,
            "published": now.release.published.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "latest": behind and behind.latest,
            "publish_lag_seconds": behind and behind.seconds,
        }
    response = HttpResponse(canonical.dumps(data), content_type="application/json", status=status)
    response.headers["Cache-Control"] = "no-store"
    open_to_all(response)
    return response


@public
def status(request: HttpRequest) -> HttpResponse:
    now = current()
    database = _database()
    waits = _queue() if database == "ok" else None
    behind = lag.behind(now, timezone.now()) if database == "ok" else None
    context: dict[str, Any] = {"app_version": settings.VERSION, "database": database, "queue": waits, "behind": behind}
    body = page("status.html", now, address="/status", **context)
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/status", cache="no-store")


def _queue() -> queue.Counts | None:
    """None where the database went away in between."""
    try:
        return queue.counts(timezone.now())
    except DatabaseError:
        return None


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "away"
    return "ok"
