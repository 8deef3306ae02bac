import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError

from codes.registry import load
from codes.registry.models import Category, Code, NonError, Signal
from codes.releases import publish

pytestmark = pytest.mark.django_db


def test_an_empty_registry_is_filled(empty):
    assert load.load(settings.FIXTURES) is True
    counts = [model.objects.count() for model in (Category, Code, NonError)]
    assert counts == [7, 31, 12]
    assert Signal.objects.exclude(source="draft").count() == 200


def test_loading_again_does_nothing(published, capsys):
    before = list(Code.objects.values())
    call_command("load_registry")
    assert list(Code.objects.values()) == before
    assert capsys.readouterr().out == ""


def test_it_cannot_revert_what_experts_changed(published):
    Code.objects.filter(code="tool.timeout").update(default_retryable=False)
    assert load.load(settings.FIXTURES) is False
    assert Code.objects.get(code="tool.timeout").default_retryable is False


def test_it_cannot_bring_back_what_a_release_was_published_without(published):
    """Not even where the tables have been emptied: the release exists, so the fixtures have had their day."""
    Signal.objects.all().delete()
    load.load(settings.FIXTURES)
    assert Signal.objects.count() == 0


def test_bad_data_leave_nothing_behind(empty, tmp_path):
    folder = copied(tmp_path)
    path = folder / "codes" / "tool.toml"
    path.write_text(path.read_text().replace('origin = "tool"', 'origin = "weather"', 1))
    with pytest.raises(IntegrityError, match="code_origin_known"):
        load.load(folder)
    assert Category.objects.count() == 0


def copied(folder):
    for path in settings.FIXTURES.rglob("*.toml"):
        target = folder / path.relative_to(settings.FIXTURES)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    return folder


@pytest.mark.parametrize(
    ("seen_at", "version"),
    [
        ("spec 2026-07-28; commit b0f60ba (2026-08-22)", "2026-07-28"),
        ("spec 2025-11-25 at commit b0f60ba", "2025-11-25"),
        ("v1.0.1+47; commit 16ba526 (2026-08-18)", "v1.0.1+47"),
        ("tag v1.29.0", "v1.29.0"),
        ("openai 3.57.0", "openai 3.57.0"),
        ("@anthropic-ai/claude-agent-sdk 0.3.332", "@anthropic-ai/claude-agent-sdk 0.3.332"),
        ("commit 57394b0 (2026-08-20); value also named in mcp 2.3.0", "commit 57394b0 (2026-08-20)"),
    ],
)
def test_the_version_of_a_source_is_taken_from_where_it_was_seen(seen_at, version):
    assert load.source_version(seen_at) == version


def test_the_time_of_publication_stands_in_the_fixtures(published):
    assert published.published.isoformat() == "2026-11-30T00:00:00+00:00"


def test_publishing_twice_changes_nothing(published, capsys):
    with pytest.raises(publish.AlreadyPublished):
        publish.publish_initial(published=published.published)
    call_command("publish_initial")
    assert capsys.readouterr().out == ""
