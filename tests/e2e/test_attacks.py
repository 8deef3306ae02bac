"""Hostile words on the pages of proposals and codes, read by a real browser: no script, no new element, nothing loaded.

The same pages are compared by Python's parser in tests/attacks; a browser's has ideas of its own about broken markup.
"""

from datetime import timedelta

import pytest

from codes.accounts.models import Account
from codes.releases import current
from codes.review import actions
from tests.attacks.payloads import chunks
from tests.attacks.world import approved, discussed
from tests.e2e.support.person import sign_in
from tests.support.people import START, account, board

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HARMLESS = "Harmless words stand here and mean nothing to any program."
# Every kind of element with the names of its attributes, as the browser has them.
_KINDS = """html => {
  const found = {};
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll("*")) {
    const kind = [element.namespaceURI, element.localName, ...element.getAttributeNames().sort()].join(" ");
    found[kind] = (found[kind] || 0) + 1;
  }
  for (const element of page.querySelectorAll("[href], [src], [action], [formaction]"))
    for (const name of ["href", "src", "action", "formaction"])
      if (element.hasAttribute(name) && !/^(https?:|mailto:)/.test(new URL(element.getAttribute(name), "https://a.example").href))
        found["leads to " + element.getAttribute(name)] = 1;
  return found;
}"""


def kinds(page, address):
    """Of what the site answers there, parsed and not run."""
    html = page.evaluate("address => fetch(address).then(answer => answer.text())", address)
    return page.evaluate(_KINDS, html)


def test_no_word_becomes_an_element_and_none_runs(visit, page, live_server, published):
    board()
    sam = account("sam")
    texts = [HARMLESS, *chunks()]
    open_ones, done = [], []
    for number, text in enumerate(texts):
        at = START + timedelta(hours=number)
        open_ones.append(discussed(f"loop.p{number}", text, sam, at).number)
        done.append(approved(f"tool.p{number}", text, sam, at).number)
    Account.objects.filter(pk=account("zoe").pk).update(name=chunks()[0])
    actions.publish(proposals=done, by=account("max"), at=START + timedelta(days=120))
    current.forget()

    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    sign_in(page, account("ada"), live_server.url)
    visit("/codes/tool.timeout")
    for pattern, numbers in (
        ("/proposals/{}", open_ones),
        ("/proposals/{}", done),
        ("/review/{}", open_ones),
        ("/codes/tool.p{}", range(len(texts))),
    ):
        expected = kinds(page, pattern.format(numbers[0]))
        for number, text in zip(numbers, texts, strict=True):
            found = kinds(page, pattern.format(number))
            # Codes that come near are more or fewer, in elements that the page has anyway.
            assert found.keys() <= expected.keys(), (pattern, text)
            if pattern == "/proposals/{}":
                assert found == expected, text
    # Opened and run: whatever the policy refuses, or a script complains of, fails the visit.
    for number in range(1, len(texts), 3):
        for address in (f"/proposals/{open_ones[number]}", f"/review/{open_ones[number]}", f"/codes/tool.p{number}"):
            visit(address)
    for address in ("/", "/codes/", "/review/", "/proposals/", "/releases/1.0.0...1.1.0", "/lookup?q=alert"):
        visit(address)
    assert dialogs == []
