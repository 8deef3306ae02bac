"""What publishing does after 1.0.0: the version follows from the changes, the stamps and the chain from the version."""

from itertools import pairwise

import pytest
from django.db import transaction
from django.db.models import QuerySet

from codes.harness_errors import codec
from codes.harness_errors.document import Registry, Signals
from codes.registry import document
from codes.registry.models import Category, Code, Confusable, Reference, Signal, Succession
from codes.releases import publish
from codes.releases.candidate import NothingChanged, following
from codes.releases.diff import ImpossibleDifference, diff
from codes.releases.models import Manifest, Release, ReleaseChange
from tests.support.files import FILES
from tests.support.history import change, deprecate, publish_next, register

pytestmark = pytest.mark.django_db


def documents(version):
    files = {file.name: bytes(file.content) for file in Release.objects.get(version=version).files.all()}
    return Registry.from_bytes(files["registry.json"]), Signals.from_bytes(files["signals.json"])


VERSIONS = {
    "editorial: a title": (lambda: change(title="Tool Time-out"), "1.0.1"),
    "editorial: an owner": (lambda: change(owner="provider"), "1.0.1"),
    "editorial: a line between two codes": (lambda: Confusable.objects.filter(code="tool.timeout").delete(), "1.0.1"),
    "editorial: a row of the crosswalk": (lambda: Signal.objects.filter(pk="xw-001").update(note="New."), "1.0.1"),
    "editorial: a row of the crosswalk less": (lambda: Signal.objects.filter(pk="xw-001").delete(), "1.0.1"),
    "addition: a code": (register, "1.1.0"),
    "addition: a category": (
        lambda: Reference.objects.create(
            category=Category.objects.create(name="memory", description="Memory.", recommended_status=422),
            title="A specification",
            url="https://example.org/spec",
        ),
        "1.1.0",
    ),
    "deprecation": (deprecate, "1.1.0"),
    "behavioural: a default": (lambda: change(default_retryable=False), "2.0.0"),
    "behavioural: a status": (lambda: change(http_status=408), "2.0.0"),
    "behavioural: MCP": (lambda: change(mcp_channel="jsonrpc_error", mcp_jsonrpc_code=-32603), "2.0.0"),
    "behavioural beside editorial": (lambda: change(default_retryable=False, title="New title"), "2.0.0"),
    "behavioural beside an addition": (lambda: (register(), change(a2a_state="rejected")), "2.0.0"),
    "addition beside editorial": (lambda: (register(), change(title="New title")), "1.1.0"),
}


@pytest.mark.parametrize("name", VERSIONS)
def test_the_version_follows_from(name, published):
    act, version = VERSIONS[name]
    act()
    release = publish_next()
    assert (release.version, release.number, release.previous) == (version, 2, published)
    registry, signals = documents(version)
    assert registry.version == signals.version == version
    assert codec.encode(registry.previous) == {"version": "1.0.0", "sha256": published.sha256}
    assert registry.published == "2026-12-01T00:00:00Z"


def test_nothing_changed_is_no_release(published):
    with pytest.raises(NothingChanged):
        publish_next()
    assert Release.objects.count() == 1


def test_a_release_comes_after_the_one_before(published):
    change(title="New title")
    with pytest.raises(publish.PublishedBackwards):
        publish_next(after=0)


def test_a_record_is_kept_between_the_changes_and_the_manifest(published):
    change(title="New title")
    seen = []

    def record(release):
        stored = (release.changes.count(), release.files.count(), Release.objects.count())
        seen.append((release.version, stored, Manifest.objects.count()))

    publish_next(record=record)
    assert seen == [("1.0.1", (1, len(FILES), 2), 1)]
    assert Manifest.objects.count() == 2


def test_a_record_that_cannot_be_kept_takes_the_release_with_it(published):
    change(title="New title")

    def record(release):
        raise LookupError("The chain is broken.")

    with pytest.raises(LookupError), transaction.atomic():
        publish_next(record=record)
    assert (Release.objects.count(), Manifest.objects.count()) == (1, 1)


