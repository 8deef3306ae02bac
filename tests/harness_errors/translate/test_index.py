"""Rows are looked up instead of asked one by one: the same rows in the same order, however long the crosswalk is."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from codes.harness_errors.translate import Received, index, matching

from .test_any_input import received

pytestmark = pytest.mark.django_db


def asked_one_by_one(question, signals):
    """The oracle: every row, in the order of the crosswalk."""
    among, asked = index.of(signals), index.plain(question.signal or "")
    return [row.id for row in signals.signals if matching._is_about(row, question, asked, among)]


def looked_up(question, signals):
    among, asked = index.of(signals), index.plain(question.signal or "")
    rows = among.candidates(question.signal, matching._written(question))
    return [row.id for row in rows if matching._is_about(row, question, asked, among)]


def spellings(row):
    """A signal as rows have it, and as it is met."""
    yield from (row.signal, row.name, row.signal.upper(), f" {row.signal} ", f"some.module.{row.signal}")
    yield from (
        f"crate::{row.signal}",
        row.signal.replace("N", "17"),
        row.signal.replace("xx", "29"),
        *index.names(row),
    )


def test_every_row_is_found_by_all_that_it_is_known_by(signals):
    checked = 0
    for row in signals.signals:
        for signal in filter(None, spellings(row)):
            for kind in (None, row.kind):
                question = Received(signal=signal, kind=kind)
                found = looked_up(question, signals)
                assert found == asked_one_by_one(question, signals), (row.id, signal)
                checked += len(found)
        assert row.id in looked_up(Received(signal=row.signal, kind=row.kind, field=row.field), signals)
    assert checked > 10 * len(signals.signals)


@pytest.mark.parametrize("status", [100, 401, 404, 422, 429, 500, 503, 529, 599])
def test_so_are_rows_about_a_status_alone(status, signals):
    question = Received(status=status)
    assert looked_up(question, signals) == asked_one_by_one(question, signals)


@pytest.mark.parametrize("number", ["-32700", "-32603", "-32099", "-32050", "-32001", "-31999", "-1", "0", "429"])
def test_so_are_rows_about_a_number(number, signals):
    for kind in (None, "jsonrpc_code", "http_status"):
        question = Received(signal=number, kind=kind)
        assert looked_up(question, signals) == asked_one_by_one(question, signals)


@given(received())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_asked(signals, question):
    assert looked_up(question, signals) == asked_one_by_one(question, signals)


def test_a_question_asks_as_few_rows_of_a_long_crosswalk(signals, monkeypatch):
    """conformance.json has a question for each row, so anything else makes publishing the square of the rows."""
    more = tuple(
        replace(row, id=f"{row.id}-{number}", signal=f"MadeUp{number}", name=None, condition=None)
        for number, row in enumerate(signals.signals * 10)
    )
    long = replace(signals, signals=signals.signals + more)
    asked = []
    original = matching._is_about
    monkeypatch.setattr(matching, "_is_about", lambda row, *rest: asked.append(row.id) or original(row, *rest))

    def rows_asked(crosswalk):
        asked.clear()
        for row in signals.signals:
            matching.matches(Received(source=row.source, signal=row.signal, kind=row.kind), crosswalk)
        return len(asked)

    assert rows_asked(long) == rows_asked(signals)


def test_an_index_is_of_one_crosswalk(signals):
    same = replace(signals)
    assert index.of(signals) is index.of(signals)
    assert index.of(same) is not index.of(signals)
    assert index.of(replace(signals, signals=signals.signals[:1])).kinds.keys() < index.of(signals).kinds.keys()
