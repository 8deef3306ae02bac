import pytest

from codes.harness_errors.render import NotRenderableError, render
from tests.fixtures_facts.draft_tables import DRAFT
from tests.harness_errors.objects import RATE, TURNS, of

pytestmark = pytest.mark.django_db

URI = "https://agenterrors.org/ext/a2a/v1"
NEW = {"failed": "TASK_STATE_FAILED", "rejected": "TASK_STATE_REJECTED", "canceled": "TASK_STATE_CANCELED"}


@pytest.mark.parametrize(("code", "state"), [(row[0], row[6]) for row in DRAFT])
def test_every_code_ends_in_the_state_of_table_6(registry, code, state):
    old, new = (
        render(of(code), registry, "a2a", version=version, form="task_status").content["state"]
        for version in ("0.3", "1.0")
    )
    assert (old, new) == (state, NEW[state])


@pytest.mark.parametrize("code", ["policy.not_known", "x-acme.stale"])
def test_a_code_that_is_not_registered_ends_in_failed(registry, code):
    assert render(of(code), registry, "a2a", form="task_status").content["state"] == "TASK_STATE_FAILED"


def test_a_failed_task_of_0_3(registry):
    found = render(
        {**TURNS, "status": 422},
        registry,
        "a2a",
        version="0.3",
        task_id="task-77",
        context_id="ctx-5",
        message_id="m-2",
        timestamp="2026-11-30T12:00:00Z",
    )
    assert found.content == {
        "kind": "task",
        "id": "task-77",
        "contextId": "ctx-5",
        "status": {
            "state": "failed",
            "timestamp": "2026-11-30T12:00:00Z",
            "message": {
                "kind": "message",
                "messageId": "m-2",
                "role": "agent",
                "taskId": "task-77",
                "contextId": "ctx-5",
                "extensions": [URI],
                "parts": [
                    {"kind": "text", "text": "Gave up after 50 turns without a plan."},
                    {"kind": "data", "data": TURNS},
                ],
            },
        },
    }
    assert found.notes == ()


def test_a_task_status_of_1_0(registry):
    found = render({**TURNS, "status": 422}, registry, "a2a", form="task_status", message_id="m-2")
    assert found.version == "1.0"
    assert found.content == {
        "state": "TASK_STATE_FAILED",
        "message": {
            "messageId": "m-2",
            "role": "ROLE_AGENT",
            "extensions": [URI],
            "parts": [{"text": "Gave up after 50 turns without a plan."}, {"data": TURNS}],
        },
    }


@pytest.mark.parametrize("version", ["0.3", "1.0"])
def test_without_the_extension_the_text_goes_alone(registry, version):
    found = render(TURNS, registry, "a2a", version=version, extension_active=False)
    message = found.content["status"]["message"]
    assert ["text" in part for part in message["parts"]] == [True]
    assert "extensions" not in message
    assert found.notes == ("The client has not activated the extension, so the object stays behind.",)


def test_the_text_is_the_title_where_there_is_no_detail_and_never_the_feedback(registry):
    found = render(of("tool.timeout", model_feedback="x"), registry, "a2a", form="task_status")
    assert found.content["message"]["parts"][0] == {"text": "Tool Timeout"}
    assert found.notes == ("There is no detail, so the text part holds the title alone.",)


def test_a_protocol_error_of_0_3_has_the_bare_object(registry):
    found = render({**RATE, "status": 429}, registry, "a2a", version="0.3", form="protocol_error", request_id="2")
    error = {"code": -32603, "message": "Upstream Rate Limited", "data": RATE}
    assert found.content == {"jsonrpc": "2.0", "id": "2", "error": error}


INFO = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "domain": "a2a-protocol.org"}
STRUCT = {"@type": "type.googleapis.com/google.protobuf.Struct", "value": RATE}


def test_a_protocol_error_of_1_0_has_an_array_of_any(registry):
    found = render({**RATE, "status": 429}, registry, "a2a", form="protocol_error", code=-32001)
    data = [{**INFO, "reason": "TASK_NOT_FOUND"}, STRUCT]
    error = {"code": -32001, "message": "Upstream Rate Limited", "data": data}
    assert found.content == {"jsonrpc": "2.0", "id": 1, "error": error}


def test_the_http_binding_of_1_0_has_the_same_details(registry):
    found = render({**RATE, "status": 429}, registry, "a2a", form="http_error")
    details = [{**INFO, "reason": "INTERNAL_ERROR"}, STRUCT]
    error = {"code": 500, "status": "INTERNAL", "message": "Upstream Rate Limited", "details": details}
    assert found.content == {"error": error}


@pytest.mark.parametrize(
    ("version", "form", "options", "pointer"),
    [
        ("0.2", "task", {}, "/version"),
        ("0.2", "task_status", {}, "/version"),
        ("0.2", "protocol_error", {}, "/version"),
        ("0.2", "http_error", {}, "/version"),
        ("0.3", "http_error", {}, "/form"),
        ("1.0", "protocol_error", {"code": -32000}, "/options/code"),
    ],
)
def test_what_a2a_does_not_have_is_refused(registry, version, form, options, pointer):
    with pytest.raises(NotRenderableError) as caught:
        render(TURNS, registry, "a2a", version=version, form=form, **options)
    assert caught.value.pointer == pointer
