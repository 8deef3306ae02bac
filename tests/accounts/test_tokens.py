"""Tokens: how they are made, shown once, limited and revoked, and what one may do at a moment."""

import re
from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.utils import timezone

from codes.accounts import tokens
from codes.accounts.enrol import enrol
from codes.accounts.models import Token

from .people import appoint, signed_in

pytestmark = pytest.mark.django_db

SOON = timedelta(minutes=1)


def test_a_token_is_a_digest_and_its_text_is_kept_nowhere(ada):
    token, text = tokens.create(ada, name=" my  script ", scopes=["propose", "read-own"])
    assert re.fullmatch("[0-9a-f]{64}", text)
    assert text not in str(Token.objects.values())
    assert (token.name, token.scopes, token.user) == ("my script", "read-own propose", ada)
    assert abs(token.expiry - timezone.now() - timedelta(days=90)) < SOON
    assert token.beginning == text[:8]


@pytest.mark.parametrize(
    ("wrong", "argument"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "a\u200bb"}, "name"),
        ({"name": "a\x01b"}, "name"),
        ({"name": "a\u2066b"}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes"),
        ({"scopes": ["review"]}, "scopes"),
        ({"scopes": ["propose", "administer"]}, "scopes"),
        ({"days": 0}, "days"),
        ({"days": 366}, "days"),
    ],
)
def test_what_cannot_be_is_said_of_its_argument(wrong, argument, ada):
    with pytest.raises(ValidationError) as refused:
        tokens.create(ada, **{"name": "script", "scopes": ["propose"], **wrong})
    assert set(refused.value.message_dict) == {argument}
    assert Token.objects.count() == 0


def test_an_account_has_so_many_and_those_that_have_run_out_do_not_count(ada):
    for _ in range(tokens.MOST):
        tokens.create(ada, name="script", scopes=["propose"])
    with pytest.raises(ValidationError):
        tokens.create(ada, name="script", scopes=["propose"])
    Token.objects.filter(pk=Token.objects.first().pk).update(expiry=timezone.now())
    tokens.create(ada, name="script", scopes=["propose"])
    assert len(tokens.live(ada)) == tokens.MOST


ROLES = [(), ("expert",), ("lead",), ("administrator",)]
# Of a token with all scopes, by the role that its account holds.
OPEN = {
    (): {"read-own", "propose"},
    ("expert",): {"read-own", "propose", "review"},
    ("lead",): {"read-own", "propose", "review"},
    ("administrator",): {"read-own", "propose", "review", "administer"},
}


@pytest.mark.parametrize("held", ROLES)
def test_a_token_does_no_more_than_its_account_may_at_this_moment(held, ada):
    everything = [appoint(ada, "administrator"), appoint(ada, "expert")]
    token, _ = tokens.create(ada, name="script", scopes=["read-own", "propose", "review", "administer"])
    for role in everything:
        role.dismissed_at = timezone.now()
        role.save()
    for role in held:
        appoint(ada, role)
    allowed = {scope for scope in ("read-own", "propose", "review", "administer") if tokens.allows(token, scope)}
    assert allowed == OPEN[held]
    assert set(tokens.scopes_open_to(ada)) == OPEN[held]


def test_a_token_does_no_more_than_its_scopes(ada):
    appoint(ada, "administrator")
    token, _ = tokens.create(ada, name="script", scopes=["review"])
    assert [tokens.allows(token, scope) for scope in ("read-own", "propose", "review", "administer")] == [
        False,
        False,
        True,
        False,
    ]


def test_a_role_is_used_with_a_second_factor_only_where_the_site_asks_for_one(ada, settings):
    appoint(ada, "expert")
    token, _ = tokens.create(ada, name="script", scopes=["propose", "review"])
    settings.REQUIRE_SECOND_FACTOR = True
    assert (tokens.allows(token, "propose"), tokens.allows(token, "review")) == (True, False)
    TOTP.activate(ada, generate_totp_secret())
    assert tokens.allows(token, "review") is True


def test_the_page_makes_shows_once_and_revokes(ada):
    client = signed_in("ada@example.org")
    page = client.get("/account/tokens").content.decode()
    assert "propose" in page
    assert "administer" not in page
    made = client.post("/account/tokens/new", {"name": "build robot", "days": "30", "scopes": ["propose"]})
    text = re.search(r'id="token">([0-9a-f]+)<', made.content.decode())[1]
    assert made["Cache-Control"] == "private, no-store"
    page = client.get("/account/tokens").content.decode()
    assert "build robot" in page
    assert text[:8] in page
    assert text not in page
    token = Token.objects.get()
    assert abs(token.expiry - timezone.now() - timedelta(days=30)) < SOON
    assert client.get(f"/account/tokens/{token.digest}/revoke").status_code == 405
    assert client.post(f"/account/tokens/{token.digest}/revoke")["Location"] == "/account/tokens"
    assert Token.objects.count() == 0


def test_nobody_revokes_the_token_of_another(ada):
    token, _ = tokens.create(enrol("eve@example.org"), name="script", scopes=["propose"])
    signed_in("ada@example.org").post(f"/account/tokens/{token.digest}/revoke")
    assert Token.objects.get() == token


def test_what_is_missing_in_the_form_is_said_at_its_field(ada):
    answer = signed_in("ada@example.org").post("/account/tokens/new", {"name": "", "days": "1000"})
    page = answer.content.decode()
    assert answer.status_code == 400
    for field in ("name", "days", "scopes"):
        assert f'<a href="#id_{field}">' in page
        assert f'id="id_{field}"' in page
    assert Token.objects.count() == 0


def test_the_operator_makes_one_on_the_command_line(ada, capsys):
    call_command(
        "create_token", "Ada@example.org", "--scope", "propose", "--scope", "read-own", "--name", "robot", "--days", "7"
    )
    said = capsys.readouterr()
    token = Token.objects.get()
    assert re.fullmatch("[0-9a-f]{64}\n", said.out)
    assert token.token_key == said.out[:15]
    assert (token.user, token.name, token.scopes) == (ada, "robot", "read-own propose")
    assert "runs out on" in said.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["eve@example.org", "--scope", "propose", "--name", "robot"], "No account has the address eve@example.org."),
        (["ada@example.org", "--scope", "review", "--name", "robot"], "review: this account does not hold the role"),
        (["ada@example.org", "--scope", "propose", "--name", "robot", "--days", "900"], "1 to 365 days"),
    ],
)
def test_and_hears_why_not(arguments, said, ada):
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("create_token", *arguments)
    assert Token.objects.count() == 0


def test_a_token_that_may_publish_lasts_a_week(ada):
    """In the place of showing again who one is, which a program cannot do."""
    appoint(ada, "administrator")
    token, _ = tokens.create(ada, name="robot", scopes=["administer", "propose"])
    assert abs(token.expiry - timezone.now() - timedelta(days=7)) < SOON
    with pytest.raises(ValidationError, match="With administer it can be valid for 1 to 7 days"):
        tokens.create(ada, name="robot", scopes=["administer"], days=8)
    assert tokens.create(ada, name="robot", scopes=["propose"], days=8)[0].expiry
