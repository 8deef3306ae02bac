import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, close_old_connections
from django.utils import timezone

from codes.review import notices

# Seconds between two looks into the outbox.
PAUSE = 5


class Command(BaseCommand):
    help = "Send the mail that waits in the outbox."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help=f"go on, looking every {PAUSE} seconds")

    def handle(self, *args: Any, loop: bool = False, **options: Any) -> None:
        while True:
            try:
                sent, failed = notices.send(timezone.now())
            except OperationalError as error:
                if not loop:
                    raise
                self.stderr.write(f"The database is away: {type(error).__name__}")
                sent = failed = 0
            if sent or failed:
                self.stdout.write(f"{sent} sent, {failed} to be tried again.")
            if not loop:
                return
            close_old_connections()
            time.sleep(PAUSE)
