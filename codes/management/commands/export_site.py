from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import BaseCommand, CommandError

from codes.export.crawl import BrokenLink, PublishedMeanwhile, crawl
from codes.export.write import LIST, NotAnExport, write
from codes.releases.current import NothingPublished, current


class Command(BaseCommand):
    help = "Write every public address as a file, as it is served, for a CDN or an object store (docs/scaling.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="made, or replaced where it is an earlier export")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        try:
            release = current().release
            number = write(folder, crawl(WSGIHandler()), release=release.version, sha256=release.sha256)
        except NothingPublished:
            raise CommandError("There is no release to export.") from None
        except (BrokenLink, NotAnExport, PublishedMeanwhile) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Release {release.version}: {number} files and {LIST} in {folder}.")
