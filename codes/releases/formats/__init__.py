"""The files of a release. Adding a format is adding one module here, with its `FORMATS`."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .base import Format


@cache
def formats() -> tuple[Format, ...]:
    """Every format of today, by file name. A release keeps the set that was current when it was published."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    found = [each for module in modules for each in getattr(module, "FORMATS", ())]
    return tuple(sorted(found, key=lambda each: each.name))
