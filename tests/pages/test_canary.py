"""Nothing private stands in a public byte, whoever asks: addresses, notes of officers, drafts, votes not yet counted.

Every secret is a word that stands nowhere else; every address of the site is asked for by everybody there is.
"""

from dataclasses import replace

import pytest
from django.test import Client

from codes.accounts.models import Account
from codes.review import actions, notices
from tests.fast.test_both_paths import KEPT, NOT_KEPT
from tests.support import proposals
from tests.support.browser import signed_in
from tests.support.people import DAY, START, account, board

pytestmark = pytest.mark.usefixtures("published")

MAIL, NOTE, DRAFT, VOTE, STEPPED_BACK, HIDDEN, THROWN = SECRETS = (
    "zq-address", "zq-note", "zq-draft", "zq-vote", "zq-stepped-back", "zq-hidden", "zq-thrown-away",
)  # fmt: skip
PEOPLE = ("sam", "zoe", "ada", "ben", "lea", "max", "eve")
# Text of an address that no form of ours has; whoever reads it shows that the reader looks at the right places.
OPEN_WORD = "zq-open"


@pytest.fixture
def made():
    """Proposals in every state, with something private in each place that can hold it."""
    ago = START
    for name in PEOPLE:
        Account.objects.create_account(f"{name}.{MAIL}@example.org", name.title())

    def known(name, *roles):
        found = Account.objects.get(email=f"{name}.{MAIL}@example.org")
        for role in roles:
            actions.appoint(account=found, role=role, by=None, at=ago)
        return found

    sam, zoe = known("sam"), known("zoe")
    ada, ben, lea, eve = known("ada", "expert"), known("ben", "expert"), known("lea", "lead"), known("eve", "expert")
    known("max", "administrator")
    content = proposals.new_code(description=f"It says {OPEN_WORD}.")
    one = actions.create(kind="new_code", content=content, by=sam, at=ago)
    actions.submit(proposal=one.number, by=sam, at=ago)
    for expert in (ada, ben, eve):
        actions.assign(proposal=one.number, expert=expert, by=expert, at=ago)
    actions.start_review(proposal=one.number, by=lea, at=ago)
    actions.comment(proposal=one.number, text="We would use it.", by=zoe, at=ago)
    actions.comment(proposal=one.number, text=f"I know them: {NOTE}.", private=True, by=ada, at=ago)
    actions.recuse(proposal=one.number, reason=f"My sister: {STEPPED_BACK}.", by=eve, at=ago)
    verdicts = replace(proposals.APPROVE, not_covered_text=f"I looked at it and found {VOTE}.")
    actions.vote(proposal=one.number, verdicts=verdicts, no_conflict=True, by=ada, at=ago)
    for state in ("needs_info", "published", "rejected", "withdrawn", "expired"):
        proposals.IN_STATE[state](code=f"tool.{state}", by=zoe, at=ago)
    actions.create(kind="new_code", content=proposals.new_code("tool.draft", title=f"T {DRAFT}"), by=sam, at=ago)
    thrown = actions.create(kind="new_code", content=proposals.new_code("tool.gone", title=THROWN), by=sam, at=ago)
    actions.withdraw(proposal=thrown.number, by=sam, at=ago)
    hidden = actions.create(kind="new_code", content=proposals.new_code("tool.spam", title=HIDDEN), by=sam, at=ago)
    actions.submit(proposal=hidden.number, by=sam, at=ago)
    actions.hide(proposal=hidden.number, reason=f"Spam, {HIDDEN}.", by=lea, at=ago)
    notices.send(START + 90 * DAY, most=500)
    return one.number


def addresses(number):
    every = [f"/proposals/{each}" for each in range(number, number + 12)]
    every += [f"/proposals/?state={state}" for state in ("open", "withdrawn", "rejected")]
    every += [
        f"/api/v1{each}" for each in ("/proposals", f"/proposals/{number}", "/releases/1.0.1", "/codes/tool.published")
    ]
    every += [f"/api/v1/proposals/{each}" for each in range(number, number + 12)]
    every += ["/codes/tool.published", "/codes/tool.published.json", "/codes/tool.published.md", "/releases/1.1.0/"]
    every += [f"/releases/1.1.0/{name}" for name in ("registry.json", "registry.csv", "registry.xml", "registry.txt")]
    return [*dict.fromkeys([*KEPT, *NOT_KEPT, *every])]


def found_in(answer):
    """The secrets in an answer, headers and all."""
    whole = f"{answer.headers}{answer.content.decode(errors='replace')}"
    return {each for each in (*SECRETS, OPEN_WORD) if each in whole}


def reading(client, number, forms):
    """The public addresses with a word of ours in them, for whoever asks with `client`."""
    found = {}
    for address in addresses(number):
        for accept in forms:
            if seen := found_in(client.get(address, headers={"Accept": accept})):
                found[address] = found.get(address, set()) | seen
    return found


@pytest.mark.parametrize("name", [None, "zoe", "sam", "ada", "lea", "max"])
def test_nothing_private_stands_in_a_public_byte_whoever_asks(name, made, caplog):
    client = Client()
    if name:
        client.force_login(Account.objects.get(email=f"{name}.{MAIL}@example.org"))
    found = reading(
        client, made, ("text/html, */*;q=0.5",) if name else ("text/html", "application/json", "text/markdown")
    )
    assert {f"/proposals/{made}", f"/api/v1/proposals/{made}"} <= found.keys()
    assert set().union(*found.values()) == {OPEN_WORD}
    assert not [each for each in SECRETS if each in caplog.text]


@pytest.mark.parametrize("name", ["zoe", "ada", "lea", "max"])
def test_no_address_of_somebody_else_stands_on_a_personal_page(name, made):
    client = Client()
    me = Account.objects.get(email=f"{name}.{MAIL}@example.org")
    client.force_login(me)
    # Without /review/roles: whom an administrator appoints, they know by an address.
    pages = ["/account/", "/review/", "/review/publish", "/proposals/new/begin"]
    moves = ("", "/act", "/comment", "/check", "/sent", "/revise")
    for number in range(made, made + 12):
        pages += [f"/{part}/{number}{move}" for part in ("proposals", "review") for move in moves]
    for address in pages:
        text = client.get(address).content.decode(errors="replace").replace(me.email, "")
        assert [each for each in (MAIL, DRAFT, THROWN) if each in text] == [], address
        if name == "zoe":
            assert [each for each in SECRETS if each in text] == [], address


def test_a_mail_names_no_address_but_the_one_it_goes_to(made, mailoutbox):
    proposals.submitted(code="tool.more", by=account("tom"))
    board()
    notices.send(START + 90 * DAY, most=500)
    for letter in mailoutbox:
        whole = letter.message().as_string().replace(letter.to[0], "")
        # Officers are told why one of them stepped back, and of what another takes out of sight meanwhile.
        officer = letter.to[0].startswith(("ada", "ben", "eve", "lea", "max"))
        assert {each for each in SECRETS if each in whole} <= ({STEPPED_BACK, HIDDEN} if officer else set())


def test_an_error_says_nothing_private_either(made):
    client = signed_in("tom")
    for address in (
        f"/proposals/{made}/revise",
        f"/proposals/{made}/edit/meaning",
        f"/review/{made}",
        f"/review/{made}/vote",
    ):
        for answer in (client.get(address), client.post(address, {"text": "x"})):
            assert answer.status_code in (302, 403, 404, 405)
            assert found_in(answer) <= {OPEN_WORD}
