"""The grammar of codes (draft section 4.1), as this registry narrows it.

The draft sets no length; the registry allows 64 characters before the dot and 64 after it. Patterns are matched
whole: `$` would accept a trailing newline, and `\\w` letters outside ASCII.
"""

import re

PART = r"[a-z0-9_]{1,64}"
CODE = rf"{PART}\.{PART}"
PRIVATE_CODE = r"x-[a-z0-9_-]+\.[a-z0-9_]+"
MAX_LENGTH = 129

_CODE = re.compile(CODE)
_PRIVATE = re.compile(PRIVATE_CODE)


def is_code(text: str) -> bool:
    """Whether `text` is written as a code that could be registered. `x-` categories never can."""
    return _CODE.fullmatch(text) is not None


def is_private(text: str) -> bool:
    """Whether `text` is a private code: a category that begins with `x-`, never registered."""
    return _PRIVATE.fullmatch(text) is not None


def split(code: str) -> tuple[str, str]:
    """The category and the name of `code`. Raises ValueError when it is written as neither kind of code."""
    if not (is_code(code) or is_private(code)):
        raise ValueError(f"not a harness error code: {code!r}")
    category, name = code.split(".")
    return category, name


def constant(code: str) -> str:
    """The name that client libraries give the constant of `code`: `tool.timeout` -> `TOOL_TIMEOUT`.

    Dot and underscore fall together, so `a_b.c` and `a.b_c` would collide; the registry refuses the second.
    """
    return code.replace(".", "_").upper()
