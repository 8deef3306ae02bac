from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from codes.releases.current import NothingPublished
from codes.releases.sign import AlreadySigned, sign


class Command(BaseCommand):
    help = "Issue the manifest again, signed with the configured key. Does nothing where that key has signed it."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = sign(at=timezone.now())
        except AlreadySigned as signed:
            self.stdout.write(str(signed))
        except NothingPublished:
            raise CommandError("There is no release, so there is no manifest to sign.") from None
        except ValueError as error:
            raise CommandError(str(error)) from None
        else:
            self.stdout.write(f"Manifest {made.serial} is issued, signed with key {made.key_id}.")
