"""What nginx makes of an answer later on: out of date, while the site fails, asked for by many at once."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from tests.support.nginx import HOST, nginx
from tests.support.server import get, own_database

pytestmark = own_database

SHORT = "public, max-age=1, stale-if-error=604800"
# Seconds after which nginx, which counts whole ones, holds such an answer to be out of date.
TOO_OLD = 2.3


class Site(BaseHTTPRequestHandler):
    """Answers as it is told to, and remembers what it was asked."""

    protocol_version = "HTTP/1.1"
    status, vary, delay = 200, "Accept", 0.0
    together: threading.Barrier | None = None
    asked: ClassVar[list[str | None]] = []  # one server at a time
    clients: ClassVar[list[str | None]] = []

    def do_GET(self):
        Site.clients.append(self.headers.get("X-Forwarded-For"))
        Site.asked.append(self.headers.get("If-None-Match"))
        time.sleep(self.delay)
        if Site.together:
            with suppress(threading.BrokenBarrierError):
                Site.together.wait()
        known = self.status == 200 and self.headers.get("If-None-Match") == '"1"'
        body = b"" if known else b"hello"
        self.send_response(304 if known else self.status)
        self.send_header("ETag", '"1"')
        self.send_header("Cache-Control", SHORT if self.status == 200 else "no-store")
        self.send_header("Vary", self.vary)
        if not known:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@contextmanager
def told(folder, changes=None):
    """nginx before `Site`."""
    Site.status, Site.vary, Site.delay, Site.asked, Site.together = 200, "Accept", 0.0, [], None
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with nginx(folder, server.server_port, changes) as port:
            Site.asked.clear()
            Site.clients.clear()
            yield port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def told_site(tmp_path):
    with told(tmp_path) as port:
        yield port


def cache_status(port, address="/x"):
    answer = get(port, address, Host=HOST)
    return answer.status, answer.body, answer.headers["x-cache"]


def test_what_is_out_of_date_is_checked_and_not_fetched_again(told_site):
    assert cache_status(told_site) == (200, b"hello", "MISS")
    time.sleep(TOO_OLD)
    # The one who comes first is not kept waiting: the check is made behind their back.
    assert cache_status(told_site) == (200, b"hello", "STALE")
    end = time.monotonic() + 10
    while len(Site.asked) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.1)
    assert cache_status(told_site) == (200, b"hello", "HIT")
    assert Site.asked == [None, '"1"']


def test_the_old_answer_will_do_while_the_site_fails(told_site):
    cache_status(told_site)
    time.sleep(TOO_OLD)
    for Site.status in (500, 502, 503, 504):
        assert [cache_status(told_site)[:2] for _ in range(3)] == [(200, b"hello")] * 3
    assert len(Site.asked) > 1


def test_one_request_fetches_for_all(told_site):
    Site.delay = 0.3
    with ThreadPoolExecutor(10) as pool:
        found = list(pool.map(lambda _: cache_status(told_site), range(10)))
    assert {each[:2] for each in found} == {(200, b"hello")}
    assert Site.asked == [None]


def test_nobody_waits_for_an_answer_that_is_not_kept(tmp_path):
    """Each is answered when all ten have come to the site: were one to wait for another, nobody would be."""
    with told(tmp_path, {"proxy_cache_lock_timeout 1s;": "proxy_cache_lock_timeout 20s;"}) as port:
        Site.status = 404
        for address in ("/account/sign-in", "/healthz", "/status"):
            Site.together = threading.Barrier(10, timeout=15)
            with ThreadPoolExecutor(10) as pool:
                found = list(pool.map(lambda each: get(port, each, Host=HOST).status, [address] * 10))
            assert (found, Site.together.broken) == ([404] * 10, False)


def test_nobody_waits_long_to_learn_that_there_is_nothing(told_site):
    """One after the other, ten would take eight seconds at least."""
    Site.status, Site.delay = 404, 0.8
    started = time.monotonic()
    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(lambda _: cache_status(told_site)[0], range(10))) == {404}
    assert time.monotonic() - started < 7


@pytest.mark.parametrize("vary", ["Cookie", "Accept, Cookie", "*", "Accept-Language"])
def test_what_was_chosen_by_something_else_is_not_kept(vary, told_site):
    Site.vary = vary
    assert [cache_status(told_site)[2] for _ in range(2)] == ["MISS", "MISS"]


@pytest.mark.parametrize(
    ("network", "client"), [(None, "127.0.0.1"), ("127.0.0.0/8", "203.0.113.7"), ("192.0.2.0/24", "127.0.0.1")]
)
def test_a_cdn_is_believed_about_the_visitor_where_its_network_is_named(network, client, tmp_path):
    """The marks taken off, and without that; what somebody made up stands first, and counts for nothing."""
    changes = {"# set_real_ip_from 192.0.2.0/24;": f"set_real_ip_from {network};", "# real_ip_header": "real_ip_header"}
    with told(tmp_path, changes if network else None) as port:
        get(port, "/x", Host=HOST, X_Forwarded_For="198.51.100.1, 203.0.113.7")
    assert Site.clients == [client]
