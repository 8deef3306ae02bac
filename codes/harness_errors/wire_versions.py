"""What each version of MCP and A2A puts on the wire, as far as the binding pages need it.

Read from the specifications and schemas of the versions named, and tried against their public SDKs. Plain
JSON-able data, because the JSON form of the pages shows it as it is.
"""

from typing import Any

# The version that a new implementation should speak comes last.
MCP_VERSIONS: tuple[dict[str, Any], ...] = (
    {
        "version": "2025-06-18",
        "result_type_required": False,
        "input_validation": "jsonrpc_error",
        "sampling": "request to the client",
    },
    {
        "version": "2025-11-25",
        "result_type_required": False,
        "input_validation": "tool_execution_error",
        "sampling": "request to the client",
    },
    {
        "version": "2026-07-28",
        "result_type_required": True,
        "input_validation": "tool_execution_error",
        "sampling": "deprecated; an input request inside a result",
    },
)

A2A_VERSIONS: tuple[dict[str, Any], ...] = (
    {
        "version": "0.3",
        "activation_header": "X-A2A-Extensions",
        "agent_role": "agent",
        "part_discriminator": "kind",
        "error_data": "any value",
    },
    {
        "version": "1.0",
        "activation_header": "A2A-Extensions",
        "agent_role": "ROLE_AGENT",
        "part_discriminator": None,
        "error_data": "array of objects with @type",
    },
)


def a2a_state(state: str, version: str) -> str:
    """A task state, given in the draft's spelling (Table 6), as A2A `version` writes it."""
    return state if version == "0.3" else f"TASK_STATE_{state.upper().replace('-', '_')}"
