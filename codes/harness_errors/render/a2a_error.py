"""A2A protocol errors (draft section 8.3): JSON-RPC in 0.3 and 1.0, and the HTTP+JSON binding of 1.0.

Which number is sent A2A decides. 1.0 takes only an array of ProtoJSON `Any` as `data`; a Protocol Buffers library
parses an `Any` of a type it knows, so the object travels in a `google.protobuf.Struct`, after the ErrorInfo that A2A
recommends.
"""

from collections.abc import Mapping
from typing import Any

from ..document import Registry
from .a2a import known
from .given import checked, outside_http, title
from .json_rpc import INTERNAL_ERROR, response
from .rendering import NotRenderableError, Rendering

ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"
STRUCT = "type.googleapis.com/google.protobuf.Struct"
DOMAIN = "a2a-protocol.org"

# The names of A2A's errors, as ErrorInfo writes them in `reason`.
REASONS = {
    -32001: "TASK_NOT_FOUND",
    -32002: "TASK_NOT_CANCELABLE",
    -32003: "PUSH_NOTIFICATION_NOT_SUPPORTED",
    -32004: "UNSUPPORTED_OPERATION",
    -32005: "CONTENT_TYPE_NOT_SUPPORTED",
    -32006: "INVALID_AGENT_RESPONSE",
    -32007: "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
    -32008: "EXTENSION_SUPPORT_REQUIRED",
    -32009: "VERSION_NOT_SUPPORTED",
    -32600: "INVALID_REQUEST",
    -32601: "METHOD_NOT_FOUND",
    -32602: "INVALID_PARAMS",
    INTERNAL_ERROR: "INTERNAL_ERROR",
}


def protocol_error(
    found: Mapping[str, Any],
    registry: Registry,
    version: str,
    *,
    request_id: str | int = 1,
    code: int = INTERNAL_ERROR,
) -> Rendering:
    """`content` is the whole JSON-RPC message. Raises NotRenderableError, also for a `code` that A2A does not have."""
    known(version)
    resolution = checked(found, registry)
    if code not in REASONS:
        raise NotRenderableError("/options/code", f"{code} is no error of A2A.")
    content = response(found, request_id, code, title(found, resolution))
    if version != "0.3":
        content["error"]["data"] = details(found, code)
    return Rendering("a2a", version, "protocol_error", content)


def http_error(found: Mapping[str, Any], registry: Registry) -> Rendering:
    """`content` is the body of a 500 in the HTTP+JSON binding of 1.0. Raises NotRenderableError."""
    resolution = checked(found, registry)
    error = {
        "code": 500,
        "status": "INTERNAL",
        "message": title(found, resolution),
        "details": details(found, INTERNAL_ERROR),
    }
    return Rendering("a2a", "1.0", "http_error", {"error": error})


def details(found: Mapping[str, Any], code: int) -> list[dict[str, Any]]:
    return [
        {"@type": ERROR_INFO, "reason": REASONS[code], "domain": DOMAIN},
        {"@type": STRUCT, "value": outside_http(found)},
    ]
