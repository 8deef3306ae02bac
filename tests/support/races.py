"""Calls made at the same moment, each in a thread and on a database connection of its own."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections

from codes.review import actions


def at_once(*calls: Callable[[], Any]) -> list[str]:
    """Makes the calls together; for each `ok`, `incomplete`, or the word of its refusal, in their order."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> str:
        try:
            barrier.wait(20)
            call()
        except actions.Incomplete:
            return "incomplete"
        except actions.Refused as refused:
            return refused.code
        finally:
            connections.close_all()
        return "ok"

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
