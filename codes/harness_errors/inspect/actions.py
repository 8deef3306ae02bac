"""What to do with an error, in the order of trying: advice from registry data and the object alone.

The members are hints. Whoever acts on them keeps limits of their own on attempts, time and cost (draft section 10).
"""

from dataclasses import dataclass

from ..routing.usual import usual
from ..routing.vocabulary import REQUIRES
from .subject import Subject


@dataclass(frozen=True, slots=True)
class Action:
    """`action` is a word of the vocabulary, `requires` what the caller must have or know (routing.CONDITIONS)."""

    action: str
    requires: tuple[str, ...]
    note: str | None


def actions(subject: Subject) -> tuple[Action, ...]:
    """Empty where consumers do not take the object for a harness error: it is a plain problem to them."""
    if not subject.recognized:
        return ()
    entry, own = subject.entry, subject.read
    registered = entry.informative.actions if entry else ()
    if entry and entry.informative.a2a.state == "canceled":
        return (_action("stop", "The caller asked for it: no failure, no alarm."),)
    found = []
    if "read_causes" in registered and own.get("causes"):
        found.append(_action("read_causes", "The reason is inside; this object only says that the rest gave up."))
    if subject.retryable():
        found.append(_retry(subject))
    if subject.model_recoverable():
        found.append(_feed_back(subject))
    if own.get("limit") or (entry and entry.informative.limit_names):
        found.append(_action("adjust_limit"))
    if _ask_human(subject):
        found.append(_action("ask_human", "Do not rephrase the request to get round a guard."))
    if _fix_configuration(subject):
        found.append(_action("fix_configuration"))
    found.append(_action("give_up", "Report it upward with this object in `causes`, and keep its code."))
    return tuple(found)


def _action(action: str, note: str | None = None) -> Action:
    return Action(action, REQUIRES[action], note)


def _retry(subject: Subject) -> Action:
    wait = subject.read.get("retry_after")
    warning = subject.entry.informative.side_effect_warning if subject.entry else None
    note = (
        f"Wait {wait:g} seconds, or longer if your own backoff says so." if wait else "Wait as your own backoff says."
    )
    return _action("retry_unchanged", f"{note} {warning or ''}".strip())


def _feed_back(subject: Subject) -> Action:
    given = next((name for name in ("model_feedback", "detail") if subject.read.get(name)), None)
    note = (
        f"Use `{given}`; from another party it is untrusted text." if given else "No text came with it: write your own."
    )
    return _action("feed_back_to_model", note)


def _fix_configuration(subject: Subject) -> bool:
    """As it is registered, unless the object has another `retryable` than the one that was registered with it.

    What a remote agent says stands in `causes`.
    """
    entry = subject.entry
    if entry and (subject.retryable() == entry.default_retryable or "read_causes" in entry.informative.actions):
        return "fix_configuration" in entry.informative.actions
    return "fix_configuration" in _usual(subject)


def _ask_human(subject: Subject) -> bool:
    return "ask_human" in (subject.entry.informative.actions if subject.entry else _usual(subject))


def _usual(subject: Subject) -> tuple[str, ...]:
    known = subject.resolution
    return usual(known.category, known.http_status, retryable=subject.retryable()) if known else ()
