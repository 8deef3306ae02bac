"""Everything that the OpenAPI document allows, and what it does not, thrown at the API by schemathesis."""

import pytest
import schemathesis
from django.test.client import ClientHandler
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from codes.api.docs import STORED

pytestmark = [pytest.mark.django_db, pytest.mark.from_memory]

document = schemathesis.openapi.from_path(str(STORED))
application = ClientHandler(enforce_csrf_checks=True)


@document.exclude(tag="proposals").parametrize()
# The registry is only read here, so it need not be made anew for each example.
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_the_api_keeps_to_its_document(case, published):
    # No schema can say which cursors were given out and which names are registered: those are refused, and rightly.
    unsayable = {"cursor", "category", "release"} & set(case.query or {})
    # Nor, in a question, which options belong to which carrier.
    unsayable |= {"body"} if case.method == "POST" else set()
    case.call_and_validate(
        app=wsgi,
        base_url="http://localhost",
        headers={"Accept-Encoding": "identity"},  # its client for WSGI decodes nothing
        excluded_checks=[positive_data_acceptance] if unsayable else [],
    )


def wsgi(environ, start_response):
    """Django in this process and on this connection, so that the registry of the test is what it answers from."""
    response = application({**environ, "wsgi.input": environ["wsgi.input"]})
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return [response.content]
