"""Requests that are too long, never end, come a byte at a time or mean two things: refused, or the connection closed.

Against nginx with the shipped configuration, and against the site itself. Whatever is sent, the next one is answered.
"""

import socket
import time
from contextlib import ExitStack, closing, suppress

import pytest

from tests.support.nginx import HOST
from tests.support.server import get, own_database

from .raw import answer, exchange, read_all, request

pytestmark = own_database

FORM = "Content-Type: application/x-www-form-urlencoded"
JSON = "Content-Type: application/json"
MANY = 12  # more than the site has threads
SOON = 5.0  # seconds in which another visitor is answered; nginx is told to keep those who are slow for longer


@pytest.fixture(params=["nginx", "site"])
def port(request, front):
    return front.port if request.param == "nginx" else front.site


@pytest.fixture(autouse=True)
def _others_are_answered(front):
    yield
    for each in (front.port, front.site):
        started = time.monotonic()
        assert get(each, "/healthz", Host=HOST).status == 200
        assert get(each, "/account/sign-in", Host=HOST).status == 200
        assert time.monotonic() - started < SOON


def status(port, data, patience=20):
    """The status of the first answer; None where the connection was closed without one."""
    found = answer(exchange(port, data, patience))
    return found.status if found else None


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/api/v1/inspect", JSON), ("/api/v1/translate", JSON), ("/api/v1/render", JSON),
        ("/api/v1/routing/check", JSON), ("/inspect", FORM), ("/routing", FORM), ("/account/sign-in", FORM),
        ("/proposals/new/begin", FORM),
    ],
)  # fmt: skip
@pytest.mark.parametrize("size", [300_000, 3_000_000])
def test_a_body_that_is_too_long(target, kind, size, port):
    body = b"q=" + b"a" * size
    found = status(port, request(target, kind, f"Content-Length: {len(body)}", method="POST", body=body))
    # An account's form is refused for its missing token first, unread.
    assert found in ((403, 413, None) if target.startswith(("/account", "/proposals")) else (413, None))


@pytest.mark.parametrize("target", ["/api/v1/inspect", "/inspect"])
@pytest.mark.parametrize("length", ["99999999999999999999", "-1", "1e3", "0x10", " ", "+5", "5, 6", "5\t6", "\xd9\xa5"])
def test_a_length_that_is_none(target, length, port):
    data = request(target, JSON, f"Content-Length: {length}", method="POST", body=b'{"a":')
    assert status(port, data) in (400, 413, 415, 422, None)


def test_headers_that_are_too_long_or_too_many(port):
    for fields in (
        ["X-A: " + "a" * 600_000],
        [f"X-{number}: a" for number in range(5000)],
        ["Cookie: " + "a=b; " * 120_000],
    ):
        assert status(port, request("/codes/", *fields)) in (400, 413, 431, 494, None)
    for target in ("/" + "a" * 100_000, "/codes/?q=" + "a" * 100_000):
        assert status(port, request(target)) in (400, 414, None)


def test_chunks_without_an_end(port):
    """A body that goes on until somebody says stop."""
    head = request("/api/v1/inspect", JSON, "Transfer-Encoding: chunked", method="POST")
    with closing(socket.create_connection(("127.0.0.1", port), timeout=20)) as connection:
        connection.sendall(head)
        sent = 0
        try:
            while sent < 20_000_000:
                connection.sendall(b"1000\r\n" + b"a" * 4096 + b"\r\n")
                sent += 4096
        except OSError:
            pass
        # A few buffers on the way are all that is taken.
        assert sent < 20_000_000 or answer(read_all(connection)).status in (400, 413)


@pytest.mark.parametrize(
    "chunks",
    [
        b"zz\r\nabc\r\n0\r\n\r\n", b"ffffffffffffffffffff\r\nabc", b"-1\r\nabc\r\n0\r\n\r\n", b"3\nabc\n0\n\n",
        b"3;" + b"x" * 100_000 + b"\r\nabc\r\n0\r\n\r\n", b"0\r\nX-Trailer: y\r\n\r\n", b"0x3\r\nabc\r\n0\r\n\r\n",
        b"3 \r\nabc\r\n0\r\n\r\n", b"\r\n\r\n", b"3\r\nabcd\r\n0\r\n\r\n",
    ],
    ids=range(10),
)  # fmt: skip
def test_chunks_that_are_none(chunks, port):
    data = request("/api/v1/inspect", JSON, "Transfer-Encoding: chunked", method="POST", body=chunks)
    assert status(port, data) in (400, 408, 413, 422, None)


SMUGGLED = f"GET /status HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()


