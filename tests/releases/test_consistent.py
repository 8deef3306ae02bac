"""What the two documents say of each other, one breach at a time, in documents that no database would let through."""

from dataclasses import replace

import pytest

from codes.harness_errors.entries import Confusable
from codes.releases import consistent, validate
from codes.releases.validate import InvalidDocument

pytestmark = pytest.mark.django_db

CODE = "tool.timeout"


def entry(registry, **fields):
    """`registry` with other fields in one entry, wherever in the entry they stand."""

    def changed(each):
        kept, advice = each.administrative, each.informative
        return replace(
            each,
            **{name: value for name, value in fields.items() if hasattr(each, name)},
            administrative=replace(kept, **{name: v for name, v in fields.items() if hasattr(kept, name)}),
            informative=replace(advice, **{name: v for name, v in fields.items() if hasattr(advice, name)}),
        )

    return replace(registry, codes=tuple(changed(each) if each.code == CODE else each for each in registry.codes))


def row(signals, **fields):
    return replace(signals, signals=(replace(signals.signals[0], **fields), *signals.signals[1:]))


REGISTRIES = {
    "a category that is not there": (
        lambda registry: replace(
            registry, categories=tuple(each for each in registry.categories if each.category != "loop")
        ),
        [
            "loop.budget_exceeded: loop is no category",
            "loop.max_turns_exceeded: loop is no category",
            "loop.repetition_detected: loop is no category",
            "loop.timeout: loop is no category",
        ],
    ),
    "another name": (lambda registry: entry(registry, name="time"), [f"{CODE}: is not its category and its name"]),
    "a successor that is not there": (
        lambda registry: entry(registry, superseded_by=("tool.none",)),
        [f"{CODE}: its successor tool.none is not an active code"],
    ),
    "a confusable that is not there": (
        lambda registry: entry(registry, confusable_with=(Confusable("tool.none", "It is not there."),)),
        [f"{CODE}: names tool.none, which is not registered"],
    ),
    "itself as a confusable": (
        lambda registry: entry(registry, confusable_with=(Confusable(CODE, "The same."),)),
        [f"{CODE}: names itself"],
    ),
    "a generalization that is not there": (
        lambda registry: entry(registry, generalizes_to="tool.none"),
        [f"{CODE}: names tool.none, which is not registered"],
    ),
    "itself as a generalization": (
        lambda registry: entry(registry, generalizes_to=CODE),
        [f"{CODE}: names itself"],
    ),
    "codes out of order": (
        lambda registry: replace(registry, codes=(*registry.codes[:-2], registry.codes[-1], registry.codes[-2])),
        ["code upstream.rate_limited: stands after upstream.unavailable"],
    ),
    "a category twice": (
        lambda registry: replace(registry, categories=(registry.categories[0], *registry.categories)),
        ["category context: stands after context"],
    ),
    "a control character": (
        lambda registry: entry(registry, owner="tool\x1bowner"),
        ["/codes/23/informative/owner: has a character that no text may hold"],
    ),
    "a NUL": (
        lambda registry: entry(registry, limit_names=("a\0",)),
        ["/codes/23/informative/limit_names/0: has a character that no text may hold"],
    ),
    "a code point that XML forbids": (
        lambda registry: entry(registry, description="It is \uffff."),
        ["/codes/23/description: has a character that no text may hold"],
    ),
}


@pytest.mark.parametrize("name", REGISTRIES)
def test_a_registry_is_refused_for(name, registry, signals):
    act, said = REGISTRIES[name]
    assert list(consistent.faults(act(registry), signals)) == said


SIGNALS = {
    "a code that is not there": (
        lambda signals: row(signals, codes=("tool.timeout", "tool.none")),
        "draft-t5-01: maps to tool.none, which is not registered",
    ),
    "a row twice": (
        lambda signals: replace(signals, signals=(signals.signals[0], *signals.signals)),
        "signal draft-t5-01: stands after draft-t5-01",
    ),
    "a control character": (
        lambda signals: row(signals, note="a\rb"),
        "/signals/0/note: has a character that no text may hold",
    ),
}


@pytest.mark.parametrize("name", SIGNALS)
def test_a_crosswalk_is_refused_for(name, registry, signals):
    act, said = SIGNALS[name]
    assert list(consistent.faults(registry, act(signals))) == [said]


def test_what_is_published_holds_together(registry, signals):
    assert list(consistent.faults(registry, signals)) == []
    validate.documents(registry, signals)


def test_texts_may_have_lines_and_tabs(registry, signals):
    assert list(consistent.faults(entry(registry, description="One.\n\tTwo."), signals)) == []


def test_what_does_not_read_back_is_refused(registry, signals):
    """A float that equals an integer is one for the schema, and for no reader of ours."""
    with pytest.raises(InvalidDocument, match="/codes/23/informative/http_status: must be an integer"):
        validate.documents(entry(registry, http_status=504.0), signals)


def test_what_reads_back_as_something_else_is_refused(registry, signals):
    with pytest.raises(InvalidDocument, match="agent-harness-error-signals reads back as something else"):
        validate.documents(registry, row(signals, codes=list(signals.signals[0].codes)))
