"""Registries that do not exist: `python -m tools.bench.synthetic codes 10000` or `releases 1000`, in the database that
DATABASE_URL names. Prints what publishing cost as one line of JSON.
"""

import json
import resource
import statistics
import sys
import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import django


def codes(wanted: int) -> dict[str, Any]:
    """The initial registry filled up to `wanted` codes, each with a reference and a signal; two releases of it."""
    from codes.registry.models import Code, Reference, Signal, SignalCode

    rows, references, signals = Code.objects.all(), Reference.objects.filter(code__isnull=False), Signal.objects.all()
    patterns, reference, signal = list(rows), references[0], signals[0]
    made = []
    for number in range(wanted - len(patterns)):
        pattern = patterns[number % len(patterns)]
        name = f"made_up_{number:05}"
        values = {each.attname: getattr(pattern, each.attname) for each in Code._meta.concrete_fields}
        made.append(
            Code(**values | {"code": f"{pattern.category_id}.{name}", "name": name, "title": f"Made Up {number}"})
        )
    Code.objects.bulk_create(made, batch_size=1000)
    Reference.objects.bulk_create(
        (Reference(code=code, title=reference.title, url=reference.url, section=reference.section) for code in made),
        batch_size=1000,
    )
    values = {each.attname: getattr(signal, each.attname) for each in Signal._meta.concrete_fields}
    Signal.objects.bulk_create(
        (
            Signal(**values | {"identifier": f"made-up-{code.name[-5:]}", "signal": f"MadeUp{code.name}"})
            for code in made
        ),
        batch_size=1000,
    )
    SignalCode.objects.bulk_create(
        (SignalCode(signal_id=f"made-up-{code.name[-5:]}", code=code, position=0) for code in made), batch_size=1000
    )
    first = publish_first()
    return {"first": first, "next": publish_next(1), "megabytes": peak()}


def releases(wanted: int) -> dict[str, Any]:
    """Release after release, each with a changed title of another code in turn, up to `wanted`."""
    times = [publish_first(), *(publish_next(number) for number in range(1, wanted))]
    return {"first": times[0], "next": statistics.median(times[-5:]), "megabytes": peak()}


def publish_first() -> float:
    from django.conf import settings

    from codes.registry import load
    from codes.releases import publish

    started = time.monotonic()
    publish.publish_initial(published=load.published(settings.FIXTURES))
    return time.monotonic() - started


def publish_next(number: int) -> float:
    from codes.registry.models import Code
    from codes.releases import publish
    from codes.releases.models import Release

    codes = list(Code.objects.order_by("code").values_list("code", flat=True)[:31])
    Code.objects.filter(code=codes[number % len(codes)]).update(title=f"Title {number}")
    latest = Release.objects.order_by("-number")[0].published
    started = time.monotonic()
    publish.publish(published=latest + timedelta(minutes=1))
    return time.monotonic() - started


def peak() -> float:
    """The most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(words: Iterable[str]) -> None:
    what, number = words
    django.setup()
    print(json.dumps({"codes": codes, "releases": releases}[what](int(number))))


if __name__ == "__main__":
    main(sys.argv[1:])
