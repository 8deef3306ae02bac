"""What is one reader's own stays theirs, and leaves no trace on what is the same for everybody."""

import time
from urllib.parse import unquote

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path
from django.utils import timezone

from codes.accounts.enrol import enrol
from codes.fast.layer import FastPath
from codes.web import carry
from codes.web.personal import holding, signed_in
from registry_site import urls as project
from tests.accounts.people import appoint, enter, the_code
from tests.accounts.people import signed_in as browser_of
from tests.fast.conftest import Counting, Looking
from tests.support.visible import text as visible
from tests.support.wsgi import ask

pytestmark = pytest.mark.django_db

PUBLIC = ["/", "/codes/tool.timeout", "/codes.json", "/releases/1.0.0/registry.json", "/api/v1/codes", "/nope",
          "/codes/tool.nonsense", "/status", "/lookup?q=504", "/compare?a=tool.timeout", "/api/v1/nope"]  # fmt: skip


@signed_in
def form(request):
    posted = request.POST if request.method == "POST" else carry.carried(request)
    return HttpResponse(f"text: {posted['text'] if posted else ''}")


@holding("expert", "lead")
def desk(request):
    return HttpResponse("the desk")


urlpatterns = [path("form", form), path("desk", desk), *project.urlpatterns]
handler404 = project.handler404


@pytest.fixture(autouse=True)
def _views(settings, published):
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def ada(db):
    return enrol("ada@example.org", name="Ada")


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_page_is_the_same_for_whoever_is_signed_in(address, ada):
    plain = Client().get(address)
    broken = Client()
    broken.cookies["sessionid"] = "x"
    unknown = Client()
    unknown.cookies["sessionid"] = "y" * 32
    for client in (browser_of("ada@example.org"), broken, unknown):
        answer = client.get(address)
        assert answer.content == plain.content
        assert {**answer.headers} == {**plain.headers}
        assert not answer.cookies
        assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_page_asks_nobody_who_is_reading(address, ada):
    client = browser_of("ada@example.org")
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    assert not [each for each in asked if "django_session" in each["sql"]]


@pytest.mark.parametrize("address", ["/account/", "/account/sign-in", "/form"])
def test_what_is_one_readers_own_is_not_kept_before_django(address):
    slow = Counting()
    fast = FastPath(slow, 2**20, Looking())
    for count in (1, 2):
        assert ask(fast, address).headers["Cache-Control"] == "private, no-store"
        assert slow.asked == count


def test_text_survives_a_session_that_has_run_out(ada):
    client = browser_of("ada@example.org")
    client.cookies.clear()
    sent = client.post("/form?step=2", {"text": "two hours of work", "csrfmiddlewaretoken": "t"})
    assert sent.status_code == 302
    back = sent["Location"].partition("next=")[2]
    assert back.startswith("%2Fform%3Fstep%3D2%26carried%3D")
    target = unquote(back)
    client.post("/account/sign-in", {"email": "ada@example.org", "next": target})
    assert enter(client, the_code(), next=target)["Location"] == target
    assert client.get(target).content == b"text: two hours of work"
    # To reload is no reason to lose it; another address or key has nothing.
    assert client.get(target).content == b"text: two hours of work"
    assert client.get("/form?carried=x").content == b"text: "
    assert client.get("/form").content == b"text: "


def test_nothing_is_carried_after_a_day(ada, monkeypatch):
    client = Client()
    target = unquote(client.post("/form", {"text": "old"})["Location"].partition("next=")[2])
    client.force_login(ada)
    assert client.get(target).content == b"text: old"
    later = time.time() + carry.LIFETIME
    monkeypatch.setattr("codes.web.carry.time.time", lambda: later)
    assert client.get(target).content == b"text: "


def test_what_is_too_long_is_not_carried_and_of_many_the_newest_are(ada):
    client = Client()
    assert "carried" not in client.post("/form", {"text": "x" * carry.LONGEST})["Location"]
    for number in range(5):
        client.post("/form", {"text": str(number)})
    kept = [each["body"] for each in client.session["carried"].values()]
    assert kept == ["text=2", "text=3", "text=4"]


def test_what_strangers_send_is_kept_for_an_hour_and_for_a_fortnight_once_they_are_in(ada):
    client = Client()
    client.post("/form", {"text": "words"})
    assert client.session.get_expiry_age() == carry.UNTIL_SIGNED_IN
    client.post("/account/sign-in", {"email": "ada@example.org"})
    enter(client, the_code())
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


def test_one_network_address_can_leave_only_so_much():
    for _ in range(12):
        Client().post("/form", {"text": "x" * 1000})
    assert Session.objects.count() == 10
    assert "carried" in Client(REMOTE_ADDR="192.0.2.7").post("/form", {"text": "mine"})["Location"]


def test_a_tick_removes_the_sessions_that_have_run_out():
    for _ in range(2):
        Client().post("/form", {"text": "words"})
    Session.objects.filter(pk=Session.objects.first().pk).update(expire_date=timezone.now())
    call_command("tick")
    assert Session.objects.count() == 1


def test_a_personal_page_takes_what_a_browser_sends_and_says_so(ada):
    client = browser_of("ada@example.org")
    for address in ("/form", "/desk", "/account/", "/account/tokens", "/proposals/1/act", "/review/"):
        answers = [getattr(client, method)(address) for method in ("put", "patch", "delete", "options")]
        assert [each.status_code for each in answers] == [405, 405, 405, 204], address
        assert {each["Allow"] for each in answers} == {"GET, HEAD, POST, OPTIONS"}
    assert client.head("/form").status_code == 200


def test_a_desk_is_for_those_who_hold_the_role_at_this_moment(ada):
    assert Client().get("/desk").status_code == 302
    client = browser_of("ada@example.org")
    assert client.get("/desk").status_code == 403
    role = appoint(ada, "administrator")
    assert client.get("/desk").status_code == 403
    expert = appoint(ada, "expert")
    assert client.get("/desk").content == b"the desk"
    expert.dismissed_at = expert.appointed_at
    expert.save()
    assert client.get("/desk").status_code == 403
    assert role.dismissed_at is None


def test_and_have_a_second_factor_where_the_site_asks_for_one(ada, settings):
    appoint(ada, "expert")
    client = browser_of("ada@example.org")
    settings.REQUIRE_SECOND_FACTOR = True
    assert client.get("/desk")["Location"] == "/account/second-factor"
    assert "Your role asks for a second factor." in client.get("/account/second-factor").content.decode()
    TOTP.activate(ada, generate_totp_secret())
    assert client.get("/desk").content == b"the desk"


def test_cookies_are_kept_from_scripts_and_other_sites(ada):
    client = Client()
    client.get("/account/sign-in")
    client.post("/account/sign-in", {"email": "ada@example.org"})
    for name in ("sessionid", "csrftoken"):
        assert (client.cookies[name]["httponly"], client.cookies[name]["samesite"]) == (True, "Lax")


def test_who_holds_no_role_is_told_so_in_words_for_people_with_a_way_on(published):
    page = browser_of("sam@example.org").get("/review/", headers={"Accept": "text/html"})
    said = visible(page)
    assert page.status_code == 403
    assert "This page is for a designated expert or a lead of the experts or an administrator of the registry" in said
    assert "token" not in said
    assert '<a href="/account/">your account</a>' in page.content.decode()
