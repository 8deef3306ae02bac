"""The site as in production: JSON logs, metrics on, and nginx before it that ends TLS by deploy/nginx-tls.conf."""

import http.client
import json
import socket
import ssl
import subprocess
import sys
import time

import pytest
from django.conf import settings

from tests.support.nginx import HOST, SECOND, nginx
from tests.support.server import free_port, get, manage, own_database, served

pytestmark = own_database

CANARY = "zq-canary"


class Site:
    def __init__(self, folder, front, tls, behind):
        self.folder, self.front, self.tls, self.behind = folder, front, tls, behind

    def over_tls(self, address, method="GET", host=HOST, **headers):
        context = ssl.create_default_context(cafile=self.folder / "fullchain.pem")
        context.check_hostname = host == HOST
        connection = http.client.HTTPSConnection("127.0.0.1", self.tls, context=context)
        connection.sock = context.wrap_socket(_connected(self.tls), server_hostname=HOST)
        try:
            # Pages would need `collectstatic`.
            connection.request(method, address, headers={"Host": host, "Accept": "application/json", **headers})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def lines(self, name):
        """The log of that name, each line read as JSON."""
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]


def _connected(port):
    plain = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    plain.connect()
    return plain.sock


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    tls = free_port()
    shipped = (settings.ROOT / "deploy" / "nginx-tls.conf").read_text()
    ours = shipped.replace("listen 443", f"listen 127.0.0.1:{tls}").replace("/etc/ssl/registry", str(folder))
    ours = ours.replace("listen [::]:443", f"listen {SECOND}:{tls}")
    (folder / "tls.conf").write_text(ours)
    environment = {
        "DATABASE_URL": f"sqlite:///{folder / 'registry.sqlite3'}",
        "DEBUG": "off",
        "SECRET_KEY": "x" * 50,
        "ALLOWED_HOSTS": f"{HOST},127.0.0.1",
        "PUBLIC_BASE_URL": f"https://{HOST}",
        "TRUST_PROXY": "on",
        "METRICS": "on",
        "GRANIAN_LOG_CONFIG": "deploy/granian.json",
    }
    key = folder / "signing.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", folder / "public.pem"], check=True)
    environment["SIGNING_KEY_FILE"] = str(key)
    for command in ("migrate", "createcachetable", "load_registry", "publish_initial"):
        manage(environment, command)
    proof = {"/var/www/acme": str(folder / "acme")}
    with served(environment, folder / "site.log") as behind, nginx(folder, behind, proof) as front:
        yield Site(folder, front, tls, behind)


def test_over_tls_the_site_answers_and_says_that_it_stays_so(site):
    status, headers, body = site.over_tls("/codes/tool.timeout.json")
    assert (status, json.loads(body)["code"]) == (200, "tool.timeout")
    assert headers["strict-transport-security"] == "max-age=31536000"


def test_over_the_other_family_of_addresses_too(site):
    context = ssl.create_default_context(cafile=site.folder / "fullchain.pem")
    plain = socket.create_connection((SECOND.strip("[]"), site.tls), timeout=20)
    with plain, context.wrap_socket(plain, server_hostname=HOST) as connection:
        assert connection.version() == "TLSv1.3"


def test_the_monitor_finds_a_signed_release_through_it(site):
    """The last step of docs/operations.md but the name of the host: localhost stands for it."""
    check = [sys.executable, "-c", _MONITOR, str(site.tls), f"https://{HOST}:{site.tls}", "--key",
             str(site.folder / "public.pem"), "--state", str(site.folder / "state.json")]  # fmt: skip
    environment = {"SSL_CERT_FILE": str(site.folder / "fullchain.pem"), "PATH": "/usr/bin:/bin"}
    found = subprocess.run(check, cwd=settings.ROOT, env=environment, capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")


# The monitor, for which every name is this machine.
_MONITOR = """
import socket, sys
port, find = int(sys.argv.pop(1)), socket.getaddrinfo
socket.getaddrinfo = lambda host, *rest, **more: find("127.0.0.1", *rest, **more)
from tools.monitor.__main__ import main
sys.exit(main())
"""


def test_without_it_everything_is_sent_there(site):
    for address in ("/codes/tool.timeout.json?release=1.0.0", "/nope", "/account/"):
        answer = get(site.front, address, Host=HOST, X_Forwarded_Proto="https")
        assert (answer.status, answer.headers["location"]) == (301, f"https://{HOST}{address}")


def test_whoever_makes_certificates_is_answered_by_files_and_without_tls(site):
    challenges = site.folder / "acme" / ".well-known" / "acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("token.thumbprint")
    answer = get(site.front, "/.well-known/acme-challenge/token", Host=HOST)
    assert (answer.status, answer.body) == (200, b"token.thumbprint")
    assert get(site.front, "/.well-known/acme-challenge/nope", Host=HOST).status == 404
    # Beside it, and out of it, is the site.
    for address in ("/.well-known/security.txt", "/.well-known/acme-challenge/..%2f..%2fsigning.pem"):
        assert get(site.front, address, Host=HOST).status == 301


def test_another_host_gets_no_answer_over_tls_either(site):
    with pytest.raises(http.client.RemoteDisconnected):
        site.over_tls("/healthz", host="evil.example")


@pytest.mark.parametrize("address", ["/metrics", "/%6detrics", "//metrics", "/./metrics", "/metrics?x=1"])
def test_metrics_are_for_who_asks_the_app_host_itself(address, site):
    status, headers, _ = site.over_tls(address)
    assert (status, headers.get("content-security-policy")) == (404, None)  # nginx's own answer, not the site's
    assert b"registry_releases 1.0" in get(site.behind, "/metrics").body
    # Were nginx to hand it on, the site would see for whom.
    through = {"X_Forwarded_For": "127.0.0.1", "X_Forwarded_Proto": "https", "Accept": "application/json"}
    assert get(site.behind, "/metrics", **through).status == 404


def test_one_request_has_one_id_in_both_logs_and_none_of_the_visitors(site):
    mine = "0123456789abcdef"
    status, headers, _ = site.over_tls(
        f"/codes/?q={CANARY}",
        "POST",
        **{"X-Request-Id": mine, "Cookie": CANARY, "Referer": CANARY, "User-Agent": CANARY},
    )
    assert (status, headers["x-request-id"] == mine) == (405, False)
    (line,) = [each for each in site.lines("site.log") if each.get("request") == headers["x-request-id"]]
    assert (line["method"], line["path"], line["status"]) == ("POST", "/codes/", 405)
    end = time.monotonic() + 10
    while not (seen := [each for each in site.lines("access.log") if each["request"] == headers["x-request-id"]]):
        assert time.monotonic() < end
    assert [seen[0][name] for name in ("method", "path", "status", "client")] == ["POST", "/codes/", 405, "127.0.0.1"]


def test_neither_log_has_what_was_sent(site):
    """Every line of both is JSON, those of the server's own process too."""
    for options in ({"Cookie": f"a={CANARY}"}, {"Authorization": f"Bearer {CANARY}"}, {"Referer": CANARY}):
        site.over_tls(f"/codes.json?x={CANARY}", **options)
        site.over_tls(f"/nope?{CANARY}", **options)
    for name in ("site.log", "access.log"):
        told = site.lines(name)
        assert len(told) > 3
        assert not [each for each in told if CANARY in json.dumps(each)]
    assert {"_granian", "registry_site.requests"} <= {each["logger"] for each in site.lines("site.log")}
