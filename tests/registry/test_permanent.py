"""What is registered stays, whichever way somebody tries to remove it."""

import pytest

from codes.registry.models import Category, Code, PermanentError

pytestmark = pytest.mark.django_db

WAYS = {
    "delete": lambda rows: rows.first().delete(),
    "delete some": lambda rows: rows.filter(pk=rows.first().pk).delete(),
    "delete all": lambda rows: rows.all().delete(),
    "delete through the manager of Django's own": lambda rows: rows.model._base_manager.all().delete(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("model", [Category, Code], ids=lambda model: model.__name__)
def test_nothing_is_removed_by(way, model, published):
    before = list(model.objects.values())
    with pytest.raises(PermanentError, match=rf"\A{model.__name__} rows are never removed: deprecate instead\Z"):
        WAYS[way](model.objects)
    assert list(model.objects.values()) == before


def test_not_through_a_relation(published):
    with pytest.raises(PermanentError):
        Category.objects.get(name="tool").codes.all().delete()


def test_rows_may_change(published):
    Code.objects.filter(code="tool.timeout").update(owner="provider")
    row = Code.objects.get(code="tool.timeout")
    row.title = "New title"
    row.save()
    assert Code.objects.filter(code="tool.timeout", owner="provider", title="New title").count() == 1
