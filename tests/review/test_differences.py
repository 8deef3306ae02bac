"""What a proposal changes: no more and no less than publishing it would."""

import pytest

from codes.review import differences
from codes.review.kinds import KINDS
from codes.review.kinds.names import CHANGE_CODE, NEW_CODE
from tests.support.proposals import change_code, new_code

pytestmark = pytest.mark.django_db

DRAFT = "draft-ouchi-agent-harness-errors"


def changed(**changes):
    content = change_code(**{"title": "Tool Timeout", **changes})
    rows, stated = differences.to_entry(CHANGE_CODE, content), KINDS[CHANGE_CODE].present(content)
    return {row.field.name: (row.before, row.after) for row in rows if row.changed and row.field.name in stated}


@pytest.fixture
def registered(published):
    """Every member as it stands in the registry, the reference by its name alone."""
    return {"reference": {"title": DRAFT, "section": "5.3"}}


def test_a_document_that_is_only_named_is_the_one_that_is_registered(registered):
    assert changed(**registered) == {}


def test_a_reference_with_another_section_differs(registered):
    url = f"https://datatracker.ietf.org/doc/{DRAFT}/"
    [(before, after)] = changed(reference={"title": DRAFT, "section": "9"}).values()
    assert (before["section"], after) == ("5.3", {"title": DRAFT, "url": url, "section": "9"})


def test_what_follows_from_another_change_differs_too(registered):
    assert changed(**registered, mcp_channel="jsonrpc_error") == {
        "mcp_channel": ("tool_execution_error", "jsonrpc_error"),
        "mcp_jsonrpc_code": (None, -32603),
    }


def test_an_rfc_has_its_address_and_an_unfinished_reference_has_none(published):
    def shown(reference):
        rows = differences.to_entry(NEW_CODE, new_code(reference=reference))
        return next(row.after for row in rows if row.field.name == "reference")

    rfc = {"title": "RFC 9457", "url": "https://www.rfc-editor.org/rfc/rfc9457", "section": ""}
    assert shown({"title": "RFC 9457"}) == rfc
    assert shown({"title": "Our handbook"}) == {"title": "Our handbook"}
