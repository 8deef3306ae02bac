import json
from collections import Counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from codes.review.references.asking import Network
from codes.review.references.checking import BAD, OK, check_all
from codes.review.references.listed import listed

# Of what refers to one address, in a line for people.
MOST_NAMES = 4


class Command(BaseCommand):
    help = (
        "Ask whether each reference of the registry and of open proposals is still there; only public https hosts are"
        " asked, and no body is read. Exit code 1 when one is broken or would not be safe to ask."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print all that was found as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        names = listed()
        agent = f"registry-reference-check (+{settings.PUBLIC_BASE_URL})"
        found = []
        for each in check_all(names, agent, Network()):
            found.append(each)
            if not options["json"]:
                self.stdout.write(f"{each.outcome:9} {each.url}  {_shortened(names[each.url])}")
                if each.outcome != OK:
                    self.stdout.write(f"{'':9} {each.detail}")
        if options["json"]:
            rows = [
                {"url": each.url, "outcome": each.outcome, "detail": each.detail, "named_by": names[each.url]}
                for each in found
            ]
            self.stdout.write(json.dumps(rows, indent=2))
        counted = Counter(each.outcome for each in found)
        said = ", ".join(f"{counted[each]} {each}" for each in sorted(counted)) or "no reference"
        if any(counted[each] for each in BAD):
            raise CommandError(f"{said}.")
        if not options["json"]:
            self.stdout.write(f"{said}.")


def _shortened(names: list[str]) -> str:
    return ", ".join(names[:MOST_NAMES]) + (f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else "")
