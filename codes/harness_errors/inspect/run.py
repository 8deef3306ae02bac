"""The inspection as a whole: find the object, check it, check how it travels, say what counts and what to do."""

import dataclasses
from typing import Any

from ..carriers import Found, elsewhere, read, read_data
from ..document import Registry, Signals
from ..strict_json import StrictJSONError
from . import in_a2a, in_http, in_mcp, in_tcp_ap, objects, report
from .finding import Finding
from .notes import Notes
from .report import Report
from .rules import RULES


def inspect(data: Any, registry: Registry, *, signals: Signals | None = None) -> Report:
    """What is right and wrong with an error object, and what a consumer makes of it.

    `data` is text as `str` or UTF-8 `bytes` (JSON, a whole HTTP response, a log line) or JSON data of any carrier.
    Never raises for what `data` holds: that it cannot be read, or is no error object, is a finding. Reading is lenient
    as RFC 9457 asks of consumers; the findings are strict. With `signals`, the crosswalk, the error of a TCP/AP
    response becomes the object that it translates to.
    """
    try:
        found = read(data, registry) if isinstance(data, str | bytes) else read_data(data, registry)
    except StrictJSONError as error:
        return report.without_object("nothing", [_unreadable(error)], registry)
    found = elsewhere(found)
    notes = Notes(found.pointer)
    if found.found_in == "tcp_ap":
        in_tcp_ap.check(found, notes)
        if signals and not found.no_error:
            found = dataclasses.replace(found, object=in_tcp_ap.translated(found, registry, signals))
    if found.object is None:
        _nothing(found, notes)
        return report.without_object(found.found_in, notes.findings, registry)
    if found.code_only or found.found_in == "tcp_ap":
        return _made(found, registry, notes)
    node = objects.check(found.object, registry, notes)
    _carrier(node, found, notes)
    return report.of(node, found.found_in, found.pointer, notes.findings)


# What to say about an object that was made here, and not by whoever sent the code or the TCP/AP error.
_SENDERS = frozenset({"code.private", "code.unknown", "code.unknown_category", "code.look_alike", "code.deprecated"})


def _made(found: Found, registry: Registry, notes: Notes) -> Report:
    own = Notes()
    node = objects.check(found.object or {}, registry, own)
    kept = [each for each in own.findings if each.rule in _SENDERS]
    notes.findings += [dataclasses.replace(each, pointer=found.pointer) for each in kept]
    if found.code_only:
        message = "Only the code is here, so every other value is the registry's."
        notes.at("carrier.code_only", found.pointer, message)
    return report.of(node, found.found_in, found.pointer, notes.findings)


def _carrier(node: objects.Node, found: Found, notes: Notes) -> None:
    subject = node.subject
    in_http.check(subject, found)
    if found.found_in == "mcp_result":
        in_mcp.check(subject, found)
    elif found.found_in.startswith("a2a_task"):
        in_a2a.check_task(subject, found)
    elif found.found_in.startswith("a2a_error"):
        in_a2a.check_error(subject, found)
    elif found.found_in == "elsewhere":
        notes.at("carrier.place", found.pointer, "No binding puts an object here, so receivers will not look for it.")
    for pointer in found.others:
        notes.at(
            "carrier.several", pointer, "Another harness error object. The first one was read; others go in `causes`."
        )
    if found.found_in not in ("object", "http_response", "log_line") and "model_feedback" in subject.read:
        message = "It comes from another party: insert it with no more trust than that party's other output."
        subject.say("model_feedback.trust", "/model_feedback", message)


def _nothing(found: Found, notes: Notes) -> None:
    if found.no_error:
        notes.at("input.no_error", found.holder_pointer, found.no_error)
    elif found.found_in != "tcp_ap":
        notes.at("input.no_object", found.holder_pointer, "No harness error object is in it: nothing has our type.")


def _unreadable(error: StrictJSONError) -> Finding:
    rule = RULES[f"input.{error.code}"]
    # Most parsers stop at such a number and cannot say where, so conformance.json does not ask libraries for the place.
    pointer = "" if error.code == "number" else error.pointer or ""
    return Finding(rule.level, rule.id, pointer, error.detail, rule.section, error.line, error.column)
