"""Every way to ask wrongly, in every form: the right status, and an answer that helps."""

import html
import json
import re

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError

from codes.review import actions
from codes.web.problems import CATALOGUE
from tests.support.people import START, account, board
from tests.support.proposals import IN_STATE

pytestmark = pytest.mark.django_db

# address -> slug of the problem, and what people must read on the page.
FAULTS = {
    "/nope": ("not-found", "/nope"),
    "/codes/output.nonsense": ("unknown-code", "generic error of the category"),
    "/codes/memory.write_failed": ("unknown-code", "Standards Action"),
    "/codes/x-acme.thing": ("unknown-code", "private"),
    "/codes/tool": ("unknown-code", "is a category"),
    "/codes/tools": ("unknown-code", "two parts of lower-case letters"),
    "/codes/tool.time out": ("unknown-code", "two parts of lower-case letters"),
    "/codes/TOOL.NONSENSE/": ("unknown-code", "tool.nonsense"),
    "/codes/" + "a" * 500: ("unknown-code", "two parts of lower-case letters"),
    "/categories/memory": ("unknown-category", "Standards Action"),
    "/categories/x-acme": ("unknown-category", "private"),
    "/problems/nope": ("not-found", "nope"),
    "/releases/9.9.9/": ("unknown-release", "1.0.0"),
    "/releases/1.0.0/nope.exe": ("unknown-release", "nope.exe"),
    "/releases/latest/nope": ("unknown-release", "nope"),
    "/bindings/soap": ("not-found", "/bindings/soap"),
    "/lookup?q=zzzzzz": ("not-found", "zzzzzz"),
    "/lookup?q=a&q=b": ("invalid-parameter", "once"),
    "/lookup?q=%00": ("invalid-parameter", "text"),
    "/codes/?category=memory": ("invalid-parameter", "upstream"),
    "/codes/?retryable=maybe": ("invalid-parameter", "true"),
    "/codes/?http_status=4x2": ("invalid-parameter", "422"),
    "/codes/?category=tool&category=loop": ("invalid-parameter", "once"),
    "/codes/?q=" + "a" * 201: ("invalid-parameter", "200"),
    "/?origin=mars": ("invalid-parameter", "harness"),
    "/compare?a=tool.nope&b=tool.timeout": ("unknown-code", "tool.nope"),
    "/compare?a=tool.timeout&a=tool.timeout": ("invalid-parameter", "once"),
}
ALONE = {
    "/codes/output.nonsense.json": "unknown-code",
    "/codes/output.nonsense.md": "unknown-code",
    "/categories/memory.json": "unknown-category",
    "/problems/nope.json": "not-found",
    "/codes.json?category=memory": "invalid-parameter",
    "/codes.csv?q=a&q=b": "invalid-parameter",
    "/releases/9.9.9/registry.json": "unknown-release",
    "/releases/1.0.0/nope.json": "unknown-release",
    "/releases/latest/nope.json": "unknown-release",
    "/nope.json": "not-found",
}


@pytest.fixture(autouse=True)
def _published(published):
    pass


def check_problem(answer, slug):
    assert answer["Content-Type"] == "application/problem+json"
    problem = json.loads(answer.content)
    kind = CATALOGUE[slug]
    assert (problem["type"], problem["title"], problem["status"]) == (
        f"https://agenterrors.org/problems/{slug}",
        kind.title,
        answer.status_code,
    )
    assert problem["detail"]
    return problem


@pytest.mark.parametrize("address", FAULTS)
def test_people_get_a_page_that_helps(address, client):
    slug, words = FAULTS[address]
    answer = client.get(address, headers={"Accept": "text/html"})
    assert answer.status_code == CATALOGUE[slug].status
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    text = html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode()))
    assert words in text
    assert "Agent Harness Error Codes" in text
    assert "Location" not in answer


@pytest.mark.parametrize("address", FAULTS)
def test_programs_get_a_problem(address, client):
    answer = client.get(address, headers={"Accept": "application/json"})
    check_problem(answer, FAULTS[address][0])
    assert answer.status_code == CATALOGUE[FAULTS[address][0]].status


@pytest.mark.parametrize("address", FAULTS)
def test_agents_get_markdown(address, client):
    answer = client.get(address, headers={"Accept": "text/markdown, */*;q=0.1"})
    assert (answer.status_code, answer["Content-Type"]) == (
        CATALOGUE[FAULTS[address][0]].status,
        "text/markdown; charset=utf-8",
    )
    assert answer.content.startswith(b"# ")


@pytest.mark.parametrize("address", FAULTS)
def test_a_fault_is_not_kept_without_asking_and_varies(address, client):
    for accept in ("text/html", "application/json", "text/markdown"):
        answer = client.get(address, headers={"Accept": accept})
        assert (answer["Cache-Control"], answer["Vary"]) == ("public, no-cache", "Accept")
        assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("address", ALONE)
@pytest.mark.parametrize("accept", ["text/html", "*/*", None, "text/markdown"])
def test_an_address_with_a_form_of_its_own_answers_with_a_problem(address, accept, client):
    answer = client.get(address, headers={"Accept": accept} if accept else {})
    check_problem(answer, ALONE[address])
    assert "Vary" not in answer


@pytest.mark.parametrize(
    ("address", "accept", "available"),
    [
        ("/codes.json", "text/html", "application/json"),
        ("/codes/tool.timeout.json", "text/html;q=1, application/json;q=0", "application/json"),
        ("/codes.csv", "application/json", "text/csv"),
        ("/codes/tool.timeout.md", "application/json", "text/markdown"),
        ("/problems/harness-error.schema.json", "application/json", "application/schema+json"),
        ("/releases/1.0.0/registry.json", "text/html", "application/json"),
        ("/releases/1.0.0/harness_error_codes.py", "text/html", "text/plain"),
        ("/releases/1.0.0/SHA256SUMS", "application/json", "text/plain"),
    ],
)
def test_a_form_that_is_ruled_out_is_not_acceptable(address, accept, available, client):
    answer = client.get(address, headers={"Accept": accept})
    problem = check_problem(answer, "not-acceptable")
    assert (answer.status_code, problem["available"], answer["Vary"]) == (406, [available], "Accept")


