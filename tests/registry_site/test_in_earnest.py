"""The settings as they are outside debug, read in a process of their own: what nobody should have to set."""

import json
import os
import subprocess
import sys

from django.conf import settings as project_settings

EXPECTED = {
    "DEBUG": False,
    "SESSION_COOKIE_NAME": "__Host-sessionid",
    "SESSION_COOKIE_SECURE": True,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # A name that begins with `__Host-` goes with no domain and the path of everything (RFC 6265bis section 4.1.3).
    "SESSION_COOKIE_DOMAIN": None,
    "SESSION_COOKIE_PATH": "/",
    "CSRF_COOKIE_NAME": "__Host-csrftoken",
    "CSRF_COOKIE_SECURE": True,
    "CSRF_COOKIE_HTTPONLY": True,
    "CSRF_COOKIE_SAMESITE": "Lax",
    "CSRF_COOKIE_DOMAIN": None,
    "CSRF_COOKIE_PATH": "/",
    "CSRF_TRUSTED_ORIGINS": [],
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 31536000,
    "SECURE_CONTENT_TYPE_NOSNIFF": True,
    "X_FRAME_OPTIONS": "DENY",
    "REQUIRE_SECOND_FACTOR": True,
    "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN": False,
    "TRUST_PROXY": False,
    "USE_X_FORWARDED_HOST": False,
    "ALLOWED_HOSTS": ["registry.example.org"],
    "REVIEW_PERIOD_DAYS": None,
    "SILENCED_SYSTEM_CHECKS": ["security.W005", "security.W021"],
}


def read(**environment):
    """The settings of `EXPECTED` with nothing but `environment` set."""
    names = list(EXPECTED)
    asked = (
        f"import json; from django.conf import settings as s; print(json.dumps({{n: getattr(s, n) for n in {names}}}))"
    )
    base = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "registry_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=project_settings.ROOT, env=base | environment, text=True, capture_output=True
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def test_what_is_safe_is_what_one_gets_without_a_word():
    assert read(SECRET_KEY="x1" * 30, ALLOWED_HOSTS="registry.example.org") == EXPECTED


def test_what_cannot_be_guessed_has_to_be_said():
    for missing in ("SECRET_KEY", "ALLOWED_HOSTS"):
        given = {"SECRET_KEY": "x1" * 30, "ALLOWED_HOSTS": "registry.example.org"}
        del given[missing]
        assert missing in read(**given), missing
    assert "SECRET_KEY" in read(SECRET_KEY="short", ALLOWED_HOSTS="registry.example.org")
