"""Calls made at the same moment, each in a thread and on a database connection of its own."""

from collections.abc import Callable
from functools import partial
from typing import Any

from codes.review import actions
from tests.support.threads import together


def at_once(*calls: Callable[[], Any]) -> list[str]:
    """Makes the calls together; for each `ok`, `incomplete`, or the word of its refusal, in their order."""
    return together(*(partial(_outcome, call) for call in calls))


def _outcome(call: Callable[[], Any]) -> str:
    try:
        call()
    except actions.Incomplete:
        return "incomplete"
    except actions.Refused as refused:
        return refused.code
    return "ok"
