"""A change of the registry in words: one place, for pages, feeds and Markdown."""

import json
from typing import Any

from codes.releases.diff import Change
from codes.releases.formats.text import plain

# What each class asks of whoever uses the registry.
_CLASSES = {
    "behavioural": "Behavioural: consumers that rely on the registry act differently from this release on.",
    "deprecation": "Deprecation: the code stays valid; stop producing it and use its successor.",
    "addition": "Addition: a consumer that does not know it treats it as a generic error of its category.",
    "editorial": "Editorial: words or advice; nothing has to be done.",
}

_WHO = {
    "behavioural": "Whoever runs a consumer: before you take this release, check what it does where the object is"
    " silent.",
    "deprecation": "Whoever produces these codes: move to the successor. Consumers go on as before.",
    "addition": "Nobody has to. Producers may use the new codes once their consumers know them.",
    "editorial": "Nobody.",
}

_FIELDS = {
    "/default_retryable": "default of retryable",
    "/default_model_recoverable": "default of model_recoverable",
    "/reference": "reference",
    "/permalink": "permalink",
    "/recommended_status": "recommended HTTP status",
    "/administrative/superseded_by": "successors",
    "/administrative/deprecation": "reason of the deprecation",
    "/administrative/change_controller": "change controller",
    "/informative/http_status": "HTTP status",
    "/informative/mcp": "MCP channel",
    "/informative/a2a": "A2A task state",
    "/informative/telemetry": "telemetry",
    "/informative/confusable_with": "codes it is mistaken for",
    "/informative/generalizes_to": "code for untrusted consumers",
}


def class_words(change_class: str) -> str:
    return _CLASSES.get(change_class, change_class)


def who_acts(change_class: str) -> str:
    return _WHO.get(change_class, "")


def field_words(pointer: str) -> str:
    """The field that a JSON Pointer names, in words: `/informative/limit_names` -> `limit names`."""
    return _FIELDS.get(pointer, pointer.split("/")[-1].replace("_", " "))


def value_words(value: Any) -> str:
    """A value as one line: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def change_words(change: Change) -> str:
    """The change as one line of plain text, whatever characters stand in the values."""
    return plain(_words(change))


def _words(change: Change) -> str:
    subject = {"signal": f"signal {change.subject}", "non_error": f"non-error {change.subject}"}.get(
        change.kind, change.subject
    )
    if change.change == "changed" and change.pointer:
        before, after = value_words(change.before), value_words(change.after)
        if len(before) + len(after) <= 80:
            return f"{subject}: {field_words(change.pointer)} {before} → {after}"
        return f"{subject}: {field_words(change.pointer)} changed"
    if change.change == "deprecated" and change.after["superseded_by"]:
        return f"{subject}: deprecated, use {', '.join(change.after['superseded_by'])}"
    return f"{subject}: {change.change}"
