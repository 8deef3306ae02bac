"""The environment as a newcomer may set it: what is refused is refused in words that help."""

import os
import runpy

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from registry_site import env

SECRET = "x" * 32


@pytest.fixture
def start(monkeypatch):
    """Reads the settings anew, outside debug unless `variables` say otherwise; returns them by name."""

    def read(**variables):
        given = {"ALLOWED_HOSTS": "localhost", "DATABASE_URL": "sqlite://:memory:", **variables}
        monkeypatch.setattr(os, "environ", given)
        return runpy.run_path(str(settings.ROOT / "registry_site" / "settings.py"))

    return read


@pytest.mark.parametrize("secret", ["", "x", "x" * 31])
def test_a_short_secret_is_refused_outside_debug(secret, start):
    with pytest.raises(ImproperlyConfigured, match=f"SECRET_KEY has {len(secret)} characters and needs at least 32"):
        start(SECRET_KEY=secret)


def test_whoever_is_refused_is_told_how_to_make_one(start):
    with pytest.raises(ImproperlyConfigured, match="token_urlsafe"):
        start(SECRET_KEY="short")


def test_no_secret_is_refused_outside_debug(start):
    with pytest.raises(ImproperlyConfigured, match=r"Set SECRET_KEY \(or SECRET_KEY_FILE\) in the environment\."):
        start()


def test_a_long_secret_will_do(start):
    assert start(SECRET_KEY=SECRET)["SECRET_KEY"] == SECRET


@pytest.mark.parametrize("variables", [{}, {"SECRET_KEY": "x"}])
def test_in_debug_any_secret_will_do(variables, start):
    assert start(DEBUG="1", **variables)["DEBUG"] is True


@pytest.mark.parametrize(
    "origin",
    [
        "", "agenterrors.org", "ftp://agenterrors.org", "https://", "https://agenterrors.org/", "https://a.org/path",
        "https://a.org?x", "https://a.org#x", "https://a b.org", "https://a.org\n", " https://a.org",
    ],
)  # fmt: skip
def test_a_public_base_that_is_no_origin_is_refused(origin, start):
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_BASE_URL must be an origin"):
        start(SECRET_KEY=SECRET, PUBLIC_BASE_URL=origin)


@pytest.mark.parametrize("origin", ["https://a.org", "http://localhost:8000", "https://[::1]:8443"])
def test_an_origin_will_do(origin, start):
    assert start(SECRET_KEY=SECRET, PUBLIC_BASE_URL=origin)["PUBLIC_BASE_URL"] == origin


def test_other_hosts_under_the_name_are_bound_only_where_asked(start):
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")

    def bound(**variables):
        found = start(SECRET_KEY=SECRET, **variables)
        return [found[name] for name in names]

    assert bound() == [31536000, False, False]
    assert bound(HSTS_SUBDOMAINS="on") == [31536000, True, False]
    assert bound(HSTS_SUBDOMAINS="on", HSTS_PRELOAD="on") == [31536000, True, True]
    assert bound(DEBUG="on") == [0, False, False]


def test_a_list_of_whole_domains_takes_no_part_of_one(start):
    with pytest.raises(ImproperlyConfigured, match="HSTS_PRELOAD needs HSTS_SUBDOMAINS"):
        start(SECRET_KEY=SECRET, HSTS_PRELOAD="on")


def test_a_secret_can_stand_in_a_file(tmp_path, monkeypatch):
    monkeypatch.delenv("A_SECRET", raising=False)
    monkeypatch.setenv("A_SECRET_FILE", str(tmp_path / "secret"))
    (tmp_path / "secret").write_text("x" * 31 + "\n")
    with pytest.raises(ImproperlyConfigured, match="A_SECRET has 31 characters"):
        env.secret("A_SECRET")
    (tmp_path / "secret").write_text("x" * 32 + "\n")
    assert env.secret("A_SECRET") == "x" * 32


def test_outside_debug_cookies_are_of_this_host_alone_and_roles_need_a_second_factor(start):
    expected = {
        "CSRF_COOKIE_NAME": "__Host-csrftoken",
        "CSRF_COOKIE_SECURE": True,
        "CSRF_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_NAME": "__Host-sessionid",
        "SESSION_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "REQUIRE_SECOND_FACTOR": True,
        "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN": False,
        "ALLAUTH_TRUSTED_PROXY_COUNT": 0,
    }
    found = start(SECRET_KEY=SECRET)
    assert {name: found[name] for name in expected} == expected
    # With a domain or another path a browser refuses the prefix.
    for cookie in ("CSRF", "SESSION"):
        assert found.keys().isdisjoint({f"{cookie}_COOKIE_DOMAIN", f"{cookie}_COOKIE_PATH"})
    assert start(SECRET_KEY=SECRET, REQUIRE_SECOND_FACTOR="off")["REQUIRE_SECOND_FACTOR"] is False
    assert start(SECRET_KEY=SECRET, TRUST_PROXY="on")["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1


@pytest.mark.parametrize(
    ("security", "tls", "ssl"), [("none", False, False), ("starttls", True, False), ("TLS", False, True)]
)
def test_mail_goes_out_as_securely_as_it_is_set(security, tls, ssl, start):
    found = start(SECRET_KEY=SECRET, EMAIL_SECURITY=security)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (tls, ssl)
    with pytest.raises(ImproperlyConfigured, match=r"EMAIL_SECURITY must be one of none, starttls, tls, not 'yes'\."):
        start(SECRET_KEY=SECRET, EMAIL_SECURITY="yes")


def test_in_debug_mail_is_printed_unless_a_server_is_named(start):
    assert start(DEBUG="1")["EMAIL_BACKEND"].endswith(".console.EmailBackend")
    assert start(DEBUG="1", EMAIL_HOST="mail.example.org")["EMAIL_BACKEND"].endswith(".smtp.EmailBackend")
