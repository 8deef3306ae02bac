"""The calls about proposals. Each is: who calls, the body, what it was decided from, the action."""

from functools import cache
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from rest_framework.request import Request

from codes.api import acting, bodies, preconditions
from codes.api.acting import Acting, begin, made, once, send
from codes.api.auth import Caller
from codes.api.keyed import Answer
from codes.api.parsing import MergePatch, StrictJSON
from codes.review import actions
from codes.review.actions.act import visible
from codes.review.models import Proposal
from codes.review.states import State
from codes.web.answer import absolute

from . import contents, data, reading, schemas
from .moves import PROPOSE, ApiMove, Call
from .shapes import CREATE, PATCH


class Proposals(Acting):
    @schemas.LIST
    def get(self, request: Request) -> HttpResponse:
        return reading.listed(request)

    @schemas.CREATE
    def post(self, request: Request) -> HttpResponse:
        by, body = begin(request, PROPOSE, CREATE)
        content = _content(body["kind"], body.get("content", {}))
        at = acting.now()

        def make() -> Answer:
            row = actions.create(kind=body["kind"], content=content, by=by.account, at=at)
            return _shown(row, by, PROPOSE, status=201, Location=absolute(f"/api/v1/proposals/{row.number}"))

        return send(once(request, by, body, at, make))


class OneProposal(Acting):
    parser_classes = (StrictJSON, MergePatch)

    @schemas.READ
    def get(self, request: Request, number: int) -> HttpResponse:
        return reading.one(request, number)

    @schemas.CHANGE
    def patch(self, request: Request, number: int) -> HttpResponse:
        by, body = begin(request, PROPOSE, PATCH)
        asked = preconditions.required(request._request)
        reading.load(number, by)
        with transaction.atomic():
            # Locked here already: what is merged into must be what is replaced.
            row = _visible(number, by, lock=True)
            bodies.check(body["content"], _schema(row.kind), at="/content")
            content = contents.merged(row.content, body["content"])
            change = actions.save if row.state == State.DRAFT else actions.revise
            tag = preconditions.tag(asked, number)
            row = change(proposal=number, content=content, by=by.account, at=acting.now(), tag=tag)
        return send(_shown(row, by, PROPOSE))


class Act(Acting):
    """One move, which `as_view` is given."""

    move: ApiMove | None = None
    schema = schemas.MoveSchema()

    def post(self, request: Request, number: int) -> HttpResponse:
        move = self.move
        assert move is not None  # noqa: S101 -- the table of addresses says which
        by, body = begin(request, move.scope, move.body)
        at = acting.now()

        def make() -> Answer:
            tag = None
            if move.tagged:
                tag = preconditions.tag(preconditions.required(request._request), number)
            if move.scope == PROPOSE:
                # What a token may not read of, it may not speak of either; for officers the move itself asks.
                reading.load(number, by)
            said = dict(body)
            if said.get("content") is not None:
                said["content"] = _content(_visible(number, by).kind, said["content"])
            return _shown(move.act(Call(number, by.account, at, tag, said)), by, move.scope)

        move.prepare(number, at)
        return send(once(request, by, body, at, make))


def _shown(row: Proposal, by: Caller, scope: str, *, status: int = 200, **headers: str) -> Answer:
    """The proposal after the move, as whoever made it may read it."""
    found = data.detail(row, acting.now(), by.account, officer=scope != PROPOSE)
    return made(found, status=status, ETag=preconditions.etag(row), **headers)


def _visible(number: int, by: Caller, *, lock: bool = False) -> Proposal:
    """Raises NotThere as the actions do, before anything is said about what was sent."""
    rows = Proposal.objects.select_for_update() if lock else Proposal.objects.all()
    row = rows.filter(pk=number).first()
    if row is None or not visible(by.account, row):
        raise actions.NotThere("not_there", f"There is no proposal {number}.")
    return row


def _content(kind: str, content: Any) -> dict[str, Any]:
    """`content` as it is kept: of the shape of its kind, without members that are null. Raises Refusal."""
    bodies.check(content, _schema(kind), at="/content")
    found: dict[str, Any] = contents.merged({}, content)
    return found


@cache
def _schema(kind: str) -> dict[str, Any]:
    return contents.schema(kind)
