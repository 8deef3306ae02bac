"""`/routing`: what to do with each code as a table, and a checker for a table of one's own. Nothing pasted is kept."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors.routing import CONDITIONS, RULES, Checked, TableError, check, read, routing, rows, to_csv
from codes.harness_errors.strict_json import MOST_BYTES
from codes.releases.current import Current, current
from codes.web.answer import Offer, answer
from codes.web.at import at_version
from codes.web.negotiation import Form
from codes.web.question import asked_by_post, field
from codes.web.render import modified, page

from .wording import action_words

_EXAMPLE = """objective,outcome,next
*,upstream.rate_limited,retry_backoff
*,loop.*,retry
*,policy.*,human_review
*,*,give_up
"""


def _checked(request: HttpRequest) -> HttpResponse:
    """The answer to the form."""
    now = current()
    given, since = field(request, "table"), field(request, "since")
    before = at_version(since).registry if since else None
    found: Checked | None = None
    wrong = ""
    if len(given.encode("utf-8", "replace")) > MOST_BYTES:
        wrong = f"The table has more than {MOST_BYTES} bytes."
    else:
        try:
            found = check(read(given), now.registry, since=before)
        except TableError as error:
            wrong = str(error)
    context: dict[str, Any] = {"given": given, "since": since, "checked": found, "wrong": wrong, "rules": RULES}
    return HttpResponse(page("routing/checked.html", now, address="/routing", history=now.history, **context))


@asked_by_post(_checked)
def routing_page(request: HttpRequest) -> HttpResponse:
    """The table and the form."""
    now = current()
    body = page("routing/table.html", now, address="/routing", history=now.history, **_table(now))
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/routing", modified=modified(now))


def _table(now: Current) -> dict[str, Any]:
    found = [
        (rule, [(action_words(step.action), [CONDITIONS[each] for each in step.requires]) for step in rule.do])
        for rule in routing(now.registry).rules
    ]
    return {
        "routes": found,
        "checks": RULES,
        "example": _EXAMPLE,
        "switchboard": to_csv(rows(now.registry)).decode().replace("\r\n", "\n"),
    }
