"""The environment as a newcomer may set it: what is refused is refused in words that help."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from registry_site import env


def start(**variables):
    """Read the settings in a process of its own, outside debug unless `variables` say otherwise."""
    inherited = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=settings.ROOT,
        env=inherited | {"ALLOWED_HOSTS": "localhost", "DATABASE_URL": "sqlite://:memory:"} | variables,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("secret", ["", "x", "x" * 31])
def test_a_short_secret_is_refused_outside_debug(secret):
    failed = start(SECRET_KEY=secret)
    assert failed.returncode != 0
    assert f"SECRET_KEY has {len(secret)} characters and needs at least 32" in failed.stderr
    assert "token_urlsafe" in failed.stderr


def test_no_secret_is_refused_outside_debug():
    assert "Set SECRET_KEY (or SECRET_KEY_FILE) in the environment." in start().stderr


def test_a_long_secret_will_do():
    assert start(SECRET_KEY="x" * 32).returncode == 0


@pytest.mark.parametrize("variables", [{}, {"SECRET_KEY": "x"}])
def test_in_debug_any_secret_will_do(variables):
    assert start(DEBUG="1", **variables).returncode == 0


def test_a_secret_can_stand_in_a_file(tmp_path, monkeypatch):
    monkeypatch.delenv("A_SECRET", raising=False)
    monkeypatch.setenv("A_SECRET_FILE", str(tmp_path / "secret"))
    (tmp_path / "secret").write_text("x" * 31 + "\n")
    with pytest.raises(ImproperlyConfigured, match="A_SECRET has 31 characters"):
        env.secret("A_SECRET")
    (tmp_path / "secret").write_text("x" * 32 + "\n")
    assert env.secret("A_SECRET") == "x" * 32
