"""Who holds a role, given and taken by an administrator in the browser."""

import pytest

from codes.accounts.models import Role
from codes.accounts.roles import roles_of
from codes.review.models import Event
from tests.accounts.people import signed_in as signed_in_by_mail
from tests.pages.review.page import complaints, inputs, read
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.visible import text

ADDRESS = "/review/roles"


@pytest.fixture
def max_(clock):
    board()
    clock.now = START + DAY
    return signed_in_by_mail("max@example.org")


@pytest.mark.parametrize("name", ["ada", "lea", "sam"])
def test_it_is_for_administrators_alone(name, signed_in):
    board()
    client = signed_in(account(name))
    ada = account("ada").public_id
    for address in (ADDRESS, f"{ADDRESS}/{ada}/expert/dismiss"):
        assert (client.get(address).status_code, client.post(address).status_code) == (403, 403)
    assert roles_of(account("ada")) == {"expert"}


def test_it_lists_who_holds_a_role_now(max_):
    said = text(max_.get(ADDRESS))
    for name, role in (("Ada", "designated expert"), ("Lea", "lead expert"), ("Max", "registry administrator")):
        assert f"{name} {role} {name.lower()}@example.org 1 December 2026" in said


def test_appointing(max_):
    eve = account("eve")
    sent = {**inputs(max_.get(ADDRESS), "roles"), "email": "EVE@example.org", "role": "expert"}
    answers = [max_.post(ADDRESS, sent, follow=True) for _ in range(2)]
    assert "Eve is designated expert now, and has mail of it." in text(answers[0])
    assert answers[1].status_code == 200
    assert roles_of(eve) == {"expert"}
    assert Event.objects.filter(subject=f"account:{eve.public_id}", move="appoint").count() == 1
    again = max_.post(ADDRESS, {"email": "eve@example.org", "role": "expert"})
    assert again.status_code == 409
    assert "Eve is expert already." in text(again)


def test_whoever_had_the_name_first_is_told_of(max_):
    eve, other = account("eve"), account("tom")
    type(other).objects.filter(pk=other.pk).update(name="\u0415ve")
    answer = max_.post(ADDRESS, {"email": eve.email, "role": "expert"}, follow=True)
    assert "tom@example.org is shown as \u0415ve, which looks the same. Ask who that is." in text(answer)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (
            {"email": "", "role": ""},
            [("id_email", "Give the address that they sign in with."), ("id_role_0", "Choose the role.")],
        ),
        ({"email": "eve", "role": "expert"}, [("id_email", "Enter a valid email address.")]),
        (
            {"email": "nobody@example.org", "role": "expert"},
            [("id_email", "Nobody has signed in with this address yet. Ask them to sign in once, then come back.")],
        ),
        (
            {"email": "ada@example.org", "role": "king"},
            [("id_role_0", "Select a valid choice. king is not one of the available choices.")],
        ),
    ],
)
def test_what_cannot_be_appointed(sent, said, max_):
    before = Role.objects.count()
    answer = max_.post(ADDRESS, sent)
    assert (answer.status_code, complaints(answer)) == (400, said)
    assert Role.objects.count() == before


def test_dismissing_says_first_what_ends_with_it(max_):
    proposals.voted()
    ada = account("ada")
    address = f"{ADDRESS}/{ada.public_id}/expert/dismiss"
    assert address in read(max_.get(ADDRESS)).links
    page = max_.get(address)
    said = text(page)
    assert "Dismiss Ada as designated expert?" in said
    assert "1 assignment to open proposals 1 vote that no decision has counted yet 0 open concerns" in said
    assert roles_of(ada) == {"expert"}
    sent = next(form["inputs"] for form in read(page).forms if "once" in form["inputs"])
    answers = [max_.post(address, sent, follow=True) for _ in range(2)]
    assert "Ada is no designated expert any more." in text(answers[0])
    assert answers[1].status_code == 200
    assert roles_of(ada) == set()
    assert max_.get(address).status_code == 404
    assert max_.post(address).status_code == 409


@pytest.mark.parametrize("what", ["0" * 32 + "/expert", "max/administrator", "{ada}/king"])
def test_what_is_not_there(what, max_):
    address = f"{ADDRESS}/{what.format(ada=account('ada').public_id)}/dismiss"
    assert (max_.get(address).status_code, max_.post(address).status_code) == (404, 404)


def test_an_administrator_ends_with_nothing_of_the_reviews(max_):
    proposals.voted()
    actions_of = text(max_.get(f"{ADDRESS}/{account('max').public_id}/administrator/dismiss"))
    assert "0 assignments to open proposals 0 votes" in actions_of
