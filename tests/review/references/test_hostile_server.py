"""The checker against a server that does all that a server can do to it."""

import gzip
import socket
import threading
import time

import pytest

from codes.review.references import checking
from codes.review.references.asking import Network
from codes.review.references.checking import BROKEN, ELSEWHERE, MOVED, OK, UNCLEAR, UNSAFE, check, check_all
from tests.support.hostile import (
    GOES_ON,
    HOST,
    OTHER,
    PATIENCE,
    PUBLIC,
    WRONG,
    for_get,
    is_silent,
    resets,
    says,
    serving,
    without_end,
)

# For a server that comes to an end: more than it takes on a busy machine.
SECONDS = 20.0
# For one that does not. It goes on for longer than `PATIENCE`, so that who is done by then has kept to a limit.
SHORT = 1.0

ANSWERS = {
    "/ok": says(200, "Content-Length: 5"),
    "/gone": says(410),
    "/wants-a-name": says(401),
    "/busy": says(503),
    "/strange": says(799),
    "/no-head": for_get(says(200, body=b"here")),
    "/no-head-and-gone": for_get(says(404)),
    "/endless": for_get(without_end(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536)),
    "/chunks": for_get(without_end(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n")),
    "/bomb": for_get(says(200, "Content-Encoding: gzip", body=gzip.compress(bytes(5_000_000)))),
    "/drip": without_end(b"HTTP/1.1 200 OK\r\nX-Slow: ", b"x", pause=0.1),
    "/drip-of-status": without_end(b"HTTP/1.1 2", b"0", pause=0.1),
    "/long-headers": without_end(b"HTTP/1.1 200 OK\r\n", b"X: " + b"x" * 30_000 + b"\r\n"),
    "/long-header": without_end(b"HTTP/1.1 200 OK\r\nX: ", b"x" * 30_000),
    "/many-headers": without_end(b"HTTP/1.1 200 OK\r\n", b"X: x\r\n"),
    "/go-on": without_end(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "/reset": resets,
    "/silent": is_silent,
    "/no-http": lambda sock, method: sock.sendall(b"220 mail.example.org ESMTP\r\n"),
    "/nothing": lambda sock, method: None,
    "/there": says(301, "Location: /ok"),
    "/for-now": says(302, "Location: ok"),
    "/long-way": says(307, "Location: /there"),
    "/loop": says(308, "Location: /loop"),
    "/nowhere": says(302),
}
LEAD_AWAY = {
    "/to-this-machine": "https://127.0.0.1/",
    "/to-the-cloud": "http://169.254.169.254/latest/meta-data/",
    "/to-the-cloud-with-tls": "https://169.254.169.254/latest/meta-data/",
    "/to-a-number": "https://2130706433/",
    "/to-v6": "https://[::1]/",
    "/to-a-file": "file:///etc/passwd",
    "/without-tls": f"http://{HOST}/ok",
    "/to-a-port": f"https://{HOST}:8443/ok",
    "/with-a-name": f"https://me:secret@{HOST}/ok",
    "/split": "/ok\r\tX: y",
    "/repaired": "/o\tk",
    "/to-a-letter": "/\xe4",
    "/to-a-bracket": "https://[",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    answers = {
        **ANSWERS,
        **{path: says(302, f"Location: {target}") for path, target in LEAD_AWAY.items()},
        "/to-another": says(301, f"Location: https://{OTHER}/ok"),
        "/to-another-briefly": says(301, f"Location: //{OTHER}/ok"),
    }
    with serving(tmp_path_factory.mktemp("hostile"), answers) as found:
        yield found


@pytest.fixture(autouse=True)
def _fresh(server):
    server.asked.clear()
    server.numbers.clear()
    server.names.clear()
    server.heads.clear()


def tried(server, path, *, host=HOST, network=None, seconds=SECONDS):
    """Outcome and detail; before the server would have come to an end by itself."""
    started = time.monotonic()
    found = check(f"https://{host}{path}", "checker", network or server.network(), seconds)
    assert time.monotonic() - started < PATIENCE
    assert found.url == f"https://{host}{path}"
    return found.outcome, found.detail


@pytest.mark.parametrize(
    ("path", "outcome", "detail"),
    [
        ("/ok", OK, "It is there."),
        ("/ok?a=b#part", OK, "It is there."),
        ("/no-head", OK, "It is there."),
        ("/there", MOVED, "It is there, at another address of the host."),
        ("/for-now", OK, "It is there."),
        ("/long-way", MOVED, "It is there, at another address of the host."),
        ("/gone", BROKEN, "It answers 410, Gone."),
        ("/no-head-and-gone", BROKEN, "It answers 404, Not Found."),
        ("/strange", BROKEN, "It answers 799, no known status."),
        ("/nowhere", BROKEN, "It answers 302, Found."),
        ("/wants-a-name", UNCLEAR, "It answers 401, Unauthorized."),
        ("/busy", UNCLEAR, "It answers 503, Service Unavailable."),
    ],
)
def test_what_a_reference_answers(path, outcome, detail, server):
    assert tried(server, path) == (outcome, detail)


@pytest.mark.parametrize("path", ["/endless", "/chunks", "/bomb"])
def test_no_body_is_read_however_long(path, server):
    assert tried(server, path) == (OK, "It is there.")
    assert all("Accept-Encoding: identity" in head for head in server.heads)


@pytest.mark.parametrize("path", ["/drip", "/drip-of-status", "/silent"])
def test_who_is_slow_is_left_in_time(path, server):
    assert tried(server, path, seconds=SHORT) == (BROKEN, "There is no answer within 1 seconds.")


@pytest.mark.parametrize("path", ["/long-header", "/long-headers", "/go-on"])
def test_who_does_not_end_is_left_at_64_kb(path, server):
    assert tried(server, path) == (BROKEN, "The answer does not end within 64 kB.")


@pytest.mark.parametrize("path", ["/many-headers", "/no-http"])
def test_what_is_no_http_is_broken(path, server):
    assert tried(server, path) == (BROKEN, "What answers is no web server.")


def test_nor_is_what_does_not_even_greet():
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = deaf.getsockname()[1]
        network = Network(
            lambda host: [PUBLIC], lambda number, seconds: socket.create_connection(("127.0.0.1", port), seconds)
        )
        started = time.monotonic()
        found = check(f"https://{HOST}/", "checker", network, SHORT)
        assert (found.outcome, found.detail) == (BROKEN, "There is no answer within 1 seconds.")
        assert time.monotonic() - started < PATIENCE


@pytest.mark.parametrize("path", ["/reset", "/nothing"])
def test_a_connection_that_breaks_is_broken(path, server):
    assert tried(server, path) == (BROKEN, "The host cannot be reached.")


def test_a_redirect_is_followed_three_times(server):
    assert tried(server, "/loop") == (BROKEN, "It leads on more than 3 times.")
    assert server.asked == ["HEAD /loop"] * 4


@pytest.mark.parametrize("path", LEAD_AWAY)
def test_no_redirect_leads_away_from_the_public_https_network(path, server):
    outcome, detail = tried(server, path)
    assert (outcome, detail[:46]) == (UNSAFE, "It leads on to an address that is not asked. I")
    assert (server.asked, server.numbers) == ([f"HEAD {path}"], [PUBLIC])


@pytest.mark.parametrize("path", ["/to-another", "/to-another-briefly"])
def test_another_host_is_named_and_not_asked(path, server):
    assert tried(server, path) == (ELSEWHERE, f"It leads on to {OTHER}, which was not asked.")
    assert (server.names, server.asked) == ([HOST], [f"HEAD {path}"])


def test_a_certificate_of_another_host_is_none(server):
    assert tried(server, "/ok", host=WRONG) == (BROKEN, "The certificate is not one for this host.")
    assert server.asked == []


def test_nor_is_one_that_nobody_vouches_for(server):
    ours = server.network()
    stranger = Network(ours.resolve, ours.connect)
    assert tried(server, "/ok", network=stranger) == (BROKEN, "The certificate is not one for this host.")
    assert server.asked == []


def test_the_number_that_was_vetted_is_the_one_that_is_asked(server):
    """A second look at the name would lead to this machine; there is none, also after a redirect."""
    network = server.network({HOST: [[PUBLIC], ["127.0.0.1"], ["127.0.0.1"]]})
    assert tried(server, "/long-way", network=network)[0] == MOVED
    assert (server.names, set(server.numbers)) == ([HOST], {PUBLIC})
    assert all(f"Host: {HOST}\n" in head for head in server.heads)


@pytest.mark.parametrize(
    "answers",
    [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["169.254.169.254", PUBLIC], ["::ffff:93.184.215.14"], ["fec0::1"], []],
)
def test_a_host_that_leads_inside_is_not_asked(answers, server):
    outcome, _ = tried(server, "/ok", network=server.network({HOST: [answers]}))
    assert (outcome, server.numbers) == (UNSAFE, [])


def test_a_resolver_that_does_not_answer_is_left_in_time(server):
    given_up = threading.Event()

    def never(host):
        given_up.wait(GOES_ON)
        return [PUBLIC]

    network = Network(never, server.network().connect)
    found = tried(server, "/ok", network=network, seconds=SHORT)
    given_up.set()
    assert found == (BROKEN, "There is no answer within 1 seconds.")
    assert server.numbers == []


def test_a_name_that_is_not_there_is_broken(server):
    def unknown(host):
        raise OSError(host)

    network = Network(unknown, server.network().connect)
    assert tried(server, "/ok", network=network) == (BROKEN, "The host cannot be reached.")


def test_the_next_number_is_asked_where_the_first_is_dead(server):
    ours = server.network({HOST: [["8.8.8.8", PUBLIC]]})

    def connect(number, seconds):
        if number == "8.8.8.8":
            raise ConnectionRefusedError
        return ours.connect(number, seconds)

    assert tried(server, "/ok", network=Network(ours.resolve, connect, ours.tls))[0] == OK


@pytest.mark.parametrize(
    "url", ["http://example.org/", "https://127.0.0.1/", "https://me@example.org/", "javascript:x"]
)
def test_what_is_no_public_https_address_is_asked_by_nobody(url, server):
    assert check(url, "checker", server.network()).outcome == UNSAFE
    assert (server.names, server.numbers) == ([], [])


def test_one_host_is_not_asked_in_a_hurry(server):
    waited = []
    urls = [f"https://{HOST}/ok", f"https://{OTHER}/ok", f"https://{HOST}/gone", "https://localhost/", "nonsense"]
    found = [each.outcome for each in check_all(urls, "checker", server.network(), waited.append)]
    assert found == [OK, OK, BROKEN, UNSAFE, UNSAFE]
    assert len(waited) == 1
    assert 0 < waited[0] <= checking.PAUSE
