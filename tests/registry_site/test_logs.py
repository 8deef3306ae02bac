"""What an operator reads when somebody sends what cannot be meant: a Host header that is not ours, a file."""

import io
import json
import logging

import pytest

from registry_site.logs import JSONLine

pytestmark = pytest.mark.django_db


def test_a_wrong_host_is_answered_400_and_logged_in_one_line(client, published, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["registry.example.org"]
    handler = written(monkeypatch)
    answer = client.get("/codes/", headers={"Host": "evil.example.com", "Accept": "application/json"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert handler.stream.getvalue().splitlines() == [
        "Invalid HTTP_HOST header: 'evil.example.com'. You may need to add 'evil.example.com' to ALLOWED_HOSTS."
    ]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"data": {"file": io.BytesIO(b"x")}}, "A file was sent."),
        (
            {"data": "a=b&" * 1001, "content_type": "application/x-www-form-urlencoded"},
            "The number of GET/POST parameters exceeded settings.DATA_UPLOAD_MAX_NUMBER_FIELDS.",
        ),
    ],
)
def test_what_anybody_can_send_is_no_error_of_ours(sent, said, client, monkeypatch):
    """And none that somebody is woken by."""
    handler = written(monkeypatch)
    handler.setFormatter(JSONLine())
    assert client.post("/account/sign-in", **sent).status_code == 400
    (line,) = map(json.loads, handler.stream.getvalue().splitlines())
    assert (line["level"], line["message"], "stack" in line) == ("warning", said, False)


def written(monkeypatch):
    """The handler of what is refused as suspicious, which writes to its `stream`."""
    logger = logging.getLogger("django.security")
    assert not logger.propagate
    handler = next(each for each in logger.handlers if type(each) is logging.StreamHandler)
    monkeypatch.setattr(handler, "stream", io.StringIO())
    monkeypatch.setattr(handler, "formatter", handler.formatter)
    return handler
