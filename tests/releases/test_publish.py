import hashlib
import json
from pathlib import Path

import jsonschema
import pytest
from django.conf import settings
from django.db import transaction

from codes.harness_errors.document import Registry, Signals
from codes.registry import load
from codes.registry.models import Code
from codes.releases import publish, validate
from codes.releases.models import Release, ReleaseFile, ReleaseHead
from codes.releases.validate import InvalidDocument

pytestmark = pytest.mark.django_db

SCHEMA = Path(validate.__file__).parent / "schemas" / "registry.schema.json"


def stored(name):
    return ReleaseFile.objects.get(release__version="1.0.0", name=name)


def test_the_first_release(published):
    assert (published.number, published.version, published.previous) == (1, "1.0.0", None)
    assert ReleaseHead.objects.get().latest == published
    assert published.sha256 == hashlib.sha256(stored("registry.json").content).hexdigest()


@pytest.mark.parametrize("name", ["registry.json", "signals.json"])
def test_a_file_knows_its_bytes(name, published):
    file = stored(name)
    assert (file.size, file.sha256) == (len(file.content), hashlib.sha256(file.content).hexdigest())
    assert file.media_type == "application/json"


def test_the_bytes_are_canonical(published):
    for name in ("registry.json", "signals.json"):
        content = bytes(stored(name).content)
        again = json.dumps(json.loads(content), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
        assert content == again.encode()
        assert b"\r" not in content


def test_the_document_reads_back_to_the_same_bytes(published):
    registry, signals = bytes(stored("registry.json").content), bytes(stored("signals.json").content)
    assert Registry.from_bytes(registry).to_bytes() == registry
    assert Signals.from_bytes(signals).to_bytes() == signals


def test_the_document_says_what_it_is(published):
    data = json.loads(stored("registry.json").content)
    signals = stored("signals.json")
    head = {name: data[name] for name in data if name not in ("categories", "codes")}
    assert head == {
        "kind": "agent-harness-error-registry",
        "format_version": "1.0",
        "version": "1.0.0",
        "published": "2026-11-30T00:00:00Z",
        "previous": None,
        "authority": "pre-iana",
        "license": "BSD-3-Clause",
        "problem_type": {
            "type_uris": [
                "https://iana.org/assignments/http-problem-types#agent-harness-error",
                "https://agenterrors.org/problems/harness-error",
            ],
            "title": "Agent Harness Error",
            "recommended_status": 422,
            "media_type": "application/problem+json",
            "documentation": "https://agenterrors.org/problems/harness-error",
        },
        "syntax": {
            "code": r"[a-z0-9_]{1,64}\.[a-z0-9_]{1,64}",
            "private_code": r"x-[a-z0-9_-]+\.[a-z0-9_]+",
            "max_length": 129,
        },
        "origins": ["harness", "model", "tool", "upstream", "user"],
        "signals": {
            "file": "signals.json",
            "sha256": hashlib.sha256(signals.content).hexdigest(),
            "count": len(json.loads(signals.content)["signals"]),
        },
    }


def test_everything_is_in_order(published):
    data = json.loads(stored("registry.json").content)
    codes = [entry["code"] for entry in data["codes"]]
    assert len(codes) == 31
    assert codes == sorted(codes)
    assert [entry["category"] for entry in data["categories"]] == sorted(
        ["context", "harness", "loop", "output", "policy", "tool", "upstream"]
    )
    signals = json.loads(stored("signals.json").content)
    assert [row["id"] for row in signals["signals"]] == sorted(row["id"] for row in signals["signals"])


def test_an_entry_is_whole(registry):
    """One entry with every kind of member, compared with what the draft and the design say of it."""
    entry = json.loads(registry.to_bytes())["codes"]
    timeout = next(each for each in entry if each["code"] == "tool.timeout")
    description, difference = timeout.pop("description"), timeout["informative"].pop("confusable_with")
    warning = timeout["informative"].pop("side_effect_warning")
    assert all(isinstance(text, str) and text for text in (description, warning))
    assert "loop.timeout" in [each["code"] for each in difference]
    assert timeout == {
        "code": "tool.timeout",
        "category": "tool",
        "name": "timeout",
        "title": "Tool Timeout",
        "default_retryable": True,
        "default_model_recoverable": True,
        "reference": [
            {
                "title": "draft-ouchi-agent-harness-errors",
                "url": "https://datatracker.ietf.org/doc/draft-ouchi-agent-harness-errors/",
                "section": "5.3",
            }
        ],
        "administrative": {
            "status": "active",
            "superseded_by": [],
            "deprecation": None,
            "change_controller": "IETF",
            "registered": {"date": "2026-11-30", "version": "1.0.0"},
            "updated": {"date": "2026-11-30", "version": "1.0.0"},
        },
        "permalink": "https://agenterrors.org/codes/tool.timeout",
        "informative": {
            "origin": "tool",
            "http_status": 504,
            "mcp": {"channel": "tool_execution_error", "jsonrpc_code": None},
            "a2a": {"state": "failed"},
            "telemetry": {"error_type": "tool.timeout"},
            "actions": ["retry_unchanged", "feed_back_to_model", "give_up"],
            "owner": "tool owner",
            "limit_names": [],
            "should_members": [],
            "generalizes_to": None,
        },
    }


def test_the_published_schema_accepts_it(published):
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(stored("registry.json").content))


def test_rows_that_the_schema_refuses_are_not_published(empty):
    load.load(settings.FIXTURES)
    Code.objects.filter(code="tool.timeout").update(actions=["panic"])
    with pytest.raises(InvalidDocument, match="panic"), transaction.atomic():
        publish.publish_initial(published=load.published(settings.FIXTURES))
    assert Release.objects.count() == 0
    assert Code.objects.filter(registered_version="").count() == 31
