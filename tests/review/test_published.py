"""From a request to a release, for each kind; and the record of it replayed."""

import pytest

from codes.harness_errors.example import example
from codes.harness_errors.inspect import inspect
from codes.harness_errors.routing import routing
from codes.releases import publish as releases
from codes.releases import verify
from codes.releases.current import current
from codes.releases.models import Release
from codes.review import actions, replay
from codes.review.kinds.names import CHANGE_CODE, CHANGE_SIGNALS, DEPRECATE_CODE, NEW_CATEGORY, NEW_CODE, REINSTATE_CODE
from tests.support import proposals
from tests.support.keys import new_key
from tests.support.people import DAY, account

pytestmark = pytest.mark.usefixtures("published")


@pytest.mark.parametrize(
    ("kind", "version"),
    [
        (NEW_CODE, "1.1.0"),
        (CHANGE_CODE, "1.0.1"),
        (DEPRECATE_CODE, "1.1.0"),
        (NEW_CATEGORY, "1.1.0"),
        (CHANGE_SIGNALS, "1.0.1"),
    ],
)
def test_each_kind_becomes_a_release(kind, version):
    made = proposals.published(kind)
    assert (made.state, made.release.version) == ("published", version)
    assert list(replay.faults()) == []
    assert list(verify.faults()) == []


def test_a_reinstatement_is_a_major_release():
    first = proposals.published(DEPRECATE_CODE)
    made = proposals.published(REINSTATE_CODE, at=first.decided + 2 * DAY)
    assert made.release.version == "2.0.0"
    assert list(replay.faults()) == []
    assert list(verify.faults()) == []


def test_a_new_code_is_registered_as_it_was_asked_for():
    proposals.published()
    entry = current().registry.code("upstream.quota_exhausted")
    asked = proposals.new_code()
    assert (entry.title, entry.description) == (asked["title"], asked["description"])
    assert (entry.default_retryable, entry.default_model_recoverable) == (False, False)
    assert [(each.title, each.url, each.section) for each in entry.reference] == [tuple(asked["reference"].values())]
    assert (entry.administrative.change_controller, entry.informative.origin) == ("Example Consortium", "upstream")
    # What was left open: the category's status, the channel of most upstream codes, what follows from the defaults.
    assert (entry.informative.http_status, entry.informative.mcp.channel) == (502, "tool_execution_error")
    assert (entry.informative.actions, entry.informative.a2a.state) == (("fix_configuration", "give_up"), "failed")
    assert entry.informative.owner == "operator"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "fix_configuration give_up"),
        ({"actions": ["give_up"]}, "give_up"),
        ({"default_retryable": True}, "retry_unchanged give_up"),
        ({"http_status": 403}, "ask_human fix_configuration give_up"),
        ({"code": "policy.spent"}, "ask_human give_up"),
        ({"code": "policy.spent", "actions": ["give_up"]}, "give_up"),
        ({"code": "tool.spent"}, "give_up"),
    ],
)
def test_whoever_asks_what_to_do_with_a_new_code_is_told_the_same(changes, expected):
    code = proposals.published(**changes).target.partition(":")[2]
    registry = current().registry
    (rule,) = [each for each in routing(registry).rules if each.match.value == code]
    found = inspect(example(registry.code(code)), registry).actions
    told = registry.code(code).informative.actions, [each.action for each in rule.do], [each.action for each in found]
    assert [" ".join(each) for each in told] == [expected] * 3


def test_several_proposals_make_one_release():
    first = proposals.approved(at=proposals.START)
    second = proposals.approved(CHANGE_CODE, at=proposals.START)
    release = actions.publish(proposals=[second.number, first.number], by=account("max"), at=second.decided + DAY)
    assert release.version == "1.1.0"
    assert sorted(each.number for each in release.proposals.all()) == [first.number, second.number]
    assert Release.objects.count() == 2


def test_the_preview_is_the_release_and_writes_nothing():
    made = proposals.approved()
    at = made.decided + DAY
    upcoming = actions.upcoming(at)
    assert [each.number for each in upcoming.proposals] == [made.number]
    assert Release.objects.count() == 1
    actions.publish(proposals=[made.number], by=account("max"), at=at)
    assert current().registry.to_bytes() == upcoming.made.registry.to_bytes()


def test_a_process_without_the_key_publishes_nothing_once_a_manifest_was_signed(settings):
    settings.SIGNING_KEY = new_key()
    first = proposals.published()
    made = proposals.approved(code="upstream.credit_gone", at=first.decided + 2 * DAY)
    for key in ("", "no key"):
        settings.SIGNING_KEY = key
        with pytest.raises(actions.Guarded) as refused:
            actions.publish(proposals=[made.number], by=account("max"), at=made.decided + DAY)
        assert refused.value.code == "no_key"
    made.refresh_from_db()
    assert (made.state, Release.objects.count()) == ("approved", 2)


@pytest.mark.django_db(transaction=True)
def test_what_was_prepared_is_not_made_under_the_locks(monkeypatch):
    made = proposals.approved()
    at = made.decided + DAY
    actions.prepare(proposals=[made.number], at=at)
    with monkeypatch.context() as patched:
        patched.setattr(releases.sums, "sums", nothing_more)
        release = actions.publish(proposals=[made.number], by=account("max"), at=at)
    assert release.version == "1.1.0"
    assert list(verify.faults()) == []


def nothing_more(files):
    raise AssertionError("rendered once more")


def test_what_has_changed_since_it_was_prepared_is_made_anew():
    one, other = proposals.approved(), proposals.approved(CHANGE_CODE)
    at = max(one.decided, other.decided) + 2 * DAY
    actions.prepare(proposals=[one.number], at=at)
    actions.publish(proposals=[other.number], by=account("max"), at=at - DAY)
    release = actions.publish(proposals=[one.number], by=account("max"), at=at)
    assert release.version == "1.1.0"
    assert list(verify.faults()) == []


def test_there_is_nothing_to_prepare(monkeypatch):
    """What is wrong with it, `publish` says."""
    waiting = proposals.submitted().number
    monkeypatch.setattr(releases, "files_of", nothing_more)
    actions.prepare(proposals=[999], at=proposals.START)
    actions.prepare(proposals=[waiting], at=proposals.START)
