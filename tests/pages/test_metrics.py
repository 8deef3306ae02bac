"""`/metrics`: off, out of reach from outside, and what it counts."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from codes.pages import metrics
from codes.releases import current
from codes.review import notices
from codes.review.models import Event
from tests.support import proposals
from tests.support.history import publish_next, register
from tests.support.people import DAY, START, board

pytestmark = pytest.mark.usefixtures("published")


@pytest.fixture
def on(settings):
    settings.METRICS = True


def scraped(client, **headers):
    """Values by (name, sorted labels); the number of the process left out."""
    answer = client.get("/metrics", headers=headers)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    found = {}
    for family in text_string_to_metric_families(answer.content.decode()):
        for sample in family.samples:
            labels = {name: value for name, value in sample.labels.items() if name != "process"}
            key = (sample.name.removeprefix("registry_"), *sorted(labels.items()))
            assert key not in found
            found[key] = sample.value
    return found


def told(client, *names):
    found = scraped(client)
    return [found[name,] for name in names]


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_off_it_is_an_address_like_any_that_is_not_there(client, accept):
    """Also where a proxy hands it on, and for what is no read."""
    there, missing = (client.get(each, headers={"Accept": accept}) for each in ("/metrics", "/metricz"))
    assert (there.status_code, dict(there.headers)) == (
        404,
        dict(missing.headers) | {"Content-Length": there["Content-Length"]},
    )
    assert there.content == missing.content.replace(b"metricz", b"metrics")


def test_on_it_is_still_not_there_for_whoever_comes_through_a_proxy(client, on):
    assert client.get("/metrics").status_code == 200
    for options in ({"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": ""}):
        assert client.get("/metrics", headers=options).status_code == 404
    assert client.post("/metrics").status_code == client.put("/metrics").status_code == 404


def test_no_other_site_reads_it_in_a_visitors_browser(client, on):
    assert "Access-Control-Allow-Origin" not in client.get("/metrics")


@pytest.mark.parametrize("address", ["/metrics", "/healthz"])
def test_what_watches_the_app_host_is_not_sent_to_https(address, client, on, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(address).status_code == 200
    for other in (f"{address}/", f"/x{address}", "/codes/", f"/codes{address}"):
        assert client.get(other).status_code == 301


def test_it_is_written_as_prometheus_asks(client, on):
    assert client.get("/metrics")["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    asked = client.get("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
    assert asked["Content-Type"].startswith("application/openmetrics-text; version=1.0.0; charset=utf-8")
    assert asked.content.endswith(b"# EOF\n")


def test_releases_and_how_far_behind_this_process_is(client, on, monkeypatch):
    assert told(client, "releases", "manifest_serial", "publish_lag_seconds", "database_up") == [1, 1, 0, 1]
    held = current.current()
    register()
    made = publish_next()
    monkeypatch.setattr(metrics, "current", lambda: held)
    monkeypatch.setattr(metrics.timezone, "now", lambda: made.published + timedelta(seconds=40))
    found = scraped(client)
    assert [found[name,] for name in ("releases", "manifest_serial", "publish_lag_seconds")] == [2, 1, 40]
    assert found["release_info", ("sha256", held.release.sha256), ("version", "1.0.0")] == 1


def test_proposals_events_and_mail(client, on, monkeypatch):
    now = START + 60 * DAY
    monkeypatch.setattr(metrics.timezone, "now", lambda: now)
    board()
    proposals.rejected(code="tool.third", at=now - 30 * DAY)
    notices.send(now - 29 * DAY, most=1000)
    proposals.submitted(code="tool.second", at=now - 4 * DAY)
    proposals.submitted(code="tool.first", at=now)
    found = scraped(client)
    states = {key[1][1]: value for key, value in found.items() if key[0] == "proposals"}
    assert {state: number for state, number in states.items() if number} == {"submitted": 2, "rejected": 1}
    assert len(states) == 9
    assert found["proposals_overdue",] == 1
    assert found["events",] == Event.objects.count() > 0
    waiting = found["notices_waiting",]
    assert waiting > 0
    assert found["notices_oldest_seconds",] == pytest.approx(4 * DAY.total_seconds(), abs=3600)

    def refused(delivery):
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(notices, "message", refused)
        notices.send(now, most=2)
    found = scraped(client)
    assert found["notices_failing",] == 2
    notices.send(now + DAY, most=1000)
    assert told(client, "notices_waiting", "notices_failing", "notices_oldest_seconds") == [0, 0, 0]


def test_without_the_database_it_says_so(client, on):
    current.current()

    def away(*args):
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(away):
        found = scraped(client)
    assert found["database_up",] == 0
    assert not {"releases", "events", "proposals", "notices_waiting"} & {key[0] for key in found}
    assert any(key[0] == "software_info" for key in found)


def test_before_anything_is_published(client, on, empty):
    assert told(client, "releases", "events", "database_up") == [0, 0, 1]


def test_it_costs_a_number_of_queries_that_does_not_grow(client, on):
    """A scrape every few seconds must not be what the database is busy with."""
    now = timezone.now()
    proposals.submitted(code="tool.first", at=now)
    current.current()
    with CaptureQueriesContext(connection) as one:
        client.get("/metrics")
    for number in range(4):
        proposals.submitted(code=f"tool.more_{number}", at=now)
    with CaptureQueriesContext(connection) as five:
        client.get("/metrics")
    assert len(one) == len(five)
