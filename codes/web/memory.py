"""A map in memory that is bounded by bytes and forgets what is least wanted."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memory(Generic[Value]):
    """At most `room` bytes, counted by whoever puts something in. Safe to use from several threads.

    What was asked for again has three quarters of the room to itself. What was put in and never asked for makes way
    first, so a flood of addresses that nobody wants twice takes nothing from those that people read.
    """

    def __init__(self, room: int):
        self._room = room
        self._lock = threading.Lock()
        self._once: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._again: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self.size = self._wanted = 0

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            found = self._again.get(key)
            if found is not None:
                self._again.move_to_end(key)
                return found[0]
            found = self._once.pop(key, None)
            if found is None:
                return None
            self._again[key] = found
            self._wanted += found[1]
            while self._wanted > self._room * 3 // 4:
                self._step_down()
            return found[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Keeps `value`, of `size` bytes; one that would take more than half of the room is not kept."""
        if size > self._room // 2:
            return
        with self._lock:
            if key in self._once or key in self._again:  # another thread was faster, with the same answer
                return
            self._once[key] = value, size
            self.size += size
            while self.size > self._room:
                if len(self._once) > 1:
                    gone = self._once.popitem(last=False)[1][1]
                else:  # the new one alone: it is so large that something wanted has to go
                    gone = self._again.popitem(last=False)[1][1]
                    self._wanted -= gone
                self.size -= gone

    def _step_down(self) -> None:
        """The one that was asked for the longest ago has to be asked for again to keep its place."""
        key, found = self._again.popitem(last=False)
        self._once[key] = found
        self._wanted -= found[1]
