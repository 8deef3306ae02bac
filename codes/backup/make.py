"""How a backup is made: one moment, the copy, then the statement beside it."""

from datetime import UTC, datetime
from pathlib import Path

from django.db import connection

from . import folder as folders
from . import statement
from .dump import ENDINGS, dump
from .frozen import frozen
from .statement import Statement


def make(folder: Path, at: datetime) -> Statement:
    """A copy of the database and a statement about it in `folder`, which is made where it is missing (mode 0700).

    The statement comes last: a copy with one beside it is whole. Raises NotDumped, AlreadyThere, OSError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folders.remove_abandoned(folder)
    name = at.astimezone(UTC).strftime(folders.NAME)
    copy_name = name + ENDINGS[connection.vendor]
    with folders.unfinished(folder) as copy, folders.unfinished(folder) as beside:
        with frozen() as snapshot:
            found = statement.describe(at)
            dump(copy, snapshot)
        made = Statement(file=copy_name, **statement.of_file(copy), **found)
        beside.write_bytes(made.to_bytes())
        with folders.only_with(folders.place(copy, copy_name)):
            folders.place(beside, f"{name}.json")
    return made
