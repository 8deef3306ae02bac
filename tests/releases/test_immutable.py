import inspect

import pytest
from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from codes.releases.models import (
    ImmutableError,
    Manifest,
    Release,
    ReleaseChange,
    ReleaseFile,
    SigningKey,
    Yank,
)
from codes.releases.models.immutable import Immutable, ImmutableQuerySet
from codes.releases.yank import yank
from tests.support.history import change, publish_next
from tests.support.keys import new_key

pytestmark = pytest.mark.django_db

# A text field of each.
FIELDS = {
    Release: "sha256",
    ReleaseFile: "sha256",
    ReleaseChange: "before",
    Manifest: "sha256",
    Yank: "reason",
    SigningKey: "key_id",
}
NEW = "0" * 16

WAYS = {
    "save": lambda row, rows, field: row.save(),
    "save some fields": lambda row, rows, field: row.save(update_fields=[field]),
    "delete": lambda row, rows, field: row.delete(),
    "update": lambda row, rows, field: rows.update(**{field: NEW}),
    "bulk update": lambda row, rows, field: rows.bulk_update([row], [field]),
    "delete all": lambda row, rows, field: rows.all().delete(),
    "update or create": lambda row, rows, field: rows.update_or_create(pk=row.pk, defaults={field: NEW}),
    "upsert": lambda row, rows, field: rows.bulk_create(
        [row], update_conflicts=True, update_fields=[field], unique_fields=["id"]
    ),
    "upsert by position": lambda row, rows, field: rows.bulk_create([row], None, False, True, [field], ["id"]),
    "write over by primary key": lambda row, rows, field: type(row)(**{**values(row), field: NEW}).save(),
}


@pytest.fixture
def history(published, settings):
    """At least one row of each."""
    settings.SIGNING_KEY = new_key()
    change(title="New title")
    publish_next()
    yank(version="1.0.1", reason="Wrong.", at=timezone.now())


def values(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def stored(model):
    return [values(row) for row in model.objects.order_by("pk")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("model", FIELDS, ids=lambda model: model.__name__)
def test_no_second_write_by(way, model, history):
    before = stored(model)
    with pytest.raises(Exception) as refused, transaction.atomic():
        WAYS[way](model.objects.first(), model.objects, FIELDS[model])
    assert refused.type.__name__ == ("IntegrityError" if way == "write over by primary key" else "ImmutableError")
    assert stored(model) == before


def test_every_such_model_is_tried():
    """Of what is published; the record of decisions has tests of its own."""
    found = {model for model in apps.get_models() if issubclass(model, Immutable)}
    assert {model for model in found if model.__module__.startswith("codes.releases.")} == set(FIELDS)


def test_not_through_a_relation(published):
    with pytest.raises(ImmutableError):
        published.files.all().delete()
    with pytest.raises(ImmutableError):
        published.files.update(size=0)


def test_no_argument_of_djangos_gets_past_the_refusal():
    ours = inspect.signature(ImmutableQuerySet.bulk_create).parameters
    assert list(ours) == list(inspect.signature(models.QuerySet.bulk_create).parameters)
