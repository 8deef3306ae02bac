"""`/healthz` for machines, `/status` for people."""

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from codes.harness_errors import canonical
from codes.releases.current import NothingPublished, current
from codes.review import queue
from codes.web.answer import Offer, answer, open_to_all
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.render import page


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while public reads can be answered, even from memory alone; 503 when there is nothing to answer from."""
    database = _database()
    try:
        release = current().release
    except NothingPublished:
        data, status = {"status": "unavailable", "database": database, "release": None}, 503
    else:
        data, status = (
            {
                "status": "ok" if database == "ok" else "degraded",
                "database": database,
                "release": release.version,
                "sha256": release.sha256,
                "published": release.published.strftime("%Y-%m-%dT%H:%M:%SZ"),
            },
            200,
        )
    response = HttpResponse(canonical.dumps(data), content_type="application/json", status=status)
    response.headers["Cache-Control"] = "no-store"
    open_to_all(response)
    return response


@public
def status(request: HttpRequest) -> HttpResponse:
    now = current()
    database = _database()
    waits = _queue() if database == "ok" else None
    software = settings.VERSION
    body = page("status.html", now, address="/status", app_version=software, database=database, queue=waits)
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
