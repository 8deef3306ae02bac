"""Over random histories: the difference, applied to the older document, gives the newer one byte for byte."""

import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors import codec
from codes.harness_errors.document import Previous
from codes.harness_errors.entries import CategoryEntry, CodeEntry, Deprecation, Reference, Stamp
from codes.releases.diff import Difference, ImpossibleDifference, Weight, apply, diff, next_version
from codes.releases.diff.classes import CATEGORY, CODE, HEADER

pytestmark = pytest.mark.django_db

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
NAME = st.from_regex(r"[a-z0-9_]{1,8}", fullmatch=True)
STAMP = st.builds(Stamp, date=st.just("2027-01-01"), version=st.sampled_from(["1.0.1", "1.1.0", "2.0.0"]))
REFERENCES = st.lists(st.builds(Reference, title=TEXT, url=TEXT, section=st.none() | TEXT), min_size=1, max_size=2).map(
    tuple
)


@st.composite
def edited(draw, entry: CodeEntry) -> CodeEntry:
    """`entry` with some fields changed, its standing among them."""
    field = draw(st.sampled_from(["title", "default", "reference", "advice", "standing", "nothing"]))
    kept, advice = entry.administrative, entry.informative
    if field == "title":
        return dataclasses.replace(entry, title=draw(TEXT), description=draw(TEXT))
    if field == "default":
        return dataclasses.replace(entry, default_retryable=draw(st.booleans()))
    if field == "reference":
        return dataclasses.replace(entry, reference=draw(REFERENCES))
    if field == "advice":
        advice = dataclasses.replace(advice, http_status=draw(st.integers(400, 599)), owner=draw(TEXT))
        return dataclasses.replace(entry, informative=advice)
    if field == "standing":
        gone = kept.status == "active"
        kept = dataclasses.replace(
            kept,
            status="deprecated" if gone else "active",
            superseded_by=("tool.timeout",) if gone and draw(st.booleans()) else (),
            deprecation=Deprecation(reason=draw(TEXT), note=None, version="1.1.0") if gone else None,
            updated=draw(STAMP),
        )
        return dataclasses.replace(entry, administrative=kept)
    return entry


@st.composite
def histories(draw, registry):
    """The initial registry and a few documents after it: entries edited and added, never removed."""
    documents = [registry]
    for number in range(draw(st.integers(1, 4))):
        last = documents[-1]
        codes = {entry.code: draw(edited(entry)) if draw(st.integers(0, 5)) == 0 else entry for entry in last.codes}
        for name in draw(st.lists(NAME, max_size=3)):
            code = f"tool.{name}"
            model = last.codes[0]
            codes.setdefault(code, dataclasses.replace(model, code=code, category="tool", name=name))
        categories = {entry.category: entry for entry in last.categories}
        for name in draw(st.lists(NAME, max_size=1)):
            categories.setdefault(
                name, CategoryEntry(name, draw(TEXT), "Standards Action", draw(REFERENCES), 422, draw(TEXT))
            )
        documents.append(
            dataclasses.replace(
                last,
                version=f"1.{number + 1}.0",
                previous=Previous(version=last.version, sha256="0" * 64),
                license=draw(st.sampled_from([last.license, "CC0-1.0"])),
                codes=tuple(codes[code] for code in sorted(codes)),
                categories=tuple(categories[name] for name in sorted(categories)),
            )
        )
    return documents


def test_a_difference_applied_gives_the_later_document(registry):
    @given(histories(registry))
    def holds(documents):
        for before, after in pairwise(documents):
            assert apply(diff(before, after), before).to_bytes() == after.to_bytes()
        first, last = documents[0], documents[-1]
        assert apply(diff(first, last), first).to_bytes() == last.to_bytes()

    holds()


def test_a_document_does_not_differ_from_itself(registry, signals):
    assert diff(registry, registry, (signals, signals)) == Difference(())


def leaves(data, pointer=""):
    """Every field of an entry that the tables may name: two levels, lists and inner objects as wholes."""
    for name, value in data.items():
        if name in ("administrative", "informative"):
            yield from leaves(value, f"{pointer}/{name}")
        else:
            yield f"{pointer}/{name}"


