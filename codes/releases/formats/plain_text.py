"""registry.txt: the registry in plain text, in the manner of IANA: header, tables, then each entry in full.

No line is wider than 100 characters but for a word that is wider itself: codes and addresses are never broken. No line
with words of registrants begins at the margin, so nothing they write can look like a heading.
"""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CategoryEntry, CodeEntry, Reference

from .base import POLICY, TITLE, Format, permalink
from .text import plain

WIDTH = 100
# Heading and width of each column of the table of codes.
COLUMNS = (("Code", 32), ("Title", 32), ("Retryable", 9), ("Recoverable", 11), ("Status", 10))


def registry_text(registry: Registry) -> bytes:
    """The document as text, UTF-8, LF."""
    parts = [
        _heading(TITLE, "="),
        *_facts(registry),
        "",
        *_paragraph(
            "Retryable says whether the same operation, repeated unchanged, may well succeed; recoverable (the member"
            " model_recoverable), whether the model may well correct the error once it is told. Both are defaults of"
            " the code: what an error object says itself goes before them.",
            "",
        ),
        "",
        _heading("Categories"),
        *(line for entry in registry.categories for line in _category(entry)),
        _heading("Codes"),
        *_row([name for name, _ in COLUMNS]),
        *_row(["-" * width for _, width in COLUMNS]),
        *(line for entry in registry.codes for line in _row(_cells(entry))),
        "",
        _heading("Codes in full"),
        *(line for entry in registry.codes for line in _code(entry)),
    ]
    return "\n".join(parts).rstrip("\n").encode() + b"\n"


def _facts(registry: Registry) -> Iterator[str]:
    yield f"Version:     {plain(registry.version)}"
    yield f"Published:   {plain(registry.published)}"
    yield f"Policy:      {POLICY} (RFC 8126) for codes"
    yield f"Authority:   {plain(registry.authority)}"
    yield f"License:     {plain(registry.license)}"
    yield f"Address:     {permalink(registry)}"
    yield "Normative:   registry.json, sha256"
    yield f"             {registry.sha256}"


def _category(entry: CategoryEntry) -> Iterator[str]:
    yield plain(entry.category)
    yield from _paragraph(entry.description)
    yield f"    HTTP status of an unknown code: {entry.recommended_status}. New categories: {plain(entry.policy)}."
    yield from _references(entry.reference)
    yield ""


def _cells(entry: CodeEntry) -> list[str]:
    flags = ["yes" if each else "no" for each in (entry.default_retryable, entry.default_model_recoverable)]
    return [plain(entry.code), plain(entry.title), *flags, plain(entry.administrative.status)]


def _code(entry: CodeEntry) -> Iterator[str]:
    kept, advice = entry.administrative, entry.informative
    yield plain(entry.code)
    if kept.deprecation:
        gone = f"Deprecated since {kept.deprecation.version}: {kept.deprecation.reason} {kept.deprecation.note or ''}"
        instead = " or ".join(kept.superseded_by)
        yield from _paragraph(f"{plain(gone)} Use instead: {instead or 'nothing'}.")
    yield from _paragraph(entry.description)
    yield from _references(entry.reference)
    yield from _paragraph(
        f"Advice: origin {advice.origin}, HTTP {advice.http_status}, MCP {advice.mcp.channel}"
        f"{'' if advice.mcp.jsonrpc_code is None else f' {advice.mcp.jsonrpc_code}'}, A2A {advice.a2a.state}."
    )
    yield ""


def _references(references: Iterable[Reference]) -> Iterator[str]:
    for each in references:
        section = f", section {each.section}" if each.section else ""
        yield from _paragraph(f"Reference: {each.title}{section}, {each.url}")


def _row(cells: list[str]) -> Iterator[str]:
    """The lines of one row. A code that is wider than its column has a line of its own, so that it stays whole."""
    first, *others = cells
    if len(first) > COLUMNS[0][1]:
        yield first
        first = ""
    columns = [[first], *(wrap(cell, width) for cell, (_, width) in zip(others, COLUMNS[1:], strict=True))]
    for number in range(max(len(column) for column in columns)):
        words = [column[number] if number < len(column) else "" for column in columns]
        yield " ".join(f"{word:{width}}" for word, (_, width) in zip(words, COLUMNS, strict=True)).rstrip()


def _paragraph(text: str, indent: str = "    ") -> list[str]:
    return wrap(
        plain(text),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _heading(text: str, line: str = "-") -> str:
    return f"{text}\n{line * len(text)}\n"


FORMATS = (Format("registry.txt", "text/plain", lambda registry, signals: registry_text(registry)),)
