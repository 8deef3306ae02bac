"""One thing to say about an error object, and the rule behind it."""

from dataclasses import dataclass

# `error`: the producer breaks a rule. `ignored`: consumers read the object as if this were not there. `advice`: it may
# be meant, and something would be better otherwise.
LEVELS = ("error", "ignored", "advice")


@dataclass(frozen=True, slots=True)
class Rule:
    """`section` is the draft's, or names another document; a finding can be about a more exact one."""

    id: str
    level: str
    section: str
    summary: str


@dataclass(frozen=True, slots=True)
class Finding:
    """`pointer` is a JSON Pointer into what was inspected, empty for all of it; `message` is a sentence for people.

    A message never repeats what a text member says: it may be what must not be shown. `line` and `column` (from 1) are
    set where the text could not be read.
    """

    level: str
    rule: str
    pointer: str
    message: str
    section: str
    line: int | None = None
    column: int | None = None
