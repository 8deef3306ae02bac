"""The object in an HTTP response (draft section 6.1), and `status` where there is none (section 6.2)."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from ..carriers import Found, Head
from ..problem_type import MEDIA_TYPE
from .subject import Subject

# A date header and the moment of the answer are not the same second.
_CLOSE_ENOUGH = 2.0


def check(subject: Subject, found: Found) -> None:
    head = found.head
    if head is None:
        if found.found_in not in ("object", "nothing", "elsewhere") and "status" in subject.read:
            subject.say(
                "status.outside_http", "/status", "Not an HTTP response, so `status` says nothing. Leave it out."
            )
        return
    if found.found_in == "http_response":
        _status(subject, head)
        media_type = head.fields.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != MEDIA_TYPE:
            subject.say("http.media_type", "", f"The Content-Type of the response should be {MEDIA_TYPE}.")
    _retry_after(subject, head)


def _status(subject: Subject, head: Head) -> None:
    own = subject.read.get("status")
    if own is not None and own != head.status:
        subject.say(
            "status.differs", "/status", f"The response has status {head.status}; `status` repeats it or is absent."
        )
    best = subject.resolution.http_status if subject.resolution else None
    if best is not None and head.status != best:
        message = (
            f"The response has status {head.status}; the draft recommends {best} for this code. Never route on it."
        )
        subject.say("status.recommended", "", message)


def _retry_after(subject: Subject, head: Head) -> None:
    written = head.fields.get("retry-after")
    if written is None:
        return
    seconds = _seconds(written, head)
    if seconds is None:
        if not re.fullmatch(r"\d{1,10}", written) and _moment(written) is None:
            subject.say("http.retry_after_syntax", "", "Retry-After is a number of seconds or an HTTP date.")
        return
    own = subject.read.get("retry_after")
    if own is None:
        message = f"Retry-After asks for {seconds:g} seconds; say so in `retry_after`, which outlives the response."
        subject.say("http.retry_after", "", message)
    elif abs(own - seconds) > (0 if re.fullmatch(r"\d+", written) else _CLOSE_ENOUGH):
        message = f"Retry-After asks for {seconds:g} seconds and `retry_after` for {own:g}. Wait the longer time."
        subject.say("http.retry_after", "/retry_after", message)


def _seconds(written: str, head: Head) -> float | None:
    """What the header field asks for; a date counts from the Date of the same response, or not at all."""
    if re.fullmatch(r"\d{1,10}", written):
        return float(written)
    until, sent = _moment(written), _moment(head.fields.get("date", ""))
    return max(0.0, (until - sent).total_seconds()) if until and sent else None


def _moment(written: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(written)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
