from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError

from codes.releases import verify
from codes.releases.models import Release
from codes.review import replay
from codes.review.models import Event


class Command(BaseCommand):
    help = (
        "Recompute every release, the chain and the manifests from the stored bytes, and replay every recorded"
        " decision. Exit code 1 when anything differs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = [*verify.faults(), *replay.faults()]
        except (OperationalError, InterfaceError) as failure:
            raise CommandError(f"The database gives no answer, so nothing is known: {str(failure).strip()}") from None
        for fault in found:
            self.stderr.write(fault)
        if found:
            raise CommandError("1 fault." if len(found) == 1 else f"{len(found)} faults.")
        releases, events = Release.objects.count(), Event.objects.count()
        self.stdout.write(f"{_counted(releases, 'release')} and {_counted(events, 'recorded event')} hold.")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
