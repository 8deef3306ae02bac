"""Letters that are not what they seem: drawn like others, not drawn at all, or turning the order of the text round."""

from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client

from codes.accounts import names
from codes.accounts.enrol import enrol
from codes.accounts.models import Account
from codes.harness_errors import syntax
from codes.review import actions, checks
from codes.review.kinds import KINDS, texts
from codes.review.models import Comment, Proposal
from tests.api.proposals.calls import BODIES, act
from tests.support.browser import signed_in
from tests.support.callers import client as caller
from tests.support.people import START, account, board
from tests.support.proposals import CONTENT, in_review

from .world import GRAMMAR, words

pytestmark = pytest.mark.usefixtures("published")

UNSEEN = [
    "\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u180b", "\u180e", "\u200b", "\u200c", "\u200d",
    "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2060", "\u2064",
    "\u2066", "\u2067",
    "\u2068", "\u2069", "\u206a", "\u206f", "\u2800", "\u3164", "\ufe00", "\ufe0f", "\ufeff", "\uffa0", "\ufff9",
    "\ufffb",
    "\U000e0001", "\U000e0041", "\U000e007f", "\U000e0100",
]  # fmt: skip
CONTROL = ["\x00", "\x01", "\x07", "\x08", "\x0b", "\x0c", "\x0e", "\x1b", "\x7f", "\x85", "\x9b", "\ufffe", "\uffff"]


def ids(each):
    return f"U+{ord(each[0]):04X}"


@pytest.mark.parametrize("letter", UNSEEN + CONTROL, ids=ids)
def test_no_text_takes_what_is_not_seen(letter):
    expected = "unseen_character" if letter in UNSEEN else "control_character"
    for lines in (False, True):
        for text in (f"pay{letter}load", f"{letter}x", f"x{letter}", letter * 3):
            found = {each.code for each in texts.text_faults("", "It", text, 1, 80, lines=lines)}
            assert expected in found, (text, found)


@pytest.mark.parametrize("letter", ["\u202e", "\u200b", "\U000e0041", "\x1b"], ids=ids)
def test_no_member_of_a_proposal_takes_what_is_not_seen(letter):
    for kind, module in KINDS.items():
        content = {**CONTENT[kind](), **words(kind, "Some words that somebody has written about it, and more")}
        for field in module.FIELDS.values():
            if field.type == "reference":
                places = [((field.name, part), f"/{field.name}/{part}") for part in ("title", "section")]
            elif field.type in ("line", "text"):
                places = [((field.name,), f"/{field.name}")]
            else:
                continue
            for keys, pointer in places:
                wrong = {**content, field.name: content.get(field.name, "")}
                said = f"pay{letter}load that is long enough to be taken, but for one letter of it"[: field.most or 60]
                wrong[field.name] = {**content[field.name], keys[1]: said} if len(keys) > 1 else said
                found = [each.code for each in checks.faults(kind, wrong) if each.pointer == pointer]
                if field.name in GRAMMAR:
                    # One of the site's own words, or nothing that it knows.
                    assert found, (kind, pointer)
                else:
                    assert {"unseen_character", "control_character"} & {*found}, (kind, pointer, found)


@pytest.mark.parametrize("letter", ["\u202e", "\u200b", "\U000e0041", "\x1b", "\ufeff"], ids=ids)
def test_nothing_that_is_said_about_one_does(letter, monkeypatch):
    monkeypatch.setattr("codes.api.acting.now", lambda: START)
    monkeypatch.setattr("django.utils.timezone.now", lambda: START)
    made = in_review()
    before = list(Proposal.objects.values()), Comment.objects.count()
    said = f"Some words that somebody{letter} has written about it"
    for move, body in BODIES.items():
        if "text" not in body and "reason" not in body:
            continue
        wrong = {**body, **{name: said for name in ("text", "reason") if name in body}}
        by = {"comment": "zoe", "answer": "sam"}.get(move) or ("max" if "record" in move or "uphold" in move else "lea")
        answer = act(caller(account(by)), made.number, move, wrong)
        assert answer.status_code in (409, 422), (move, answer.status_code)
    for who, address in (("zoe", f"/proposals/{made.number}/comment"), ("ada", f"/review/{made.number}/note")):
        answer = signed_in(who).post(address, {"text": said})
        assert answer.status_code in (400, 409), address
        assert "not seen" in answer.content.decode() or "control character" in answer.content.decode()
    assert (list(Proposal.objects.values()), Comment.objects.count()) == before


