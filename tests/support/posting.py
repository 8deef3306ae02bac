"""A program that sends a request with a body to a served site, and sends it again as long as it has to."""

import http.client
import json

from tests.support.wsgi import Answer


def post(port, address, body, *, timeout=20, **headers):
    """What the API at `port` answers to `body`; header names are written with underscores."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(
            "POST", f"/api/v1/{address}", json.dumps(body), {"Content-Type": "application/json", **named}
        )
        answer = connection.getresponse()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def check_refusal(answer):
    """The database is away, and the client is told so and when to come again."""
    assert answer.status == 503, answer
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["retry-after"] == "5"
    assert answer.headers["cache-control"] == "no-store"
    assert json.loads(answer.body)["type"] == "https://agenterrors.org/problems/unavailable"
