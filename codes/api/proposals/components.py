"""What a proposal is in the OpenAPI document, and what the bodies of its calls are."""

from typing import Any

from codes.api.pieces import COUNT, TEXT, TIME, URL, array, listed, maybe, nullable, obj, ref
from codes.review.kinds import KINDS
from codes.review.states import MOVES as TABLE
from codes.review.states import State
from codes.review.verdicts import CHECKS, REASONS, VERDICTS

from . import contents
from .moves import MOVES, ApiMove
from .shapes import CONTENT, PUBLISH, of

_FLAG = {"type": "boolean"}


def components() -> dict[str, Any]:
    """Every component about proposals by name."""
    found = {contents.component(kind): contents.schema(kind) for kind in KINDS}
    found["ProposalContent"] = {"anyOf": [ref(contents.component(kind)) for kind in KINDS]}
    found |= {
        "Person": obj({"id": TEXT, "name": TEXT}),
        "Clock": obj({"name": TEXT, "due": TIME, "paused": _FLAG, "words": TEXT}),
        "Check": obj({"holds": _FLAG, "why": TEXT}),
        "Vote": _vote(),
        "ProposalSummary": obj(_summary()),
        "Proposal": obj({**_summary(), **_detail()}),
        "ProposalList": listed(ref("ProposalSummary")),
        "PublishedRelease": obj(
            {
                "version": ref("Version"),
                "published": TIME,
                "sha256": ref("Sha256"),
                "href": URL,
                "proposals": array({"type": "integer"}),
            }
        ),
        "CreateProposalRequest": _create(),
        "ChangeProposalRequest": {
            **of({"content": ref("ProposalContent")}, "content"),
            "description": "RFC 7396: a member that is null is taken away, one that is left out stays.",
            "examples": [{"content": {"title": "Upstream Quota Spent", "why_not_nearest": None}}],
        },
        "PublishRequest": {**PUBLISH, "examples": [{"proposals": [{"number": 12, "tag": "r1-approved"}]}]},
    }
    return found | {request(move): body(move) for move in MOVES.values()}


def request(move: ApiMove) -> str:
    """The name of the body of `move`: SubmitProposalRequest."""
    return f"{move.operation[0].upper()}{move.operation[1:]}Request"


def body(move: ApiMove) -> dict[str, Any]:
    properties = {
        name: ref("ProposalContent") if shape is CONTENT else shape for name, shape in move.body["properties"].items()
    }
    return {**move.body, "properties": properties, "examples": [move.example]}


def _create() -> dict[str, Any]:
    """Kind and content go together."""
    choices = [
        of({"kind": {"type": "string", "enum": [kind]}, "content": ref(contents.component(kind))}, "kind")
        for kind in KINDS
    ]
    example = {"kind": "new_code", "content": MOVES["save"].example["content"]}
    return {"oneOf": choices, "examples": [example]}


def _summary() -> dict[str, Any]:
    return {
        "number": {"type": "integer", "minimum": 1},
        "kind": {"type": "string", "enum": list(KINDS)},
        "name": TEXT,
        "target": {"type": ["string", "null"], "description": "What it is about: `code:tool.timeout`, for example."},
        "state": {"type": "string", "enum": list(State)},
        "revision": {**COUNT, "description": "0 until it is submitted."},
        "tag": {**TEXT, "description": "What If-Match names, without its quotes."},
        "submitter": ref("Person"),
        "created": TIME,
        "submitted": maybe(TIME),
        "changed": TIME,
        "decided": maybe(TIME),
        "published_in": {"type": ["string", "null"], "description": "The release that it is part of."},
        "escalated": _FLAG,
        "appealed": _FLAG,
        "hidden": _FLAG,
        "next": {**TEXT, "description": "Who acts next, in words."},
        "due": nullable(ref("Clock")),
        "href": URL,
        "permalink": URL,
    }


def _detail() -> dict[str, Any]:
    revision = obj({"number": COUNT, "created": TIME, "sha256": ref("Sha256"), "content": {"type": "object"}})
    comment = obj(
        {
            "kind": {"type": "string", "enum": ["comment", "question", "answer", "note"]},
            "author": ref("Person"),
            "written": TIME,
            "text": TEXT,
        }
    )
    concern = obj({"id": COUNT, "expert": ref("Person"), "raised": TIME, "text": TEXT, "lifted": maybe(TIME)})
    decision = obj(
        {
            "move": TEXT,
            "at": TIME,
            "reference": maybe(TEXT),
            "reason": maybe(TEXT),
            "reason_code": maybe(TEXT),
            "would_succeed": maybe(TEXT),
        }
    )
    moves = {"type": "string", "enum": [name for name in TABLE if name in MOVES]}
    return {
        "content": {"type": "object", "description": "Of the draft, or of the latest revision."},
        "revisions": array(revision),
        "clocks": array(ref("Clock")),
        "assigned": array(ref("Person")),
        "comments": array(comment),
        "concerns": array(concern),
        "votes": {**array(ref("Vote")), "description": "Those that count; open to the public once it is decided."},
        "waits_for": maybe(TEXT),
        "decision": nullable(decision),
        "moves": {**array(moves), "description": "Those that are open to whoever asks. Guards may still refuse one."},
    }


def _vote() -> dict[str, Any]:
    return obj(
        {
            "expert": ref("Person"),
            "revision": COUNT,
            "cast": TIME,
            "verdict": {"type": "string", "enum": list(VERDICTS)},
            "checks": obj(dict.fromkeys(CHECKS, ref("Check"))),
            "nearest": array(TEXT),
            "reason_code": {"type": ["string", "null"], "enum": [*REASONS, None]},
            "would_succeed": maybe(TEXT),
        }
    )
