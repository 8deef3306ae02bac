"""Whether a restored database holds what the statement beside the copy says, and can be written to."""

from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db import connection

from codes.releases.models import Release
from codes.review.models import Event

from . import statement
from .statement import Statement


def faults(path: Path, stated: Statement) -> Iterator[str]:
    """One sentence for each thing that is not as `stated` by the file at `path`. What came since is no fault."""
    yield from _copy(path.with_name(Path(stated.file).name), stated)
    if stated.release:
        release = Release.objects.filter(version=stated.release).first()
        if release is None:
            yield f"release {stated.release} is not there"
        elif release.sha256 != stated.release_sha256:
            yield f"release {stated.release} is another one"
    if stated.events:
        event = Event.objects.filter(number=stated.events).first()
        if event is None:
            yield f"event {stated.events} is not there"
        elif event.sha256 != stated.events_sha256:
            yield f"event {stated.events} is another one"
    yield from next_keys()


def next_keys() -> Iterator[str]:
    """One sentence for each table whose next row would get the key of one that is there.

    That is how restored databases fail: all reads are right, and the first write is refused. SQLite counts on from
    the largest key by itself.
    """
    if connection.vendor != "postgresql":
        return
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        for table in _counted():
            for each in connection.introspection.get_sequences(cursor, table):
                cursor.execute(f"SELECT max({quote(each['column'])}) FROM {quote(table)}")  # noqa: S608 -- our own names
                ((largest,),) = cursor.fetchall()
                cursor.execute(f"SELECT last_value + is_called::int FROM {quote(each['name'])}")  # noqa: S608
                ((following,),) = cursor.fetchall()
                if largest is not None and following <= largest:
                    yield f"{table}: the next row would be number {following}, and there are rows up to {largest}"


def _counted() -> list[str]:
    """The tables whose rows are numbered as they come; not those that have one row, which says its number itself."""
    models = apps.get_models(include_auto_created=True)
    alone = {model for model in models for each in model._meta.constraints if each.name.endswith("_is_one_row")}
    return sorted({model._meta.db_table for model in models if model not in alone})


def _copy(path: Path, stated: Statement) -> Iterator[str]:
    """The copy may be elsewhere by now; where it is beside its statement, it is the one that was made."""
    if path.exists() and statement.of_file(path) != {"size": stated.size, "sha256": stated.sha256}:
        yield f"{path.name} is not the copy that was made"
