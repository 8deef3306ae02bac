"""What a person reads of an answer."""

import html
import re


def text(answer):
    """The text of the page, in one line."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))
