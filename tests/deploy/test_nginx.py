"""deploy/nginx.conf as it is shipped, run by a real nginx before the real site."""

import http.client
import time

import pytest

from tests.deploy.browsers import CHROME, FIREFOX, SAFARI
from tests.fast.test_both_paths import ACCEPT, CODING
from tests.support.nginx import HOST, SECOND, behind_nginx, nginx
from tests.support.server import get, own_database, served

pytestmark = own_database

ADDRESSES = ["/codes/tool.timeout", "/problems/harness-error", "/codes.json", "/releases/1.0.0/registry.json",
             "/releases/manifest.json", "/codes/nonsense", "/codes/TOOL.timeout", "/codes/?category=tool"]  # fmt: skip
# What each server says for itself.
OF_THE_HOP = {"server", "date", "connection", "x-cache", "keep-alive", "transfer-encoding"}


@pytest.fixture(scope="module")
def ports(tmp_path_factory):
    """nginx, and the site behind it."""
    folder = tmp_path_factory.mktemp("nginx")
    environment = behind_nginx(folder)
    with served(environment, folder / "granian.log") as site, nginx(folder, site) as front:
        yield front, site


def told(answer):
    """The answer without what each server says for itself."""
    headers = {name: value for name, value in answer.headers.items() if name not in OF_THE_HOP}
    return answer.status, headers, answer.body


def compare(ports, address, method="GET", **headers):
    front, site = ports
    expected = told(get(site, address, method, Host=HOST, **headers))
    for _ in range(2):
        found = get(front, address, method, Host=HOST, **headers)
        assert told(found) == expected, (address, method, headers)
    return found


@pytest.mark.parametrize("address", ADDRESSES)
def test_nobody_gets_the_answer_of_another(address, ports):
    """Every Accept and every Accept-Encoding, one after the other, is answered as without a cache."""
    for accept in ACCEPT:
        for each in CODING:
            compare(ports, address, Accept=accept, Accept_Encoding=each)


@pytest.mark.parametrize("address", ["/codes/loop.timeout", "/codes.md", "/releases/1.0.0/signals.json"])
def test_the_second_who_asks_is_answered_from_the_cache(address, ports):
    for accept_encoding in (None, "gzip", "gzip, deflate, br, zstd"):
        asked = {"Host": HOST, "Accept_Encoding": accept_encoding}
        assert [get(ports[0], address, **asked).headers["x-cache"] for _ in range(2)] == ["MISS", "HIT"]
        first = get(ports[0], address, **asked)
        assert get(ports[0], address, "HEAD", **asked).headers["x-cache"] == "HIT"
        for tag in (first.headers["etag"], f"W/{first.headers['etag']}", f'"x", {first.headers["etag"]}', "*"):
            known = get(ports[0], address, If_None_Match=tag, **asked)
            assert (known.status, known.body, known.headers["x-cache"]) == (304, b"", "HIT")
            assert known.headers["etag"] == first.headers["etag"]
            for name in ("cache-control", "vary", "access-control-allow-origin", "content-security-policy"):
                assert known.headers.get(name) == first.headers.get(name)
        assert get(ports[0], address, If_None_Match='"x"', **asked).status == 200
        assert get(ports[0], address, If_Modified_Since=first.headers["last-modified"], **asked).status == 304


def test_browsers_share_one_copy_and_have_it_apart_from_programs(ports):
    address = "/codes/output.malformed"
    found = [
        get(ports[0], address, Host=HOST, Accept=accept) for accept in (CHROME, FIREFOX, SAFARI, "application/json")
    ]
    assert [each.headers["x-cache"] for each in found] == ["MISS", "HIT", "HIT", "MISS"]
    assert [each.headers["content-type"].split(";")[0] for each in found] == ["text/html"] * 3 + ["application/json"]


@pytest.mark.parametrize(
    "header",
    [{"X_Forwarded_Host": "evil.example"}, {"X_Forwarded_Proto": "https"}, {"Forwarded": "host=evil.example"},
     {"X_Original_URL": "/status"}, {"Accept_Language": "de"}, {"Range": "bytes=0-1"}, {"X_Forwarded_For": "1.2.3.4"}],
    ids=lambda each: next(iter(each)),
)  # fmt: skip
def test_what_a_visitor_makes_up_reaches_nobody(header, ports):
    address = f"/codes/tool.rate_limited.json?{next(iter(header))}"
    expected = told(get(ports[1], address, Host=HOST))
    assert told(get(ports[0], address, Host=HOST, **header)) == expected
    assert told(get(ports[0], address, Host=HOST)) == expected
    assert "strict-transport-security" not in expected[1]


def test_another_host_gets_no_answer(ports):
    with pytest.raises(OSError, match="without response"):
        get(ports[0], "/", Host="evil.example")


@pytest.mark.parametrize(
    "header", [{"Cookie": "a=b"}, {"Authorization": "Basic eDp5"}, {"Accept": "text/html;q=0.2, */*;q=0.1"}]
)
def test_who_is_somebody_in_particular_is_handed_through(header, ports):
    address = f"/codes/tool.timeout?{next(iter(header))}"
    for _ in range(2):
        assert get(ports[0], address, Host=HOST, **header).headers["x-cache"] == "BYPASS"
    assert get(ports[0], address, Host=HOST).headers["x-cache"] == "MISS"


def test_what_has_to_be_asked_for_each_time_is(ports):
    for _ in range(2):
        assert get(ports[0], "/codes/nonsense", Host=HOST).headers["x-cache"] == "MISS"
    for address in ("/releases/manifest.json", "/releases/keys.json", "/feeds/changes.atom", "/policy", "/proposals/"):
        first = get(ports[0], address, Host=HOST)
        assert (first.status, first.headers.get("x-cache")) == (200, None), address
        again = get(ports[0], address, Host=HOST, If_None_Match=first.headers["etag"])
        assert (again.status, again.headers["etag"]) == (304, first.headers["etag"]), address
    assert get(ports[0], "/codes/", "POST", Host=HOST).status == 405


def test_what_is_kept_for_nobody_goes_past_the_cache(ports):
    for address, status in (
        ("/healthz", 200), ("/status", 200), ("/account/sign-in", 200), ("/account/", 302), ("/review/", 302),
        ("/releases/latest/registry.json", 302), ("/releases/next/", 200), ("/api/v1/proposals", 200),
    ):  # fmt: skip
        found = get(ports[0], address, Host=HOST)
        assert (found.status, found.headers.get("x-cache")) == (status, None), address


def test_the_second_family_of_addresses_is_answered_alike(ports):
    connection = http.client.HTTPConnection(SECOND.strip("[]"), ports[0], timeout=20)
    connection.request("GET", "/codes.json", headers={"Host": HOST})
    assert connection.getresponse().read() == get(ports[0], "/codes.json", Host=HOST).body
    connection.close()


def test_the_end_of_a_longer_body_is_not_held_back(ports):
    """On one connection, as browsers and proxies use it; what is held back waits for 40 ms, once the connection is warm
    every time. So the quickest tells, on a busy machine too.
    """
    connection = http.client.HTTPConnection("127.0.0.1", ports[0])
    times = []
    for _ in range(20):
        started = time.perf_counter()
        connection.request("GET", "/releases/1.0.0/registry.json", headers={"Host": HOST})
        assert len(connection.getresponse().read()) > 65536
        times.append(time.perf_counter() - started)
    connection.close()
    assert min(times[len(times) // 2 :]) < 0.03
