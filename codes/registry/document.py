"""Registry rows -> the two documents of a release.

The result depends on the rows and the arguments alone: the same rows give the same bytes from any database, process
or hash seed. Sorting happens here and not in the database, because collations differ and code points do not.
"""

from datetime import UTC, datetime
from typing import TypeVar

from django.db.models import Model

from codes.harness_errors import canonical, document, problem_type, syntax, vocabulary
from codes.harness_errors.entries import Stamp

from . import rows
from .models import Category, Code, NonError, Signal

# Until IANA keeps the registry itself (draft section 12).
AUTHORITY = "pre-iana"
LICENSE = "BSD-3-Clause"

Row = TypeVar("Row", bound=Model)


def build(
    *, version: str, published: datetime, previous: document.Previous | None, base: str, unstamped: Stamp
) -> tuple[document.Registry, document.Signals]:
    """The rows as they stand, as release `version`.

    `base` is the public origin of permalinks, without a final slash; `published` is aware and is written in UTC to the
    second. `unstamped` is the stamp of what no release has carried yet.
    """
    signals = _signals(version)
    registry = document.Registry(
        kind=document.REGISTRY_KIND,
        format_version=document.FORMAT_VERSION,
        version=version,
        published=time_text(published),
        previous=previous,
        authority=AUTHORITY,
        license=LICENSE,
        problem_type=document.ProblemType(
            type_uris=problem_type.TYPE_URIS,
            title=problem_type.TITLE,
            recommended_status=problem_type.RECOMMENDED_STATUS,
            media_type=problem_type.MEDIA_TYPE,
            documentation=f"{base}/problems/harness-error",
        ),
        syntax=document.Syntax(code=syntax.CODE, private_code=syntax.PRIVATE_CODE, max_length=syntax.MAX_LENGTH),
        origins=vocabulary.ORIGINS,
        categories=tuple(rows.category(row, base) for row in _in_order(Category, "references")),
        codes=tuple(
            rows.code(row, base, unstamped) for row in _in_order(Code, "references", "successions", "confusables")
        ),
        # The registry names the crosswalk's digest, so that one chain of digests covers both documents.
        signals=document.SignalsFile(
            file="signals.json", sha256=canonical.sha256(signals.to_bytes()), count=len(signals.signals)
        ),
    )
    return registry, signals


def time_text(time: datetime) -> str:
    """An aware time as the documents write it: RFC 3339, UTC, to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _signals(version: str) -> document.Signals:
    non_errors = sorted(NonError.objects.all(), key=lambda row: (row.source, row.signal))
    return document.Signals(
        kind=document.SIGNALS_KIND,
        format_version=document.FORMAT_VERSION,
        version=version,
        signals=tuple(rows.signal(row) for row in _in_order(Signal, "choices")),
        non_errors=tuple(rows.non_error(row) for row in non_errors),
    )


def _in_order(model: type[Row], *prefetched: str) -> list[Row]:
    return sorted(model._default_manager.prefetch_related(*prefetched), key=lambda row: row.pk)
