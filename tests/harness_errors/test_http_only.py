import pytest

from codes.harness_errors import http_only

pytestmark = pytest.mark.django_db

# By hand from Tables 2 and 3 of the draft.
BY_CLASS = (
    "context.compaction_failed",
    "harness.internal_error",
    "loop.timeout",
    "output.empty",
    "upstream.agent_failed",
    "upstream.authentication_failed",
    "upstream.invalid_request",
    "upstream.rate_limited",
)
BY_LIST = (
    "context.compaction_failed",
    "loop.timeout",
    "output.empty",
    "upstream.agent_failed",
    "upstream.authentication_failed",
    "upstream.invalid_request",
)


def test_the_codes_on_which_http_only_clients_go_wrong(registry):
    assert http_only.misread(registry) == {"by_class": BY_CLASS, "by_list": BY_LIST}
