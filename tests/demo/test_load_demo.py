"""The demonstration: everything there is to play with, and a record that holds."""

from collections import Counter

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from codes.accounts.models import Account
from codes.accounts.roles import roles_of
from codes.releases import verify
from codes.releases.current import current, forget
from codes.review import actions, checks, replay
from codes.review.kinds import KINDS
from codes.review.models import Concern, Delivery, Proposal
from codes.review.states import State

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(published, settings):
    settings.DEBUG, settings.REVIEW_PERIOD_DAYS = True, 0
    call_command("load_demo", verbosity=0)
    forget()


def test_there_is_a_proposal_in_every_state_and_of_most_kinds(demo):
    states = Counter(Proposal.objects.values_list("state", flat=True))
    assert set(states) == set(State)
    assert set(Proposal.objects.values_list("kind", flat=True)) == set(KINDS) - {"reinstate_code"}
    assert Concern.objects.filter(lifted=None).count() == 1
    assert current().release.version == "1.1.0"


def test_somebody_holds_each_role(demo):
    held = {account.email.split("@")[0]: sorted(roles_of(account)) for account in Account.objects.all()}
    assert held == {"sam": [], "ada": ["expert"], "ben": ["expert"], "lea": ["lead"], "max": ["administrator"]}


def test_the_record_holds_and_nobody_is_mailed_about_it(demo):
    assert list(replay.faults()) == []
    assert list(verify.faults()) == []
    call_command("send_notices")
    assert not Delivery.objects.exists()


def test_the_drafts_say_why_they_cannot_be_submitted(demo):
    found = {}
    for row in Proposal.objects.filter(state="draft"):
        (fault,) = [each for each in checks.faults(row.kind, row.content) if each.pointer == "/code"]
        found[row.content["code"]] = fault.code
    assert found == {"x-acme.index_stale": "private_use", "memory.write_failed": "unknown_category"}


def test_the_way_that_the_readme_shows(demo):
    """Ben votes as well, which decides; Max publishes both that wait."""
    ben, boss = (Account.objects.get(email=f"{name}@example.org") for name in ("ben", "max"))
    row = Proposal.objects.get(target="code:upstream.quota_exhausted")
    vote = row.votes.get()
    said = {name: getattr(vote, name) for name in actions.Verdicts.__dataclass_fields__}
    verdicts = actions.Verdicts(**said)
    made = actions.vote(proposal=row.number, verdicts=verdicts, no_conflict=True, by=ben, at=timezone.now())
    assert made.state == "approved"
    waiting = [each.number for each in actions.approved()]
    assert len(waiting) == 2
    assert actions.publish(proposals=waiting, by=boss, at=timezone.now()).version == "1.2.0"


def test_a_second_time_nothing_is_loaded(demo):
    count = Proposal.objects.count()
    call_command("load_demo", verbosity=0)
    assert Proposal.objects.count() == count


@pytest.mark.parametrize(("debug", "days"), [(False, 0), (True, None), (True, 1.0)])
def test_only_where_made_up_people_may_decide(debug, days, published, settings):
    settings.DEBUG, settings.REVIEW_PERIOD_DAYS = debug, days
    with pytest.raises(CommandError, match="DEBUG=1"):
        call_command("load_demo")
    assert not Account.objects.exists()
