"""For whoever holds a site against what it published: addresses, a proxy before it, a monitor that does not wait."""

import pytest

from tests.support.tampered import tampered
from tools.monitor import look

MANIFEST, SIGNATURE, KEYS = "/releases/manifest.json", "/releases/manifest.json.sig", "/releases/keys.json"
REGISTRY = "/releases/2.0.0/registry.json"
UNSIGNED = f"{SIGNATURE}: not a signature over the manifest by any of the pinned keys"


@pytest.fixture
def between(site):
    with tampered(site.url) as proxy:
        yield proxy


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    """One process answers here, so the monitor has nothing to wait for."""
    monkeypatch.setattr(look, "PAUSE", 0)
