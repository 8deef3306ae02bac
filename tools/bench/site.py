"""What the servers of the benchmark serve: databases on a PostgreSQL of the run's own, and the site's settings."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from tests.support import postgres
from tools.environment import ROOT

from .servers import HOST

# As in production, but for the name and TLS.
SETTINGS = {
    "DEBUG": "0",
    "SECRET_KEY": secrets.token_urlsafe(48),
    "ALLOWED_HOSTS": f"{HOST},registry.example.org",
    "SSL_REDIRECT": "0",
    "DJANGO_SETTINGS_MODULE": "registry_site.settings",
    "PYTHONPATH": str(ROOT),
}
PATIENCE = 900


@contextmanager
def database_server() -> Iterator[str]:
    """The URL of a running PostgreSQL, without the name of a database."""
    url, stop = postgres.start()
    try:
        yield url.rpartition("/")[0]
    finally:
        stop()


def database(server: str, name: str, template: str = "template1") -> dict[str, str]:
    """The environment of a site with a new database."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    return {**SETTINGS, "DATABASE_URL": f"{server}/{name}"}


def python(environment: dict[str, str], *words: str) -> str:
    """What a Python program prints, run with the project's own interpreter. RuntimeError with its last words."""
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}:\n{done.stderr[-2000:]}")
    return done.stdout


def manage(environment: dict[str, str], *words: str) -> None:
    python(environment, "manage.py", *words, "-v0")


def synthetic(environment: dict[str, str], what: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(python(environment, "-m", "tools.bench.synthetic", what, str(number)))
    return found
