import pytest

from codes.harness_errors.render import render
from tests.fixtures_facts.draft_tables import DRAFT
from tests.fixtures_facts.test_codes import CATEGORY_STATUS
from tests.harness_errors.objects import RATE, of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("code", "status"), [(row[0], row[5]) for row in DRAFT])
def test_every_code_has_the_status_of_table_3_and_the_body_repeats_it(registry, code, status):
    content = render(of(code), registry, "http").content
    assert content == {
        "status": status,
        "headers": {"Content-Type": "application/problem+json", "Cache-Control": "no-store"},
        "body": of(code, status=status),
    }


@pytest.mark.parametrize(("category", "status"), CATEGORY_STATUS.items())
def test_an_unknown_code_has_the_status_of_its_category(registry, category, status):
    assert render(of(f"{category}.not_known"), registry, "http").content["status"] == status


def test_a_private_code_has_the_status_of_the_problem_type(registry):
    assert render(of("x-acme.stale"), registry, "http").content["status"] == 422


def test_retry_after_is_rounded_up_in_the_header_and_exact_in_the_body(registry):
    content = render(RATE, registry, "http").content
    assert (content["headers"]["Retry-After"], content["body"]["retry_after"]) == ("30", 29.2)


@pytest.mark.parametrize("wait", [True, "30", -1, 1e300, float("inf"), float("nan"), None])
def test_a_wait_that_is_no_number_of_seconds_makes_no_header(registry, wait):
    assert "Retry-After" not in render({**RATE, "retry_after": wait}, registry, "http").content["headers"]


def test_the_objects_own_error_status_is_used_and_the_difference_told(registry):
    found = render(of("tool.timeout", status=500), registry, "http")
    assert (found.content["status"], found.content["body"]["status"]) == (500, 500)
    assert found.notes == ("The object asks for 500; Table 3 recommends 504 for this code.",)


@pytest.mark.parametrize("status", [200, 399, 600, "504", 504.0, True])
def test_a_status_that_is_none_of_an_error_is_replaced(registry, status):
    found = render(of("tool.timeout", status=status), registry, "http")
    assert (found.content["status"], found.content["body"]["status"]) == (504, 504)
    assert found.notes == ("The object's status is no error status, so the recommended one takes its place.",)
