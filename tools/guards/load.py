"""What holds while many come at once."""

from functools import partial

from tools.guards.guard import Guard

_READERS = partial(Guard, tests=("tests/load --slow -k readers",))
_REQUESTS = partial(Guard, tests=("tests/load --slow -k no_request",))

CURRENT, WATCH, KEYED = "codes/releases/current.py", "codes/releases/watch.py", "codes/api/keyed.py"

GUARDS = (
    _READERS("the pointer is looked at each second", CURRENT, "FRESH_SECONDS = 1.0", "FRESH_SECONDS = 8.0"),
    _READERS("answers are kept for one release", WATCH, "return (held.serial, held.release.sha256)", 'return (0, "")'),
    _REQUESTS("a key has its effect once", KEYED, "    if row.status is not None and", "    if False and"),
)
