"""The data of the prose pages: computed from the registry, complete, and fit to be JSON."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from codes.harness_errors.document import Registry
from codes.harness_errors.vocabulary import A2A_STATES
from codes.pages import article_data
from codes.releases.diff.classes import WEIGHTS
from codes.releases.models import ReleaseChange

BASE = "https://registry.example"
ADDRESSES: dict[str, Callable[[Registry, str], dict[str, Any]]] = {
    "/problems/harness-error": article_data.problem_type,
    "/bindings/http": article_data.http,
    "/bindings/json-rpc": article_data.json_rpc,
    "/bindings/mcp": article_data.mcp,
    "/bindings/telemetry": article_data.telemetry,
    "/ext/a2a/v1": article_data.a2a,
    "/clients": article_data.clients,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_data_says_what_it_is_and_where_it_stands(registry: Registry, address: str) -> None:
    data = ADDRESSES[address](registry, BASE)
    assert data["release"] == registry.version
    assert data["documentation"] == f"{BASE}{address}"
    assert data["kind"].startswith("agent-harness-error-")
    assert json.loads(json.dumps(data, allow_nan=False)) == data


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_data_hides_no_other_name_of_the_template(registry: Registry, address: str) -> None:
    data = ADDRESSES[address](registry, BASE)
    assert not {"registry", "base", "version", "template", "current"} & set(data)
    assert all(name.isidentifier() and name.islower() for name in data)


@pytest.mark.parametrize(
    ("address", "groups"),
    [("/bindings/http", "statuses"), ("/bindings/mcp", "channels"), ("/ext/a2a/v1", "states")],
)
def test_every_code_stands_in_one_group(registry: Registry, address: str, groups: str) -> None:
    found = [code for group in ADDRESSES[address](registry, BASE)[groups] for code in group["codes"]]
    assert sorted(found) == [entry.code for entry in registry.codes]


def test_http_groups_have_the_status_of_their_codes(registry: Registry) -> None:
    for group in article_data.http(registry, BASE)["statuses"]:
        statuses = {entry.informative.http_status for entry in registry.codes if entry.code in group["codes"]}
        assert statuses == {group["http_status"]}


def test_mcp_groups_have_the_channel_of_their_codes(registry: Registry) -> None:
    groups = [(group["channel"], group["jsonrpc_code"]) for group in article_data.mcp(registry, BASE)["channels"]]
    assert groups == [("jsonrpc_error", -32602), ("jsonrpc_error", -32603), ("tool_execution_error", None)]


def test_a2a_states_are_spelled_for_each_version(registry: Registry) -> None:
    states = {each["state"]: each["on_the_wire"] for each in article_data.a2a(registry, BASE)["states"]}
    assert tuple(states) == A2A_STATES
    assert states["failed"] == {"0.3": "failed", "1.0": "TASK_STATE_FAILED"}
    assert states["canceled"] == {"0.3": "canceled", "1.0": "TASK_STATE_CANCELED"}


def test_habits_that_route_on_the_status_are_named_with_what_they_get_wrong(registry: Registry) -> None:
    misread = article_data.http(registry, BASE)["misread_by_status"]
    for habit in misread.values():
        assert all(not _retryable(registry, code) for code in habit["retried_in_vain"])
        assert all(_retryable(registry, code) for code in habit["given_up_too_soon"])
    counts = {name: sum(map(len, habit.values())) for name, habit in misread.items()}
    assert counts == {"retry_5xx_never_4xx": 8, "retry_429_502_503_504": 6}


def test_every_class_of_change_that_moves_a_version_is_explained(registry: Registry) -> None:
    data = article_data.clients(registry, BASE)
    parts = {each["class"]: each["part"] for each in data["classes"]}
    assert parts == {name: weight.name.lower() for name, weight in WEIGHTS.items() if weight}
    known: Any = next(each for each in ReleaseChange._meta.constraints if each.name == "release_change_known")
    assert known.condition.children == [("change__in", tuple(data["changes"]))]


def test_telemetry_has_a_value_for_every_code(registry: Registry) -> None:
    values = article_data.telemetry(registry, BASE)["values"]
    assert [each["code"] for each in values] == [entry.code for entry in registry.codes]


def _retryable(registry: Registry, code: str) -> bool:
    entry = registry.code(code)
    assert entry is not None
    return entry.default_retryable
