"""What a reader's program makes of an answer: whether anything in it is more than text."""

import re
from html.parser import HTMLParser

from markdown_it import MarkdownIt

# Our own, as the templates have them.
_SCRIPTS = re.compile(r"/static/(theme|site)(\.\w+)?\.js")
_HARMLESS = re.compile(r"(https?:/|mailto:|/|#|\?)", re.ASCII)
# What no page of ours has.
_FOREIGN = {"img", "iframe", "object", "embed", "svg", "video", "audio", "style", "base", "math"}
# Attributes that lead somewhere.
_LEADING = ("href", "src", "action", "formaction", "xlink:href")


class _Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag in _FOREIGN or (tag == "script" and not _SCRIPTS.fullmatch(attributes.get("src") or "")):
            self.found.append((tag, attributes))
        for name, value in attrs:
            if name.startswith("on") or name == "style" or (name in _LEADING and not _HARMLESS.match(value or "")):
                self.found.append((tag, name, value))


def foreign_in_html(text):
    """Elements and attributes in a page that can only have come from its data; none in a sound one."""
    return _Page(text).found


def foreign_in_markdown(text):
    """Raw HTML, images and links to elsewhere than the web, as a parser that lets everything through finds them."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: True
    found = []
    for block in parser.parse(text):
        for token in [block, *(block.children or [])]:
            if token.type in ("html_block", "html_inline", "image"):
                found.append((token.type, token.content))
            if token.type == "link_open" and not _HARMLESS.match(token.attrs["href"]):
                found.append((token.type, token.attrs["href"]))
    return found
