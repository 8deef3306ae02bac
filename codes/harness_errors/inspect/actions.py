"""What to do with an error, in the order of trying: advice from registry data and the object alone.

The members are hints. Whoever acts on them keeps limits of their own on attempts, time and cost (draft section 10).
"""

from dataclasses import dataclass

from ..routing.vocabulary import REQUIRES
from .subject import Subject

# A person who has said no is not asked again.
_SETTLED = frozenset({"policy.approval_denied"})


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
    usual = entry.informative.actions if entry else ()
    if entry and entry.informative.a2a.state == "canceled":
        return (_action("stop", "The caller asked for it: no failure, no alarm."),)
    found = []
    if "read_causes" in usual and own.get("causes"):
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
    """A remote service says no and will go on saying no; what a remote agent says stands in `causes`."""
    known, entry = subject.resolution, subject.entry
    inside = bool(entry and "read_causes" in entry.informative.actions)
    return bool(known and known.category == "upstream") and not subject.retryable() and not inside


def _ask_human(subject: Subject) -> bool:
    known, entry = subject.resolution, subject.entry
    if entry and entry.code in _SETTLED:
        return False
    return bool(known and (known.category == "policy" or known.http_status == 403))
