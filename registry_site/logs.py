"""One JSON object a line, and nothing in it that somebody sent: bodies, cookies, tokens, addresses, queries.

Imports no Django, because the server's own process, which has none, writes its lines by it as well.
"""

import json
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from registry_site.requests import now_answered

_ROOT = f"{Path(__file__).resolve().parent.parent}/"
_PACKAGES = "/site-packages/"
# Exceptions whose words come from a server or from the configuration. The words of any other may quote what somebody
# sent: the values of a row that breaks a rule, the addresses that a mail server refused.
_IN_OWN_WORDS = {"OperationalError", "InterfaceError", "ImproperlyConfigured", "UnusableKey"}
# How far to follow what an exception came from.
_CAUSES = 5


class OneLine(logging.Filter):
    """A warning without a traceback: the message says it all, and whoever is called for errors is not for this."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class JSONLine(logging.Formatter):
    """time (UTC), level, logger, message; of a request its id, method and path; of its answer status and seconds.

    A failure is the names of its exceptions, `stack` is where it happened.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        request = now_answered.get()
        if request is not None:
            line |= {"request": request.id, "method": request.method, "path": request.path}
        line |= {name: getattr(record, name) for name in ("status", "seconds") if hasattr(record, name)}
        if record.exc_info and record.exc_info[1]:
            line["error"] = [_named(each) for each in _chain(record.exc_info[1])]
            line["stack"] = _stack(record.exc_info[1])
        return json.dumps(line)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """`error` and what it came from."""
    following: BaseException | None = error
    for _ in range(_CAUSES):
        if following is None:
            return
        yield following
        hidden = following.__suppress_context__
        following = following.__cause__ or (None if hidden else following.__context__)


def _named(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    # A database error says by its code and the rule's name what went wrong, without the row.
    told = [str(told) for told in (getattr(error, "sqlstate", None), _constraint(error)) if told]
    if {each.__name__ for each in kind.__mro__} & _IN_OWN_WORDS:
        told += str(error).strip().splitlines()[:1]
    return ": ".join([name, *told])


def _constraint(error: BaseException) -> str | None:
    return getattr(getattr(error, "diag", None), "constraint_name", None)


def _stack(error: BaseException) -> list[str]:
    """`file:line function`, outermost first, without the lines of source."""
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    return [f"{_short(each.filename)}:{each.lineno} {each.name}" for each in frames]


def _short(file: str) -> str:
    return file.rpartition(_PACKAGES)[2] if _PACKAGES in file else file.removeprefix(_ROOT)
