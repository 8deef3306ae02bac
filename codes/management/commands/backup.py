from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseFailure
from django.utils import timezone

from codes.backup import ended
from codes.backup import folder as folders
from codes.backup.dump import NotDumped
from codes.backup.make import make


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise ArgumentTypeError(f"must be a whole number from 1, not {text!r}")
    return int(text)


class Command(BaseCommand):
    help = "Write a copy of the database into a folder, and beside it what is in it (docs/backup.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="made where it is missing; nothing in it is overwritten")
        parser.add_argument(
            "--keep", type=_number, metavar="N", help="afterwards remove all backups in the folder but the latest N"
        )

    def handle(self, *args: Any, folder: Path, keep: int | None = None, **options: Any) -> None:
        try:
            with ended.tidily():
                made = make(folder, timezone.now())
            removed = folders.remove_oldest(folder, keep) if keep else []
        except (NotDumped, folders.AlreadyThere, OSError, DatabaseFailure) as failure:
            raise CommandError(str(failure).strip()) from None
        release = f"release {made.release}" if made.release else "no release"
        self.stdout.write(f"{folder / made.file}: {release}, {made.events} events, {made.size} bytes.")
        for path in removed:
            self.stdout.write(f"Removed {path}.")
