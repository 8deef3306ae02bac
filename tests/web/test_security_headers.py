"""What every answer tells a browser, whoever made it: every address, every way to fail, with Django and without."""

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from codes.fast.layer import FastPath
from codes.web.personal import signed_in
from registry_site import urls as project
from tests.fast.conftest import Counting, Looking
from tests.support.addresses import every
from tests.support.people import board
from tests.support.wsgi import ask

pytestmark = pytest.mark.django_db

STRICT = (
    "base-uri 'none'; connect-src 'self'; default-src 'none'; form-action 'self'; frame-ancestors 'none';"
    " img-src 'self'; script-src 'self'; style-src 'self'"
)
# Swagger UI sets styles on elements and draws with images in its stylesheet. Scripts are as strict as anywhere.
SWAGGER = STRICT.replace("img-src 'self'", "img-src 'self' data:").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
PERMISSIONS = (
    "accelerometer=(), autoplay=(), bluetooth=(), browsing-topics=(), camera=(), display-capture=(),"
    " encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(),"
    " magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), screen-wake-lock=(), serial=(),"
    " usb=(), xr-spatial-tracking=()"
)
NAMES = {
    "content-security-policy", "content-security-policy-report-only", "cross-origin-embedder-policy",
    "cross-origin-opener-policy", "cross-origin-resource-policy", "permissions-policy", "referrer-policy",
    "strict-transport-security", "x-content-type-options", "x-frame-options",
}  # fmt: skip


def expected(*, own=False, csp=STRICT, referrer="strict-origin-when-cross-origin"):
    return {
        "content-security-policy": csp,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin" if own else "cross-origin",
        "permissions-policy": PERMISSIONS,
        "referrer-policy": referrer,
        "strict-transport-security": "max-age=31536000",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }


def told(headers):
    """Those headers of an answer that tell a browser what it must not do."""
    found = {name.lower(): value for name, value in headers.items() if name.lower() in NAMES}
    if policy := found.get("content-security-policy"):
        found["content-security-policy"] = "; ".join(sorted(policy.split("; ")))
    return found


def broken(request):
    raise RuntimeError


def away(request):
    raise OperationalError


@signed_in
def form(request):
    return HttpResponse(request.POST["text"])


urlpatterns = [path("broken", broken), path("away", away), path("form", form), *project.urlpatterns]
handler400, handler404, handler500 = project.handler400, project.handler404, project.handler500


@pytest.fixture(autouse=True)
def _as_in_production(settings, published):
    settings.ROOT_URLCONF = __name__
    settings.SECURE_HSTS_SECONDS = 31536000
    settings.SECURE_SSL_REDIRECT = True
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10


class OverTLS(Client):
    def generic(self, *args, **kwargs):
        return super().generic(*args, **{**kwargs, "secure": True})


def browser(account=None, **more):
    """Over TLS, and without the exceptions of views, as a server does."""
    client = OverTLS(raise_request_exception=False, **more)
    if account:
        client.force_login(account)
    return client


def test_every_address_tells_browsers_the_same():
    """For nobody, and for those with the most rights."""
    *_, lead, administrator = board()
    for account in (None, lead, administrator):
        client = browser(account)
        for address in every():
            answer = client.get(address)
            own = "Access-Control-Allow-Origin" not in answer.headers
            csp = SWAGGER if address == "/api/docs/" else STRICT
            assert told(answer.headers) == expected(own=own, csp=csp), address
            if answer.status_code == 200 and address != "/api/docs/":
                # Only what is nobody's in particular is for the pages of others.
                assert own == ("private" in answer["Cache-Control"]), address


FAILURES = {
    "a Host that is not ours": (400, lambda: browser().get("/codes", headers={"Host": "evil.example"})),
    "a path that is none": (404, lambda: browser().get("/codes/%00")),
    "too many fields": (400, lambda: browser().post("/form", dict.fromkeys("abcdefghijkl", "x"))),
    "no token": (401, lambda: browser().post("/api/v1/proposals", {}, "application/json")),
    "a form from nowhere": (403, lambda: browser(enforce_csrf_checks=True).post("/account/sign-in")),
    "nothing there": (404, lambda: browser().get("/nope")),
    "another method": (405, lambda: browser().put("/codes/")),
    "no such form": (406, lambda: browser().get("/codes.json", headers={"Accept": "text/html"})),
    "another version": (412, lambda: browser().get("/codes/", headers={"If-Match": '"x"'})),
    "too long a body": (413, lambda: browser().post("/api/v1/inspect", b" " * 200_000, "application/json")),
    "no such body": (415, lambda: browser().post("/api/v1/inspect", b"x", "text/plain")),
    "our own failure": (500, lambda: browser().get("/broken")),
    "the database is away": (503, lambda: browser().get("/away")),
    "another spelling": (301, lambda: browser().get("/codes")),
    "the newest release": (302, lambda: browser().get("/releases/latest/")),
    "who are you": (302, lambda: browser().get("/account/")),
    "what may I ask": (204, lambda: browser().options("/codes/")),
    "as you know it": (304, lambda: browser().get("/codes/", headers={"If-None-Match": "*"})),
    "a style sheet": (200, lambda: browser().get("/static/site.css")),
    "no static file": (404, lambda: browser().get("/static/nope.css")),
}


@pytest.mark.parametrize("case", FAILURES)
def test_so_does_every_way_to_fail(case, caplog):
    status, act = FAILURES[case]
    answer = act()
    answer.close()
    assert answer.status_code == status
    assert told(answer.headers) == expected(own="Access-Control-Allow-Origin" not in answer.headers)


@pytest.mark.parametrize(("host", "status"), [("testserver", 301), ("evil.example", 400)])
def test_without_tls_all_but_that_there_is_tls(host, status):
    answer = Client().get("/codes/", headers={"Host": host})
    assert answer.status_code == status
    own = "Access-Control-Allow-Origin" not in answer.headers
    assert {**told(answer.headers), "strict-transport-security": "max-age=31536000"} == expected(own=own)
    assert "Strict-Transport-Security" not in answer.headers


def test_a_question_does_not_tell_the_next_site_where_it_was_asked():
    answer = browser().post("/inspect", "object=%7B%7D", "application/x-www-form-urlencoded")
    assert told(answer.headers) == expected(own=False, referrer="no-referrer")


def test_what_is_answered_before_django_tells_the_same():
    fast = FastPath(Counting(), 2**20, Looking())
    for _ in range(2):
        whole = ask(fast, "/codes/tool.timeout", scheme="https")
        known = ask(fast, "/codes/tool.timeout", scheme="https", If_None_Match=whole.headers["ETag"])
        assert (whole.status, known.status) == (200, 304)
        assert told(whole.headers) == told(known.headers) == expected()
