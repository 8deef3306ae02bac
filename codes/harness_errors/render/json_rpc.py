"""A JSON-RPC 2.0 error response (draft section 6.3), for protocols without rules of their own."""

from collections.abc import Mapping
from typing import Any

from ..document import Registry
from .given import checked, outside_http, title
from .rendering import Rendering

INTERNAL_ERROR = -32603
INVALID_PARAMS = -32602


def json_rpc(
    found: Mapping[str, Any],
    registry: Registry,
    *,
    request_id: str | int | None = None,
    code: int = INTERNAL_ERROR,
    message: str | None = None,
) -> Rendering:
    """`content` is the whole response. The number and the message are the protocol's: the draft allocates none, so they
    are the caller's to choose; the message is the code's title where none is given. Raises NotRenderableError.
    """
    resolution = checked(found, registry)
    content = response(found, request_id, code, message or title(found, resolution))
    return Rendering("json-rpc", "2.0", "error", content)


def response(found: Mapping[str, Any], request_id: str | int | None, code: int, message: str) -> dict[str, Any]:
    error = {"code": code, "message": message, "data": outside_http(found)}
    return {"jsonrpc": "2.0", "id": request_id, "error": error}
