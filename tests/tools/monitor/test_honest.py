"""An honest history passes, and what it proves is said."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from codes.registry.models import Signal
from codes.releases.models import Manifest, ReleaseFile, SigningKey
from tests.support.history import change, deprecate, publish_next, register, reinstate
from tests.support.monitored import SIGNATURE
from tests.support.served import REUSED, SERIAL, private_pem, rows
from tests.tools.monitor.forging import only_the_first

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


def test_an_honest_history_holds(site, run):
    key = json.loads(Manifest.objects.order_by("-serial")[0].content)["key_id"]
    line = f"4 releases, all as published: latest 2.0.0, manifest {SERIAL}, signed by pinned key {key}.\n"
    assert run() == (0, line, [])


def test_without_a_pinned_key_it_says_that_this_proves_less(run):
    found, line, faults = run(keys=())
    assert (found, faults) == (0, [])
    assert "which proves less than a key that you pinned" in line


def test_an_unsigned_site_is_said_to_be_unsigned(site, run):
    only_the_first(site)
    rows(SigningKey).delete()
    site.fresh()
    found, line, faults = run(keys=())
    assert (found, faults) == (0, [])
    assert line.startswith("1 release, all as published: latest 1.0.0, manifest 1, NOT SIGNED, ")
    found, _, faults = run()
    assert (found, faults) == (1, [f"{SIGNATURE}: answers 404"])


def test_every_step_of_a_longer_history_holds(site, run, seen):
    """Each kind of change, one release each: all are what the independent table says they are."""
    change("loop.timeout", title="Another Title")
    publish_next()
    rows(Signal).filter(pk=Signal.objects.first().pk).update(note="Another note.")
    publish_next()
    reinstate(REUSED)
    publish_next()
    register("tool.stuck")
    deprecate("tool.rusty", successor=None)
    change("loop.timeout", http_status=500)
    publish_next()
    site.fresh()
    _, line, faults = run("--state", seen)
    assert faults == []
    assert "8 releases, all as published: latest 4.0.0, manifest 9" in line


def test_releases_from_before_there_were_sums_may_lack_them(site, run):
    rows(ReleaseFile).filter(release__version="1.0.0").exclude(name__in=["registry.json", "signals.json"]).delete()
    site.issue()
    assert json.loads(Manifest.objects.order_by("-serial")[0].content)["releases"][0]["sums_sha256"] is None
    assert run()[0] == 0
    site.flip("1.0.0", "signals.json")
    assert "1.0.0: signals.json is not the bytes that were published" in run()[2][0]


def test_a_key_is_replaced_while_both_are_pinned(site, run, seen, settings, tmp_path):
    new = Ed25519PrivateKey.generate()
    settings.SIGNING_KEY = private_pem(new)
    site.issue()
    both = ("--key", str(site.pinned), "--key", str(site.write_key(tmp_path / "new.pem", new)))
    assert run("--state", seen)[0] == 1
    assert run("--state", seen, keys=both)[0] == 0