# The class of a change of each field, typed a second time.
CLASSES = {
    "registry": {
        "/version": "record",
        "/published": "record",
        "/previous": "record",
        "/signals": "record",
        "/authority": "editorial",
        "/license": "editorial",
        "/format_version": "behavioural",
        "/problem_type": "behavioural",
        "/syntax": "behavioural",
        "/origins": "behavioural",
    },
    "category": {
        "/description": "editorial",
        "/policy": "editorial",
        "/reference": "editorial",
        "/permalink": "editorial",
        "/recommended_status": "behavioural",
    },
    "code": {
        "/title": "editorial",
        "/description": "editorial",
        "/default_retryable": "behavioural",
        "/default_model_recoverable": "behavioural",
        "/reference": "editorial",
        "/permalink": "editorial",
        "/administrative/superseded_by": "deprecation",
        "/administrative/deprecation": "deprecation",
        "/administrative/change_controller": "editorial",
        "/administrative/updated": "record",
        "/informative/origin": "editorial",
        "/informative/http_status": "behavioural",
        "/informative/mcp": "behavioural",
        "/informative/a2a": "behavioural",
        "/informative/telemetry": "behavioural",
        "/informative/actions": "editorial",
        "/informative/owner": "editorial",
        "/informative/side_effect_warning": "editorial",
        "/informative/limit_names": "editorial",
        "/informative/should_members": "editorial",
        "/informative/confusable_with": "editorial",
        "/informative/generalizes_to": "editorial",
    },
}


@pytest.mark.parametrize(("kind", "table"), [("registry", HEADER), ("category", CATEGORY), ("code", CODE)])
def test_the_class_of_each_field(kind, table):
    assert table == CLASSES[kind]


def test_every_field_has_a_class_or_never_changes(registry):
    data = codec.encode(registry)
    fixed = {"/code", "/category", "/name", "/administrative/status", "/administrative/registered"}
    assert set(leaves(data["codes"][0])) == set(CLASSES["code"]) | fixed
    assert set(leaves(data["categories"][0])) == set(CLASSES["category"]) | {"/category"}
    assert {f"/{name}" for name in data} == set(CLASSES["registry"]) | {"/kind", "/categories", "/codes"}


def replaced(registry, code, **fields):
    codes = [dataclasses.replace(entry, **fields) if entry.code == code else entry for entry in registry.codes]
    return dataclasses.replace(registry, codes=tuple(codes))


def test_what_never_changes(registry):
    for fields, said in (({"name": "other"}, "/name"), ({"category": "loop"}, "/category")):
        with pytest.raises(ImpossibleDifference, match=rf"\Atool\.timeout: {said} never changes\Z"):
            diff(registry, replaced(registry, "tool.timeout", **fields))


def test_a_code_was_registered_once(registry):
    kept = dataclasses.replace(registry.code("tool.timeout").administrative, registered=Stamp("2026-12-01", "1.0.1"))
    with pytest.raises(ImpossibleDifference, match=r"\Atool\.timeout: /administrative/registered never changes\Z"):
        diff(registry, replaced(registry, "tool.timeout", administrative=kept))


def test_what_is_removed(registry):
    with pytest.raises(ImpossibleDifference, match="nothing is ever removed"):
        diff(registry, dataclasses.replace(registry, codes=registry.codes[1:]))
    with pytest.raises(ImpossibleDifference, match="nothing is ever removed"):
        diff(registry, dataclasses.replace(registry, categories=registry.categories[1:]))


def test_a_row_of_the_crosswalk_may_go(registry, signals):
    fewer = dataclasses.replace(signals, signals=signals.signals[1:])
    (change,) = diff(registry, registry, (signals, fewer)).changes
    assert (change.change, change.kind, change.subject) == ("removed", "signal", signals.signals[0].id)
    assert (change.before["id"], change.after, change.change_class) == (signals.signals[0].id, None, "editorial")


@pytest.mark.parametrize(
    ("weight", "version"), [(Weight.PATCH, "3.5.8"), (Weight.MINOR, "3.6.0"), (Weight.MAJOR, "4.0.0")]
)
def test_the_next_version(weight, version):
    assert next_version("3.5.7", weight) == version


def test_there_is_no_next_version_without_a_change():
    with pytest.raises(ValueError, match="nothing changed"):
        next_version("3.5.7", Weight.NONE)
