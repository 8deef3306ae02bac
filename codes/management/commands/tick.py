from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from codes.review import actions


class Command(BaseCommand):
    help = "Do what time has brought: decide, expire, escalate, remind. Run it every few minutes; twice does no harm."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in actions.tick(timezone.now()):
            self.stdout.write(line)
