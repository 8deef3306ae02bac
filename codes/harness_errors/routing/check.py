"""What is wrong with an operator's table, measured against a registry."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .. import syntax
from ..document import Registry
from ..entries import CodeEntry
from .switchboard import ANY, Row

LEVELS = ("error", "advice")
RULES = {
    "unrouted": ("error", "A registered code meets no row."),
    "no_last_row": ("error", "Without * | * an outcome that nobody foresaw goes nowhere."),
    "shadowed": ("error", "Another row always goes before it, so this one never counts."),
    "retries_in_vain": ("error", "The row retries a code whose default says that repeating does not help."),
    "retries_policy": ("error", "The row retries what a rule or a person stopped."),
    "http_status": ("error", "The row routes on an HTTP status, which is no routing key: codes share statuses."),
    "unknown_code": ("advice", "The outcome is written like a code or a category and is not registered."),
    "deprecated_code": ("advice", "The code is deprecated."),
    "new_code": ("advice", "The code is newer than the release the table was made for, and only a broad row takes it."),
}
_STATUS = re.compile(r"(?:http[ _-]?)?(?:status[ _=:-]*)?[1-5](?:\d\d|xx)", re.IGNORECASE)
_RETRY = re.compile(r"(?:\A|[^a-z])(?:retry|retries|repeat|again|backoff)(?:[^a-z]|\Z)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """`line` is the row's, or None for a fault of the whole table; `code` is what it is about, where it is one code."""

    rule: str
    level: str
    line: int | None
    code: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Checked:
    """`unrouted` and `new` repeat the codes of those faults, for programs."""

    faults: tuple[Fault, ...]
    unrouted: tuple[str, ...]
    new: tuple[str, ...]


def check(table: tuple[Row, ...], registry: Registry, *, since: Registry | None = None) -> Checked:
    """Faults by row, then those of the table. `since` is the release that the table was made for."""
    board = Board(table)
    faults = [*_rows(board, registry), *_whole(board, registry), *_new(board, registry, since)]
    return Checked(
        faults=tuple(faults),
        unrouted=tuple(fault.code for fault in faults if fault.rule == "unrouted" and fault.code),
        new=tuple(fault.code for fault in faults if fault.rule == "new_code" and fault.code),
    )


class Board:
    """A table, ready to be asked which row takes what."""

    def __init__(self, table: tuple[Row, ...]):
        self.table = table
        self.first: dict[tuple[str, str], Row] = {}
        for row in table:
            self.first.setdefault(row.key, row)

    def taken_by(self, code: str, objective: str = ANY) -> Row | None:
        """The row that takes an error with `code` at `objective`: the most specific, and of equals the first."""
        category = code.partition(".")[0]
        keys = [(each, outcome) for each in dict.fromkeys((objective, ANY)) for outcome in (code, f"{category}.{ANY}")]
        return next((self.first[key] for key in (*keys, (ANY, ANY)) if key in self.first), None)


def _rows(board: Board, registry: Registry) -> Iterator[Fault]:
    for row in board.table:
        counts = board.first[row.key]
        if counts is not row:
            yield _fault("shadowed", row, None, f"Row {counts.line} takes {row.objective} | {row.outcome} before it.")
            continue
        if row.outcome == ANY and row.objective != ANY:
            yield _fault(
                "shadowed", row, None, f"An outcome that nobody foresaw goes to * | *, not to {row.objective}."
            )
            continue
        entry = registry.code(row.outcome)
        if _STATUS.fullmatch(row.outcome):
            yield _fault("http_status", row, None, f"{row.outcome} is no code; route on the code of the object.")
        elif entry is None and _is_meant_as_ours(row.outcome, registry):
            yield _fault("unknown_code", row, row.outcome, f"{row.outcome} is not registered in {registry.version}.")
        elif entry and entry.administrative.status == "deprecated":
            instead = " or ".join(entry.administrative.superseded_by) or "no other code"
            yield _fault("deprecated_code", row, entry.code, f"To be used instead: {instead}.")
        if _RETRY.search(row.next):
            yield from _retried(row, board, registry)


def _is_meant_as_ours(outcome: str, registry: Registry) -> bool:
    """Whether `outcome`, which is no registered code, looks like one, or like all codes of a category that is none.

    An outcome may be anybody's word, so that only what is spelled like ours is told.
    """
    category, _, name = outcome.lower().partition(".")
    known = registry.category(category) is not None
    if name == ANY:
        return (not known and syntax.is_code(f"{category}.any")) or (known and outcome != outcome.lower())
    return known and syntax.is_code(outcome.lower())


def _retried(row: Row, board: Board, registry: Registry) -> Iterator[Fault]:
    """The codes for which `row` counts and a retry is wrong."""
    for entry in registry.codes if row.outcome == ANY else _meant(row, registry):
        if entry.default_retryable and entry.category != "policy":
            continue
        if board.taken_by(entry.code, row.objective) is row:
            rule = "retries_policy" if entry.category == "policy" else "retries_in_vain"
            yield _fault(rule, row, entry.code, _why(entry))


def _meant(row: Row, registry: Registry) -> tuple[CodeEntry, ...]:
    entry = registry.code(row.outcome)
    return (entry,) if entry else registry.codes_of(row.outcome.removesuffix(f".{ANY}"))


def _why(entry: CodeEntry) -> str:
    if entry.category == "policy":
        return f"{entry.code} was stopped by a rule or a person: do not try to get round it."
    return f"{entry.code} is not retryable by default; retry it only where the object itself says so."


def _whole(board: Board, registry: Registry) -> Iterator[Fault]:
    for entry in registry.codes:
        if board.taken_by(entry.code) is None:
            yield _fault("unrouted", None, entry.code, f"No row of * takes {entry.code}.")
    if (ANY, ANY) not in board.first:
        yield _fault("no_last_row", None, None, "Add * | * as the last row.")


def _new(board: Board, registry: Registry, since: Registry | None) -> Iterator[Fault]:
    for entry in registry.codes if since else ():
        row = board.taken_by(entry.code)
        if since and since.code(entry.code) is None and (row is None or row.outcome != entry.code):
            how = f"row {row.line} takes it" if row else "no row takes it"
            yield _fault("new_code", row, entry.code, f"{entry.code} came after {since.version}; {how}.")


def _fault(rule: str, row: Row | None, code: str | None, message: str) -> Fault:
    return Fault(rule, RULES[rule][0], row.line if row else None, code, message)
