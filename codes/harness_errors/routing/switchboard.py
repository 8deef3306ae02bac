"""The table as a Switchboard: `objective | outcome -> next objective`, as TCP/AP writes it, in CSV or JSON.

An operator lays rows of their own over ours. The most specific row counts:
(objective, code) > (objective, category.*) > (*, code) > (*, category.*) > (*, *).
"""

import csv
import io
import json
from dataclasses import dataclass

from ..document import Registry
from .table import Route, routing

ANY = "*"
COLUMNS = ("objective", "outcome", "next")
MOST_ROWS, LONGEST = 2000, 200


class TableError(ValueError):
    """The text is no table. The message says where."""


@dataclass(frozen=True, slots=True)
class Row:
    """`line` is where the row stands in its table, from 1."""

    objective: str
    outcome: str
    next: str
    line: int

    @property
    def key(self) -> tuple[str, str]:
        return self.objective, self.outcome


def rows(registry: Registry) -> tuple[Row, ...]:
    """Ours: one row for each rule with its first action; the last catches everything, so the table is total."""
    return tuple(
        Row(ANY, _outcome(rule), rule.do[0].action, line) for line, rule in enumerate(routing(registry).rules, 1)
    )


def to_csv(table: tuple[Row, ...]) -> bytes:
    """RFC 4180: CRLF, a header row. No cell of ours needs a quote or begins like a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows((row.objective, row.outcome, row.next) for row in table)
    return out.getvalue().encode()


def read(text: str) -> tuple[Row, ...]:
    """A table as CSV with or without our header row, or as a JSON object `{"objective | outcome": "next"}`.

    Raises TableError.
    """
    # Spreadsheets begin their CSV with a byte order mark.
    text = text.removeprefix("\ufeff")
    found = _from_json(text) if text.lstrip().startswith("{") else _from_csv(text)
    if not found:
        raise TableError("The table has no rows.")
    if len(found) > MOST_ROWS:
        raise TableError(f"The table has {len(found)} rows; at most {MOST_ROWS} are read.")
    for row in found:
        cells = (row.objective, row.outcome, row.next)
        if not all(cells) or max(map(len, cells)) > LONGEST:
            raise TableError(f"Row {row.line}: each cell has 1 to {LONGEST} characters.")
    return found


def _from_csv(text: str) -> tuple[Row, ...]:
    found = []
    try:
        for line, cells in enumerate(csv.reader(io.StringIO(text, newline=""), strict=True), 1):
            trimmed = tuple(cell.strip() for cell in cells)
            if not any(trimmed) or trimmed == COLUMNS:
                continue
            if len(trimmed) != len(COLUMNS):
                raise TableError(f"Row {line}: {len(trimmed)} cells, and {', '.join(COLUMNS)} are wanted.")
            objective, outcome, following = trimmed
            found.append(Row(objective, outcome, following, line))
    except csv.Error as error:
        raise TableError(f"No CSV: {error}.") from None
    return tuple(found)


def _from_json(text: str) -> tuple[Row, ...]:
    def pairs(items: list[tuple[str, object]]) -> list[tuple[str, object]]:
        return items

    try:
        data = json.loads(text, object_pairs_hook=pairs)
    except (ValueError, RecursionError) as error:
        raise TableError(f"No JSON: {error}.") from None
    found = []
    for line, (key, value) in enumerate(data, 1):
        objective, bar, outcome = key.partition("|")
        if not bar or not isinstance(value, str):
            raise TableError(f'Row {line}: {{"objective | outcome": "next"}} is wanted, with a string after the colon.')
        found.append(Row(objective.strip(), outcome.strip(), value.strip(), line))
    return tuple(found)


def _outcome(rule: Route) -> str:
    if rule.match.by == "category":
        return f"{rule.match.value}.{ANY}"
    return rule.match.value or ANY
