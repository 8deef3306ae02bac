import os
import subprocess
import sys
from dataclasses import dataclass

import pytest
from django.conf import settings

from tests.support.nginx import behind_nginx, nginx
from tests.support.server import served

# Signs somebody in, whose name stands on each page of theirs, as force_login of the tests does.
_SIGN_IN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from codes.accounts.enrol import enrol
sam = enrol("sam@example.org", name="zq-sam")
session = SessionStore()
session[SESSION_KEY] = str(sam.pk)
session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
session[HASH_SESSION_KEY] = sam.get_session_auth_hash()
session.save()
print(session.session_key)
"""


@dataclass(frozen=True)
class Front:
    """Ports of nginx and of the site behind it, and the cookie of somebody who is signed in."""

    port: int
    site: int
    cookie: str


@pytest.fixture(scope="package")
def front(tmp_path_factory):
    """The shipped nginx before the real site; what waits for a slow visitor waits for 6 seconds."""
    folder = tmp_path_factory.mktemp("front")
    environment = behind_nginx(folder)
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-v0", "-c", _SIGN_IN]
    made = subprocess.run(
        command, cwd=settings.ROOT, env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    key = made.stdout.split()[-1]
    sooner = {
        "client_header_timeout 10s": "client_header_timeout 6s",
        "client_body_timeout 10s": "client_body_timeout 6s",
    }
    with served(environment, folder / "granian.log") as site, nginx(folder, site, changes=sooner) as port:
        yield Front(port, site, f"sessionid={key}")
