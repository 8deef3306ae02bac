from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from codes.registry import load
from codes.releases import publish


class Command(BaseCommand):
    help = "Publish the initial registry as 1.0.0. Does nothing once a release exists."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            release = publish.publish_initial(published=load.published(settings.FIXTURES))
        except publish.AlreadyPublished as published:
            if options["verbosity"] > 1:
                self.stdout.write(str(published))
        else:
            self.stdout.write(f"Published {release.version}, sha256 {release.sha256}.")
