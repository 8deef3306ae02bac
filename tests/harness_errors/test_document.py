import json

import pytest

from codes.harness_errors import canonical
from codes.harness_errors.document import DocumentError, Registry, Signals

pytestmark = pytest.mark.django_db


@pytest.fixture
def data(registry):
    return json.loads(registry.to_bytes())


def read(data):
    return Registry.from_bytes(canonical.dumps(data))


def test_entries_are_found_by_name(registry):
    assert registry.code("tool.timeout").title == "Tool Timeout"
    assert registry.code("tool.nothing") is None
    assert registry.category("tool").recommended_status == 422
    assert registry.category("tools") is None
    assert [entry.name for entry in registry.codes_of("context")] == ["compaction_failed", "window_exceeded"]


def test_signals_are_found_by_code(signals):
    rows = signals.for_code("loop.repetition_detected")
    assert {row.codes.index("loop.repetition_detected") for row in rows} == {0, 1}


def test_members_of_a_later_minor_format_are_passed_over(data, registry):
    data |= {"format_version": "1.7", "mood": "good"}
    data["codes"][0]["informative"]["colour"] = "blue"
    assert read(data).codes == registry.codes


def remove(data, *path):
    *parents, last = path
    for step in parents:
        data = data[step]
    del data[last]


def put(data, value, *path):
    *parents, last = path
    for step in parents:
        data = data[step]
    data[last] = value


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda data: put(data, "agent-harness-error-signals", "kind"), "/kind"),
        (lambda data: put(data, "2.0", "format_version"), "/format_version"),
        (lambda data: put(data, 1, "format_version"), "/format_version"),
        (lambda data: remove(data, "codes"), "/codes"),
        (lambda data: put(data, {}, "codes"), "/codes"),
        (lambda data: put(data, "false", "codes", 0, "default_retryable"), "/codes/0/default_retryable"),
        (lambda data: put(data, None, "codes", 0, "title"), "/codes/0/title"),
        (
            lambda data: put(data, True, "codes", 3, "informative", "http_status"),
            "/codes/3/informative/http_status",
        ),
        (lambda data: put(data, [1], "codes", 0, "informative", "actions"), "/codes/0/informative/actions/0"),
        (lambda data: put(data, [], "problem_type"), "/problem_type"),
        (lambda data: remove(data, "previous"), "/previous"),
        (lambda data: put(data, {"version": "0.9.0"}, "previous"), "/previous/sha256"),
    ],
)
def test_a_fault_is_named_by_its_pointer(data, change, pointer):
    change(data)
    with pytest.raises(DocumentError) as fault:
        read(data)
    assert fault.value.pointer == pointer


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff", b'"registry"'])
def test_what_is_no_document(content):
    for kind in (Registry, Signals):
        with pytest.raises(DocumentError):
            kind.from_bytes(content)


def test_overrides_are_booleans(signals):
    data = json.loads(signals.to_bytes())
    index = next(index for index, row in enumerate(data["signals"]) if row["overrides"])
    data["signals"][index]["overrides"] = {"retryable": "yes"}
    with pytest.raises(DocumentError) as fault:
        Signals.from_bytes(canonical.dumps(data))
    assert fault.value.pointer == f"/signals/{index}/overrides/retryable"
