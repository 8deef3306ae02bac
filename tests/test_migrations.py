"""Migrations only add, so that the old build goes on while the new one rolls out (docs/operations.md, Upgrade).

What takes something away is the second of two steps: a release after the one whose code no longer needs it. Such a
migration says so in its module: `SECOND_STEP = "since 1.4.0 nothing reads it"`.
"""

import sys
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Now

# What the first installations begin with. No build is older, so nobody had to go on with less.
BEGINNING = "0010_one_rule_of_verdicts"

ADDS = (migrations.CreateModel, migrations.AddField, migrations.AddIndex, migrations.RunPython,
        migrations.AlterModelOptions, migrations.AlterModelManagers)  # fmt: skip


def takes_away(operation):
    """Why the old build could not go on beside `operation`; empty where it can."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if not (field.null or field.many_to_many or field.has_db_default()):
            return "the old build inserts rows without it: null=True or db_default"
        return ""
    # Rules and other types refuse what the old build may write; the rest is gone, or has another name.
    return "" if isinstance(operation, ADDS) else type(operation).__name__


def faults(migration, module):
    if getattr(module, "SECOND_STEP", ""):
        return []
    return [f"{migration.name}: {why}" for each in migration.operations if (why := takes_away(each))]


def test_migrations_only_add():
    loader = MigrationLoader(None, ignore_no_migrations=True)
    ours = sorted(name for app, name in loader.disk_migrations if app == apps.get_app_config("codes").label)
    assert BEGINNING in ours
    later = [loader.disk_migrations["codes", name] for name in ours if name > BEGINNING]
    assert [fault for each in later for fault in faults(each, sys.modules[each.__module__])] == []


@pytest.mark.parametrize(
    ("operation", "fine"),
    [
        (migrations.CreateModel("New", []), True),
        (migrations.AddIndex("code", models.Index(fields=["code"], name="x")), True),
        (migrations.AddField("code", "more", models.TextField(null=True)), True),
        (migrations.AddField("code", "more", models.TextField(db_default="")), True),
        (migrations.AddField("code", "more", models.DateTimeField(db_default=Now())), True),
        (migrations.AddField("code", "more", models.TextField(default="")), False),
        (migrations.AddField("code", "more", models.TextField()), False),
        (migrations.RemoveField("code", "title"), False),
        (migrations.RenameField("code", "title", "name"), False),
        (migrations.AlterField("code", "title", models.CharField(max_length=3)), False),
        (migrations.DeleteModel("Code"), False),
        (migrations.RenameModel("Code", "Name"), False),
        (migrations.AddConstraint("code", models.UniqueConstraint(fields=["title"], name="x")), False),
        (migrations.RunSQL("DROP TABLE codes_code"), False),
    ],
)
def test_what_an_old_build_can_go_on_beside(operation, fine):
    made = SimpleNamespace(name="0099_x", operations=[operation])
    assert (faults(made, SimpleNamespace()) == []) is fine
    assert faults(made, SimpleNamespace(SECOND_STEP="since 1.4.0 nothing reads it")) == []
