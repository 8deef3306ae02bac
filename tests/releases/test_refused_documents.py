"""What rows can say and no document may: publishing refuses with the place, and writes nothing."""

import pytest
from django.db import transaction

from codes.registry.models import Code, Signal, SignalCode
from codes.releases.models import Manifest, Release
from codes.releases.validate import InvalidDocument
from tests.support.history import change, deprecate, publish_next

pytestmark = pytest.mark.django_db


def override(value):
    Signal.objects.filter(pk="xw-001").update(overrides=value)


BREACHES = {
    "an override that is no boolean": (
        lambda: override({"retryable": "yes"}),
        "$.signals[41].overrides.retryable: 'yes' is not of type 'boolean'",
    ),
    "an override of something else": (
        lambda: override({"status": True}),
        "$.signals[41].overrides: Additional properties are not allowed ('status' was unexpected)",
    ),
    "overrides that are no object": (
        lambda: override([]),
        "$.signals[41].overrides: [] is not of type 'object'",
    ),
    "a signal that maps to nothing": (
        lambda: SignalCode.objects.filter(signal="xw-001").delete(),
        "$.signals[41].codes: [] should be non-empty",
    ),
    "a successor that is deprecated": (
        lambda: (deprecate("tool.timeout", "loop.timeout"), deprecate("loop.timeout", None)),
        "tool.timeout: its successor loop.timeout is not an active code",
    ),
    "successors in a circle": (
        lambda: (deprecate("tool.timeout", "loop.timeout"), deprecate("loop.timeout", "tool.timeout")),
        "loop.timeout: its successor tool.timeout is not an active code",
    ),
    "a successor of an active code": (
        lambda: (deprecate(), Code.objects.update(status="active", deprecation_reason="")),
        "$.codes[23].administrative.superseded_by: ['loop.timeout'] is expected to be empty",
    ),
    "no action": (
        lambda: change(actions=[]),
        "$.codes[23].informative.actions: [] should be non-empty",
    ),
}


@pytest.mark.parametrize("name", BREACHES)
def test_rows_are_not_published_with(name, published):
    act, said = BREACHES[name]
    act()
    with pytest.raises(InvalidDocument) as refused, transaction.atomic():
        publish_next()
    assert str(refused.value) == said
    assert (Release.objects.count(), Manifest.objects.count()) == (1, 1)
    assert set(Code.objects.values_list("updated_version", flat=True)) == {"1.0.0"}
