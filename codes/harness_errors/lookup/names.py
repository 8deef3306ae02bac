"""What the registry itself names: codes in any spelling, constants, categories, private codes."""

import re

from .. import syntax
from ..document import Registry
from .hit import Hit


def find_whole(text: str, registry: Registry) -> list[Hit]:
    """The code or the category that the whole text is."""
    code = re.sub(r"\A(error[._]type|code)\s*[=:]\s*", "", text, flags=re.IGNORECASE).strip("\"' .").lower()
    code = re.sub(r"\A(?:https?://[^/\s]+)?/codes/", "", code).rstrip("/")
    if registry.code(code):
        return [_code(code, "The code itself." if code == text else "The code, in its registered spelling.")]
    if syntax.is_private(code):
        return [Hit("private", code, "A private code: never registered, and it means what its owner says.")]
    by_constant = {syntax.constant(entry.code).lower(): entry.code for entry in registry.codes}
    if code in by_constant:
        return [_code(by_constant[code], "The code of this constant.")]
    category = text.lower().removesuffix(".*").removesuffix(".")
    return [Hit("category", category, "A category.", sure=True)] if registry.category(category) else []


def find_inside(text: str, registry: Registry) -> list[Hit]:
    """Codes in a line of text, each once, in their order."""
    categories = "|".join(re.escape(entry.category) for entry in registry.categories)
    pattern = rf"(?<![\w.-])(?:x-[a-z0-9_-]+|{categories})\.[a-z0-9_]+(?![\w-])"
    hits = []
    for code in dict.fromkeys(re.findall(pattern, text.lower(), re.ASCII)):
        if registry.code(code):
            hits.append(_code(code, "The text contains this code."))
        elif syntax.is_private(code):
            hits.append(Hit("private", code, "The text contains this private code."))
    return hits


def _code(code: str, reason: str) -> Hit:
    return Hit("code", code, reason, sure=True)
