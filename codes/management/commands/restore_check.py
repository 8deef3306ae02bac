from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from codes.backup import restored, statement


class Command(BaseCommand):
    help = (
        "Say whether the database holds what the statement beside a backup says, and can be written to."
        " Exit code 1 when it does not. `verify_registry` recomputes what is in it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("statement", type=Path, help="the .json beside the backup that was restored")

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["statement"]
        try:
            stated = statement.read(path)
        except (statement.UnusableStatement, OSError) as failure:
            raise CommandError(str(failure)) from None
        found = list(restored.faults(path, stated))
        for fault in found:
            self.stderr.write(fault)
        if found:
            raise CommandError("1 fault." if len(found) == 1 else f"{len(found)} faults.")
        release = f"Release {stated.release}" if stated.release else "No release"
        self.stdout.write(f"{release} and {stated.events} events are as in the backup of {stated.made}.")
