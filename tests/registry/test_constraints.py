"""Each named constraint, broken by one row: the database refuses, whatever the code above it believes."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import CheckConstraint

from codes.registry.models import (
    Category,
    Code,
    Confusable,
    NonError,
    Reference,
    Signal,
    SignalCode,
    Succession,
)
from codes.releases.models import Manifest, Release, ReleaseChange, ReleaseFile, ReleaseHead, SigningKey, Yank
from tests.accounts import breaches as accounts

pytestmark = pytest.mark.django_db

CODE = "output.malformed"
SHA = "0" * 64


def new_code(**changes):
    """A code that no constraint minds, with `changes`."""
    code = changes.pop("code", "tool.rusty")
    category, _, name = code.partition(".")
    values = {
        "category_id": category,
        "name": name,
        "title": "Rusty Tool",
        "description": "The tool has rust.",
        "default_retryable": False,
        "default_model_recoverable": True,
        "change_controller": "IETF",
        "origin": "tool",
        "http_status": 422,
        "mcp_channel": "tool_execution_error",
        "a2a_state": "failed",
        "actions": ["give_up"],
        "owner": "tool owner",
    }
    return Code.objects.bulk_create([Code(code=code, **{**values, **changes})])


def new_category(**changes):
    values = {"name": "rust", "description": "About rust.", "recommended_status": 422}
    return Category.objects.bulk_create([Category(**{**values, **changes})])


def new_reference(**changes):
    values = {"code_id": CODE, "title": "A specification", "url": "https://example.org/spec", "section": "1"}
    return Reference.objects.bulk_create([Reference(**{**values, **changes})])


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


def new_release(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {"number": 2, "version": "1.0.1", "published": first.published, "sha256": SHA, "previous": first}
    return Release.objects.bulk_create([Release(**{**values, **changes})])


def new_file(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {
        "release": first,
        "name": "new.txt",
        "media_type": "text/plain",
        "size": 0,
        "sha256": SHA,
        "content": b"",
    }
    return ReleaseFile.objects.bulk_create([ReleaseFile(**{**values, **changes})])


def new_change(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {"release": first, "position": 1000, "change": "added", "kind": "code", "subject": CODE}
    return ReleaseChange.objects.bulk_create(
        [ReleaseChange(**{**values, "before": "null", "after": "null", "change_class": "addition", **changes})]
    )


def new_yank(**changes):
    first = Release.objects.get(version="1.0.0")
    return Yank.objects.bulk_create(
        [Yank(**{"release": first, "reason": "Bad.", "yanked": first.published, **changes})]
    )


def new_key(**changes):
    values = {"key_id": "0" * 16, "public": b"k" * 32, "first_serial": 1}
    return SigningKey.objects.bulk_create([SigningKey(**{**values, **changes})])


def new_manifest(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {"serial": 2, "issued": first.published, "content": b"{}", "sha256": SHA, "signature": b""}
    return Manifest.objects.bulk_create([Manifest(**{**values, **changes})])


def twice(make, **values):
    make(**values)
    make(**values)


BREACHES = {
    "category_grammar": lambda: new_category(name="x-acme"),
    "category_description_length": lambda: new_category(description=""),
    "category_policy_length": lambda: new_category(policy=""),
    "category_status_is_error": lambda: new_category(recommended_status=200),
    "code_grammar": lambda: new_code(code="tool.n\n"),
    "code_is_category_dot_name": lambda: new_code(name="other"),
    "code_constant_unique": lambda: (
        new_category(name="a"),
        new_category(name="a_b"),
        new_code(code="a_b.c"),
        new_code(code="a.b_c"),
    ),
    "code_title_one_line": lambda: new_code(title="Two\nlines"),
    "code_title_length": lambda: new_code(title="ab"),
    "code_description_length": lambda: new_code(description="d" * 2001),
    "code_deprecation_pair": lambda: new_code(status="deprecated"),
    "code_change_controller_length": lambda: new_code(change_controller=""),
    "code_registered_pair": lambda: new_code(registered_version="1.0.0"),
    "code_updated_pair": lambda: new_code(updated_version="1.0.0"),
    "code_origin_known": lambda: new_code(origin="weather"),
    "code_http_status_is_error": lambda: new_code(http_status=302),
    "code_mcp_pair": lambda: new_code(mcp_channel="jsonrpc_error", mcp_jsonrpc_code=None),
    "code_a2a_state_known": lambda: new_code(a2a_state="completed"),
    "code_owner_length": lambda: new_code(owner=""),
    "code_generalizes_to_another": lambda: new_code(generalizes_to_id="tool.rusty"),
    "succession_unique": lambda: twice(succession, code=CODE, successor="output.empty"),
    "succession_to_another": lambda: succession(code=CODE, successor=CODE),
    "confusable_unique": lambda: confusable("output.truncated"),
    "confusable_with_another": lambda: confusable(CODE),
    "confusable_difference_length": lambda: confusable("tool.timeout", difference=""),
    "reference_has_one_subject": lambda: new_reference(category_id="output"),
    "reference_title_one_line": lambda: new_reference(title="Two\nlines"),
    "reference_url_is_https": lambda: new_reference(url="http://example.org/spec"),
    "reference_of_code_unique": lambda: twice(new_reference),
    "reference_of_category_unique": lambda: twice(new_reference, code_id=None, category_id="output"),
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
    "release_number_unique": lambda: new_release(number=1, previous=None),
    "release_version_unique": lambda: new_release(version="1.0.0"),
    "release_previous_unique": lambda: (new_release(), new_release(number=3, version="1.0.2")),
    "release_version_is_semver": lambda: new_release(version="1.0.01"),
    "release_sha256_is_hexadecimal": lambda: new_release(sha256="A" * 64),
    "release_first_alone_has_no_previous": lambda: new_release(previous=None),
    "release_previous_is_another": lambda: new_release(id=77, previous_id=77),
    "release_file_name_unique": lambda: new_file(name="registry.json"),
    "release_file_sha256_is_hexadecimal": lambda: new_file(sha256=""),
    "release_change_position_unique": lambda: twice(new_change),
    "release_change_known": lambda: new_change(change="forgotten"),
    "release_change_class_known": lambda: new_change(change_class="huge"),
    "yank_reason_length": lambda: new_yank(reason=""),
    "signing_key_id_unique": lambda: twice(new_key),
    "signing_key_id_is_hexadecimal": lambda: new_key(key_id="K" * 16),
    "manifest_serial_unique": lambda: new_manifest(serial=1),
    "manifest_sha256_is_hexadecimal": lambda: new_manifest(sha256=""),
    "release_head_is_one_row": lambda: ReleaseHead.objects.bulk_create([ReleaseHead(id=2)]),
    **accounts.BREACHES,
}


def succession(code, successor):
    return Succession.objects.bulk_create([Succession(code_id=code, successor_id=successor)])


def confusable(other, difference="It differs."):
    return Confusable.objects.bulk_create([Confusable(code_id=CODE, other_id=other, difference=difference)])


def signal_codes(*choices):
    new_signal()
    return SignalCode.objects.bulk_create(
        SignalCode(signal_id="test-1", code_id=code, position=position) for code, position in choices
    )


def non_error():
    return NonError.objects.bulk_create([NonError(source="test", signal="pause", why="It waits.", citation="Here.")])


def constraints():
    return {each.name: each for model in apps.get_app_config("codes").get_models() for each in model._meta.constraints}


def test_every_constraint_has_a_breach():
    assert set(BREACHES) == set(constraints())


@pytest.mark.parametrize("name", BREACHES)
def test_the_database_refuses_a_breach_of(name, published):
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        BREACHES[name]()
    assert blamed(refused.value, name) == name


def blamed(error, name):
    """The constraint that the database names. SQLite names columns, not the constraint, for plain unique ones."""
    if connection.vendor == "postgresql":
        return error.__cause__.diag.constraint_name
    kind, _, where = str(error).partition(" constraint failed: ")
    if kind == "CHECK" or where.startswith("index "):
        return where.removeprefix("index ").strip("'")
    constraint = constraints()[name]
    assert not isinstance(constraint, CheckConstraint)
    model = next(m for m in apps.get_app_config("codes").get_models() if constraint in m._meta.constraints)
    columns = [f"{model._meta.db_table}.{model._meta.get_field(field).column}" for field in constraint.fields]
    return name if where == ", ".join(columns) else where


def test_what_breaks_no_constraint_is_taken(published):
    new_category()
    new_code()
    new_reference()
    new_reference(code_id=None, category_id="output")
    new_signal()
    new_release()
    new_file()
    new_change()
    new_yank()
    new_key()
    new_manifest()
    succession(CODE, "output.empty")
    confusable("tool.timeout")
    non_error()
