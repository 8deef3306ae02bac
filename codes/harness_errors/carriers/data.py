"""JSON data of any carrier: which finder knows it."""

import dataclasses
from typing import Any

from . import a2a, json_rpc, mcp, opentelemetry, plain, tcp_ap
from .found import Found, Head, is_harness_error

# The most telling first: a TCP/AP envelope has an `error` too, and a task a `status`.
_FINDERS = (tcp_ap.find, json_rpc.find, a2a.find, mcp.find, opentelemetry.find, plain.find)


def find(data: Any, head: Head | None = None) -> Found:
    """What `data` is and where the harness error object stands in it. `head` is that of the response it came in."""
    if not isinstance(data, dict):
        found = _in_batch(data, head) or plain.search(data)
    elif is_harness_error(data):
        found = Found("object", data)
    else:
        found = next((each for finder in _FINDERS if (each := finder(data, head))), None)
    if found is None:
        return Found("nothing" if head is None else "http_response", holder=data, head=head)
    if head is None:
        return found
    return dataclasses.replace(
        found, head=head, found_in="http_response" if found.found_in == "object" else found.found_in
    )


def _in_batch(data: Any, head: Head | None) -> Found | None:
    """The first message with an object in a batch of JSON-RPC."""
    for index, each in enumerate(data if isinstance(data, list) else ()):
        if not (isinstance(each, dict) and "jsonrpc" in each):
            return None
        found = find(each, head)
        if is_harness_error(found.object):
            pointer, holder, *others = (
                f"/{index}{place}" for place in (found.pointer, found.holder_pointer, *found.others)
            )
            return dataclasses.replace(found, pointer=pointer, holder_pointer=holder, others=tuple(others))
    return None


def elsewhere(found: Found) -> Found:
    """`found`, or an object that stands in a carrier we know at a place where no binding puts it.

    For whoever is to be told of it: receivers do not look there, so what the carrier says stands for them. What ended
    well may quote errors, and is left alone.
    """
    if found.no_error or found.found_in == "tcp_ap" or is_harness_error(found.object):
        return found
    inside = plain.search(found.holder)
    if inside is None:
        return found
    pointer, *others = (found.holder_pointer + each for each in (inside.pointer, *inside.others))
    return dataclasses.replace(
        found, found_in="elsewhere", object=inside.object, pointer=pointer, others=tuple(others), code_only=False
    )
