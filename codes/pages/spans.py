"""Our own one-line texts with `code` in them, for HTML and for Markdown; and long names that may break in a line."""

import re
from html import escape

from django.utils.safestring import SafeString, mark_safe

from codes.releases.formats.text import markdown, markdown_code

_CODE = re.compile(r"`([^`]+)`")
# Between the words of a name: aB, ABc (before the last capital), and after a separator.
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[_./:-])(?=[A-Za-z0-9])")
# Too long a word for a narrow column.
_LONG = re.compile(r"\w{24,}")


def code_spans(text: str) -> SafeString:
    """`text` as HTML, what stands between backticks as code. A long name in it may break between its words."""
    # Safe: escaped first, which leaves backticks alone.
    coded = _CODE.sub(r"<code>\1</code>", escape(text))
    return mark_safe(_LONG.sub(lambda found: "<wbr>".join(_SEAM.split(found[0])), coded))  # noqa: S308


def markdown_spans(text: str) -> str:
    """`text` as Markdown, what stands between backticks as code and nothing else as markup."""
    words, codes = _CODE.split(text)[::2], _CODE.findall(text)
    # Escaped in one piece, for what counts at the start of a block alone; a private-use character stands for each code.
    escaped = markdown("\ue000".join(words)).split("\ue000")
    return "".join(f"{word}{markdown_code(code)}" for word, code in zip(escaped, codes, strict=False)) + escaped[-1]


def breakable(name: str) -> SafeString:
    """`name` as HTML that may break between its words, never inside one."""
    # Safe: every part has been escaped.
    return mark_safe("<wbr>".join(escape(part) for part in _SEAM.split(name)))  # noqa: S308
