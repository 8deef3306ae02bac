"""Codes as CSV (RFC 4180): CRLF, a header row, one line for each code and never a line break inside a cell."""

import csv
import io
from collections.abc import Iterable
from urllib.parse import quote, urldefrag

from codes.harness_errors.entries import CodeEntry, Reference

from .base import Format

COLUMNS = (
    "code",
    "category",
    "title",
    "default_retryable",
    "default_model_recoverable",
    "description",
    "reference",
    "status",
    "superseded_by",
    "change_controller",
    "registered",
    "updated",
    "origin",
    "http_status",
    "mcp_channel",
    "mcp_jsonrpc_code",
    "a2a_state",
    "error_type",
    "permalink",
)


def codes_csv(codes: Iterable[CodeEntry]) -> bytes:
    """`codes` in the given order, UTF-8. Lists are joined with a space, booleans are true or false, null is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in codes:
        writer.writerow(_cell(value) for value in _row(entry))
    return out.getvalue().encode("utf-8")


def _row(entry: CodeEntry) -> tuple[object, ...]:
    kept, advice = entry.administrative, entry.informative
    return (
        entry.code,
        entry.category,
        entry.title,
        entry.default_retryable,
        entry.default_model_recoverable,
        entry.description,
        " ".join(_address(each) for each in entry.reference),
        kept.status,
        " ".join(kept.superseded_by),
        kept.change_controller,
        kept.registered.date,
        kept.updated.date,
        advice.origin,
        advice.http_status,
        advice.mcp.channel,
        advice.mcp.jsonrpc_code,
        advice.a2a.state,
        advice.telemetry.error_type,
        entry.permalink,
    )


def _address(reference: Reference) -> str:
    """One word, since words are what separates them; an address that leads into the document already stays as it is."""
    if not reference.section or urldefrag(reference.url).fragment:
        return reference.url
    return f"{reference.url}#section-{quote(reference.section, safe='')}"


# What a formula begins with, also as it is typed in East Asia.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def _cell(value: object) -> str:
    """A spreadsheet would run a cell that begins like a formula, so such a cell gets a leading apostrophe."""
    if value is None:
        return ""
    text = str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())
    return f"'{text}" if text.startswith(_FORMULA) else text


FORMATS = (Format("registry.csv", "text/csv", lambda registry, signals: codes_csv(registry.codes)),)
