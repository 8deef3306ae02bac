import pytest
from django.db import transaction

from codes.releases.models import ImmutableError, Release, ReleaseChange, ReleaseFile

pytestmark = pytest.mark.django_db

# A text field of each.
FIELDS = {Release: "sha256", ReleaseFile: "sha256", ReleaseChange: "before"}
NEW = "0" * 64

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
    "write over by primary key": lambda row, rows, field: type(row)(**{**values(row), field: NEW}).save(),
}


def values(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("model", FIELDS)
def test_no_second_write_by(way, model, published):
    row = model.objects.first()
    before = values(row)
    with transaction.atomic(), pytest.raises(Exception) as refused:
        WAYS[way](row, model.objects, FIELDS[model])
    assert refused.type.__name__ == ("IntegrityError" if way == "write over by primary key" else "ImmutableError")
    if refused.type is ImmutableError:
        assert values(model.objects.get(pk=row.pk)) == before


def test_not_through_a_relation(published):
    with pytest.raises(ImmutableError):
        published.files.all().delete()
    with pytest.raises(ImmutableError):
        published.files.update(size=0)
