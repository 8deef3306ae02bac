"""`/metrics` for Prometheus, where METRICS is on: what is true now, and what this process has answered.

What the database knows is counted when it is asked for, so every process says the same. Each process has counters of
its own, named by its number: a scrape reaches one of them.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from codes.releases import lag
from codes.releases.current import NothingPublished, current
from codes.releases.models import Release
from codes.review import outbox, queue
from codes.review.models import EventHead, Proposal
from codes.review.states import State
from codes.web import counted
from codes.web.handlers import unrouted


@csrf_exempt
def metrics(request: HttpRequest) -> HttpResponse:
    """404, as if there were no such address, unless it is on and whoever asks is next to the site: a proxy says in
    X-Forwarded-For for whom it asks, and what it hands on comes from anywhere.
    """
    if not settings.METRICS or request.method not in ("GET", "HEAD") or "X-Forwarded-For" in request.headers:
        answer: HttpResponse = unrouted(request)
        return answer
    registry = CollectorRegistry()
    registry.register(_Site())
    encode, media_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encode(registry), content_type=media_type, headers={"Cache-Control": "no-store"})


class _Site(Collector):
    """Everything there is to say, collected anew at each scrape."""

    def describe(self) -> Iterable[Metric]:
        return ()  # or registering would collect

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("registry_software", "What runs", {"version": settings.VERSION})
        yield from _of_this_process()
        at = timezone.now()
        try:
            found = [*_releases(at), *_review(at)]
        except DatabaseError:
            found = []
        yield _gauge("database_up", "1 while the database answers", int(bool(found)))
        yield from found


def _of_this_process() -> Iterator[Metric]:
    process = str(os.getpid())
    memory, django, took = counted.told()
    answers = CounterMetricFamily("registry_memory_answers", "Answers given from memory", labels=("process",))
    answers.add_metric((process,), memory)
    yield answers
    asked = CounterMetricFamily("registry_django_answers", "Answers that Django gave", labels=("process", "status"))
    for status, number in sorted(django.items()):
        asked.add_metric((process, status), number)
    yield asked
    seconds = CounterMetricFamily("registry_django_seconds", "Time that Django's answers took", labels=("process",))
    seconds.add_metric((process,), took)
    yield seconds


def _releases(at: datetime) -> Iterator[Metric]:
    yield _gauge("releases", "Releases published", Release.objects.count())
    try:
        held = current()
    except NothingPublished:
        return
    yield _gauge("manifest_serial", "Of the manifest that this process answers with", held.serial)
    told = {"version": held.release.version, "sha256": held.release.sha256}
    yield InfoMetricFamily("registry_release", "The release that this process answers from", told)
    behind = lag.behind(held, at)
    if behind is not None:
        yield _gauge("publish_lag_seconds", "Since something newer was published than this process has", behind.seconds)


def _review(at: datetime) -> Iterator[Metric]:
    states = GaugeMetricFamily("registry_proposals", "Proposals in each state", labels=("state",))
    found = dict(Proposal.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in State:
        states.add_metric((state,), found.get(state, 0))
    yield states
    yield _gauge("proposals_overdue", "Open proposals with which somebody is late", queue.counts(at).overdue)
    head = EventHead.objects.first()
    yield _gauge("events", "Recorded decisions", head.count if head else 0)
    mail = outbox.waiting()
    since = (at - mail.since).total_seconds() if mail.since else 0.0
    yield _gauge("notices_waiting", "Mails that wait to be sent", mail.mails)
    yield _gauge("notices_failing", "Of these, those that a mail server has not taken", mail.tried)
    yield _gauge("notices_oldest_seconds", "How long the oldest of them has waited", max(0.0, since))


def _gauge(name: str, help: str, value: float) -> GaugeMetricFamily:  # noqa: A002  its name in the format
    return GaugeMetricFamily(f"registry_{name}", help, value=value)
