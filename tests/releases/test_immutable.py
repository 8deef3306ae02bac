import pytest

from codes.releases.models import ImmutableError, Release, ReleaseFile

pytestmark = pytest.mark.django_db

WAYS = {
    "save": lambda row, rows: row.save(),
    "save some fields": lambda row, rows: row.save(update_fields=["sha256"]),
    "delete": lambda row, rows: row.delete(),
    "update": lambda row, rows: rows.update(sha256="0" * 64),
    "bulk update": lambda row, rows: rows.bulk_update([row], ["sha256"]),
    "delete all": lambda row, rows: rows.all().delete(),
    "update or create": lambda row, rows: rows.update_or_create(pk=row.pk, defaults={"sha256": "0" * 64}),
    "upsert": lambda row, rows: rows.bulk_create(
        [row], update_conflicts=True, update_fields=["sha256"], unique_fields=["id"]
    ),
    "write over by primary key": lambda row, rows: type(row)(**{**fields(row), "sha256": "0" * 64}).save(),
}


def fields(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("model", [Release, ReleaseFile])
def test_no_second_write_by(way, model, published):
    row = model.objects.first()
    before = fields(row)
    with pytest.raises(Exception) as refused:
        WAYS[way](row, model.objects)
    assert refused.type.__name__ == ("IntegrityError" if way == "write over by primary key" else "ImmutableError")
    if refused.type is ImmutableError:
        assert fields(model.objects.get(pk=row.pk)) == before


def test_not_through_a_relation(published):
    with pytest.raises(ImmutableError):
        published.files.all().delete()
    with pytest.raises(ImmutableError):
        published.files.update(size=0)