@pytest.mark.parametrize(
    "fields",
    [
        ["Content-Length: 5", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: chunked", "Content-Length: 5"],
        ["Content-Length: 5", "Content-Length: 50"],
        ["Transfer-Encoding: chunked, identity", "Content-Length: 5"],
        ["Transfer-Encoding: identity, chunked", "Content-Length: 5"],
        ["Transfer-Encoding : chunked", "Content-Length: 5"],
        ["Transfer-Encoding:\x0bchunked", "Content-Length: 5"],
        ["X: y", " Transfer-Encoding: chunked", "Content-Length: 5"],
        ["Transfer_Encoding: chunked", "Content-Length: 5"],
        ["Transfer-Encoding: xchunked", "Content-Length: 5"],
        ["Transfer-Encoding: chunked", "Transfer-Encoding: x", "Content-Length: 5"],
    ],
    ids=range(11),
)
def test_a_request_inside_another_is_never_answered(fields, port):
    """What two servers measure differently could hide a second request, whose answer would be the next visitor's."""
    head = "\r\n".join(["POST /api/v1/inspect HTTP/1.1", f"Host: {HOST}", JSON, *fields]).encode("latin-1")
    with closing(socket.create_connection(("127.0.0.1", port), timeout=4)) as connection:
        connection.sendall(head + b"\r\n\r\n0\r\n\r\n" + SMUGGLED)
        found = b""
        with suppress(TimeoutError):
            found = read_all(connection)
    seen = get(port, "/codes/tool.timeout.json", Host=HOST)
    assert (seen.status, seen.headers["content-type"]) == (200, "application/json")
    first = answer(found)
    assert first is None or first.status in (400, 413, 415, 422, 501)


def slowly(port, stack, data):
    connection = stack.enter_context(closing(socket.create_connection(("127.0.0.1", port), timeout=15)))
    connection.sendall(data)
    return connection


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"", b"G", b"GET /codes/ HTTP/1.1\r\n", f"GET /codes/ HTTP/1.1\r\nHost: {HOST}\r\nX-A: ".encode(),
        f"POST /api/v1/inspect HTTP/1.1\r\nHost: {HOST}\r\n{JSON}\r\nContent-Length: 9000\r\n\r\n{{".encode(),
        f"POST /inspect HTTP/1.1\r\nHost: {HOST}\r\n{FORM}\r\nContent-Length: 9000\r\n\r\nq=".encode(),
        f"POST /account/sign-in HTTP/1.1\r\nHost: {HOST}\r\n{FORM}\r\nContent-Length: 9000\r\n\r\nemail=".encode(),
        f"POST /api/v1/inspect HTTP/1.1\r\nHost: {HOST}\r\n{JSON}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na".encode(),
        f"POST /api/v1/inspect HTTP/1.1\r\nHost: {HOST}\r\n{JSON}\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
        .encode(),
    ],
    ids=["nothing", "a letter", "no headers", "half a header", "JSON", "form", "sign-in", "chunk", "expect"],
)  # fmt: skip
def test_many_who_send_slowly_hold_up_nobody(data, front):
    """nginx waits for them, and the site knows nothing of it: its threads are free. Then nginx closes."""
    with ExitStack() as stack:
        slow = [slowly(front.port, stack, data) for _ in range(MANY)]
        time.sleep(0.3)
        for port in (front.port, front.site):
            started = time.monotonic()
            # Neither from the cache nor from the memory of the site.
            assert get(port, f"/account/sign-in?{time.monotonic()}", Host=HOST, Cookie="a=b").status == 200
            assert time.monotonic() - started < SOON
        if data:
            slow[0].settimeout(20)
            found = read_all(slow[0]).replace(b"HTTP/1.1 100 Continue\r\n\r\n", b"")
            first = answer(found)
            assert first is None or first.status in (400, 408)


def test_one_who_reads_slowly_holds_up_nobody(front):
    with ExitStack() as stack:
        for number in range(MANY):
            slowly(front.port, stack, request(f"/releases/1.0.0/registry.json?{number}"))
        started = time.monotonic()
        assert get(front.site, "/account/sign-in", Host=HOST).status == 200
        assert time.monotonic() - started < SOON


@pytest.mark.parametrize(
    "line",
    [
        "GET /codes/ HTTP/9.9", "GET /codes/", "GET  /codes/ HTTP/1.1", "get /codes/ HTTP/1.1",
        "GET /codes/ HTTP/1.1 x", "GET\t/codes/\tHTTP/1.1", "\x16\x03\x01\x02\x00", "PRI * HTTP/2.0", "GET * HTTP/1.1",
        "CONNECT evil.example:443 HTTP/1.1", "GET /codes/\x00 HTTP/1.1", "GET /codes/\x7f HTTP/1.1",
        "OPTIONS * HTTP/1.1", "GET codes HTTP/1.1",
    ],
    ids=range(14),
)  # fmt: skip
def test_a_first_line_that_is_none(line, port):
    data = f"{line}\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode("latin-1")
    with closing(socket.create_connection(("127.0.0.1", port), timeout=6)) as connection:
        connection.sendall(data)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        found = read_all(connection)
    assert b" 500 " not in found.split(b"\r\n")[0]
    assert b"Traceback" not in found
