"""What every format has to hold, read out of each with a parser of its kind."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

from codes.harness_errors.document import Registry

MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})


@dataclass(frozen=True)
class Facts:
    title: str
    status: str
    retryable: bool
    model_recoverable: bool


def of(registry: Registry) -> dict[str, Facts]:
    """The truth."""
    return {
        entry.code: Facts(
            entry.title, entry.administrative.status, entry.default_retryable, entry.default_model_recoverable
        )
        for entry in registry.codes
    }


def in_csv(content: bytes) -> list[dict[str, str]]:
    """The rows; without the apostrophe that keeps a spreadsheet from running a cell."""
    reader = csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True)
    return [
        {name: re.sub(r"\A'(?=[=+@\uff1d\uff0b\uff0d\uff20-])", "", cell) for name, cell in row.items()}
        for row in reader
    ]


def in_markdown(content: bytes) -> list[list[list[str]]]:
    """Table -> row -> cell, as a reader sees them; an image or markup in a cell fails."""
    tables: list[list[list[str]]] = []
    for token in MARKDOWN.parse(content.decode()):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type == "inline" and tables and token.level > 2:
            words = {"link_open", "link_close", "text", "text_special", "code_inline"}
            assert {child.type for child in token.children or ()} <= words
            tables[-1][-1].append("".join(child.content for child in token.children or ()))
    return tables


def in_text(content: bytes) -> Iterator[list[str]]:
    """The rows of the table of codes, cells whole again."""
    lines = content.decode().split("\n")
    start = next(number for number, line in enumerate(lines) if re.fullmatch(r"-+( -+)+", line))
    columns = [found.span() for found in re.finditer("-+", lines[start])]
    rows: list[list[str]] = []
    for line in lines[start + 1 : lines.index("", start)]:
        if not line.startswith(" "):
            rows.append([""] * len(columns))
        cells = [line] if " " not in line else [line[first:last] for first, last in columns]
        for number, cell in enumerate(cells):
            rows[-1][number] = f"{rows[-1][number]} {cell}".strip()
    yield from rows