def test_stamps_say_which_release_carried_a_change(published):
    register()
    deprecate()
    Code.objects.filter(code="output.empty").update(title="No Output")
    assert publish_next().version == "1.1.0"
    registry, _ = documents("1.1.0")

    def stamps(code):
        kept = registry.code(code).administrative
        return kept.registered.version, kept.updated.version, kept.deprecation and kept.deprecation.version

    assert stamps("tool.rusty") == ("1.1.0", "1.1.0", None)
    assert stamps("tool.timeout") == ("1.0.0", "1.1.0", "1.1.0")
    assert stamps("output.empty") == ("1.0.0", "1.1.0", None)
    assert stamps("output.malformed") == ("1.0.0", "1.0.0", None)
    assert registry.code("tool.rusty").administrative.registered.date == "2026-12-01"


def test_the_rows_go_on_saying_what_was_published(published):
    """Building from the rows again, under the same header, gives the published documents."""
    register()
    deprecate()
    release = publish_next()
    registry, signals = documents(release.version)
    rebuilt, rows = document.build(
        version=registry.version,
        published=release.published,
        previous=registry.previous,
        base="https://agenterrors.org",
        unstamped=None,
    )
    assert (rebuilt.to_bytes(), rows.to_bytes()) == (registry.to_bytes(), signals.to_bytes())
    with pytest.raises(NothingChanged):
        following(registry, signals, release.sha256, published=release.published)


def test_back_to_active_is_behavioural(published):
    deprecate()
    publish_next()
    Succession.objects.all().delete()
    Code.objects.filter(code="tool.timeout").update(
        status="active", deprecation_reason="", deprecation_note="", deprecation_version=""
    )
    assert publish_next().version == "2.0.0"
    assert documents("2.0.0")[0].code("tool.timeout").administrative.deprecation is None


def test_what_is_registered_cannot_be_taken_out(published):
    Confusable.objects.filter(code="context.compaction_failed").delete()
    Confusable.objects.filter(other="context.compaction_failed").delete()
    Reference.objects.filter(code="context.compaction_failed").delete()
    for row in Signal.objects.filter(choices__code="context.compaction_failed"):
        row.choices.all().delete()
    QuerySet(Code).filter(code="context.compaction_failed").delete()  # behind the guard
    with pytest.raises(ImpossibleDifference, match=r"context\.compaction_failed"):
        publish_next()
    assert Release.objects.count() == 1


def test_a_release_records_its_changes(published):
    register()
    deprecate()
    change(owner="provider")
    release = publish_next()
    found = [
        (each.change, each.kind, each.subject, each.pointer, each.before.strip(), each.after.strip(), each.change_class)
        for each in release.changes.all()
        if each.kind == "code" and each.change != "deprecated"
    ]
    assert found == [
        ("added", "code", "tool.rusty", "", "null", "null", "addition"),
        ("changed", "code", "tool.timeout", "/informative/owner", '"tool owner"', '"provider"', "editorial"),
    ]
    (deprecated,) = (each.as_change() for each in release.changes.filter(change="deprecated"))
    assert (deprecated.subject, deprecated.pointer, deprecated.change_class) == (
        "tool.timeout",
        "/administrative",
        "deprecation",
    )
    assert deprecated.before == {"status": "active", "superseded_by": [], "deprecation": None}
    assert deprecated.after == {
        "status": "deprecated",
        "superseded_by": ["loop.timeout"],
        "deprecation": {"reason": "It was a mistake.", "note": None, "version": "1.1.0"},
    }


def test_the_first_release_records_what_it_began_with(published):
    assert ReleaseChange.objects.filter(kind="code", change="added").count() == 31
    assert ReleaseChange.objects.filter(kind="category", change="added").count() == 7
    assert ReleaseChange.objects.count() == 38


def test_a_chain_of_releases_is_whole(published):
    for title in ("One more", "Two more", "Three more"):
        change(title=title)
        publish_next()
    registries = [documents(version)[0] for version in Release.objects.values_list("version", flat=True)]
    assert [each.version for each in registries] == ["1.0.0", "1.0.1", "1.0.2", "1.0.3"]
    for before, after in pairwise(registries):
        assert after.previous.sha256 == Release.objects.get(version=before.version).sha256
        assert diff(before, after).subjects("code") == {"tool.timeout"}
