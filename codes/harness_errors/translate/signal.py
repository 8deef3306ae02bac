"""From a signal to an object, by the most specific row."""

import dataclasses

from ..document import Registry, Signals
from ..entries import SignalEntry
from ..lookup import says_too_little
from . import building, calm, index, sources
from .matching import Match, matches, unmet
from .nearest import nearest, nearest_sources
from .received import Received
from .translation import Alternative, Translation
from .verdicts import Verdict


def translate(received: Received, registry: Registry, signals: Signals) -> Translation:
    """The object that `received` becomes. Nothing is guessed: where the rows that may hold lead to different codes and
    nothing told decides, there is no object, and the rows are the alternatives.
    """
    if received.signal is None and received.status is None:
        return Translation("no_match", "There is neither a signal nor an HTTP status.")
    if received.source is not None and received.source not in index.of(signals).kinds:
        return _unknown_source(received.source, received, signals)
    if no_error := calm.find(received, signals):
        return Translation("not_an_error", no_error.why, citation=no_error.citation)
    found = matches(received, signals)
    if received.signal is not None and received.status is not None and not found:
        # The body comes first; where it says nothing that anybody knows, the status has the word.
        found = matches(_status_alone(received), signals)
    if not found:
        choose = "The most specific code that you can answer for is yours to choose."
        why = f"No row is about {_named(received)}."
        if failed := unmet(received, signals):
            why = f"The rows about {_named(received)} hold only if: {'; '.join(failed)}. That is not so here."
        return Translation("no_match", f"{why} {choose}", nearest=nearest(received, signals))
    best = found[0]
    if _is_ambiguous(best, found, received):
        possible = _alternatives(None, found, received)
        answer = Translation("ambiguous", _undecided(best.row, possible), alternatives=possible)
    else:
        answer = _answer(best.row, best.verdict, found, received, registry)
    if received.condition is not None and not any(match.told for match in found):
        beside = "The condition that was given is that of no row about this signal, so it decided nothing."
        answer = dataclasses.replace(answer, reason=f"{answer.reason} {beside}")
    return answer


def _answer(
    row: SignalEntry, verdict: Verdict | None, found: list[Match], received: Received, registry: Registry
) -> Translation:
    code = building.code_of(row, received)
    assumed = row.condition if verdict in (Verdict.LIKELY, Verdict.UNKNOWN) else None
    return Translation(
        how="row",
        reason=row.note,
        object=building.build(code, row, received, registry),
        row=row,
        confidence=row.confidence,
        assumed=assumed,
        citation=row.citation,
        alternatives=_alternatives(row, found, received),
    )


def _is_ambiguous(best: Match, found: list[Match], received: Received) -> bool:
    """A row whose condition nobody can decide stands only where the others like it say the same.

    Without a source every row has to say the same, and names that are anybody's and undecided conditions say nothing.
    """
    if best.told:
        return False
    if received.source is not None:
        rivals = [match for match in found if match.rank == best.rank]
        return best.verdict is Verdict.UNKNOWN and _disagree(rivals, received)
    if best.verdict is Verdict.UNKNOWN or (
        best.row.kind not in sources.NUMBERS and says_too_little(received.signal or "")
    ):
        return True
    decided = [match for match in found if match.verdict is not Verdict.UNKNOWN or match.row.kind == "jsonrpc_code"]
    return _disagree(decided, received)


def _undecided(row: SignalEntry, possible: tuple[Alternative, ...]) -> str:
    if len(possible) > 1:
        return "Which of these holds is not told, and they lead to different codes."
    if row.condition:
        return f"Nothing that was told says whether this holds: {row.condition}."
    return f"A row of {row.source} is about this name, and nothing that was told says that it came from there."


def _disagree(rivals: list[Match], received: Received) -> bool:
    said = {(building.code_of(match.row, received), tuple(sorted(match.row.overrides.items()))) for match in rivals}
    return len(said) > 1


def _alternatives(used: SignalEntry | None, found: list[Match], received: Received) -> tuple[Alternative, ...]:
    """Every other code that a row names, each once, with the first row that does."""
    seen = {building.code_of(used, received)} if used else set()
    alternatives = []
    rows = ([used] if used else []) + [match.row for match in found if match.row is not used]
    for row in rows:
        for code in row.codes:
            if code not in seen:
                seen.add(code)
                alternatives.append(Alternative(code, row))
    return tuple(alternatives)


def _status_alone(received: Received) -> Received:
    return Received(
        source=received.source,
        version=received.version,
        status=received.status,
        condition=received.condition,
        facts=received.facts,
        message=received.message,
    )


def _unknown_source(source: str, received: Received, signals: Signals) -> Translation:
    near = nearest_sources(source, signals)
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    return Translation(
        "no_match", f"{source} is no source of the crosswalk.{meant}", nearest=nearest(received, signals)
    )


def _named(received: Received) -> str:
    what = received.signal if received.signal is not None else f"HTTP {received.status}"
    return f"{what} of {received.source}" if received.source else what
