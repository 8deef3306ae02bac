"""Runs where a protocol's SDK is installed: reads messages with its types and says what it understood.

Standard input: a JSON array of `[kind, version, content]`. Standard output: a JSON array with each content as the SDK
writes it again, so that what it dropped or changed shows. A message that it refuses ends the run.
"""

import json
import sys
from collections.abc import Callable
from typing import Any


def mcp_message(version: str, content: dict[str, Any]) -> dict[str, Any]:
    """A JSON-RPC message, its result read as the answer to tools/call."""
    if version == "2026-07-28":
        from mcp_types import jsonrpc
        from mcp_types.methods import parse_server_result, validate_server_result

        kind = jsonrpc.JSONRPCResponse if "result" in content else jsonrpc.JSONRPCError
        message = written(kind.model_validate(content))
        if "result" in message:
            validate_server_result("tools/call", version, message["result"])
            message["result"] = written(parse_server_result("tools/call", version, message["result"]))
        return message
    from mcp import types

    assert version == types.LATEST_PROTOCOL_VERSION
    message = written(types.JSONRPCMessage.model_validate(content))
    if "result" in message:
        message["result"] = written(types.CallToolResult.model_validate(message["result"]))
    return message


def a2a_task(version: str, content: dict[str, Any]) -> dict[str, Any]:
    import a2a.types

    return proto(a2a.types.Task, content) if version == "1.0" else written(a2a.types.Task.model_validate(content))


def a2a_task_status(version: str, content: dict[str, Any]) -> dict[str, Any]:
    import a2a.types

    if version == "1.0":
        return proto(a2a.types.TaskStatus, content)
    return written(a2a.types.TaskStatus.model_validate(content))


def a2a_protocol_error(version: str, content: dict[str, Any]) -> dict[str, Any]:
    if version == "1.0":
        data = [any_message(entry) for entry in content["error"]["data"]]
        return {**content, "error": {**content["error"], "data": data}}
    from a2a.types import JSONRPCErrorResponse

    return written(JSONRPCErrorResponse.model_validate(content))


def a2a_http_error(version: str, content: dict[str, Any]) -> dict[str, Any]:
    return {"error": {**content["error"], "details": [any_message(entry) for entry in content["error"]["details"]]}}


def written(model: Any) -> dict[str, Any]:
    found: dict[str, Any] = model.model_dump(mode="json", by_alias=True, exclude_none=True)
    return found


def any_message(entry: dict[str, Any]) -> dict[str, Any]:
    """A ProtoJSON Any; its type has to be one that the library knows."""
    from google.protobuf import any_pb2, struct_pb2
    from google.rpc import error_details_pb2

    assert all((struct_pb2.Struct, error_details_pb2.ErrorInfo))  # registered by being imported
    return proto(any_pb2.Any, entry)


def proto(kind: Any, content: dict[str, Any]) -> dict[str, Any]:
    """Unknown members are refused, and numbers come back as doubles."""
    from google.protobuf import json_format

    found: dict[str, Any] = json_format.MessageToDict(json_format.ParseDict(content, kind()))
    return found


READERS: dict[str, Callable[[str, dict[str, Any]], dict[str, Any]]] = {
    "mcp": mcp_message,
    "task": a2a_task,
    "task_status": a2a_task_status,
    "protocol_error": a2a_protocol_error,
    "http_error": a2a_http_error,
}

if __name__ == "__main__":
    messages = json.load(sys.stdin)
    json.dump([READERS[kind](version, content) for kind, version, content in messages], sys.stdout)
