"""Each named constraint, broken by one row: the database refuses, whatever the code above it believes."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import CheckConstraint

from tests.accounts import breaches as accounts
from tests.api import breaches as api
from tests.registry import breaches as registry
from tests.registry.breaches.categories import new_category
from tests.registry.breaches.codes import new_code
from tests.registry.breaches.relations import CODE, confusable, new_reference, succession
from tests.registry.breaches.signals import new_signal, non_error
from tests.releases import breaches as releases
from tests.releases.breaches import new_change, new_file, new_key, new_manifest, new_release, new_yank
from tests.review import breaches as review

pytestmark = pytest.mark.django_db

BREACHES = {
    **registry.BREACHES,
    **releases.BREACHES,
    **accounts.BREACHES,
    **review.BREACHES,
    **api.BREACHES,
}


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
