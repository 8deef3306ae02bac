"""Django's development server without its banner: `python -m tools.serve 127.0.0.1:8000`.

`dev.py run` says the address itself. Code and templates are reloaded when they change; print() and
breakpoint() work as usual, because only the command's own announcements are thrown away.
"""

import logging
import os
import sys

import django
from django.core.management import call_command


def main(address: str) -> None:
    """Serve until interrupted. The autoreloader starts this module again in a child process."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "registry_site.settings")
    django.setup()
    # "Watching for file changes", and a line for each good request. A filter, because Django sets levels again.
    for chatter in ("django.utils.autoreload", "django.server"):
        logging.getLogger(chatter).addFilter(lambda record: record.levelno >= logging.WARNING)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123  os.devnull is a name, not a path to walk
        call_command("runserver", address, stdout=nowhere)


if __name__ == "__main__":
    main(sys.argv[1])
