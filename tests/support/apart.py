"""A site with a database of its own, reached by commands and scripts in processes of their own."""

import os
import subprocess
import sys

from django.conf import settings


def environment(url, **more):
    """What its processes are given."""
    return {
        "DATABASE_URL": url,
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "registry_site.settings",
        "PYTHONPATH": str(settings.ROOT),
        "PYTHONWARNINGS": "",
        **more,
    }


def run(given, *words, fails=False):
    """What a program prints, without its errors; those, where it `fails` as it must."""
    done = subprocess.run(words, cwd=settings.ROOT, env={**os.environ, **given}, capture_output=True, text=True)
    assert (done.returncode != 0) == fails, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stderr if fails else done.stdout


def manage(given, *words, fails=False):
    return run(given, sys.executable, "manage.py", *map(str, words), fails=fails)


def play(given, script, *words, fails=False):
    """What a script prints that acts as the site's processes do."""
    return run(given, sys.executable, "-c", f"import django\ndjango.setup()\n{script}", *map(str, words), fails=fails)


BEGIN = """
from django.core.management import call_command
for command in ("migrate", "createcachetable", "load_registry", "publish_initial"):
    call_command(command, verbosity=0)
"""


def begin(given, script="", *words):
    """What a first start does, and what `script` does then, of which it gives what that prints."""
    return play(given, f"{BEGIN}\n{script}", *words)
