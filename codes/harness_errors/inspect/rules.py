"""Every rule of the inspector. A rule's id is stable: programs may branch on it."""

from collections.abc import Mapping
from types import MappingProxyType

from .. import tcp_ap
from .finding import Rule


def _error(rule: str, section: str, summary: str) -> Rule:
    return Rule(rule, "error", section, summary)


def _ignored(rule: str, section: str, summary: str) -> Rule:
    return Rule(rule, "ignored", section, summary)


def _advice(rule: str, section: str, summary: str) -> Rule:
    return Rule(rule, "advice", section, summary)


_INPUT = (
    _error("input.too_large", "limits of this inspector", "Above 64 KiB nothing is read."),
    _error("input.encoding", "RFC 8259 8.1", "The text is not UTF-8, or begins with a byte order mark."),
    _error("input.syntax", "RFC 8259", "The text is not JSON."),
    _error("input.too_deep", "limits of this inspector", "Arrays and objects are nested deeper than 64."),
    _error(
        "input.duplicate_name", "RFC 7493 2.3", "An object has the same name twice, and readers differ in which counts."
    ),
    _error("input.number", "RFC 7493 2.2", "A number that no double holds, or a word such as NaN."),
    _error("input.string", "RFC 7493 2.1", "A string with NUL or half of a surrogate pair."),
    _error("input.no_object", "3", "No harness error object is in it."),
    _advice("input.no_error", "3", "What was given reports no error at all."),
)

_KIND = (
    _error("type.missing", "3", "Without `type` the object is about:blank: a plain problem, not a harness error."),
    _error("type.near_miss", "3", "`type` is nearly one of the two type URIs; only the exact strings count."),
    _error("type.other", "3", "`type` names another problem type."),
    _error(
        "type.unregistered", "3", "`type` looks like a type that IANA registered, with a fragment that is not this one."
    ),
    _error("code.missing", "4.1", "`code` is required."),
    _error("code.syntax", "4.1", "`code` is not written as a code."),
    _error("code.unknown_category", "4.1", "Neither a registered category nor a private one."),
    _advice("code.unknown", "4.1", "Not registered, in a known category: consumers treat it as a generic error of it."),
    _advice("code.look_alike", "4.1", "Not registered, and spelled or drawn like a code that is."),
    _advice("code.private", "4.1", "A private code: it means what its owner says, and nothing to anybody else."),
    _advice("code.deprecated", "12.2", "The code is deprecated."),
    _advice("code.should_have", "5.3", "The draft says that an object with this code should have this member."),
    _advice("title.missing", "3", "`title` should be there, as it is registered for the code."),
    _advice("title.differs", "3", "`title` should be the one that is registered for the code."),
    _advice("detail.missing", "3", "`detail` should say what happened this time."),
    _error("instance.syntax", "RFC 9457 3.1.5", "`instance` is no URI reference."),
)

_MEMBERS = (
    _ignored("member.json_type", "RFC 9457 3.1", "Consumers ignore a member of the wrong JSON type."),
    _ignored("member.range", "4", "The value is outside what the member can be, so it says nothing."),
    _ignored("member.unknown", "4", "Not a member of this problem type: consumers must ignore it."),
    _advice("member.look_alike", "4", "Not a member of this problem type, and nearly the name of one."),
    _ignored("origin.value", "4.2", "Not one of the five origins."),
    _advice("origin.differs", "4.2", "Another origin than the registry gives as the usual one for the code."),
    _advice("retryable.differs", "4.3", "Another value than the default of the code; the object's own counts."),
    _advice("model_recoverable.differs", "4.4", "Another value than the default of the code; the object's own counts."),
    _advice("model_feedback.unused", "4.5", "Text for the model, and the model is not expected to correct the error."),
    _advice("model_feedback.missing", "4.5", "The model could correct the error, and there is no text to tell it how."),
    _advice(
        "model_feedback.trust",
        "10",
        "Text for the model from another party: it deserves no more trust than that party.",
    ),
    _advice("retry_after.not_retryable", "4.6", "A time to wait before a retry that is not expected to help."),
    _advice("attempts.zero", "4.7", "The attempt that failed counts too, so there is at least one."),
    _advice("attempts.above_max", "4.8", "More attempts than the harness was configured to make."),
    _advice("attempts.left", "4.8", "Attempts are said to be used up, and some are left."),
    _error("limit.incomplete", "4.9", "A limit has a name and a value."),
    _advice("limit.name", "4.9", "Another limit than the registry knows for this code."),
    _advice("limit.unit_missing", "4.9", "A cost needs its currency."),
    _error("limit.unit_currency", "4.9", "The unit of a cost is an ISO 4217 code."),
    _advice("limit.not_exceeded", "4.9", "The observed value is below the limit."),
    _error("location.pointer", "4.10", "`pointer` is no JSON Pointer."),
)

