"""The object in the result of an MCP tool call (draft section 7.2)."""

from ..carriers import Found
from ..problem_type import MCP_META_KEY
from .subject import Subject


def check(subject: Subject, found: Found) -> None:
    result, place, notes = found.holder, found.holder_pointer, subject.notes
    if not found.pointer.endswith(MCP_META_KEY.replace("/", "~1")):
        notes.at("mcp.meta_key", found.pointer, f"The key is {MCP_META_KEY}, to the letter.")
    if result.get("isError") is not True:
        notes.at("mcp.is_error", place, "Without isError: true the model takes this for a result.")
    _text(subject, found)
    if "resultType" not in result:
        notes.at("mcp.result_type", place, "2026-07-28 requires resultType: complete; earlier versions do without.")
    entry = subject.entry
    if entry and entry.informative.mcp.channel != "tool_execution_error":
        code = entry.informative.mcp.jsonrpc_code
        notes.at("mcp.channel", place, f"The draft reports {entry.code} as a JSON-RPC error with code {code}.")


def _text(subject: Subject, found: Found) -> None:
    content, place = found.holder.get("content"), f"{found.holder_pointer}/content"
    texts = [
        (index, item.get("text"))
        for index, item in enumerate(content if isinstance(content, list) else ())
        if isinstance(item, dict) and item.get("type") == "text"
    ]
    if not texts:
        subject.notes.at("mcp.content", place, "There is no text item, so the model learns nothing of the failure.")
        return
    index, shown = texts[0]
    meant = "model_feedback" if "model_feedback" in subject.read else "detail"
    if meant in subject.read and shown != subject.read[meant]:
        message = f"The first text should be `{meant}`. Whatever else it says reaches the model too."
        subject.notes.at("mcp.text", f"{place}/{index}/text", message)
