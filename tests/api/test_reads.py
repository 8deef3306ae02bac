"""What each call answers, on the initial registry and on a short history."""

import base64
import json

import pytest

from tests.support.history import change, deprecate, publish_next, register
from tests.support.kept import Kept

pytestmark = pytest.mark.django_db

API = "/api/v1"


def get(client, path, **query):
    answer = client.get(f"{API}{path}", query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json"), answer.content
    return answer.json()


@Kept
def _four_releases():
    register("tool.rusty")
    publish_next()
    change("tool.timeout", default_retryable=False)
    publish_next()
    deprecate("tool.rusty", "tool.execution_failed")
    publish_next()


@pytest.fixture
def history(published):
    """1.0.0, an added code (1.1.0), a changed default (2.0.0), a deprecation (2.1.0)."""
    _four_releases()


@pytest.mark.parametrize(
    "path", ["/registry", "/codes", "/codes/tool.timeout", "/signals", "/releases/1.0.0", "/routing"]
)
def test_every_read_says_where_the_api_is_described(path, client, published):
    described = '<https://agenterrors.org/api/v1/openapi.json>; rel="service-desc"; type="application/json"'
    assert described in client.get(f"{API}{path}")["Link"]


def test_what_this_registry_is(client, published):
    data = get(client, "/registry")
    links = data.pop("links")
    assert data == {
        "release": "1.0.0",
        "title": "Agent Harness Error Codes",
        "policy": "Specification Required (RFC 8126)",
        "authority": "pre-iana",
        "license": "BSD-3-Clause",
        "published": "2026-11-30T00:00:00Z",
        "sha256": published.sha256,
        "type_uris": [
            "https://iana.org/assignments/http-problem-types#agent-harness-error",
            "https://agenterrors.org/problems/harness-error",
        ],
        "counts": {"codes": 31, "categories": 7, "signals": 241, "releases": 1},
    }
    for name, address in links.items():
        path = address.removeprefix("https://agenterrors.org")
        query = {"code": "tool.timeout"} if name == "resolve" else {}
        assert client.get(path, query).status_code == 200, address


def test_codes_are_those_of_the_document(client, registry):
    document = json.loads(registry.to_bytes())["codes"]
    data = get(client, "/codes")
    assert (data["release"], data["count"], data["next"], data["results"]) == ("1.0.0", 31, None, document)
    for entry in document:
        assert get(client, f"/codes/{entry['code']}") == {"release": "1.0.0", **entry}


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ({"category": "context"}, ["context.compaction_failed", "context.window_exceeded"]),
        ({"retryable": "true", "model_recoverable": "true"}, ["output.empty", "tool.timeout"]),
        ({"http_status": "504"}, ["loop.timeout", "tool.timeout"]),
        ({"origin": "user"}, ["policy.approval_denied"]),
        ({"status": "deprecated"}, []),
        ({"category": "loop", "q": "turns"}, ["loop.max_turns_exceeded"]),
    ],
)
def test_filters(query, codes, client, published):
    data = get(client, "/codes", **query)
    assert [entry["code"] for entry in data["results"]] == codes
    assert data["count"] == len(codes)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("tool.timeout", "tool.timeout"),
        ("TIMEOUT tool", "tool.timeout"),
        ("Remote Agent Failed", "upstream.agent_failed"),
        ("GraphRecursionError", "loop.max_turns_exceeded"),
        ("max_tokens", "output.truncated"),
        ("rate_limited", "upstream.rate_limited"),
    ],
)
def test_search_puts_the_most_fitting_first(words, first, client, published):
    assert get(client, "/codes", q=words)["results"][0]["code"] == first


def test_search_wants_every_word(client, published):
    assert get(client, "/codes", q="timeout zzzz")["results"] == []
    ranked = [entry["code"] for entry in get(client, "/codes", q="timeout")["results"]]
    # In the code before anywhere else, and of the same rank in the order of the registry.
    assert ranked[:2] == ["loop.timeout", "tool.timeout"]
    assert len(ranked) > 2


def test_categories(client, registry):
    data = get(client, "/categories")
    assert [entry["category"] for entry in data["results"]] == [entry.category for entry in registry.categories]
    for entry in data["results"]:
        assert entry["codes"] == [code.code for code in registry.codes_of(entry["category"])]
        assert get(client, f"/categories/{entry['category']}") == {"release": "1.0.0", **entry}


def test_signals(client, signals):
    document = json.loads(signals.to_bytes())["signals"]
    assert get(client, "/signals")["results"] == document
    rows = get(client, "/signals", source="mcp", signal="-32602")["results"]
    assert rows == [row for row in document if (row["source"], row["signal"]) == ("mcp", "-32602")]
    assert len(rows) > 1
    rows = get(client, "/signals", code="loop.repetition_detected")["results"]
    assert rows == [row for row in document if "loop.repetition_detected" in row["codes"]]
    rows = get(client, "/signals", q="ToolTimeoutError")["results"]
    assert [row["codes"][0] for row in rows] == ["tool.timeout"]


RESOLUTIONS = [
    ("tool.timeout", "known", "tool", True, "registry", 504),
    ("upstream.invalid_request", "known", "upstream", False, "registry", 502),
    ("tool.nonsense", "unknown_in_category", "tool", False, "fallback", 422),
    ("x-acme.thing", "private", None, False, "fallback", None),
    ("memory.full", "unknown_category", None, False, "fallback", None),
    ("Tool.timeout", "malformed", None, False, "fallback", None),
    (" tool.timeout", "malformed", None, False, "fallback", None),
    ("tool.timeout\n", "malformed", None, False, "fallback", None),
]


