"""What a harness makes of an error object that another party sent: draft sections 7.3, 8.4 and 8.5."""

from collections.abc import Mapping
from typing import Any

from .document import Registry
from .problem_type import TYPE_URI
from .resolve import resolve

AGENT_FAILED = "upstream.agent_failed"
# Enough to see who failed first and what it went through. The limits of the inspector are not below these.
DEEPEST, MOST = 16, 100


def over_mcp(received: dict[str, Any]) -> dict[str, Any]:
    """Section 7.3: the code is used as it is, and `origin` is `tool` where the sender named none."""
    return received if isinstance(received.get("origin"), str) else {**received, "origin": "tool"}


def over_json_rpc(received: dict[str, Any]) -> dict[str, Any]:
    """Section 6.3: the code in `data` goes before the JSON-RPC code, and is used as it is."""
    return received


def wrap(
    received: dict[str, Any],
    registry: Registry,
    *,
    model_recoverable: bool,
    detail: str | None = None,
    upstream: Mapping[str, Any] | None = None,
    deepest: int = DEEPEST,
    most: int = MOST,
) -> dict[str, Any]:
    """Sections 8.4 and 8.5: upstream.agent_failed around an object that a remote agent sent, which is not rewritten.

    `model_recoverable` is for the caller to decide: true only if its own model could react, for example by rephrasing
    the request. `retryable` is that of the received object, or the default of its code. At most `deepest` levels of
    causes and about `most` objects are kept; the innermost of the first chain always is. `upstream` is what the
    protocol said besides, without `provider`. Text for the model stays inside: it is the other party's.
    """
    entry = registry.code(AGENT_FAILED)
    own = received.get("retryable")
    code = received.get("code")
    default = resolve(code, registry).retryable.value if isinstance(code, str) else False
    found: dict[str, Any] = {"type": TYPE_URI, "code": AGENT_FAILED, "origin": "upstream"}
    if entry:
        found["title"] = entry.title
    if detail is not None:
        found["detail"] = detail
    found["retryable"] = own if isinstance(own, bool) else default
    found["model_recoverable"] = model_recoverable
    if upstream is not None:
        found["upstream"] = {"provider": "a2a", **upstream}
    found["causes"] = [_truncated(received, deepest, [most])]
    return found


def _truncated(error: dict[str, Any], deepest: int, left: list[int]) -> dict[str, Any]:
    """`error` with at most `deepest` levels, itself counted. Where levels go, those in the middle go."""
    left[0] -= 1
    causes = error.get("causes")
    if not isinstance(causes, list) or not causes:
        return error
    first, *others = causes
    if deepest <= 2 or left[0] <= 1:
        return {**error, "causes": [_innermost(first)]} if deepest > 1 else _innermost(error)
    kept = [_truncated(first, deepest - 1, left) if isinstance(first, dict) else first]
    for cause in others:
        if left[0] <= 0:
            break
        if isinstance(cause, dict):
            kept.append(_truncated(cause, deepest - 1, left))
        else:
            left[0] -= 1
            kept.append(cause)
    return {**error, "causes": kept}


def _innermost(error: Any) -> Any:
    """Where the chain of first causes ends. A chain without an end cannot come from JSON."""
    while isinstance(error, dict) and isinstance(error.get("causes"), list) and error["causes"]:
        error = error["causes"][0]
    return error
