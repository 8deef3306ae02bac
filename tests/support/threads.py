"""Some that act at once, each on a database connection of its own."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

from django.db import connections

# Seconds in which whoever can go on would have done so.
A_WHILE = 0.3
# Seconds after which something is broken, however busy the machine is.
PATIENCE = 60


class Pause:
    """A place in the middle of something: `reached` by whoever acts, who then waits for `go_on`."""

    def __init__(self) -> None:
        self._reached, self._go_on = threading.Event(), threading.Event()

    def here(self, *args: object) -> None:
        self._reached.set()
        assert self._go_on.wait(PATIENCE)

    def after(self, act: Callable[..., Any]) -> Callable[..., Any]:
        """`act`, with the pause between its end and its caller."""

        def paused(*args: Any, **kwargs: Any) -> Any:
            found = act(*args, **kwargs)
            self.here()
            return found

        return paused

    def reached(self) -> None:
        assert self._reached.wait(PATIENCE)

    def go_on(self) -> None:
        self._go_on.set()


class Apart:
    """Runs functions in threads of their own."""

    def __init__(self, pool: ThreadPoolExecutor):
        self._pool = pool

    def start(self, act: Callable[[], Any]) -> Future[Any]:
        def run() -> Any:
            try:
                return act()
            finally:
                connections.close_all()

        return self._pool.submit(run)


def together(*calls: Callable[[], Any]) -> list[Any]:
    """What each of `calls` returns; all begin at the same moment."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait(PATIENCE)
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@contextmanager
def apart() -> Iterator[Apart]:
    with ThreadPoolExecutor(4) as pool:
        yield Apart(pool)


def waits(future: Future[Any]) -> bool:
    """Whether it has not come to an end after a while."""
    return not wait([future], timeout=A_WHILE).done
