"""How every kind of public address behaves: validators, methods, caching, links, cross-origin reads."""

import base64
import hashlib
import json
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.support import files

pytestmark = [pytest.mark.django_db, pytest.mark.from_memory]

CURRENT = "public, max-age=60, stale-while-revalidate=60, stale-if-error=604800"
IMMUTABLE = "public, max-age=31536000, immutable"

NEGOTIATED = [
    "/codes/", "/codes/tool.timeout", "/categories/tool", "/problems/harness-error", "/problems/not-found",
    "/bindings/http", "/bindings/json-rpc", "/bindings/mcp", "/bindings/telemetry", "/ext/a2a/v1", "/clients",
]  # fmt: skip
ALONE = [
    "/", "/bindings/", "/compare", "/lookup", "/problems/", "/releases/", "/releases/1.0.0/",
    "/codes.json", "/codes.csv", "/codes/tool.timeout.json", "/categories/tool.json", "/robots.txt", "/llms.txt",
    "/opensearch.xml", "/sitemap.xml", "/.well-known/api-catalog", "/.well-known/security.txt",
]  # fmt: skip
MARKDOWN = [
    "/codes.md", "/codes/tool.timeout.md", "/categories/tool.md", "/problems/not-found.md",
    "/problems/harness-error.md",    "/bindings/mcp.md", "/ext/a2a/v1.md", "/clients.md",
]  # fmt: skip
FILES = [f"/releases/1.0.0/{name}" for name in files.FILES]
# These take a POST besides (tests/pages/test_inspect_page.py).
ASKED = ["/inspect", "/routing"]
READ = [*NEGOTIATED, *ALONE, *MARKDOWN, *FILES]
EVERY = [*READ, *ASKED]


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.mark.parametrize("address", EVERY)
def test_an_answer_can_be_validated(address, client):
    answer = client.get(address)
    assert answer.status_code == 200
    tag = answer["ETag"]
    assert tag == f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    for asked in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        unchanged = client.get(address, headers={"If-None-Match": asked})
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        for name in ("ETag", "Cache-Control", "Vary", "Last-Modified", "Access-Control-Allow-Origin"):
            assert unchanged.get(name) == answer.get(name)
    assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
    # A precondition that fails is a problem like any other.
    for asked in ({"If-Match": '"other"'}, {"If-Match": f"W/{tag}"}):
        refused = client.get(address, headers=asked | {"Accept": "*/*, application/json"})
        problem = json.loads(refused.content)
        assert (refused.status_code, refused["Content-Type"]) == (412, "application/problem+json")
        assert problem["type"] == "https://agenterrors.org/problems/precondition-failed"
        assert (refused["Cache-Control"], refused["Access-Control-Allow-Origin"]) == ("public, no-cache", "*")
    assert client.get(address, headers={"If-Match": tag}).status_code == 200


@pytest.mark.parametrize("address", [each for each in EVERY if each not in (
    "/robots.txt", "/opensearch.xml", "/.well-known/security.txt")])  # fmt: skip
def test_an_answer_says_when_it_changed(address, client):
    answer = client.get(address)
    since = answer["Last-Modified"]
    assert client.get(address, headers={"If-Modified-Since": since}).status_code == 304
    earlier = "Sun, 29 Nov 2026 00:00:00 GMT"
    assert client.get(address, headers={"If-Modified-Since": earlier}).status_code == 200
    # The tag decides where both are sent.
    both = {"If-Modified-Since": since, "If-None-Match": '"other"'}
    assert client.get(address, headers=both).status_code == 200


@pytest.mark.parametrize("address", [*EVERY, "/healthz", "/status", "/releases/latest/registry.json"])
def test_head_is_get_without_a_body(address, client):
    answer, head = client.get(address), client.head(address)
    assert (head.status_code, head.content) == (answer.status_code, b"")
    assert dict(head.items()) == dict(answer.items())


@pytest.mark.parametrize("address", [*READ, "/healthz", "/status", "/releases/latest/registry.json", "/codes"])
def test_other_methods_are_refused(address, client):
    for method in ("POST", "PUT", "PATCH", "DELETE", "PROPFIND"):
        answer = client.generic(method, address)
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("address", READ)
def test_any_site_may_read(address, client):
    preflight = client.options(address, headers={"Origin": "https://example.org"})
    assert (preflight.status_code, preflight.content) == (204, b"")
    assert preflight["Access-Control-Allow-Methods"] == preflight["Allow"] == "GET, HEAD, OPTIONS"
    assert preflight["Access-Control-Allow-Headers"] == "Accept, If-None-Match, If-Modified-Since"
    assert (preflight["Access-Control-Max-Age"], preflight["Cache-Control"]) == ("86400", CURRENT)
    answer = client.get(address)
    assert answer["Access-Control-Allow-Origin"] == preflight["Access-Control-Allow-Origin"] == "*"
    assert answer["Access-Control-Expose-Headers"] == "ETag, Link, Repr-Digest, Last-Modified"


