"""Content that should not leave the house: draft sections 10 and 11. Guesses from how a text looks."""

import re
from collections.abc import Iterator
from typing import Any

from .. import credentials
from .notes import Notes
from .subject import Subject

# Beyond this a text is likely to quote a prompt, an output or what a tool returned.
LONGEST_TEXT = 2000
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}\.[A-Za-z]{2,24}", re.ASCII)
_INTERNAL = re.compile(
    r"""Traceback\ \(most\ recent\ call\ last\) | \bFile\ "[^"\n]{1,200}",\ line\ \d
    | ^\s{1,8}at\ [\w.$<>/]{1,120}\ ?\([^()\n]{1,200}:\d+ | (?<![\w/.])/(?:home|Users|root|var|etc|opt|srv|usr)/[\w.-]
    | (?<!\w)[A-Z]:\\\w | (?<![\w.])(?:10|127)(?:\.\d{1,3}){3}(?![\w.]\d) | (?<![\w.])192\.168(?:\.\d{1,3}){2}
    | (?<![\w.])172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2} | (?<![\w-])[\w-]{1,63}\.(?:internal|corp|lan)(?![\w-])""",
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all)\b[^.\n]{0,40}"
    r"\b(?:instruction|prompt|rule|message|context)s?\b|\byou are now\b|<\|?(?:system|im_start)\b|\bsystem prompt\b",
    re.IGNORECASE,
)
_ORDER_HINTS = ("ignore", "disregard", "forget", "you are now", "system")
_HINTS = (
    "traceback (", 'file "', "\n", "/home/", "/users/", "/root/", "/var/", "/etc/", "/opt/", "/srv/", "/usr/", ":\\",
    "10.", "127.", "192.168.", "172.", ".internal", ".corp", ".lan",
)  # fmt: skip
# Members that look like an address or a path because they are one.
_PLAIN = frozenset({"type", "instance", "pointer"})
_TEXTS = frozenset({"detail", "model_feedback"})
_DEEPEST = 64


def check_texts(written: dict[str, Any], notes: Notes) -> None:
    """Looks at every text inside `written`, also in its causes."""
    seen: list[str] = []
    _collect(written, seen, 0)
    # Most objects hold nothing of the kind, and one look at everything together says so.
    whole = "\x1e".join(seen)
    lowered = whole.lower()
    secret, personal = credentials.may_hold(lowered), "@" in whole
    internal = any(hint in lowered for hint in _HINTS)
    if not (secret or personal or internal or len(whole) > LONGEST_TEXT):
        return
    for path, name, text in _texts(written):
        if secret and (any(credentials.find(text)) or (len(text) > 3 and credentials.is_secret_name(name))):
            message = "This looks like a credential. Redact it, and change it if it left."
            notes.say("disclosure.credential", path, message)
        if personal and _EMAIL.search(text):
            notes.say("disclosure.personal", path, "An e-mail address says who was affected. Leave it out.")
        if internal and _INTERNAL.search(text):
            notes.say(
                "disclosure.internal", path, "A stack trace, path or inner address helps an attacker. Leave it out."
            )
        if len(text) > LONGEST_TEXT and name in _TEXTS:
            message = f"{len(text)} characters: does it quote a prompt, an output or a tool's result?"
            notes.say("disclosure.long_text", path, message)


def check(subject: Subject) -> None:
    """What the members of one object disclose by their meaning."""
    feedback = subject.read.get("model_feedback")
    if feedback and any(hint in feedback.lower() for hint in _ORDER_HINTS) and _ORDERS.search(feedback):
        message = "It reads like an order to the model. From another party it must not get more trust than that party."
        subject.say("disclosure.injection", "/model_feedback", message)
    entry = subject.entry
    if entry and entry.informative.generalizes_to:
        general = entry.informative.generalizes_to
        subject.say("disclosure.policy", "/code", f"To a consumer that you do not trust, report {general} instead.")


def _collect(value: dict[str, Any] | list[Any], seen: list[str], depth: int) -> None:
    """The texts inside `value`, and the names of the members that hold them."""
    if depth == _DEEPEST:
        return
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in _PLAIN:
                if isinstance(each, str):
                    seen += (name, each)
                elif isinstance(each, dict | list):
                    seen.append(name)
                    _collect(each, seen, depth + 1)
    else:
        for each in value:
            if isinstance(each, str):
                seen.append(each)
            elif isinstance(each, dict | list):
                _collect(each, seen, depth + 1)


def _texts(written: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Path, name of the member and text, in their order."""
    waiting: list[tuple[str, str, Any, int]] = [("", "", written, 0)]
    while waiting:
        path, name, value, depth = waiting.pop()
        if isinstance(value, str):
            yield path, name, value
        elif isinstance(value, dict):
            if depth < _DEEPEST:
                inner = [
                    (f"{path}/{_escaped(each)}", each, content, depth + 1)
                    for each, content in value.items()
                    if each not in _PLAIN and isinstance(content, str | dict | list)
                ]
                waiting += reversed(inner)
        elif depth < _DEEPEST:
            listed = [(f"{path}/{index}", name, each, depth + 1) for index, each in enumerate(value)]
            waiting += [each for each in reversed(listed) if isinstance(each[2], str | dict | list)]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1") if "/" in name or "~" in name else name
