"""Idempotency-Key: a request that is sent again has its effect once, and the same answer.

The key and the effect are written in one transaction, so that a process which dies in between leaves neither. A refusal
has no effect, so it is not kept: the same key may be used again once what was refused is mended.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from codes.accounts.erase import erasing
from codes.accounts.models import Account
from codes.harness_errors import canonical
from codes.web.problems import Refusal

from .models import KEY_MAX, KeyedRequest

FIELD = "Idempotency-Key"
KEPT = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request that worked is answered with."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    replayed: bool = False


def key_of(request: HttpRequest) -> str | None:
    """The key, with or without the quotes that its specification gives it; None where there is none.

    Raises Refusal for what is no key.
    """
    text = request.headers.get(FIELD)
    if text is None:
        return None
    key = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
    if not (1 <= len(key) <= KEY_MAX and key.isascii() and key.isprintable()) or '"' in key:
        detail = f"{FIELD} is 1 to {KEY_MAX} visible characters of ASCII, best a random UUID."
        errors = [{"header": FIELD, "code": "invalid_value", "detail": detail}]
        raise Refusal("bad-request", detail, members={"errors": errors})
    return key


def fingerprint(method: str, path: str, data: Any) -> str:
    """What makes two requests the same one. `data` is the body as it was read, so that spaces do not matter."""
    return canonical.sha256(json.dumps([method, path, data], sort_keys=True).encode())


def once(*, account: Account, key: str | None, of: str, at: datetime, make: Callable[[], Answer]) -> Answer:
    """The answer that `make` gives, or gave when `account` sent `key` before; `of` is the fingerprint.

    Raises Refusal while the first is under way, and where the key came with another request; and what `make` raises.
    """
    if key is None:
        return make()
    while True:
        row, _ = KeyedRequest.objects.get_or_create(
            account=account, key=key, defaults={"fingerprint": of, "created": at}
        )
        with transaction.atomic():
            # Without waiting: whoever holds the row is at work on this very request. SQLite has one writer, so that
            # there the second waits for the first and is given its answer.
            held = KeyedRequest.objects.select_for_update(skip_locked=True).filter(pk=row.pk).first()
            if held is not None:
                return _answer(held, of, at, make)
        if KeyedRequest.objects.filter(pk=row.pk).exists():
            detail = "The first request with this key is still under way."
            raise Refusal("request-in-progress", detail, headers={"Retry-After": "1"})


def forget(at: datetime) -> int:
    """Deletes what is no longer kept, and says how much that was."""
    count, _ = KeyedRequest.objects.filter(created__lt=at - KEPT).delete()
    return count


@receiver(erasing)
def _forget_all(account: Account, **more: Any) -> None:
    """The answers that are kept for an account name whoever holds it."""
    KeyedRequest.objects.filter(account=account).delete()


def _answer(row: KeyedRequest, of: str, at: datetime, make: Callable[[], Answer]) -> Answer:
    if row.status is not None and row.created > at - KEPT:
        if row.fingerprint != of:
            raise Refusal(
                "idempotency-key-reused", "This key came before with another method, address or body. Make a new one."
            )
        return Answer(row.status, row.headers, bytes(row.body), replayed=True)
    made = make()
    row.fingerprint, row.created = of, at
    row.status, row.headers, row.body = made.status, dict(made.headers), made.body
    row.save()
    return made
