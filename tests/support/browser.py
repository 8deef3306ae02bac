"""A browser of somebody, and the forms that a page has in it."""

from html.parser import HTMLParser

from django.test import Client

from tests.support.people import account


def signed_in(name, *roles):
    """A browser in which `name`, who holds `roles`, is signed in."""
    client = Client()
    client.force_login(account(name, *roles))
    return client


class _Forms(HTMLParser):
    """The values of every input of every form, as a browser would send them."""

    def __init__(self, text):
        super().__init__()
        self.forms, self._area, self._select = [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        it = dict(attrs)
        if tag == "form":
            self.forms.append((it, {}))
        if not self.forms or ("name" not in it and tag != "option"):
            return
        values = self.forms[-1][1]
        if tag == "input" and (it.get("type") not in ("radio", "checkbox") or "checked" in it):
            values[it["name"]] = it.get("value", "")
        if tag == "textarea":
            self._area = it["name"]
            values[self._area] = ""
        if tag == "select":
            self._select = it["name"]
            values[self._select] = ""
        if tag == "option" and "selected" in it and self._select:
            values[self._select] = it.get("value", "")

    def handle_data(self, data):
        if self._area:
            self.forms[-1][1][self._area] += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            # A browser leaves out the line break after the opening tag.
            values = self.forms[-1][1]
            values[self._area] = values[self._area].removeprefix("\n")
            self._area = None
        if tag == "select":
            self._select = None


def posted(answer):
    """What the form of the page sends as it stands, without the button."""
    forms = [values for it, values in _Forms(answer.content.decode()).forms if it.get("class") == "stack"]
    return forms[0]


def fill(client, address, **typed):
    """Opens `address`, types into its form and sends it."""
    page = client.get(address)
    assert page.status_code == 200, (address, page.status_code, page.get("Location"))
    return client.post(address, {**posted(page), **{name.replace("__", "-"): value for name, value in typed.items()}})
