"""What a look-up finds, and where it leads without doubt."""

import pytest

from codes.harness_errors.lookup import certain, look_up


@pytest.fixture
def ask(registry, signals):
    return lambda text: look_up(text, registry, signals)


@pytest.fixture
def find(ask):
    """Kinds and targets, each pair once."""
    return lambda text: list(dict.fromkeys((hit.kind, hit.target) for hit in ask(text)))


@pytest.fixture
def leads_to(ask):
    """Where there is no doubt: the target, else None."""
    return lambda text: hit.target if (hit := certain(ask(text))) else None
