"""What takes more than a session: whoever signed in a while ago shows again who they are before anything is changed."""

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.conf import settings

from codes.accounts.models import Role, Token
from codes.accounts.roles import roles_of
from codes.releases.models import Release
from codes.review import actions
from tests.accounts.people import signed_in as signed_in_by_mail
from tests.support import proposals
from tests.support.callers import client as program
from tests.support.people import DAY, START, account, board


@pytest.fixture
def max_(clock):
    board()
    clock.now = START + 60 * DAY
    return signed_in_by_mail("max@example.org")


def grow_old(client, seconds):
    session = client.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= seconds
    session.save()


def standing():
    return Release.objects.count(), Role.objects.filter(dismissed_at=None).count(), Token.objects.count()


def acts():
    made = proposals.approved()
    ada = account("ada").public_id
    return {
        "/review/publish": {"proposal": made.number, "tag": f"1.0.0 {made.number}:{made.tag}"},
        "/review/roles": {"email": "sam@example.org", "role": "expert"},
        f"/review/roles/{ada}/expert/dismiss": {},
        "/account/tokens/new": {"name": "robot", "days": 7, "scopes": ["administer"]},
        "/account/erase": {"word": "erase"},
    }


def test_nothing_that_matters_is_done_on_the_strength_of_an_old_session(max_):
    todo, before = acts(), standing()
    grow_old(max_, 301)
    for address, sent in todo.items():
        answer = max_.post(address, sent)
        assert answer.status_code == 302, address
        assert answer["Location"].startswith("/account/again"), address
    assert standing() == before
    assert account("max").is_active


def test_it_is_done_within_five_minutes(max_):
    todo, (releases, roles, tokens) = acts(), standing()
    assert settings.ACCOUNT_REAUTHENTICATION_REQUIRED
    grow_old(max_, 200)
    del todo["/account/erase"]
    for address, sent in todo.items():
        assert max_.post(address, sent).status_code in (200, 302), address
    assert standing() == (releases + 1, roles, tokens + 1)
    assert (roles_of(account("sam")), roles_of(account("ada"))) == ({"expert"}, set())


def test_whoever_loses_a_role_is_signed_out_everywhere_and_their_programs_are(clock):
    board()
    ada, max_ = account("ada"), account("max")
    browsers = [signed_in_by_mail("ada@example.org") for _ in range(2)]
    robot = program(ada)
    assert [each.get("/review/").status_code for each in browsers] == [200, 200]
    actions.dismiss(account=ada, role="expert", by=max_, at=clock.now)
    assert [each.get("/review/")["Location"] for each in browsers] == ["/account/sign-in?next=%2Freview%2F"] * 2
    assert [each.get("/account/").status_code for each in browsers] == [302, 302]
    assert robot.get("/api/v1/codes").status_code == 401
