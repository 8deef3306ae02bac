"""Every way to be sent elsewhere: where to, for how long that may be remembered, and that a script may follow."""

import pytest

from tests.support.history import publish_next, register
from tests.support.kept import Kept

pytestmark = pytest.mark.django_db

CURRENT = "public, max-age=60, stale-while-revalidate=60, stale-if-error=604800"
REVALIDATE = "public, no-cache"
# address -> status, target, caching.
MOVED = {
    "/codes/TOOL.timeout": (301, "/codes/tool.timeout", CURRENT),
    "/codes/tool.timeout/": (301, "/codes/tool.timeout", CURRENT),
    "/codes/OUTPUT.Malformed/": (301, "/codes/output.malformed", CURRENT),
    "/codes/output.malformed.": (301, "/codes/output.malformed", CURRENT),
    "/codes/%20output.malformed%20": (301, "/codes/output.malformed", CURRENT),
    "/codes/TOOL.timeout.json?release=1.0.0": (301, "/codes/tool.timeout.json?release=1.0.0", CURRENT),
    "/codes/TOOL.timeout?release=1.1.0&x=%2F": (301, "/codes/tool.timeout?release=1.1.0&x=%2F", CURRENT),
    "/codes/TOOL.timeout?release=": (301, "/codes/tool.timeout?release=", CURRENT),
    "/categories/": (301, "/codes/", CURRENT),
    "/categories/TOOL?release=1.1.0": (301, "/categories/tool?release=1.1.0", CURRENT),
    "/codes?q=a%20b": (301, "/codes/?q=a%20b", CURRENT),
    "/codes": (301, "/codes/", CURRENT),
    "/releases": (301, "/releases/", CURRENT),
    "/compare/?a=tool.timeout": (301, "/compare?a=tool.timeout", CURRENT),
    "/problems/harness-error/": (301, "/problems/harness-error", CURRENT),
    "/status/": (301, "/status", CURRENT),
    "/releases/1.0.0": (301, "/releases/1.0.0/", CURRENT),
    "/releases/latest": (302, "/releases/1.1.0/", REVALIDATE),
    "/releases/latest/": (302, "/releases/1.1.0/", REVALIDATE),
    "/releases/latest/registry.json": (302, "/releases/1.1.0/registry.json", REVALIDATE),
    "/registry.json": (302, "/releases/1.1.0/registry.json", REVALIDATE),
    "/releases/1.0.0...latest": (302, "/releases/1.0.0...1.1.0", REVALIDATE),
    "/releases/since": (302, "/releases/", REVALIDATE),
    "/releases/since?version=1.0.0": (302, "/releases/1.0.0...1.1.0", REVALIDATE),
    "/lookup?q=tool.timeout": (302, "/codes/tool.timeout", CURRENT),
}


@Kept
def _second():
    register("tool.rusty")
    publish_next()


@pytest.fixture
def _two_releases(published):
    _second()


@pytest.mark.usefixtures("_two_releases")
@pytest.mark.parametrize("address", MOVED)
def test_a_redirect_is_a_public_answer_too(address, client):
    answer = client.get(address)
    assert (answer.status_code, answer["Location"], answer["Cache-Control"]) == MOVED[address]
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("address", "slug"),
    [
        ("/releases/nonsense", "unknown-release"),
        ("/releases/9.9.9", "unknown-release"),
        ("/releases/1.0.0/nope.json/", "unknown-release"),
        ("/problems/nope/", "not-found"),
        ("/nope", "not-found"),
        ("//", "not-found"),
    ],
)
def test_nobody_is_sent_to_what_is_not_there(address, slug, client, published):
    answer = client.get("/", PATH_INFO=address, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["type"].rpartition("/")[2]) == (404, slug)
    assert "Location" not in answer


@pytest.mark.parametrize("path", ["//example.org", "//example.org/", "/\\example.org/", "/codes//example.org/"])
def test_no_redirect_leads_away(path, client, published):
    answer = client.get("/", PATH_INFO=path)
    assert answer.status_code == 404
    assert "Location" not in answer


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])
def test_what_is_not_there_takes_no_method(method, client, published):
    answer = client.generic(method, "/nope", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["type"]) == (404, "https://agenterrors.org/problems/not-found")
    assert "Allow" not in answer


@pytest.mark.parametrize(("method", "status"), [("POST", 405), ("DELETE", 405), ("OPTIONS", 204), ("HEAD", 301)])
def test_what_has_another_slash_takes_the_methods_of_a_read(method, status, client, published):
    answer = client.generic(method, "/releases/1.0.0")
    assert answer.status_code == status
