import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone

from codes.pages import status
from codes.releases import current
from codes.releases.models import Manifest
from tests.support.history import publish_next, register

pytestmark = pytest.mark.django_db

BASE = "https://agenterrors.org"


@pytest.fixture(autouse=True)
def _published(published):
    pass


def local(address):
    assert address.startswith(f"{BASE}/"), address
    return address.removeprefix(BASE)


def test_every_page_of_the_sitemap_answers(client, registry):
    answer = client.get("/sitemap.xml")
    assert answer["Content-Type"] == "application/xml"
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    addresses = [each.text for each in ElementTree.fromstring(answer.content).iter(f"{space}loc")]  # noqa: S314  ours
    assert len(addresses) == len(set(addresses))
    for address in addresses:
        assert client.get(local(address)).status_code == 200, address
    assert {f"{BASE}/codes/{entry.code}" for entry in registry.codes} <= set(addresses)


def test_robots(client):
    assert client.get("/robots.txt").content.decode() == (
        f"User-agent: *\nDisallow: /lookup\n\nSitemap: {BASE}/sitemap.xml\n"
    )


def test_security_contact(client):
    fields = dict(line.split(": ", 1) for line in client.get("/.well-known/security.txt").content.decode().splitlines())
    expires = datetime.fromisoformat(fields.pop("Expires"))
    assert timedelta(days=100) < expires - datetime.now(UTC) < timedelta(days=365)
    assert fields == {
        "Contact": "mailto:security@agenterrors.org",
        "Preferred-Languages": "en",
        "Canonical": f"{BASE}/.well-known/security.txt",
    }


def test_what_agents_read_first(client, registry):
    answer = client.get("/llms.txt")
    text = answer.content.decode()
    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    assert text.startswith("# Agent Harness Error Codes\n")
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    for address in links:
        assert client.get(local(address), follow=True).status_code == 200, address
    assert {f"{BASE}/codes/{entry.code}.md" for entry in registry.codes} <= set(links)


def test_a_browser_can_search_here(client):
    answer = client.get("/opensearch.xml")
    assert answer["Content-Type"] == "application/opensearchdescription+xml"
    space = "{http://a9.com/-/spec/opensearch/1.1/}"
    root = ElementTree.fromstring(answer.content)  # noqa: S314  ours
    assert root.find(f"{space}Url").get("template") == f"{BASE}/lookup?q={{searchTerms}}"
    assert len(root.find(f"{space}ShortName").text) <= 16
    assert 'rel="search"' in client.get("/").content.decode()


def test_the_catalogue_of_what_programs_can_use(client):
    answer = client.get("/.well-known/api-catalog")
    assert answer["Content-Type"] == ('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
    assert answer["Link"] == f'<{BASE}/.well-known/api-catalog>; rel="api-catalog"'
    (context,) = answer.json()["linkset"]
    assert context.pop("anchor") == f"{BASE}/.well-known/api-catalog"
    for targets in context.values():
        for target in targets:
            found = client.get(local(target["href"]), headers={"Accept": target["type"]}, follow=True)
            assert (found.status_code, found["Content-Type"].split(";")[0]) == (200, target["type"])


def test_health(client, published):
    assert client.get("/healthz").json() == {
        "status": "ok",
        "database": "ok",
        "release": "1.0.0",
        "sha256": published.sha256,
        "published": "2026-11-30T00:00:00Z",
        "latest": "1.0.0",
        "publish_lag_seconds": 0.0,
        "software": settings.VERSION,
    }


def test_health_tells_how_far_this_process_is_behind(client, published, monkeypatch):
    """It goes on with 1.0.0, as one that cannot read what is newer would."""
    held = current.current()
    at = timezone.now()
    register()
    publish_next()
    issued = Manifest.objects.order_by("-serial")[0].issued
    monkeypatch.setattr(status, "current", lambda: held)
    for seconds, word in ((0, "ok"), (12.5, "ok"), (status.LAGGING, "ok"), (status.LAGGING + 1, "degraded")):
        monkeypatch.setattr(status.timezone, "now", lambda late=seconds: issued + timedelta(seconds=late))
        answer = client.get("/healthz").json()
        assert [answer[name] for name in ("release", "latest", "publish_lag_seconds", "status")] == [
            "1.0.0", "1.1.0", seconds, word,
        ]  # fmt: skip
    assert f"release 1.1.0 has been there for {status.LAGGING + 1}.0 seconds" in client.get("/status").content.decode()
    monkeypatch.setattr(status, "current", current.current)
    monkeypatch.setattr(status.timezone, "now", lambda: at)
    current.forget()
    answer = client.get("/healthz").json()
    assert (answer["release"], answer["publish_lag_seconds"]) == ("1.1.0", 0)
    assert "has been there for" not in client.get("/status").content.decode()


def test_health_while_the_database_is_away(client):
    client.get("/healthz")

    def away(*args):
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(away):
        answer = client.get("/healthz")
        page = client.get("/status")
        code = client.get("/codes/tool.timeout")
    told = [answer.json()[name] for name in ("status", "database", "release", "latest", "publish_lag_seconds")]
    assert (answer.status_code, told) == (200, ["degraded", "away", "1.0.0", None, None])
    assert (page.status_code, code.status_code) == (200, 200)


def test_status_names_the_release(client, published):
    text = client.get("/status").content.decode()
    assert "1.0.0" in text
    assert published.sha256 in text


def test_the_catalogue_leads_to_what_is_read_by_programs(client):
    (context,) = client.get("/.well-known/api-catalog").json()["linkset"]
    targets = {local(target["href"]) for name in ("item", "service-desc") for target in context[name]}
    assert targets >= {
        "/releases/manifest.json",
        "/problems/harness-error.schema.json",
        "/feeds/changes.atom",
        "/api/v1/openapi.json",
    }
    assert local(context["service-doc"][0]["href"]) == "/api/"
