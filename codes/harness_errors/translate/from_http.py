"""HTTP responses of model APIs: the body first, by the fields that the rows name, then the status."""

import re
from collections.abc import Iterator
from typing import Any

from ..carriers import Found
from ..document import Signals
from ..entries import SignalEntry
from . import sources
from .received import Received

# A field that is a path into the body, not a description: error.code, choices[].finish_reason.
_PATH = re.compile(r"\w+(\[\])?(\.\w+(\[\])?)*")
_LONGEST_WAIT = 366 * 24 * 3600


def received(found: Found, signals: Signals, source: str | None) -> Received | None:
    """The signal in the body, narrowed to `source` where that is known; None where the body has none that is known."""
    body = _body(found)
    rows = _in_body(body, signals, source)
    if not rows:
        return _ordinary(found, body, signals, source)
    first = rows[0]
    sure = {row.source for row in rows} == {first.source} and _may_be_from(body, first)
    return _received(
        found,
        body,
        source=source or (first.source if sure else None),
        signal=_value(body, first),
        kind=first.kind,
        field=first.field,
    )


def _may_be_from(body: Any, row: SignalEntry) -> bool:
    """Anthropic marks its errors at the top; others have an `error.type` with the same words and without the mark."""
    return row.source != "anthropic" or row.field != "error.type" or body.get("type") == "error"


def status_alone(found: Found, source: str | None) -> Received | None:
    """None where there was no HTTP response."""
    return _received(found, _body(found), source=source, kind="http_status") if found.head else None


def _ordinary(found: Found, body: Any, signals: Signals, source: str | None) -> Received | None:
    """A reason for the end of a turn that no row knows: it may be one of those that are no errors."""
    for row in signals.signals:
        if row.kind != "finish_reason" or row.source_kind != "model_api" or not _PATH.fullmatch(row.field or ""):
            continue
        value = _text_at(body, row.field or "")
        if value is not None:
            # Several model APIs share a field, so it does not tell the source.
            return _received(found, body, source=source, signal=value, kind="finish_reason")
    return None


def _received(found: Found, body: Any, **narrowed: Any) -> Received:
    fields = found.head.fields if found.head else {}
    facts: dict[str, Any] = {}
    if found.head:
        facts["www_authenticate"] = fields.get("www-authenticate", "")
    if isinstance(body, dict):
        # The whole body is here, so a code that it does not have is known to be missing.
        facts["error_code"] = _detailed_code(body) or ""
    if details := next(values(body, "error.details"), None):
        facts["data"] = details
    return Received(
        status=found.head.status if found.head else None,
        facts=facts,
        message=_text_at(body, "error.message"),
        retry_after=_wait(fields.get("retry-after")),
        **narrowed,
    )


def _body(found: Found) -> Any:
    if found.holder_pointer == "/error":
        return {"error": found.holder}
    return found.object if found.object is not None else found.holder


def _detailed_code(body: Any) -> str | None:
    """The code that narrows another one down, where the API has one."""
    paths = ("error.details[].reason", "error.details.error_code", "error.innererror.code", "error.code")
    return next((code for path in paths if (code := _text_at(body, path))), None)


def _in_body(body: Any, signals: Signals, source: str | None) -> list[SignalEntry]:
    """The rows whose field holds their signal in `body`; of these, those with the longest path, which says most, and of
    equal ones those that go by a code, which says more than a type.
    """
    root = sources.SPEAKS.get(source or "", source)
    rows = [
        row
        for row in signals.signals
        if row.source_kind == "model_api"
        and row.source != sources.DRAFT
        and (source is None or row.source in (source, root))
        and _value(body, row) is not None
    ]
    deepest = max((row.field.count(".") for row in rows if row.field), default=0)
    rows = [row for row in rows if row.field and row.field.count(".") == deepest]
    return [row for row in rows if row.field and row.field.endswith(".code")] or rows


def _value(body: Any, row: SignalEntry) -> str | None:
    """The row's signal where its field holds it, as it stands there; for a field that is the signal, its name."""
    if row.field is None or not _PATH.fullmatch(row.field):
        return None
    for value in values(body, row.field):
        if value == row.signal:
            return row.signal
        if row.field.rsplit(".", 1)[-1] == row.signal and isinstance(value, str) and value:
            return row.signal
    return None


def values(data: Any, path: str) -> Iterator[Any]:
    """What stands at `path`; `[]` goes through every entry of an array."""
    step, _, rest = path.partition(".")
    name, each = step.removesuffix("[]"), step.endswith("[]")
    if not isinstance(data, dict) or name not in data:
        return
    found = data[name] if each and isinstance(data[name], list) else [data[name]] if not each else []
    for value in found:
        if rest:
            yield from values(value, rest)
        else:
            yield value


def _text_at(data: Any, path: str) -> str | None:
    return next((value for value in values(data, path) if isinstance(value, str)), None)


def _wait(text: str | None) -> float | None:
    """Retry-After in seconds; a date needs a clock and is left to the receiver."""
    if text is None or not re.fullmatch(r"\d{1,9}", text.strip()) or int(text) > _LONGEST_WAIT:
        return None
    return int(text)
