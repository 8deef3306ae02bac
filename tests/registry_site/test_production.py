"""What the settings are outside debug."""

import json
import os
import subprocess
import sys

from django.conf import settings

NAMES = ["CSRF_COOKIE_NAME", "CSRF_COOKIE_SECURE", "CSRF_COOKIE_HTTPONLY", "SESSION_COOKIE_NAME",
         "SESSION_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SESSION_COOKIE_DOMAIN",
         "REQUIRE_SECOND_FACTOR", "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN", "EMAIL_BACKEND", "ALLAUTH_TRUSTED_PROXY_COUNT",
         "EMAIL_USE_TLS", "EMAIL_USE_SSL"]  # fmt: skip


def outside_debug(**environment):
    code = (
        f"import json; from registry_site import settings; print(json.dumps([vars(settings).get(n) for n in {NAMES}]))"
    )
    needed = {"DEBUG": "0", "SECRET_KEY": "s" * 64, "ALLOWED_HOSTS": "example.org"}
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "-c", code]
    made = subprocess.run(command, cwd=settings.ROOT, env=kept | needed | environment, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return dict(zip(NAMES, json.loads(made.stdout), strict=True))


def test_cookies_are_of_this_host_alone_and_roles_need_a_second_factor():
    assert outside_debug(TRUST_PROXY="1", EMAIL_SECURITY="starttls") == {
        "CSRF_COOKIE_NAME": "__Host-csrftoken",
        "CSRF_COOKIE_SECURE": True,
        "CSRF_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_NAME": "__Host-sessionid",
        "SESSION_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_DOMAIN": None,
        "REQUIRE_SECOND_FACTOR": True,
        "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN": False,
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "ALLAUTH_TRUSTED_PROXY_COUNT": 1,
        "EMAIL_USE_TLS": True,
        "EMAIL_USE_SSL": False,
    }
