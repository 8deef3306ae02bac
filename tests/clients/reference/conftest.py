"""The client of /clients before a site with a history of four releases, of which it has the last."""

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from tests.clients.reference.forging import TITLE
from tests.clients.reference_client import Client
from tests.support.history import change, publish_next
from tests.support.monitored import between, no_pause
from tools.monitor.__main__ import main

__all__ = ["between", "no_pause"]


@pytest.fixture
def start(site, between, tmp_path):
    """A client of the site, as after a start of its process."""

    def start(kept="kept.json", bundle="bundle.json", keys=(site.pinned,)):
        found = [load_pem_public_key(path.read_bytes()) for path in keys]
        return Client(between.url, found, tmp_path / bundle, tmp_path / kept)

    return start


@pytest.fixture
def client(start, tmp_path):
    """With 2.0.0 as its bundle, and as what it has kept."""
    assert start(kept="bundle.json").refresh()
    (tmp_path / "kept.json").write_bytes((tmp_path / "bundle.json").read_bytes())
    return start()


@pytest.fixture
def newer(client, site, tmp_path):
    """The same client once 2.0.1 has been published; with the state of a monitor that has seen what the client has."""
    assert main([site.url, "--key", str(site.pinned), "--state", str(tmp_path / "state.json"), "--releases", "1"]) == 0
    change("loop.timeout", title=TITLE)
    publish_next()
    return client
