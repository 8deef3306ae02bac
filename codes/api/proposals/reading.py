"""`proposals` and one of them, as far as whoever asks may read."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpResponse
from rest_framework.request import Request

from codes.api.acting import now
from codes.api.auth import Caller, caller, require
from codes.api.paging import CURSOR, Cursor, no_cursor, question
from codes.api.parameters import Parameter, read
from codes.api.preconditions import etag
from codes.harness_errors import canonical
from codes.releases.current import current
from codes.review import actions
from codes.review.kinds.names import KINDS
from codes.review.models import Proposal
from codes.review.states import State
from codes.web import sight
from codes.web.answer import PRIVATE, REVALIDATE, Offer, absolute, answer, open_to_all, require_acceptable
from codes.web.negotiation import Form

from . import data

USUAL = 50
_PATH = "/api/v1/proposals"
# What a cursor of this list says in the place of a version: newest first, so that nothing moves while somebody pages.
_WALK = "proposals"
PARAMETERS = (
    Parameter("state", "Proposals in this state.", accepts=tuple(State)),
    Parameter("kind", "Proposals of this kind.", accepts=KINDS),
    Parameter("code", "Proposals about this code.", longest=129, example="upstream.quota_exhausted"),
    Parameter("mine", "Your own, with drafts and what is out of public sight. Takes read-own.", accepts=("true",)),
    Parameter("limit", f"Rows on a page; {USUAL} where it is left out.", integer=(1, 100), example="20"),
    CURSOR,
)


def listed(request: Request) -> HttpResponse:
    """The list, newest first."""
    asked = read(request.query_params, PARAMETERS)
    mine = require(request, "read-own") if asked["mine"] else None
    if mine is None:
        caller(request)  # whoever sends a token means it
    rows = _rows(asked, mine)
    below = _below(asked)
    limit = int(asked["limit"] or USUAL)
    shown = list((rows.filter(number__lt=below) if below else rows)[: limit + 1])
    at = now()
    following = None
    if len(shown) > limit:
        cursor = Cursor(_WALK, question(asked), shown[limit - 1].number).text()
        kept = {name: value for name, value in asked.items() if value} | {"cursor": cursor}
        following = absolute(f"{_PATH}?{urlencode(kept)}")
    found = {
        "release": current().release.version,
        "count": rows.count(),
        "next": following,
        "results": [data.summary(row, at) for row in shown[:limit]],
    }
    offer = Offer(Form.JSON, lambda: canonical.dumps(found))
    return answer(request._request, [offer], address=_PATH, only=Form.JSON, cache=PRIVATE if mine else REVALIDATE)


def one(request: Request, number: int) -> HttpResponse:
    """One proposal. Its tag says what a change is asked against and nothing to a cache, so nobody may keep it."""
    read(request.query_params, ())
    require_acceptable(request._request, "application/json")
    by = caller(request)
    row = load(number, by)
    officer = by is not None and (by.may("review") or by.may("administer"))
    body = canonical.dumps(data.detail(row, now(), by.account if by else None, officer=officer))
    response = HttpResponse(body, content_type="application/json", headers={"ETag": etag(row)})
    response.headers["Cache-Control"] = PRIVATE if by else "no-store"
    if by is None:
        open_to_all(response)
    return response


def load(number: int, by: Caller | None) -> Proposal:
    """Raises NotThere where there is none for whoever asks: own drafts take the scope read-own or propose."""
    row = Proposal.objects.select_related("submitter", "release").filter(pk=number).first()
    if row is None or not _open_to(row, by):
        raise actions.NotThere("not_there", f"There is no proposal {number}.")
    return row


def _open_to(row: Proposal, by: Caller | None) -> bool:
    if sight.is_everybodys(row):
        return True
    if by is None or not sight.may_know_of(row, by.account):
        return False
    own = by.account.pk == row.submitter_id
    return any(by.may(scope) for scope in (("read-own", "propose") if own else ("review", "administer")))


def _rows(asked: Mapping[str, str], mine: Caller | None) -> QuerySet[Proposal]:
    rows = Proposal.objects.filter(submitter=mine.account) if mine else sight.everybodys()
    rows = rows.select_related("submitter", "release").order_by("-number")
    wanted: dict[str, Any] = {name: asked[name] for name in ("state", "kind") if asked[name]}
    if asked["code"]:
        wanted["target"] = f"code:{asked['code']}"
    return rows.filter(**wanted)


def _below(asked: Mapping[str, str]) -> int:
    """The number under which the page begins; 0 for the first page. Raises Refusal."""
    if not asked["cursor"]:
        return 0
    cursor = Cursor.read(asked["cursor"])
    if (cursor.version, cursor.question) != (_WALK, question(asked)):
        raise no_cursor()
    return cursor.offset
