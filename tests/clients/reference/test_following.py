"""The client takes what is new and can be checked."""

import json
from dataclasses import replace

import pytest
from django.utils import timezone

from codes.releases.yank import yank
from tests.clients import reference_client
from tests.clients.reference.forging import OLD_TITLE, TITLE, title
from tests.support.history import change, publish_next
from tests.support.monitored import MANIFEST, SIGNATURE
from tests.support.served import REUSED, SERIAL

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


def test_it_takes_what_is_new_and_then_asks_with_its_tag(newer, between, start):
    assert (newer.held["version"], title(newer)) == ("2.0.0", OLD_TITLE)
    assert newer.refresh() is True
    assert (newer.held["version"], newer.held["serial"], title(newer)) == ("2.0.1", SERIAL + 1, TITLE)
    between.asked.clear()
    assert newer.refresh() is False
    ((path, headers),) = between.asked
    assert (path, headers["If-None-Match"]) == (MANIFEST, newer.held["etag"])
    again = start()
    assert (again.held["version"], title(again)) == ("2.0.1", TITLE)


def test_a_site_that_does_not_know_304_changes_nothing(client, between):
    whole = json.dumps(client.held["manifest"])
    between.rules[MANIFEST] = lambda answer: replace(answer.with_body(json.loads(whole).encode()), status=200)
    assert client.refresh() is False


def test_a_yank_brings_a_manifest_and_no_registry(client, site, between):
    yank(version="1.2.0", reason="Wrong.", at=timezone.now())
    site.fresh()
    between.asked.clear()
    assert client.refresh() is True
    assert [path for path, _ in between.asked] == [MANIFEST, SIGNATURE]
    assert (client.held["version"], client.held["serial"]) == ("2.0.0", SERIAL + 1)


def test_a_yanked_release_is_not_taken_up(newer, site):
    yank(version="2.0.1", reason="Wrong.", at=timezone.now())
    site.fresh()
    assert newer.refresh() is True
    assert (newer.held["version"], newer.held["serial"]) == ("2.0.0", SERIAL + 2)
    change("loop.timeout", title="A Third Title")
    publish_next()
    assert newer.refresh() is True
    assert (newer.held["version"], title(newer)) == ("2.0.2", "A Third Title")


def test_versions_are_compared_by_number():
    assert reference_client.order("10.0.0") > reference_client.order("9.10.0") > reference_client.order("9.9.9")


def test_what_a_code_means(client):
    def both(**error):
        return client.effective(error, "retryable"), client.effective(error, "model_recoverable")

    assert both(code="upstream.overloaded") == (True, False)
    assert both(code="upstream.overloaded", retryable=False) == (False, False)
    assert both(code="upstream.overloaded", retryable="false") == (True, False)
    assert both(code=REUSED) == (True, True)  # deprecated: its defaults hold
    for unknown in ("tool.unheard_of", "x-acme.own", "nonsense", None, 7):
        assert both(code=unknown) == (False, False)
        assert both(code=unknown, model_recoverable=True) == (False, True)
    assert both() == (False, False)
