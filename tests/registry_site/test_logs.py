"""What an operator reads when somebody sends a Host header that is not ours."""

import io
import logging

import pytest

pytestmark = pytest.mark.django_db


def test_a_wrong_host_is_answered_400_and_logged_in_one_line(client, published, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["registry.example.org"]
    logger = logging.getLogger("django.security.DisallowedHost")
    handler = next(each for each in logger.handlers if type(each) is logging.StreamHandler)
    monkeypatch.setattr(handler, "stream", io.StringIO())
    answer = client.get("/codes/", headers={"Host": "evil.example.com", "Accept": "application/json"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert handler.stream.getvalue().splitlines() == [
        "Invalid HTTP_HOST header: 'evil.example.com'. You may need to add 'evil.example.com' to ALLOWED_HOSTS."
    ]
    assert not logger.propagate
