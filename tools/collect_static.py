"""Collects the static files as a deployment does, to throw them away: a dead url() in the CSS fails here."""

import tempfile

import django
from django.core.management import call_command
from django.test import override_settings

if __name__ == "__main__":
    django.setup()
    with tempfile.TemporaryDirectory() as folder, override_settings(STATIC_ROOT=folder):
        call_command("collectstatic", interactive=False, verbosity=0)