def test_an_unknown_code_says_how_consumers_treat_it(client):
    problem = client.get("/codes/output.nonsens", headers={"Accept": "application/json"}).json()
    assert (problem["code"], problem["resolution"], problem["category"]) == (
        "output.nonsens",
        "unknown_in_category",
        "output",
    )
    near = client.get("/codes/output.malformd", headers={"Accept": "application/json"}).json()["nearest"]
    assert near[0] == "output.malformed"


@pytest.mark.parametrize(
    ("code", "resolution"),
    [("x-acme.thing", "private"), ("memory.full", "unknown_category"), ("Tool-Timeout", "malformed")],
)
def test_why_a_code_is_unknown(code, resolution, client):
    assert client.get(f"/codes/{code}.json").json()["resolution"] == resolution


def test_a_parameter_is_named_with_what_it_takes(client):
    problem = client.get("/codes.json?category=memory&retryable=1").json()
    assert [(error["parameter"], error["code"]) for error in problem["errors"]] == [
        ("category", "unknown_value"),
        ("retryable", "unknown_value"),
    ]
    assert problem["errors"][1]["accepts"] == ["false", "true"]


@pytest.mark.parametrize("address", ["/codes/?utm_source=mail", "/?fbclid=1", "/codes.json?x=1"])
def test_what_others_hang_on_a_link_does_no_harm(address, client):
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("parameter", ["q*=foo''1", "x*=idna''a.b", "x*=punycode''%80", "x*=undefined''a"])
@pytest.mark.parametrize("address", ["/", "/codes/tool.timeout", "/codes.json", "/nope", "/api/v1/codes"])
def test_no_accept_header_is_a_failure_of_ours(address, parameter, client):
    answer = client.get(address, headers={"Accept": f"text/html;{parameter}, */*;q=0.1"})
    assert answer.status_code == (404 if address == "/nope" else 200)


def test_a_host_that_is_not_ours(client, caplog):
    answer = client.get("/", headers={"Host": "evil.example", "Accept": "application/json"})
    assert answer.status_code == 400
    check_problem(answer, "bad-request")


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [("application/json", "application/problem+json"), ("text/html", "text/html; charset=utf-8")],
)
def test_what_is_forbidden(accept, media_type, client, monkeypatch):
    def forbid(*args):
        raise PermissionDenied("for a reason that is nobody's business")

    monkeypatch.setattr("codes.pages.compare._rows", forbid)
    answer = client.get("/compare?a=tool.timeout&b=loop.timeout", headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"], answer["Vary"]) == (403, media_type, "Accept")
    assert b"nobody" not in answer.content
    if accept == "application/json":
        check_problem(answer, "forbidden")


def test_before_anything_is_published(empty, client):
    answer = client.get("/codes/tool.timeout", headers={"Accept": "application/json"})
    check_problem(answer, "unavailable")
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
    assert client.get("/").status_code == client.get("/healthz").status_code == 503


def test_a_failure_of_our_own(client, monkeypatch, caplog):
    client.raise_request_exception = False
    monkeypatch.setattr("codes.pages.compare._rows", lambda *_: 1 / 0)
    answer = client.get("/compare?a=tool.timeout&b=loop.timeout", headers={"Accept": "application/json"})
    check_problem(answer, "internal-error")
    assert b"ZeroDivisionError" not in answer.content
    page = client.get("/compare?a=tool.timeout&b=loop.timeout")
    assert (page.status_code, page["Content-Type"]) == (500, "text/html; charset=utf-8")
    assert b"ZeroDivisionError" not in page.content


def test_every_problem_has_its_page(client):
    for slug, kind in CATALOGUE.items():
        data = client.get(f"/problems/{slug}.json").json()
        assert (data["type"], data["title"], data["status"]) == (kind.uri, kind.title, kind.status)
        assert kind.title in client.get(f"/problems/{slug}").content.decode()


@pytest.mark.parametrize("state", [state for state in IN_STATE if state != "published"])
def test_an_unregistered_code_names_the_open_proposal_for_it(state, client, published):
    made = IN_STATE[state]()
    answer = client.get("/codes/upstream.quota_exhausted")
    data = client.get("/codes/upstream.quota_exhausted.json").json()
    open_one = f"https://agenterrors.org/proposals/{made.number}"
    is_open = state in ("submitted", "needs_info", "in_review", "approved")
    assert answer.status_code == 404
    assert data.get("proposal") == (open_one if is_open else None)
    page = answer.content.decode()
    assert (f'href="/proposals/{made.number}"' in page, "Propose it as a new code" in page) == (is_open, not is_open)


def test_a_proposal_out_of_sight_is_not_named(client, published):
    made = IN_STATE["submitted"]()
    board()
    actions.hide(proposal=made.number, reason="Somebody's address is in it.", by=account("lea"), at=START)
    assert "proposal" not in client.get("/codes/upstream.quota_exhausted.json").json()


def test_while_the_database_is_away_an_unregistered_code_is_answered_without(client, published, monkeypatch):
    def away():
        raise OperationalError

    client.get("/codes/tool.nonsense")
    monkeypatch.setattr("codes.web.sight.everybodys", away)
    answer = client.get("/codes/tool.nonsense.json")
    assert (answer.status_code, "proposal" in answer.json()) == (404, False)
