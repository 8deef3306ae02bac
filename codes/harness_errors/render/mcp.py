"""MCP, as a server reports an error (draft sections 7.1 and 7.2, Table 4) and as a client declines sampling (7.4)."""

from collections.abc import Mapping
from typing import Any

from ..document import Registry
from ..problem_type import MCP_META_KEY
from ..resolve import Resolution
from ..wire_versions import MCP_VERSIONS
from . import json_rpc
from .given import checked, outside_http, text, title
from .rendering import NotRenderableError, Rendering

VERSIONS = tuple(each["version"] for each in MCP_VERSIONS)
_RESULT_TYPE = {each["version"]: each["result_type_required"] for each in MCP_VERSIONS}
_SAMPLING_IS_A_REQUEST = {each["version"]: not each["result_type_required"] for each in MCP_VERSIONS}

TOOL_EXECUTION_ERROR = "tool_execution_error"
JSONRPC_ERROR = "jsonrpc_error"
# What MCP documents up to 2025-11-25 for a sampling request that the person declined.
SAMPLING_DECLINED = -1


def mcp(
    found: Mapping[str, Any],
    registry: Registry,
    version: str,
    *,
    request_id: str | int = 1,
    met_by_tool: bool = True,
    server: Mapping[str, str] | None = None,
) -> Rendering:
    """`content` is the whole JSON-RPC message. Its channel follows from the code; `met_by_tool` says whether a tool
    had run when the error arose: only then is an `upstream` code, or one that the registry does not know, a tool
    execution error. `server` is `{name, version}` for the versions that ask for it. Raises NotRenderableError.
    """
    _known(version)
    resolution = checked(found, registry)
    if _channel(resolution, met_by_tool) == TOOL_EXECUTION_ERROR:
        return _tool_execution_error(found, resolution, version, request_id, server)
    entry = resolution.entry
    code = (entry.informative.mcp.jsonrpc_code if entry else None) or json_rpc.INTERNAL_ERROR
    content = json_rpc.response(found, request_id, code, title(found, resolution))
    return Rendering("mcp", version, JSONRPC_ERROR, content)


def sampling_declined(
    found: Mapping[str, Any], registry: Registry, version: str, *, request_id: str | int = 1
) -> Rendering:
    """The client's answer to a sampling request that its harness could not or would not meet. Raises
    NotRenderableError.
    """
    _known(version)
    resolution = checked(found, registry)
    if not _SAMPLING_IS_A_REQUEST[version]:
        why = f"In {version} sampling is an input request inside a result: a client that declines sends nothing back."
        return Rendering("mcp", version, JSONRPC_ERROR, None, (why,))
    declined = resolution.code == "policy.approval_denied"
    code = SAMPLING_DECLINED if declined else json_rpc.INTERNAL_ERROR
    message = "User rejected sampling request" if declined else title(found, resolution)
    return Rendering("mcp", version, JSONRPC_ERROR, json_rpc.response(found, request_id, code, message))


def _known(version: str) -> None:
    if version not in VERSIONS:
        raise NotRenderableError("/version", f"The version of MCP is one of {', '.join(VERSIONS)}.")


def _channel(resolution: Resolution, met_by_tool: bool) -> str:
    if resolution.category == "upstream" or resolution.entry is None:
        return TOOL_EXECUTION_ERROR if met_by_tool else JSONRPC_ERROR
    return resolution.entry.informative.mcp.channel


def _tool_execution_error(
    found: Mapping[str, Any],
    resolution: Resolution,
    version: str,
    request_id: str | int,
    server: Mapping[str, str] | None,
) -> Rendering:
    said, notes = _content_text(found, resolution)
    meta: dict[str, Any] = {MCP_META_KEY: outside_http(found)}
    result: dict[str, Any] = {"isError": True, "content": [{"type": "text", "text": said}], "_meta": meta}
    if _RESULT_TYPE[version]:
        result["resultType"] = "complete"
        if server:
            meta["io.modelcontextprotocol/serverInfo"] = dict(server)
        else:
            notes.append("Servers of this version should name themselves in _meta; no name was given.")
    content = {"jsonrpc": "2.0", "id": request_id, "result": result}
    return Rendering("mcp", version, TOOL_EXECUTION_ERROR, content, tuple(notes))


def _content_text(found: Mapping[str, Any], resolution: Resolution) -> tuple[str, list[str]]:
    """What the model will read: `model_feedback`, else `detail`, and never more than one of them (section 7.2)."""
    if feedback := text(found, "model_feedback"):
        return feedback, []
    if detail := text(found, "detail"):
        return detail, ["There is no model_feedback, so the model will read detail: check that it may."]
    why = "There is neither model_feedback nor detail, so the model will read the title alone."
    return title(found, resolution), [why]
