"""Registrants' words in somebody else's grammar: they must neither end a line nor become markup."""

import re

# What moves the cursor, starts an escape sequence or turns the order of letters round, so that a reader sees something
# else than is there; and what is no character, which XML cannot hold. Line breaks and tabs are among the first, but are
# spaces by the time this is asked.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff\U000e0000-\U000e007f]")
# What is markup anywhere in Markdown, and what is at the start of a block alone. An underscore in a word is neither.
_INLINE = re.compile(r"[\\`*\[\]<>|~&$]|(?<![^\W_])_|_(?![^\W_])|!(?=\[|$)")
_BLOCK = re.compile(r"(?=[#+=:-])|\d+(?=[.)](?:\s|$))")
_NOT_IN_A_LINK = re.compile(r'[\s<>"|\\`]')


def one_line(text: object) -> str:
    """`text` without line breaks: every run of white space is one space, the ends have none."""
    return " ".join(str(text).split())


def plain(text: object) -> str:
    """`text` on one line that terminal, editor and XML can show: U+FFFD for each character that they cannot."""
    return _UNSEEN.sub("\ufffd", one_line(text))


def markdown(text: object) -> str:
    """Text as Markdown that shows exactly this text, on one line: registrants' words must not become markup."""
    escaped = _INLINE.sub(r"\\\g<0>", plain(text))
    block = _BLOCK.match(escaped)
    return f"{escaped[: block.end()]}\\{escaped[block.end() :]}" if block else escaped


def markdown_code(text: object) -> str:
    """Text as a Markdown code span, which has no escapes: the fence is longer than any run of backticks inside."""
    text = one_line(text)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or not text else ""
    # In a table a bar ends the cell even inside a code span.
    return f"{fence}{pad}{text}{pad}{fence}".replace("|", "\\|")


def markdown_link(text: str, url: str) -> str:
    """A link to `url` that reads `text`, which is Markdown already."""
    safe = _NOT_IN_A_LINK.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), url)
    # An entity would be read even here.
    escaped = safe.replace("&", r"\&")
    return f"[{text}](<{escaped}>)"
