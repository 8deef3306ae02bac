"""Every way to fail has one shape: status, media type, and a type whose page answers."""

import pytest

from codes.web.problems import CATALOGUE

pytestmark = pytest.mark.django_db

CURSOR = "WyIxLjAuMCIsInh4IiwwXQ"  # of another question
WRONG = {
    "unrouted": ("/api/v1/nope", "not-found"),
    "unrouted above": ("/api/nope", "not-found"),
    "unrouted version": ("/api/v2/codes", "not-found"),
    "code": ("/api/v1/codes/tool.nope", "unknown-code"),
    "code of no grammar": ("/api/v1/codes/TOOL", "unknown-code"),
    "case is not mended": ("/api/v1/codes/Tool.timeout", "unknown-code"),
    "history of no code": ("/api/v1/codes/tool.nope/history", "unknown-code"),
    "category": ("/api/v1/categories/memory", "unknown-category"),
    "release": ("/api/v1/releases/9.9.9", "unknown-release"),
    "difference": ("/api/v1/releases/1.0.0...9.9.9", "unknown-release"),
    "read at": ("/api/v1/codes?release=9.9.9", "unknown-release"),
    "unknown parameter": ("/api/v1/codes?categori=tool", "invalid-parameter"),
    "a parameter of another call": ("/api/v1/registry?limit=5", "invalid-parameter"),
    "repeated": ("/api/v1/codes?category=tool&category=loop", "invalid-parameter"),
    "no such category": ("/api/v1/codes?category=memory", "invalid-parameter"),
    "no boolean": ("/api/v1/codes?retryable=1", "invalid-parameter"),
    "empty boolean": ("/api/v1/codes?retryable=", "invalid-parameter"),
    "no number": ("/api/v1/codes?http_status=many", "invalid-parameter"),
    "out of range": ("/api/v1/codes?http_status=200", "invalid-parameter"),
    "digits of another script": ("/api/v1/codes?limit=%D9%A3", "invalid-parameter"),
    "underscores": ("/api/v1/codes?limit=1_0", "invalid-parameter"),
    "a number in another spelling": ("/api/v1/codes?http_status=0422", "invalid-parameter"),
    "limit of nothing": ("/api/v1/codes?limit=0", "invalid-parameter"),
    "limit of too much": ("/api/v1/codes?limit=1001", "invalid-parameter"),
    "long words": ("/api/v1/codes?q=" + "a" * 201, "invalid-parameter"),
    "NUL": ("/api/v1/codes?q=%00", "invalid-parameter"),
    "no code to resolve": ("/api/v1/resolve", "invalid-parameter"),
    "cursor": ("/api/v1/codes?cursor=nonsense", "invalid-parameter"),
    "cursor of no base64": ("/api/v1/codes?cursor=%C3%A9", "invalid-parameter"),
    "cursor of no list": ("/api/v1/codes?cursor=e30", "invalid-parameter"),
    "cursor of another question": (f"/api/v1/codes?cursor={CURSOR}", "invalid-parameter"),
    "cursor of no release": ("/api/v1/codes?cursor=WyI5LjkuOSIsInh4IiwwXQ", "invalid-parameter"),
    "cursor of another list": ("/api/v1/signals?cursor=WyIxLjAuMCIsIiIsMF0", "invalid-parameter"),
    "turned round": ("/api/v1/releases/1.0.0...0.9.0", "unknown-release"),
}


@pytest.fixture(autouse=True)
def _published(published):
    pass


def check(answer, slug):
    kind = CATALOGUE[slug]
    assert (answer.status_code, answer["Content-Type"]) == (kind.status, "application/problem+json"), answer.content
    problem = answer.json()
    assert problem["type"] == f"https://agenterrors.org/problems/{slug}"
    assert (problem["title"], problem["status"]) == (kind.title, kind.status)
    assert problem["detail"]
    return problem


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("accept", [None, "text/html", "application/json", "text/markdown"])
def test_a_wrong_question(name, accept, client):
    address, slug = WRONG[name]
    answer = client.get(address, headers={"Accept": accept} if accept else {})
    # What rules JSON out is told so where there would be an answer; a wrong question is told what is wrong.
    problem = check(answer, slug)
    assert client.get(problem["type"].removeprefix("https://agenterrors.org")).status_code == 200
    if slug == "invalid-parameter":
        assert problem["errors"]
        assert all(set(error) >= {"parameter", "code", "detail"} for error in problem["errors"])
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("address", ["/api/v1/codes", "/api/v1/codes/tool.timeout", "/api/"])
def test_a_wrong_method(method, address, client):
    answer = client.generic(method, address, b"{}", content_type="application/json")
    check(answer, "method-not-allowed")
    assert answer["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS", "PROPFIND"])
def test_nothing_is_there_by_any_method(method, client):
    answer = client.generic(method, "/api/v1/nope", b"{}", content_type="application/json")
    check(answer, "not-found")


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "application/xml, */*;q=0"])
def test_json_ruled_out(accept, client):
    problem = check(client.get("/api/v1/codes", headers={"Accept": accept}), "not-acceptable")
    assert problem["available"] == ["application/json"]


@pytest.mark.parametrize(
    "accept", ["application/json; indent=8", "application/json", "*/*", "application/problem+json, */*"]
)
def test_accept_does_not_change_the_bytes(accept, client):
    plain = client.get("/api/v1/codes")
    assert client.get("/api/v1/codes", headers={"Accept": accept}).content == plain.content


def test_a_near_name_is_offered(client):
    problem = check(client.get("/api/v1/codes?retriable=true"), "invalid-parameter")
    assert problem["errors"][0]["detail"] == "retriable is no parameter here. Did you mean retryable?"


def test_nothing_published(empty, client):
    answer = client.get("/api/v1/codes")
    check(answer, "unavailable")
    assert answer["Retry-After"] == "5"


def test_a_failure_of_our_own(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("codes.api.codes.search", lambda *_: 1 / 0)
    answer = client.get("/api/v1/codes")
    check(answer, "internal-error")
    assert b"ZeroDivisionError" not in answer.content


def test_a_slash_too_many_is_one_redirect(client):
    answer = client.get("/api/v1/codes/?limit=3")
    assert (answer.status_code, answer["Location"]) == (301, "/api/v1/codes?limit=3")
