"""Everything that the OpenAPI document allows about proposals, and what it does not, by callers of every kind."""

import pytest
import schemathesis
from django.db import connection, transaction
from hypothesis import HealthCheck
from hypothesis import settings as examples
from schemathesis.specs.openapi.checks import ignored_auth, missing_required_header, positive_data_acceptance

from codes.api.docs import STORED
from tests.api.test_schemathesis import document, wsgi
from tests.support.callers import token
from tests.support.people import account, board
from tests.support.proposals import IN_STATE

pytestmark = pytest.mark.django_db

proposals = document.include(tag="proposals")
# Without a token no call comes as far as what the thorough phase is after.
briefly = schemathesis.openapi.from_path(str(STORED))
briefly.config.phases.coverage.enabled = False
QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much, HealthCheck.too_slow]
# No schema can say which proposals there are, in which states and who is quicker: that is refused, and rightly. The
# tool does not expect 428 where If-Match is missing, and tries without a token over the network: other tests do both.
UNSAYABLE = [positive_data_acceptance, missing_required_header, ignored_auth]


@briefly.include(tag="proposals").parametrize()
@examples(suppress_health_check=QUIET, max_examples=5, deadline=None)
def test_without_a_token(case):
    answer = case.call_and_validate(
        app=wsgi, base_url="http://localhost", headers={"Accept-Encoding": "identity"}, excluded_checks=UNSAYABLE
    )
    if {} not in case.operation.definition.raw["security"]:
        assert not 200 <= answer.status_code < 300


@pytest.fixture
def stage(published, settings):
    """A proposal in every state, the calls uncounted, and a token for each kind of caller."""
    if connection.vendor != "postgresql":
        pytest.skip("once is enough, on the database that is in production")
    settings.API_CALLS_PER_MINUTE = {"tools": 0, "writes": 0}
    board()
    made = [make(code=f"tool.{state}", title=f"About {state}") for state, make in IN_STATE.items()]
    people = {"propose": account("sam"), "review": account("ada"), "administer": account("max")}
    return [each.number for each in made], {scope: token(each) for scope, each in people.items()}


@pytest.mark.slow
@proposals.parametrize()
@examples(suppress_health_check=QUIET, max_examples=15, deadline=None)
def test_with_one(case, stage):
    """By whoever comes furthest with it. Every second example is about a proposal that there is, as it is now."""
    numbers, tokens = stage
    scope = case.operation.definition.raw["security"][-1].get("token", ["propose"])[0]
    number = (case.path_parameters or {}).get("number")
    if isinstance(number, int) and number % 2:
        case.path_parameters["number"] = numbers[number // 2 % len(numbers)]
        if "If-Match" in (case.headers or {}):
            case.headers["If-Match"] = "*"
    with transaction.atomic():
        case.call_and_validate(
            app=wsgi,
            base_url="http://localhost",
            headers={"Accept-Encoding": "identity", "Authorization": f"Bearer {tokens.get(scope, tokens['propose'])}"},
            excluded_checks=UNSAYABLE,
        )
        transaction.set_rollback(True)
