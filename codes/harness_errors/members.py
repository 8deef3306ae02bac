"""The members of a harness error object: name, JSON type and meaning of each (draft sections 3 and 4).

One table behind the page of the problem type, its JSON form and its JSON Schema. Descriptions are plain text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Member:
    """One member.

    `json_type` is the word of JSON Schema (`string`, `number`, `integer`, `boolean`, `object` or `array`);
    `required` says whether the object that holds it must have it; `section` is the draft's, or names RFC 9457.
    """

    name: str
    json_type: str
    required: bool
    section: str
    description: str


def _must(name: str, json_type: str, section: str, description: str) -> Member:
    return Member(name, json_type, True, section, description)


def _may(name: str, json_type: str, section: str, description: str) -> Member:
    return Member(name, json_type, False, section, description)


MEMBERS: tuple[Member, ...] = (
    _must("type", "string", "3", "One of the two type URIs. It is what makes this a harness error object."),
    _may("title", "string", "3", "The title registered for the code. For people; never branch on it."),
    _may("status", "integer", "6.2", "HTTP status code of the response. Leave it out outside HTTP."),
    _may("detail", "string", "3", "What happened this time, for an operator to read. Never branch on it."),
    _may("instance", "string", "RFC 9457 3.1.5", "URI reference that names this one occurrence."),
    _must("code", "string", "4.1", "The kind of error: a registered code, or a private one that begins with x-."),
    _may("origin", "string", "4.2", "The component in which the error arose."),
    _may(
        "retryable",
        "boolean",
        "4.3",
        "Whether the same operation, repeated unchanged, may well succeed. When absent, the registered default"
        " of the code holds.",
    ),
    _may(
        "model_recoverable",
        "boolean",
        "4.4",
        "Whether the model may well correct the error once it is told of it in a later turn; independent of"
        " retryable. When absent, the registered default of the code holds.",
    ),
    _may(
        "model_feedback",
        "string",
        "4.5",
        "Text for the model, so that it can correct itself. From another party it is untrusted text.",
    ),
    _may("retry_after", "number", "4.6", "Seconds to wait before a retry, zero or more."),
    _may("attempts", "integer", "4.7", "Attempts made so far, counting the one that produced this error."),
    _may("max_attempts", "integer", "4.8", "Attempts that the harness was configured to make."),
    _may("limit", "object", "4.9", "The limit that was exceeded."),
    _may("location", "object", "4.10", "Where in the run the error arose."),
    _may("upstream", "object", "4.11", "What a remote component reported, unchanged. Never branch on it."),
    _may("causes", "array", "4.12", "The problem details objects that led to this error, most recent first."),
)

# By the name of the member that holds them.
NESTED_MEMBERS: Mapping[str, tuple[Member, ...]] = MappingProxyType(
    {
        "limit": (
            _must(
                "name",
                "string",
                "4.9",
                "Which limit: for example turns, input_tokens, output_tokens, context_tokens, cost or"
                " wall_clock_seconds.",
            ),
            _must("value", "number", "4.9", "The limit as it is configured."),
            _may("observed", "number", "4.9", "The value that was measured, where it is known."),
            _may(
                "unit",
                "string",
                "4.9",
                "The unit, where the name does not say it. For cost: an ISO 4217 currency code, such as EUR.",
            ),
        ),
        "location": (
            _may("run_id", "string", "4.10", "The run."),
            _may("turn", "integer", "4.10", "The turn within the run; the first is 1."),
            _may("tool_name", "string", "4.10", "The tool that was called or asked for."),
            _may("tool_call_id", "string", "4.10", "The call, as the model API names it."),
            _may("pointer", "string", "4.10", "JSON Pointer (RFC 6901) to the place in the structured output."),
        ),
        "upstream": (
            _may("provider", "string", "4.11", "Who reported it: a vendor, or a protocol such as mcp or a2a."),
            _may("status", "integer", "4.11", "The HTTP status code that was received."),
            _may("code", "string", "4.11", "The provider's error code. A number is written as a string."),
            _may("stop_reason", "string", "4.11", "The stop reason of the model API."),
        ),
    }
)
