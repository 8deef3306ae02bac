import json

import pytest
from django.db import InterfaceError, OperationalError

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.mark.parametrize(
    ("options", "status"), [({"method": "GET", "HTTP_IF_NONE_MATCH": "*"}, 304), ({"method": "OPTIONS"}, 204)]
)
def test_what_has_no_body_has_no_length(options, status, client):
    method = options.pop("method")
    answer = client.generic(method, "/codes/tool.timeout", **options)
    assert (answer.status_code, answer.content) == (status, b"")
    assert "Content-Length" not in answer


def test_what_has_one_has_its_length(client):
    answer = client.get("/codes/tool.timeout")
    assert answer["Content-Length"] == str(len(answer.content))


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize(
    ("address", "accept", "media_type"),
    [
        ("/compare?a=tool.timeout&b=loop.timeout", "text/html", "text/html; charset=utf-8"),
        ("/compare?a=tool.timeout&b=loop.timeout", "application/json", "application/problem+json"),
    ],
)
def test_a_database_that_is_away_is_503(error, address, accept, media_type, client, monkeypatch, caplog):
    def away(*args):
        raise error("the server is gone")

    monkeypatch.setattr("codes.pages.compare._rows", away)
    answer = client.get(address, headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (503, media_type)
    assert (answer["Retry-After"], answer["Cache-Control"]) == ("5", "no-store")
    assert b"the server is gone" not in answer.content
    assert "the server is gone" in caplog.text
    if accept == "application/json":
        assert json.loads(answer.content)["type"] == "https://agenterrors.org/problems/unavailable"


def test_so_is_one_that_middleware_asks(client, monkeypatch, caplog):
    def away(*args):
        raise OperationalError("the server is gone")

    client.raise_request_exception = False
    monkeypatch.setattr("django.middleware.common.CommonMiddleware.process_request", away)
    answer = client.get("/codes/tool.timeout", headers={"Accept": "application/json"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["type"] == "https://agenterrors.org/problems/unavailable"
