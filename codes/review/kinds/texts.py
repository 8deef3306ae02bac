"""What a text of a proposal may be: plain, and showing what it says."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from .fields import Fault, Field, blank

# Characters that are not seen or that turn the order of others: they let a text lie about what it says.
# Unicode's tags (U+E0000 and on) spell out whole sentences that only a program reads.
_UNSEEN = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile(r"[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]")
_RFC = re.compile(r"(RFC ?[1-9][0-9]{0,4}|draft-[a-z0-9]+(-[a-z0-9]+)+)")


def faults(fields: Mapping[str, Field], content: Mapping[str, Any]) -> Iterator[Fault]:
    """What is missing, too short or long, or not plain, in the order of the fields. The shapes must be right."""
    for name, field in fields.items():
        value = content.get(name)
        if blank(value):
            if field.required:
                yield Fault(f"/{name}", "missing", f"{field.label} is missing.")
            continue
        yield from _of_value(field, value)


def _of_value(field: Field, value: Any) -> Iterator[Fault]:
    at = f"/{field.name}"
    match field.type:
        case "line" | "text":
            yield from text_faults(at, field.label, value, field.least, field.most, lines=field.type == "text")
        case "choice":
            if value not in field.choices:
                yield Fault(at, "unknown_choice", f"{field.label} is one of {', '.join(field.choices)}.")
        case "integer":
            if not field.least <= value <= field.most:
                yield Fault(at, "out_of_range", f"{field.label} is a number from {field.least} to {field.most}.")
        case "words":
            yield from _words(at, field, value)
        case "reference":
            yield from _reference(at, value)


def text_faults(at: str, label: str, text: str, least: int, most: int, *, lines: bool = False) -> Iterator[Fault]:
    """`text` counted in characters, without spaces around it. `lines`: it may have more than one line."""
    if text != text.strip():
        yield Fault(at, "spaces", f"{label} begins or ends with a space or an empty line.")
    elif len(text) < least:
        yield Fault(at, "too_short", f"{label} has {len(text)} characters and needs {least} or more.")
    if len(text) > most:
        yield Fault(at, "too_long", f"{label} has {len(text)} characters; {most} fit.")
    if not lines and ("\n" in text or "\t" in text):
        yield Fault(at, "one_line", f"{label} is one line.")
    if _CONTROL.search(text) or any("\ud800" <= each <= "\udfff" for each in text):
        yield Fault(at, "control_character", f"{label} holds a control character.")
    if _UNSEEN.search(text):
        yield Fault(at, "unseen_character", f"{label} holds a character that is not seen or turns the text around.")
    elif unicodedata.normalize("NFC", text) != text:
        yield Fault(at, "not_nfc", f"{label} is not in Unicode's normal form C: type it anew or normalise it.")


def is_document(name: str) -> bool:
    """Whether `name` is that of an RFC or an Internet-Draft."""
    return _RFC.fullmatch(name) is not None


def _words(at: str, field: Field, value: list[str]) -> Iterator[Fault]:
    for index, word in enumerate(value):
        if field.choices and word not in field.choices:
            yield Fault(f"{at}/{index}", "unknown_choice", f"{field.label}: {word!r} is none of the known ones.")
        else:
            yield from text_faults(f"{at}/{index}", field.label, word, 1, field.most)
    if len(set(value)) != len(value):
        yield Fault(at, "twice", f"{field.label}: one stands there twice.")


def _reference(at: str, value: Mapping[str, str]) -> Iterator[Fault]:
    title, url, section = (value.get(name, "") for name in ("title", "url", "section"))
    if not title:
        yield Fault(f"{at}/title", "missing", "The name of the specification is missing.")
    else:
        yield from text_faults(f"{at}/title", "The name of the specification", title, 3, 200)
    if section:
        yield from text_faults(f"{at}/section", "The section", section, 1, 80)
    if not url and is_document(title):
        return  # `reference` knows where RFCs and Internet-Drafts are
    if not url:
        detail = "Give an https address, or name an RFC (`RFC 9457`) or an Internet-Draft (`draft-…`) as the title."
        yield Fault(f"{at}/url", "missing", detail)
    elif not _https(url):
        yield Fault(
            f"{at}/url", "not_https", "The address is an absolute https URL without spaces, quotes or a password."
        )


def _https(url: str) -> bool:
    if len(url) > 500 or not re.fullmatch(r"https://[!-~]+", url) or re.search(r"[<>\"\\^`{|}]", url):
        return False
    try:
        parts = urlsplit(url)
        # Asking for the port raises for one that no server has.
        return "." in (parts.hostname or "") and not parts.username and parts.port != 0
    except ValueError:
        return False


def reference(value: Mapping[str, str]) -> dict[str, str]:
    """The reference as it would be registered, with the address of a document that was named only."""
    title, url, section = (value.get(name, "") for name in ("title", "url", "section"))
    if not url and title.startswith("RFC"):
        number = title.removeprefix("RFC").strip()
        title, url = f"RFC {number}", f"https://www.rfc-editor.org/rfc/rfc{number}"
    elif not url:
        url = f"https://datatracker.ietf.org/doc/{title}/"
    return {"title": title, "url": url, "section": section}
