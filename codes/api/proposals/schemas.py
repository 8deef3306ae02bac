"""The calls about proposals in the OpenAPI document."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiRequest, extend_schema

from codes.api import schema
from codes.api.pieces import ref
from codes.review.states import MOVES as TABLE
from codes.review.states import State

from . import components, reading
from .moves import PROPOSE, ApiMove

TAG = "proposals"
_READ = ("bad-request", "invalid-parameter", "unauthorized", "forbidden", "not-acceptable", "unavailable")
_WRITE = (
    "bad-request", "invalid-parameter", "invalid-body", "unauthorized", "forbidden", "not-acceptable",
    "content-too-large", "unsupported-media-type", "too-many-requests", "unavailable",
)  # fmt: skip
_KEYED = ("request-in-progress", "idempotency-key-reused")
_MOVED = ("not-permitted", "unknown-proposal", "conflict", "incomplete")
_TAGGED = ("precondition-failed", "precondition-required")

NUMBER = OpenApiParameter(
    "number", {"type": "integer", "minimum": 1, "maximum": 10**18 - 1}, OpenApiParameter.PATH,
    description="The number of the proposal.",
)  # fmt: skip
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!#-~]+$"},
    OpenApiParameter.HEADER,
    description="A new one for each new request; sent again with the same request within 24 hours, it has the same"
    " answer and no second effect.",
)


def if_match(state: State) -> OpenApiParameter:
    """With the tag of a proposal in `state` for an example."""
    example = f'"r{0 if state == State.DRAFT else 1}-{state}"'
    return OpenApiParameter(
        "If-Match", {"type": "string", "examples": [example]}, OpenApiParameter.HEADER, required=True,
        description="The ETag of the proposal that the change was decided from; `*` for any.",
    )  # fmt: skip


def needs(*scopes: str) -> Any:
    """A token with one of `scopes`: security requirements, where the library's types expect names alone."""
    return [{"token": [scope]} for scope in scopes]


def optionally(*scopes: str) -> Any:
    """No token, or one with one of `scopes`."""
    return [{}, *needs(*scopes)]


LIST = extend_schema(
    operation_id="listProposals",
    summary="List proposals",
    description="Every proposal that was submitted, newest first. With `mine=true` your own, drafts among them.",
    parameters=[each.openapi() for each in reading.PARAMETERS],
    responses=schema.answers("ProposalList", _READ),
    auth=optionally("read-own"),
    tags=[TAG],
)
CREATE = extend_schema(
    operation_id="createProposal",
    summary="Begin a proposal",
    description="A draft, which only you see. It is submitted by a call of its own, so that a refused submission never"
    " leaves it open whether there is a draft.",
    parameters=[KEY],
    request={"application/json": OpenApiRequest(ref("CreateProposalRequest"))},
    responses=schema.answers("Proposal", (*_WRITE, *_KEYED, "not-permitted", "conflict", "incomplete"), status=201),
    auth=needs(PROPOSE),
    tags=[TAG],
)
READ = extend_schema(
    operation_id="readProposal",
    summary="Read a proposal",
    description="All that the public may know. With a token: your own drafts (read-own or propose), private notes and"
    " votes before the decision (review), and in `moves` what is open to you.",
    parameters=[NUMBER],
    responses=schema.answers("Proposal", (*_READ, "unknown-proposal")),
    auth=optionally("read-own", PROPOSE, "review", "administer"),
    tags=[TAG],
)
CHANGE = extend_schema(
    operation_id="changeProposal",
    summary="Change members of a proposal",
    description="Members of the content, merged into what is there: the draft is saved, a submitted proposal gets a new"
    " revision.",
    parameters=[NUMBER, if_match(State.DRAFT)],
    request={
        kind: OpenApiRequest(ref("ChangeProposalRequest"))
        for kind in ("application/json", "application/merge-patch+json")
    },
    responses=schema.answers("Proposal", (*_WRITE, *_MOVED, *_TAGGED)),
    auth=needs(PROPOSE),
    tags=[TAG],
)
PUBLISH = extend_schema(
    operation_id="publishRelease",
    summary="Publish approved proposals as one release",
    description="All or none. The version follows from what they change. Each proposal is named with the tag that the"
    " decision to publish was made from.",
    parameters=[KEY],
    request={"application/json": OpenApiRequest(ref("PublishRequest"))},
    responses=schema.answers("PublishedRelease", (*_WRITE, *_KEYED, *_MOVED, "precondition-failed"), status=201),
    auth=needs("administer"),
    tags=[TAG],
)


class MoveSchema(AutoSchema):
    """A move as its row in `moves` describes it."""

    @property
    def _move(self) -> ApiMove:
        move: ApiMove = self.view.move  # type: ignore[attr-defined]  # of `Act` alone
        return move

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation and "required" not in self._move.body:
            operation["requestBody"].pop("required", None)
        return operation

    def get_operation_id(self) -> str:
        return self._move.operation

    def get_summary(self) -> str:
        return self._move.summary

    def get_description(self) -> str:  # type: ignore[override]  # as the library's own AutoSchema has it
        row = TABLE[self._move.name]
        who = " or ".join(sorted(each.value for each in row.who if each != "clock"))
        said = f"From {', '.join(row.sources)}. For: {who}."
        return f"{said} Needs: {row.guards}." if row.guards else said

    def get_tags(self) -> list[str]:
        return [TAG]

    def get_auth(self) -> Any:
        return needs(self._move.scope)

    def get_override_parameters(self) -> list[Any]:
        first = TABLE[self._move.name].sources[0]
        return [NUMBER, *([if_match(first)] if self._move.tagged else []), KEY]

    def get_request_serializer(self) -> Any:
        return {"application/json": OpenApiRequest(ref(components.request(self._move)))}

    def get_response_serializers(self) -> Any:
        return schema.answers("Proposal", (*_WRITE, *_KEYED, *_MOVED, *(_TAGGED if self._move.tagged else ())))
