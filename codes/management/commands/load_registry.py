from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from codes.registry import load


class Command(BaseCommand):
    help = "Fill an empty registry with its initial content. Does nothing once anything is registered."

    def handle(self, *args: Any, **options: Any) -> None:
        loaded = load.load(settings.FIXTURES)
        if options["verbosity"] > 1 or loaded:
            self.stdout.write("Initial registry loaded." if loaded else "The registry has content: nothing loaded.")
