"""The elements of a page, to be compared with those of the same page around harmless words."""

from collections import Counter
from html.parser import HTMLParser


class _Elements(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = Counter()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        # Their values are somebody's words; those that lead somewhere are looked at apart.
        self.found[tag, tuple(sorted(name for name, _ in attrs))] += 1

    def handle_comment(self, data):
        self.found["comment", data] += 1

    def handle_decl(self, decl):
        self.found["declaration", decl] += 1

    def handle_pi(self, data):
        self.found["instruction", data] += 1


def elements(text):
    """(tag, names of attributes) -> how often; comments and declarations with what is in them."""
    return _Elements(text).found
