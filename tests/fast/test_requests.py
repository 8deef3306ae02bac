"""Around what Django answers: ids, and a line for each request."""

import re
import subprocess
import sys
from functools import partial

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from codes.fast.layer import FastPath
from codes.web import counted
from registry_site.requests import Requests, now_answered
from tests.fast.conftest import ROOM, Looking
from tests.registry_site.logging_to import lines
from tests.support.wsgi import ask

pytestmark = pytest.mark.django_db

OUR_OWN = re.compile(r"[0-9a-f]{32}")
BROKEN = "codes.pages.compare._rows"


def site(*, trusted=False):
    return FastPath(WSGIHandler(), ROOM, Looking(), around=partial(Requests, trusted=trusted))


def logged(application, address, method="GET", **options):
    with lines("registry_site.requests") as found:
        answer = ask(application, address, method, **options)
    return answer, found


def test_what_django_answers_has_a_line_and_what_memory_answers_none(published):
    application = site()
    answer, (line,) = logged(application, "/codes/tool.timeout?utm_source=looked-up")
    assert answer.status == 200
    assert OUR_OWN.fullmatch(line.pop("request"))
    assert line.pop("time").endswith("+00:00")
    assert 0 < line.pop("seconds") < 60
    assert line == {
        "level": "info",
        "logger": "registry_site.requests",
        "message": "answered",
        "method": "GET",
        "path": "/codes/tool.timeout",
        "status": 200,
    }
    assert logged(application, "/codes/tool.timeout?utm_source=looked-up") == (answer, [])


@pytest.mark.parametrize(("method", "condition"), [("HEAD", None), ("GET", "*")])
def test_a_request_for_which_django_is_asked_twice_has_one_line_of_what_was_answered(method, condition, published):
    answer, (line,) = logged(site(), "/codes/tool.nonsense", method, If_None_Match=condition)
    assert (line["method"], line["status"]) == (method, answer.status) == (method, 404)
    answer, (line,) = logged(site(), "/codes/tool.timeout", "GET", If_None_Match="*")
    assert line["status"] == answer.status == 304


def test_a_path_is_written_as_people_read_it(published):
    _, (line,) = logged(site(), "/codes/%C3%A4%0A%22%ff?q=looked-up")
    assert line["path"] == '/codes/ä\n"\N{REPLACEMENT CHARACTER}'


@pytest.mark.parametrize("fault", [ZeroDivisionError("a secret"), None])
def test_only_what_nobody_else_gets_names_the_request(fault, published, monkeypatch):
    application = site()
    if fault:

        def fail(*args):
            raise fault

        monkeypatch.setattr(BROKEN, fail)
        answer, (line, *_) = logged(application, "/compare?a=tool.timeout&b=loop.timeout")
        assert (answer.status, answer.headers["X-Request-Id"]) == (500, line["request"])
        return
    for address in (
        "/codes/",
        "/codes/tool.nonsense",
        "/healthz",
        "/status",
        "/codes",
        "/releases/1.0.0/registry.json",
    ):
        for _ in range(2):
            assert "X-Request-Id" not in ask(application, address).headers, address
        assert "X-Request-Id" not in ask(application, address, "OPTIONS").headers, address
        assert "X-Request-Id" in ask(application, address, "POST").headers, address
    assert "X-Request-Id" in ask(application, "/account/").headers


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ("0123abcd-EF_4567", True), ("a" * 8, True), ("a" * 64, True),
        ("a" * 7, False), ("a" * 65, False), ("", False), ("ab\ncd-ef_gh", False), ("abcdefgh\n", False),
        ('abcd"efgh', False), ("<b>abcdef", False), ("äbcdefgh", False), ("abcd efgh", False),
    ],
)  # fmt: skip
def test_a_proxys_id_is_taken_over_where_it_is_harmless(sent, taken, published):
    answer, (line,) = logged(site(trusted=True), "/codes/", "POST", X_Request_Id=sent)
    assert answer.headers["X-Request-Id"] == line["request"]
    assert (line["request"] == sent) is taken
    assert taken or OUR_OWN.fullmatch(line["request"])


def test_a_visitors_id_is_not(published):
    answer, _ = logged(site(), "/codes/", "POST", X_Request_Id="0123abcd-EF_4567")
    assert OUR_OWN.fullmatch(answer.headers["X-Request-Id"])


def test_two_requests_have_two_ids_and_afterwards_there_is_none(published):
    application = site()
    ids = {ask(application, "/codes/", "POST").headers["X-Request-Id"] for _ in range(3)}
    assert len(ids) == 3
    assert now_answered.get() is None


def test_every_answer_is_counted_by_who_gave_it(published):
    application = site()
    memory, django, seconds = counted.told()
    for address in ("/codes/", "/codes/", "/codes/", "/nope"):
        ask(application, address)
    after = counted.told()
    assert after[0] - memory == 2
    grown = {status: number - django.get(status, 0) for status, number in after[1].items()}
    assert {status: number for status, number in grown.items() if number} == {"2xx": 1, "4xx": 1}
    assert 0 < after[2] - seconds < 60


def test_the_first_failure_is_growth():
    """In a process of its own, which has not answered anything: what watches sees a line before there is a failure."""
    ask_it = [sys.executable, "-c", "from codes.web import counted; print(counted.told())"]
    told = subprocess.run(ask_it, cwd=settings.ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "(0, {'5xx': 0}, 0.0)\n"
