"""The same rows give the same bytes: on either database, in processes that share nothing."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from tests.support import postgres
from tests.support.files import FILES

BUILD = """
import django, hashlib, sys
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("load_registry", verbosity=0, stdout=open("/dev/null", "w"))
call_command("publish_initial", verbosity=0, stdout=open("/dev/null", "w"))
from codes.releases.models import ReleaseFile
for file in ReleaseFile.objects.order_by("name"):
    print(file.name, hashlib.sha256(file.content).hexdigest())
"""


def build(database_url, seed):
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "DJANGO_SETTINGS_MODULE": "registry_site.settings",
        "PYTHONHASHSEED": seed,
        "TZ": "Pacific/Kiritimati" if seed == "1" else "America/Los_Angeles",
    }
    done = subprocess.run(
        [sys.executable, "-c", BUILD],
        cwd=settings.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def own_postgres():
    url, stop = postgres.start()
    yield url
    stop()


def test_sqlite_and_postgresql_publish_the_same_bytes(tmp_path, own_postgres):
    first = build(f"sqlite:///{tmp_path / 'one.sqlite3'}", seed="1")
    second = build(own_postgres, seed="2")
    assert [line.split()[0] for line in first] == sorted(FILES)
    assert first == second
