from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from codes.demo import people, play


class Command(BaseCommand):
    help = "People of every role and proposals in every state, to play with. In debug only, with REVIEW_PERIOD_DAYS=0."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG or settings.REVIEW_PERIOD_DAYS != 0:
            raise CommandError("Made-up people decide here: set DEBUG=1 and REVIEW_PERIOD_DAYS=0.")
        if not play.play(settings.FIXTURES / "demo" / "proposals.toml", timezone.now()):
            self.stdout.write("There are proposals: nothing loaded.")
        if options["verbosity"]:
            names = ", ".join(people.address(name) for name, _, _ in people.CAST)
            self.stdout.write(f"Sign in as {names}, or with any other address.")
