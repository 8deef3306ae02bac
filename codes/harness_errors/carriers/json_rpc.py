"""JSON-RPC errors (draft section 6.3), and what A2A makes of them (section 8.3)."""

from typing import Any

from .found import Found, Head, at, is_harness_error

# Which version of A2A a peer speaks shows in the header field that activates extensions.
_A2A_FIELDS = {"x-a2a-extensions": "0.3", "a2a-extensions": "1.0", "a2a-version": "1.0"}


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """The error of a JSON-RPC response, or of the HTTP binding of A2A 1.0, which is written alike."""
    error = data.get("error")
    if not isinstance(error, dict) or not ("jsonrpc" in data or _is_error(error)):
        return None
    member = "details" if isinstance(error.get("details"), list) else "data"
    content, place = error.get(member), at("", "error", member)
    if isinstance(content, list):
        places = [*_entries(content, place)]
        first = places[0] if places else (None, "")
        others = tuple(pointer for _, pointer in places[1:])
        return Found("a2a_error_1.0", first[0], first[1], error, "/error", others=others)
    known = next((_A2A_FIELDS[name] for name in _A2A_FIELDS if head and name in head.fields), None)
    found_in = f"a2a_error_{known}" if known else "json_rpc_error"
    if isinstance(content, dict):
        return Found(found_in, content, place, error, "/error")
    if is_harness_error(error):
        return Found("elsewhere", error, "/error", error, "/error")
    return Found(found_in, None, "", error, "/error")


def _is_error(error: dict[str, Any]) -> bool:
    return type(error.get("code")) is int and isinstance(error.get("message"), str)


def _entries(content: list[Any], place: str) -> list[tuple[dict[str, Any], str]]:
    """The harness error objects among the entries of A2A 1.0: the entry itself or its `value`."""
    found = []
    for index, entry in enumerate(content):
        if is_harness_error(entry):
            found.append((entry, at(place, index)))
        elif isinstance(entry, dict) and is_harness_error(entry.get("value")):
            found.append((entry["value"], at(place, index, "value")))
    return found
