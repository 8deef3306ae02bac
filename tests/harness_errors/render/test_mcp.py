import pytest

from codes.harness_errors.render import NotRenderableError, render
from tests.fixtures_facts.draft_tables import DRAFT, TOOL
from tests.harness_errors.objects import ARGUMENTS, TURNS, of, without_status

pytestmark = pytest.mark.django_db

KEY = "org.agenterrors/harness-error"
VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
SERVER = {"name": "restaurant", "version": "2.1.0"}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("code", "title", "channel", "number"), [(row[0], row[1], row[7], row[8]) for row in DRAFT])
def test_every_code_goes_by_the_channel_and_number_of_section_7_2_and_table_4(
    registry, version, code, title, channel, number
):
    found = render(of(code, status=500), registry, "mcp", version=version)
    assert found.form == channel
    if channel == TOOL:
        assert (found.content["result"]["isError"], found.content["result"]["_meta"]) == (True, {KEY: of(code)})
    else:
        error = {"code": number, "message": title, "data": of(code)}
        assert found.content == {"jsonrpc": "2.0", "id": 1, "error": error}


@pytest.mark.parametrize("version", VERSIONS[:2])
def test_a_tool_execution_error_before_2026(registry, version):
    found = render(ARGUMENTS, registry, "mcp", version=version, request_id="r-1", server=SERVER)
    assert found.content == {
        "jsonrpc": "2.0",
        "id": "r-1",
        "result": {
            "isError": True,
            "content": [{"type": "text", "text": "date must be written as YYYY-MM-DD; got 4 November."}],
            "_meta": {KEY: without_status(ARGUMENTS)},
        },
    }
    assert found.notes == ()


def test_a_tool_execution_error_of_2026_is_a_complete_result_and_names_its_server(registry):
    found = render(ARGUMENTS, registry, "mcp", server=SERVER)
    assert found.version == "2026-07-28"
    assert found.content["result"] == {
        "resultType": "complete",
        "isError": True,
        "content": [{"type": "text", "text": "date must be written as YYYY-MM-DD; got 4 November."}],
        "_meta": {KEY: without_status(ARGUMENTS), "io.modelcontextprotocol/serverInfo": SERVER},
    }


@pytest.mark.parametrize(
    ("members", "text", "notes"),
    [
        ({"model_feedback": "fix it", "detail": "secret"}, "fix it", 0),
        ({"detail": "what happened"}, "what happened", 1),
        ({"model_feedback": "", "detail": "what happened"}, "what happened", 1),
        ({"model_feedback": 5, "detail": ["x"], "title": "mine"}, "Tool Timeout", 1),
        ({}, "Tool Timeout", 1),
    ],
)
def test_the_model_reads_its_feedback_else_detail_and_never_more(registry, members, text, notes):
    found = render(of("tool.timeout", **members), registry, "mcp", version="2025-11-25")
    assert found.content["result"]["content"] == [{"type": "text", "text": text}]
    assert len(found.notes) == notes


@pytest.mark.parametrize("code", [row[0] for row in DRAFT if row[0].startswith("upstream.")] + ["x-acme.stale"])
def test_what_no_tool_met_is_a_protocol_error(registry, code):
    found = render(of(code), registry, "mcp", met_by_tool=False)
    assert (found.form, found.content["error"]["code"]) == ("jsonrpc_error", -32603)


def test_a_tools_own_code_stays_a_tool_execution_error(registry):
    assert render(of("tool.timeout"), registry, "mcp", met_by_tool=False).form == "tool_execution_error"


@pytest.mark.parametrize("version", VERSIONS[:2])
@pytest.mark.parametrize(
    ("code", "number", "message"),
    [
        ("policy.approval_denied", -1, "User rejected sampling request"),
        ("harness.internal_error", -32603, "Harness Internal Error"),
    ],
)
def test_declined_sampling_is_an_error_with_the_object_as_data(registry, version, code, number, message):
    found = render(of(code, status=403), registry, "mcp", version=version, form="sampling_declined", request_id=3)
    error = {"code": number, "message": message, "data": of(code)}
    assert found.content == {"jsonrpc": "2.0", "id": 3, "error": error}


def test_since_2026_declined_sampling_sends_nothing(registry):
    found = render(of("policy.approval_denied"), registry, "mcp", form="sampling_declined")
    assert found.content is None
    assert found.notes == (
        "In 2026-07-28 sampling is an input request inside a result: a client that declines sends nothing back.",
    )


def test_the_json_rpc_message_says_no_more_than_the_title(registry):
    assert render(TURNS, registry, "mcp").content["error"]["message"] == "Maximum Turns Exceeded"


@pytest.mark.parametrize("form", ["server", "sampling_declined"])
def test_another_version_is_refused(registry, form):
    with pytest.raises(NotRenderableError) as caught:
        render(TURNS, registry, "mcp", version="2024-11-05", form=form)
    assert caught.value.pointer == "/version"