@pytest.mark.parametrize(("code", "rule", "category", "retryable", "source", "status"), RESOLUTIONS)
def test_resolve(code, rule, category, retryable, source, status, client, published):
    data = get(client, "/resolve", code=code)
    assert (data["code"], data["resolution"], data["category"], data["http_status"]) == (code, rule, category, status)
    assert data["retryable"] == {"value": retryable, "source": source}
    assert data["type"] is None


def test_resolve_names_what_is_near(client, published):
    data = get(client, "/resolve", code="tool.timeot")
    assert data["nearest"][0] == "tool.timeout"
    assert get(client, "/resolve", code="tool.timeout")["nearest"] == []


@pytest.mark.parametrize(
    ("uri", "recognized", "meant"),
    [
        ("https://iana.org/assignments/http-problem-types#agent-harness-error", True, None),
        ("https://agenterrors.org/problems/harness-error", True, None),
        ("https://agenterrors.org/problems/harness-error/", False, "https://agenterrors.org/problems/harness-error"),
        ("about:blank", False, None),
    ],
)
def test_resolve_reads_the_type(uri, recognized, meant, client, published):
    data = get(client, "/resolve", code="tool.timeout", type=uri)
    assert data["type"] == {"type": uri, "recognized": recognized, "did_you_mean": meant}


def test_resolve_a_deprecated_code(client, history):
    data = get(client, "/resolve", code="tool.rusty")
    assert (data["resolution"], data["superseded_by"]) == ("deprecated", ["tool.execution_failed"])
    old = get(client, "/resolve", code="tool.rusty", release="1.0.0")
    assert (old["resolution"], old["release"]) == ("unknown_in_category", "1.0.0")


def test_history_of_a_code(client, history):
    data = get(client, "/codes/tool.timeout/history")
    assert [(each["release"], each["change"], each["pointer"], each["class"]) for each in data["results"]] == [
        ("2.0.0", "changed", "/default_retryable", "behavioural"),
        ("1.0.0", "added", "", "addition"),
    ]
    assert (data["results"][0]["from"], data["results"][0]["to"]) == (True, False)


def test_at_an_older_release(client, history):
    assert get(client, "/codes/tool.timeout", release="1.1.0")["default_retryable"] is True
    assert get(client, "/codes/tool.timeout")["default_retryable"] is False
    assert get(client, "/codes", release="1.0.0")["count"] == 31
    assert get(client, "/registry", release="1.0.0")["counts"]["codes"] == 31
    assert get(client, "/categories/tool", release="1.0.0")["release"] == "1.0.0"


def test_releases(client, history):
    data = get(client, "/releases")
    assert [each["version"] for each in data["results"]] == ["2.1.0", "2.0.0", "1.1.0", "1.0.0"]
    first = data["results"][-1]
    assert first["previous"] is None
    assert data["results"][-2]["previous"] == {"version": "1.0.0", "sha256": first["sha256"]}
    detail = get(client, "/releases/1.1.0")
    assert {name: detail[name] for name in first} == data["results"][-2]
    files = {file["name"]: file for file in detail["files"]}
    served = client.get("/releases/1.1.0/registry.json").content
    assert files["registry.json"]["size"] == len(served)
    assert files["registry.json"]["sha256"] == detail["sha256"]


def test_a_difference_is_the_one_on_its_page(client, history):
    data = get(client, "/releases/1.0.0...2.1.0")
    assert data == client.get("/releases/1.0.0...2.1.0.json").json()


def pages(client, path, **query):
    """Every page of a list, following `next` as it stands."""
    data = get(client, path, **query)
    yield data
    while data["next"]:
        data = client.get(data["next"].removeprefix("https://agenterrors.org")).json()
        yield data


@pytest.mark.parametrize(("path", "limit"), [("/codes", 7), ("/codes", 31), ("/signals", 50), ("/signals", 1000)])
def test_pages_together_are_the_list(path, limit, client, published):
    whole = get(client, path)["results"]
    found = list(pages(client, path, limit=limit))
    assert [row for page in found for row in page["results"]] == whole
    assert {page["count"] for page in found} == {len(whole)}
    assert all(len(page["results"]) <= limit for page in found)


def test_what_is_published_meanwhile_neither_loses_nor_doubles(client, published):
    before = [entry["code"] for entry in get(client, "/codes")["results"]]
    walk = pages(client, "/codes", limit=10)
    found = [entry["code"] for entry in next(walk)["results"]]
    for code in ("context.aaa", "tool.zzz", "loop.mmm"):
        register(code)
        publish_next()
        page = next(walk)
        assert page["release"] == "1.0.0"
        found += [entry["code"] for entry in page["results"]]
    assert list(walk) == []
    assert found == before
    assert get(client, "/codes")["count"] == 34


def test_a_walk_cannot_be_taken_to_another_release(client, history):
    cursor = get(client, "/codes", limit=30)["next"].split("cursor=")[1]
    assert get(client, "/codes", cursor=cursor, release="2.1.0")["release"] == "2.1.0"
    answer = client.get("/api/v1/codes", {"cursor": cursor, "release": "1.0.0"})
    assert (answer.status_code, [each["parameter"] for each in answer.json()["errors"]]) == (400, ["cursor"])


def test_a_walk_keeps_its_question(client, published):
    found = list(pages(client, "/signals", source="mcp", limit=6))
    assert [page["count"] for page in found] == [20] * 4
    assert {row["source"] for page in found for row in page["results"]} == {"mcp"}


def test_past_the_end_is_empty(client, published):
    following = get(client, "/codes", limit=30)["next"].split("cursor=")[1]
    version, question, _ = json.loads(base64.urlsafe_b64decode(following + "=="))
    text = base64.urlsafe_b64encode(json.dumps([version, question, 31]).encode()).decode().rstrip("=")
    data = get(client, "/codes", cursor=text)
    assert (data["results"], data["next"], data["count"]) == ([], None, 31)
