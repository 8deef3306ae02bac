"""Rows that break a rule of the crosswalk."""

from collections.abc import Callable

from codes.registry.models import NonError, Signal, SignalCode

from .relations import CODE, twice


def new_signal(**changes):
    values = {
        "identifier": "test-1",
        "source": "test",
        "source_kind": "protocol",
        "source_version": "1",
        "kind": "error_code",
        "signal": "E1",
        "confidence": "exact",
        "note": "A note.",
        "citation": "A citation.",
        "seen_at": "today",
    }
    return Signal.objects.bulk_create([Signal(**{**values, **changes})])


def signal_codes(*choices):
    new_signal()
    return SignalCode.objects.bulk_create(
        SignalCode(signal_id="test-1", code_id=code, position=position) for code, position in choices
    )


def non_error(**changes):
    values = {"source": "test", "signal": "pause", "why": "It waits.", "citation": "Here."}
    return NonError.objects.bulk_create([NonError(**{**values, **changes})])


BREACHES: dict[str, Callable[[], object]] = {
    "signal_identifier_grammar": lambda: new_signal(identifier="Test 1"),
    "signal_source_grammar": lambda: new_signal(source="Some source"),
    "signal_source_kind_known": lambda: new_signal(source_kind="rumour"),
    "signal_kind_known": lambda: new_signal(kind="smell"),
    "signal_text_one_line": lambda: new_signal(signal="a\u202eb"),
    "signal_confidence_known": lambda: new_signal(confidence="hopeful"),
    "signal_says_where_seen": lambda: new_signal(citation=""),
    "signal_code_position_unique": lambda: signal_codes((CODE, 0), ("output.empty", 0)),
    "signal_code_unique": lambda: signal_codes((CODE, 0), (CODE, 1)),
    "non_error_unique": lambda: twice(non_error),
    "signal_source_version_one_line": lambda: new_signal(source_version="a\x1bb"),
    "signal_name_one_line": lambda: new_signal(name="a\x1bb"),
    "signal_field_one_line": lambda: new_signal(field="a\x1bb"),
    "signal_condition_one_line": lambda: new_signal(condition="a\x1bb"),
    "signal_seen_at_one_line": lambda: new_signal(seen_at="a\x1bb"),
    "signal_note_text": lambda: new_signal(note="a\x1bb"),
    "signal_citation_text": lambda: new_signal(citation="a\x1bb"),
    "non_error_source_one_line": lambda: non_error(source="a\x1bb"),
    "non_error_signal_one_line": lambda: non_error(signal="a\x1bb"),
    "non_error_why_text": lambda: non_error(why="a\x1bb"),
    "non_error_citation_text": lambda: non_error(citation="a\x1bb"),
    "non_error_says_why_and_where": lambda: non_error(why=""),
}
