from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from codes.releases.models import Release
from codes.releases.yank import yank


class Command(BaseCommand):
    help = "Mark a release as not to be used. Its bytes stay, and latest does not move back: publish a mended release."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("version")
        parser.add_argument("--reason", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            yank(version=options["version"], reason=options["reason"], at=timezone.now())
        except Release.DoesNotExist:
            raise CommandError(f"There is no release {options['version']}.") from None
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Yanked {options['version']}.")
