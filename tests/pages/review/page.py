"""What is on a page of the review: forms by their addresses, inputs by their names."""

import re
from html.parser import HTMLParser


class _Forms(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms, self.ids, self.links = [], [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found.get("href", ""))
        if tag == "form":
            self.forms.append({"action": found.get("action", ""), "inputs": {}, "described": {}})
        elif tag in ("input", "select", "textarea") and self.forms and "name" in found:
            form = self.forms[-1]
            if found.get("type") in ("radio", "checkbox"):
                form["inputs"].setdefault(found["name"], None)
                if "checked" in found:
                    form["inputs"][found["name"]] = found.get("value", "on")
            else:
                form["inputs"][found["name"]] = found.get("value", "")


def read(answer):
    found = _Forms()
    found.feed(answer.content.decode())
    return found


def offered(answer):
    """The names of the moves that the page has a form for, in its order."""
    actions = [form["action"] for form in read(answer).forms]
    return [found[1] for action in actions if (found := re.fullmatch(r"/review/\d+/(\w+)", action))]


def inputs(answer, move):
    """The inputs of the form of `move` and what they hold; None for a choice that nobody has made."""
    return next(form["inputs"] for form in read(answer).forms if form["action"].endswith(f"/{move}"))


def complaints(answer):
    """The lines of the summary of errors, each with the link that it has."""
    block = re.search(r'<div class="faults".*?</div>', answer.content.decode(), re.DOTALL)
    lines = re.findall(r"<li>(?:<a href=\"#([^\"]*)\">)?(.*?)(?:</a>)?</li>", block[0]) if block else []
    return [(at, re.sub(r"&#x27;", "'", said)) for at, said in lines]
