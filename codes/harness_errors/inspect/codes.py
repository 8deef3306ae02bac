"""Type, code, title and the members that go with a code (draft sections 3, 4.1 and 5.3)."""

import re
import unicodedata
from difflib import get_close_matches

from ..document import Registry
from ..syntax import MAX_LENGTH, is_private
from .subject import Subject

# IANA's own registry of problem types, in the spellings people use.
_IANA = re.compile(r"https?://(?:www\.)?iana\.org/assignments/http-problem-types(?:\.xhtml|/)?#(.*)", re.IGNORECASE)
# Letters of other scripts that are drawn like Latin ones.
_DRAWN_ALIKE = str.maketrans("асеорхуіѕԁӏοαρνι", "aceopxyisdloapvi")
# What stands in no URI reference (RFC 3986), with the letters that an IRI allows let through.
_NO_URI = re.compile(r"[^!#-;=?-Z\[\]_a-z~\u0080-\U0010ffff]")
_CUTOFF = 0.8


def check_type(subject: Subject) -> None:
    """Draft section 3: exact comparison with the two type URIs."""
    kind = subject.kind
    if kind is None:
        subject.say(
            "type.missing",
            "",
            "There is no `type`, so this is about:blank to every consumer: a plain problem and no harness error.",
        )
    elif kind.recognized:
        return
    elif kind.did_you_mean:
        subject.say("type.near_miss", "/type", f"Did you mean {kind.did_you_mean}? Only that exact string is the type.")
    elif _IANA.fullmatch(kind.type):
        subject.say(
            "type.unregistered",
            "/type",
            "This has the form of a type registered with IANA and is not this problem type. Look whether IANA's list"
            " has it; nobody else can register one there.",
        )
    else:
        subject.say("type.other", "/type", "This is another problem type; its members mean what that type says.")


def check_code(subject: Subject) -> None:
    """Draft section 4.1: what rule applies to the code."""
    found = subject.resolution
    if found is None:
        subject.say("code.missing", "", "`code` is required: without it nobody can tell what failed.")
        return
    known = found.category
    if found.rule == "malformed":
        subject.say(
            "code.syntax", "/code", "A code is category.name in lower-case ASCII letters, digits and underscores."
        )
    elif found.rule == "unknown_category":
        subject.say("code.unknown_category", "/code", "No such category is registered, and private ones begin with x-.")
    elif found.rule == "unknown_in_category":
        subject.say("code.unknown", "/code", f"Not in this release. Consumers treat it as a generic error of {known}.")
    elif found.rule == "private":
        subject.say("code.private", "/code", "A private code: retryable and model_recoverable are false unless stated.")
    elif found.rule == "deprecated":
        instead = " or ".join(found.superseded_by) or "no other code"
        subject.say("code.deprecated", "/code", f"The code is deprecated; to be used instead: {instead}.")
    meant = None if found.entry else look_alike(found.code, subject.registry)
    if meant:
        subject.say("code.look_alike", "/code", f"Did you mean {meant}? Consumers do not guess.")


def look_alike(code: str, registry: Registry) -> str | None:
    """The registered code that `code` was probably meant to be: other case, script or separator, or a slip."""
    if len(code) > MAX_LENGTH:
        return None
    plain = unicodedata.normalize("NFKC", code).casefold().translate(_DRAWN_ALIKE).strip().removeprefix("x-")
    plain = re.sub(r"[^\w.]", "_", plain)
    if "." not in plain:
        plain = plain.replace("_", ".", 1)
    if registry.code(plain):
        return plain
    if is_private(code):
        return None
    category, _, name = plain.partition(".")
    close = get_close_matches(category, [each.category for each in registry.categories], n=1, cutoff=_CUTOFF)
    same = [entry.code for entry in registry.codes if entry.name == name]
    if len(same) == 1:
        return same[0]
    near = get_close_matches(plain, [entry.code for entry in registry.codes if entry.category in close], 1, _CUTOFF)
    return near[0] if near else None


def check_words(subject: Subject) -> None:
    """Draft section 3: title and detail."""
    entry, title = subject.entry, subject.read.get("title")
    if entry and title is None:
        subject.say("title.missing", "", f"`title` should be there; for {entry.code} it is “{entry.title}”.")
    elif entry and title != entry.title:
        subject.say("title.differs", "/title", f"For {entry.code} the registered title is “{entry.title}”.")
    if "detail" not in subject.read:
        subject.say("detail.missing", "", "`detail` should tell an operator what happened this time.")
    instance = subject.read.get("instance")
    if instance and _NO_URI.search(re.sub(r"%[0-9A-Fa-f]{2}", "", instance)):
        subject.say("instance.syntax", "/instance", "`instance` has characters that no URI reference has.")


def check_should(subject: Subject) -> None:
    """Draft section 5.3: the members that an object with this code should have; the registry lists them."""
    for path in subject.entry.informative.should_members if subject.entry else ():
        value = subject.read
        for name in path.split("."):
            value = value.get(name, {}) if isinstance(value, dict) else {}
        if value in ({}, []):
            subject.say("code.should_have", "", f"An error with this code should have `{path}`.")