@pytest.mark.parametrize(
    "code",
    [
        "to\u043el.timeout", "tool\u3002timeout", "tool\uff0etimeout", "\uff54ool.timeout", "tool.t\u0456meout",
        "tool.time\u00adout",
        "tool.time\u200bout", "tool.timeout\n", "Tool.timeout", "t\u00f6ol.timeout", "tool.\u0131x",
        "tool.t\u0131meout",
        "\u202etool.timeout", "tool.time\u2024out", "tool.\uff3f", "\u2170ool.x", "tool.\u0661", "tool.x\u0301",
    ],
    ids=ascii,
)  # fmt: skip
def test_an_identifier_has_the_letters_of_its_grammar(code):
    assert not syntax.is_code(code)
    faults = [
        each.code for each in checks.faults("new_code", CONTENT["new_code"](code=code)) if each.pointer == "/code"
    ]
    assert "grammar" in faults or "unseen_character" in faults, faults
    answer = Client().get(f"/api/v1/codes/{quote(code)}")
    assert answer.status_code in (400, 404)


# Of Ada, who is an expert: what looks like her name.
ALIKE = [
    "Ada", "ada", "ADA", "\u0410da", "\u0410d\u0430", "A\u0501\u0430", "\u0391da", "\uff21\uff44\uff41",
    "\U0001d5d4da", "A d a", "A.d.a",
    "\u00c1da", "Ada\u0301", " Ada ", "A\u0334d\u0334a\u0334", "Ada,", "\u24b6da", "Ad\u00aa",
]  # fmt: skip


@pytest.mark.parametrize("name", ALIKE, ids=ascii)
def test_nobody_is_shown_as_an_officer_is(name):
    board()
    sam, browser = account("sam"), signed_in("sam")
    answer = browser.post("/account/", {"name": name})
    assert answer.status_code == 400
    assert "Somebody who acts for the registry" in answer.content.decode()
    assert Account.objects.get(pk=sam.pk).name == "Sam"
    # She herself may be called so.
    assert signed_in("ada").post("/account/", {"name": "Ada"}).status_code == 302


@pytest.mark.parametrize(
    "name",
    ["Sam, designated expert", "Registry Administrator", "L\u0435ad  Expert", "DESIGNATED-EXPERT", "Administrator",
     "Registry Admin", "Administrator of the registry", "\u0251dm\u0131n"],
)  # fmt: skip
def test_a_name_says_no_office(name):
    assert names.fault(name, account("sam")) == "A name says no office: who holds one is shown as such."


@pytest.mark.parametrize("letter", UNSEEN + [each for each in CONTROL if each != "\x00"], ids=ids)
def test_a_name_holds_nothing_unseen(letter):
    assert "invisible" in names.fault(f"Sam{letter}uel", account("sam"))
    assert "invisible" in names.fault(letter, account("sam"))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Zoë",
        "Łukasz Żółć",
        "山田太郎",
        "Ольга",
        "שלום",
        "José-María",
        "O'Brien",
        "Nguyễn Văn Ánh",
        "Ада Л.",
        "Ann, administrator of a hospital",
        "Max Leadbetter",
    ],
)
def test_and_people_keep_their_names(name):
    board()
    assert names.fault(name, account("sam")) == ""


def test_who_speaks_for_the_registry_is_marked_as_such_and_nobody_else(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: START)
    made = in_review()
    actions.comment(proposal=made.number, text="From an expert.", by=account("ada"), at=START)
    # Who had the name before there was a board, and keeps it.
    other = account("other")
    Account.objects.filter(pk=other.pk).update(name="Ada")
    actions.comment(proposal=made.number, text="From somebody else.", by=other, at=START)
    for page in (Client().get(f"/proposals/{made.number}"), signed_in("ben").get(f"/review/{made.number}")):
        text = page.content.decode()
        before = {said: text[: text.index(said)][-200:] for said in ("From an expert.", "From somebody else.")}
        assert '<span class="badge">designated expert</span>' in before["From an expert."]
        assert "badge" not in before["From somebody else."]


def test_one_mailbox_is_one_account_in_whatever_letters():
    cache.clear()
    first = enrol("ada@example.org")
    assert enrol("\uff21\uff44\uff41@Example.ORG") == first
    with pytest.raises(ValidationError):
        enrol("\u0430da@example.org")
