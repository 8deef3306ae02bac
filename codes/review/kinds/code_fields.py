"""The members that say what a code would be: the registered fields, and the advice beside them."""

from collections.abc import Sequence
from typing import Any

from codes.harness_errors import vocabulary
from codes.harness_errors.routing.usual import usual
from codes.registry.models import Code, Reference

from . import texts
from .fields import Field

JUSTIFICATION_MIN = 40
DESCRIPTION_MAX = 2000
ACTIONS = (
    "retry_unchanged", "feed_back_to_model", "adjust_limit", "ask_human", "fix_configuration", "read_causes", "give_up",
    "stop",
)  # fmt: skip

DESCRIBING = (
    Field("title", "line", "Title", "meaning", "A name of a few words, such as Tool Timeout.", 3, 80),
    Field(
        "description",
        "text",
        "Description",
        "meaning",
        "When a harness reports this code, in plain text.",
        1,
        DESCRIPTION_MAX,
    ),
)
DEFAULTS = (
    Field(
        "default_retryable",
        "boolean",
        "retryable by default",
        "defaults",
        "May the same request succeed if it is sent again unchanged? Consumers use this where an error does not say.",
    ),
    Field(
        "retryable_justification",
        "text",
        "Why this default for retryable",
        "defaults",
        "What does a consumer gain or lose by trying again?",
        JUSTIFICATION_MIN,
        DESCRIPTION_MAX,
    ),
    Field(
        "default_model_recoverable",
        "boolean",
        "model_recoverable by default",
        "defaults",
        "Can the model put it right if it is told of the error?",
    ),
    Field(
        "model_recoverable_justification",
        "text",
        "Why this default for model_recoverable",
        "defaults",
        "What can the model do differently?",
        JUSTIFICATION_MIN,
        DESCRIPTION_MAX,
    ),
)
REFERENCE = (
    Field(
        "reference",
        "reference",
        "Reference",
        "reference",
        "The specification that defines it: an RFC, an Internet-Draft, or a stable public page, with the section.",
    ),
    Field("publisher", "line", "Who publishes the specification", "reference", "", 2, 200),
    Field(
        "one_person_can_remove",
        "boolean",
        "One person alone can take the specification down",
        "reference",
        "An honest yes does not end the request; experts weigh how stable the specification is.",
    ),
)
CONTROLLER = (
    Field(
        "change_controller",
        "line",
        "Change controller",
        "controller",
        "Who may ask for changes later: an organisation, a working group, or a person.",
        2,
        200,
    ),
    Field(
        "relation",
        "line",
        "Your relation to the change controller",
        "controller",
        "For example: I am employed there; I am an author of the specification; none.",
        2,
        200,
        registered=False,
    ),
)
ADVICE = (
    Field(
        "origin",
        "choice",
        "Origin",
        "advice",
        "Where the failure begins.",
        choices=vocabulary.ORIGINS,
    ),
    Field("http_status", "integer", "HTTP status", "advice", "Left empty: that of the category.", 400, 599, False),
    Field(
        "mcp_channel",
        "choice",
        "Channel in MCP",
        "advice",
        "Left empty: like most codes of the category.",
        required=False,
        choices=tuple(Code.Channel.values),
    ),
    Field(
        "mcp_jsonrpc_code",
        "integer",
        "JSON-RPC code in MCP",
        "advice",
        "For a JSON-RPC error only.",
        -32768,
        -32000,
        False,
    ),
    Field(
        "a2a_state",
        "choice",
        "Task state in A2A",
        "advice",
        "Left empty: failed.",
        required=False,
        choices=vocabulary.A2A_STATES,
    ),
    Field(
        "actions",
        "words",
        "What a consumer may do, in order",
        "advice",
        "Left empty: what follows from the defaults and the category.",
        required=False,
        choices=ACTIONS,
    ),
    Field(
        "owner",
        "line",
        "Who can put it right",
        "advice",
        "Left empty: by origin; the operator where the configuration is to be fixed.",
        1,
        80,
        False,
    ),
)

_OWNERS = {
    "harness": "harness developer",
    "model": "model / prompt author",
    "tool": "tool owner",
    "upstream": "provider",
    "user": "the human",
}


def named(*groups: tuple[Field, ...]) -> dict[str, Field]:
    """Fields by name, in the order of the form."""
    return {field.name: field for group in groups for field in group}


def columns(content: dict[str, Any], category: Any, siblings: list[Code]) -> dict[str, Any]:
    """The columns of the row that `content`, complete, asks for. What it leaves open follows `category` and the codes
    beside it.
    """
    channel = content.get("mcp_channel") or _usual_channel(siblings)
    jsonrpc = content.get("mcp_jsonrpc_code")
    if channel == Code.Channel.JSONRPC_ERROR and jsonrpc is None:
        jsonrpc = -32603
    status = content.get("http_status") or category.recommended_status
    actions = content.get("actions") or _usual_actions(content, category.name, status)
    return {
        "title": content["title"],
        "description": content["description"],
        "default_retryable": content["default_retryable"],
        "default_model_recoverable": content["default_model_recoverable"],
        "change_controller": content["change_controller"],
        "origin": content["origin"],
        "http_status": status,
        "mcp_channel": channel,
        "mcp_jsonrpc_code": jsonrpc if channel == Code.Channel.JSONRPC_ERROR else None,
        "a2a_state": content.get("a2a_state") or "failed",
        "actions": actions,
        "owner": content.get("owner") or _usual_owner(content["origin"], actions),
    }


def present(row: Code) -> dict[str, Any]:
    """The members as `row` has them: what a change begins with."""
    names = (
        "title", "description", "default_retryable", "default_model_recoverable", "change_controller", "origin",
        "http_status", "mcp_channel", "mcp_jsonrpc_code", "a2a_state", "actions", "owner",
    )  # fmt: skip
    found = {name: getattr(row, name) for name in names}
    first = row.references.order_by("title", "url", "section").first()
    if first:
        found["reference"] = {"title": first.title, "url": first.url, "section": first.section}
    return found


def set_reference(row: Code, content: dict[str, Any]) -> None:
    """The one reference of the content in place of the first of the row."""
    wanted = texts.reference(content["reference"])
    first = row.references.order_by("title", "url", "section").first()
    if first is None:
        Reference.objects.create(code=row, **wanted)
    elif {name: getattr(first, name) for name in wanted} != wanted:
        Reference.objects.filter(pk=first.pk).update(**wanted)


def _usual_channel(siblings: list[Code]) -> str:
    channels = sorted(row.mcp_channel for row in siblings)
    return max(channels, key=channels.count) if channels else Code.Channel.TOOL_EXECUTION_ERROR


def _usual_actions(content: dict[str, Any], category: str, status: int) -> list[str]:
    found = []
    if content["default_retryable"]:
        found.append("retry_unchanged")
    if content["default_model_recoverable"]:
        found.append("feed_back_to_model")
    return [*found, *usual(category, status, retryable=content["default_retryable"]), "give_up"]


def _usual_owner(origin: str, actions: Sequence[str]) -> str:
    """Who runs the harness mends its configuration, wherever the refusal came from."""
    return "operator" if "fix_configuration" in actions else _OWNERS[origin]
