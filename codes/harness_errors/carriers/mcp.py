"""The result of an MCP tool call (draft section 7.2): the object stands in `_meta` under one key."""

from typing import Any

from ..problem_type import MCP_META_KEY
from .found import Found, Head, at, is_harness_error


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """`data` as a result, alone or as the `result` of a JSON-RPC response."""
    result, place = (data["result"], "/result") if isinstance(data.get("result"), dict) else (data, "")
    if not _is_result(result):
        return None
    meta = result.get("_meta")
    meta = meta if isinstance(meta, dict) else {}
    keys = [key for key in meta if key == MCP_META_KEY] or [key for key in meta if is_harness_error(meta[key])]
    if keys and isinstance(meta[keys[0]], dict):
        others = tuple(at(place, "_meta", key) for key in meta if key != keys[0] and is_harness_error(meta[key]))
        return Found("mcp_result", meta[keys[0]], at(place, "_meta", keys[0]), result, place, others=others)
    if is_harness_error(result.get("structuredContent")):
        return Found("elsewhere", result["structuredContent"], at(place, "structuredContent"), result, place)
    calm = None if result.get("isError") is True else "The result does not say isError: true, so the tool did its work."
    return Found("mcp_result", None, "", result, place, no_error=calm)


def _is_result(result: dict[str, Any]) -> bool:
    if "isError" in result or isinstance(result.get("_meta"), dict):
        return True
    if "role" in result:
        # A message of a model API has a list of typed content too.
        return False
    content = result.get("content")
    return isinstance(content, list) and all(isinstance(item, dict) and "type" in item for item in content)
