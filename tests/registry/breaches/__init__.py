"""For each constraint of the registry's tables, by name, a row that it must refuse."""

from . import categories, codes, relations, signals

BREACHES = {**categories.BREACHES, **codes.BREACHES, **relations.BREACHES, **signals.BREACHES}
