"""The registries that every format is tried with, and the compiler for the one that Python cannot read."""

from collections.abc import Callable

import pytest

from codes.harness_errors.document import Registry, Signals
from codes.releases.formats import formats

from . import hostile, typescript

REGISTRIES: dict[str, Callable[[Registry], Registry]] = {
    "published": lambda registry: registry,
    "deprecated": hostile.deprecated,
    "hostile": hostile.hostile,
    "each word": hostile.one_each,
    "odd codes": hostile.odd_codes,
}


@pytest.fixture(params=REGISTRIES)
def document(request: pytest.FixtureRequest, registry: Registry) -> Registry:
    return REGISTRIES[request.param](registry)


@pytest.fixture
def render(signals: Signals) -> Callable[[str, Registry], bytes]:
    """The file of that name for that registry."""
    by_name = {each.name: each.render for each in formats()}
    return lambda name, registry: by_name[name](registry, signals)


@pytest.fixture(scope="session")
def compiler() -> typescript.Compiler:
    return typescript.install()