_CAUSES = (
    _advice("causes.order", "4.12", "Causes go from the most to the least recent, and turns here go the other way."),
    _advice("causes.unrelated", "5.3", "What exhausted the retries is an output error, and this cause is none."),
    _ignored("causes.too_deep", "limits of this inspector", "Causes deeper than 16 are not read."),
    _ignored("causes.too_many", "limits of this inspector", "After 100 causes in all the rest is not read."),
)

_DISCLOSURE = (
    _error("disclosure.credential", "10", "Something in it looks like a credential, which belongs in no error object."),
    _advice("disclosure.personal", "11", "An e-mail address is in it."),
    _advice("disclosure.internal", "10", "A stack trace, file path or address inside a network is in it."),
    _advice("disclosure.long_text", "10", "A text so long that it may quote a prompt, an output or a tool's result."),
    _advice("disclosure.injection", "10", "Text for the model that reads like an order to it."),
    _advice(
        "disclosure.policy", "10", "Tells an untrusted consumer which guard stopped it; a less specific code exists."
    ),
)

_CARRIERS = (
    _error("carrier.place", "6", "The object stands where no binding puts it, so receivers will not find it."),
    _advice("carrier.several", "6", "More than one harness error object; the first was read."),
    _advice("carrier.code_only", "6.4", "Only a code is there; everything else is the registry's."),
    _advice("status.outside_http", "6.2", "`status` should be left out where the object does not travel over HTTP."),
    _error("status.differs", "RFC 9457 3.1.2", "`status` is not the status of the response."),
    _advice("status.recommended", "6.1", "Another HTTP status than the draft recommends for the code."),
    _advice("http.media_type", "6.1", "The media type should be application/problem+json."),
    _error("http.retry_after_syntax", "RFC 9110 10.2.3", "Retry-After is neither seconds nor a date."),
    _advice("http.retry_after", "4.6", "`retry_after` and the Retry-After header field should agree."),
    _error("mcp.is_error", "7.2", "The result has an error object and does not say isError: true."),
    _error("mcp.content", "7.2", "A tool execution error has at least one text item."),
    _advice("mcp.text", "7.2", "The first text item should be model_feedback, or else detail, and never more."),
    _error("mcp.meta_key", "7.1", "The object stands in `_meta` under another key than the binding's."),
    _advice("mcp.channel", "7.2", "The draft reports this code as a JSON-RPC error."),
    _advice("mcp.result_type", "MCP 2026-07-28", "Since 2026-07-28 every result says its resultType."),
    _error("a2a.required", "A2A", "The protocol requires a member that is missing."),
    _advice("a2a.state", "8.2", "Another task state than the draft gives for the code."),
    _advice("a2a.text", "8.2", "The status message should have a text part with the detail."),
    _error("a2a.error_data", "A2A 1.0 9.5", "In A2A 1.0 each entry of error.data is an object with @type."),
)  # fmt: skip

# The rules of TCP/AP are those of its own reader, under the names that findings have here.
TCP_AP: Mapping[str, Rule] = {
    name: _error(f"tcp_ap.{name.removeprefix('tcp-ap-').replace('-', '_')}", "TCP/AP", summary)
    for name, summary in tcp_ap.RULES.items()
}

RULES: Mapping[str, Rule] = MappingProxyType(
    {rule.id: rule for rule in (*_INPUT, *_KIND, *_MEMBERS, *_CAUSES, *_DISCLOSURE, *_CARRIERS, *TCP_AP.values())}
)
