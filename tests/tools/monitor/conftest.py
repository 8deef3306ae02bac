"""The monitor before a site with a history of four releases."""

import pytest

from tests.support.monitored import between, no_pause
from tests.support.served import site
from tools.monitor.__main__ import main

__all__ = ["between", "no_pause", "site"]


@pytest.fixture
def run(site, capsys):
    """The monitor's exit code, what it printed when all was well, and its sentences."""

    def run(*options, url=None, keys=("--key", str(site.pinned))):
        found = main([url or site.url, *keys, *map(str, options)])
        printed = capsys.readouterr()
        return found, printed.out, printed.err.splitlines()

    return run


@pytest.fixture
def seen(run, tmp_path):
    """The state after a run over the honest history."""
    state = tmp_path / "state.json"
    assert run("--state", state)[0] == 0
    return state
