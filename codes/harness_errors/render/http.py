"""An HTTP response (draft section 6.1, RFC 9457)."""

import json
import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from ..document import Registry
from ..problem_type import MEDIA_TYPE
from .given import checked
from .rendering import Rendering

# Beyond this a Retry-After says "never" and overflows readers; a year in seconds.
_LONGEST_WAIT = 366 * 24 * 3600


def http(found: Mapping[str, Any], registry: Registry) -> Rendering:
    """`content` is `{status, headers, body}`: the object's own `status` where it is an error status, else the one that
    Table 3 recommends; `body` repeats it. Raises NotRenderableError.
    """
    resolution = checked(found, registry)
    recommended = resolution.http_status or registry.problem_type.recommended_status
    notes = []
    own = found.get("status")
    status = recommended
    if type(own) is int and 400 <= own <= 599:
        status = own
        if own != recommended:
            notes.append(f"The object asks for {own}; Table 3 recommends {recommended} for this code.")
    elif own is not None:
        notes.append("The object's status is no error status, so the recommended one takes its place.")
    headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
    wait = found.get("retry_after")
    if isinstance(wait, int | float) and not isinstance(wait, bool) and 0 <= wait <= _LONGEST_WAIT:
        headers["Retry-After"] = str(math.ceil(wait))
    content = {"status": status, "headers": headers, "body": {**found, "status": status}}
    return Rendering("http", None, "response", content, tuple(notes))


def as_text(content: Mapping[str, Any]) -> str:
    """The rendering's `content` as an HTTP/1.1 message (RFC 9112), the body indented for people."""
    status = content["status"]
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
    head = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in content["headers"].items())]
    return "\r\n".join([*head, "", json.dumps(content["body"], indent=2)])
