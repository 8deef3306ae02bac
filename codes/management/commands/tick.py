from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from codes.api import keyed
from codes.review import actions


class Command(BaseCommand):
    help = "Do what time has brought: decide, expire, escalate, remind. Run it every few minutes; twice does no harm."

    def handle(self, *args: Any, **options: Any) -> None:
        at = timezone.now()
        try:
            done = actions.tick(at)
        except actions.Refused as refused:
            raise CommandError(refused.detail) from None
        for line in done:
            self.stdout.write(line)
        keyed.forget(at)
        call_command("clearsessions")