@pytest.mark.parametrize("address", [*EVERY, "/healthz", "/nope", "/codes", "/api/v1/codes", "/api/docs/"])
def test_no_other_site_may_show_it_in_a_frame_or_take_it_for_something_else(address, client):
    answer = client.get(address)
    assert (answer["X-Frame-Options"], answer["X-Content-Type-Options"]) == ("DENY", "nosniff")
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("address", [*READ, "/nope", "/codes", "/api/v1/codes"])
def test_a_write_is_refused_as_one_and_not_for_want_of_a_form(address):
    """A public address knows no forms, so nobody is told to load one again."""
    answer = Client(enforce_csrf_checks=True).post(address)
    assert answer.status_code == (404 if address == "/nope" else 405)


@pytest.mark.parametrize("address", ["/releases/manifest.json", "/releases/keys.json"])
def test_what_clients_refresh_by_has_one_form(address, client):
    for accept in ("text/html", "application/json;q=0, */*"):
        refused = client.get(address, headers={"Accept": accept})
        assert (refused.status_code, refused.json()["available"]) == (406, ["application/json"])
    assert client.get(address, headers={"Accept": "application/*"}).status_code == 200


@pytest.mark.parametrize("address", EVERY)
def test_nothing_is_personal(address, client):
    answer = client.get(address)
    assert "Set-Cookie" not in answer
    assert "Cookie" not in answer.get("Vary", "")
    assert b"csrf" not in answer.content


@pytest.mark.parametrize("address", EVERY)
def test_how_long_an_answer_keeps(address, client):
    assert client.get(address)["Cache-Control"] == (IMMUTABLE if address in FILES else CURRENT)


@pytest.mark.parametrize("address", EVERY)
def test_vary_names_exactly_what_the_answer_was_chosen_by(address, client):
    answer = client.get(address)
    # The look-up has its forms at one address.
    form = ["Accept"] if address in (*NEGOTIATED, "/lookup") else []
    coding = ["Accept-Encoding"] if len(answer.content) >= 1024 else []
    assert answer.get("Vary", "") == ", ".join(form + coding)


@pytest.mark.parametrize("address", NEGOTIATED)
def test_a_page_names_its_other_forms(address, client):
    page = client.get(address, headers={"Accept": "text/html"})
    base = "https://agenterrors.org"
    at = "/codes" if address == "/codes/" else address
    assert page["Link"].startswith(f'<{base}{address}>; rel="canonical"')
    for suffix, media_type in ((".json", "application/json"), (".md", "text/markdown")):
        assert f'<{base}{at}{suffix}>; rel="alternate"; type="{media_type}"' in page["Link"]
        assert f'<link rel="alternate" type="{media_type}" href="{at}{suffix}"' in page.content.decode()
        other = client.get(f"{at}{suffix}", headers={"Accept": media_type})
        assert other["Content-Type"].split(";")[0] == media_type
        assert other.content == client.get(address, headers={"Accept": media_type}).content
        assert f'<{base}{address}>; rel="canonical"' in other["Link"]


@pytest.mark.parametrize("address", FILES)
def test_a_numbered_file_proves_its_bytes(address, client):
    answer = client.get(address)
    digest = base64.b64encode(hashlib.sha256(answer.content).digest()).decode()
    assert answer["Repr-Digest"] == f"sha-256=:{digest}:"
    assert answer["Last-Modified"] == "Mon, 30 Nov 2026 00:00:00 GMT"
    assert "</releases/1.0.0/" in answer["Link"].replace("https://agenterrors.org", "")
    assert 'rel="latest-version"' in answer["Link"]


def test_latest_leads_to_the_number(client):
    answer = client.get("/releases/latest/registry.json")
    assert (answer.status_code, answer["Location"]) == (302, "/releases/1.0.0/registry.json")
    assert answer["Cache-Control"] == "public, no-cache"


def test_no_answer_is_from_the_future(client):
    for address in EVERY:
        changed = client.get(address).get("Last-Modified")
        if changed:
            assert datetime.strptime(changed, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC) <= datetime.now(UTC)


@pytest.mark.parametrize("address", ["/healthz", "/status"])
def test_what_tells_of_now_is_not_kept(address, client):
    assert client.get(address)["Cache-Control"] == "no-store"
