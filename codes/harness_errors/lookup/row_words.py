"""A row of the crosswalk in words: who says it, what it means there, how well the code fits, what to send beside it."""

import re

from ..entries import SignalEntry
from .plain_names import words_of

# Sources as people know them. One that is not here is shown as it is spelled.
_SOURCES = {
    "a2a": "A2A", "anthropic": "Anthropic", "anthropic-managed-agents": "Anthropic managed agents",
    "autogen": "AutoGen", "aws-bedrock": "AWS Bedrock", "azure-openai": "Azure OpenAI",
    "claude-agent-sdk": "Claude Agent SDK", "cohere": "Cohere", "crewai": "CrewAI", "dspy": "DSPy",
    "google-adk": "Google ADK", "google-gemini": "Google Gemini", "grpc": "gRPC",
    "haystack": "Haystack", "instructor": "Instructor", "langchain": "LangChain", "langgraph": "LangGraph",
    "litellm": "LiteLLM", "llama-index": "LlamaIndex", "mcp": "MCP", "mcp-python-sdk": "MCP Python SDK",
    "mcp-typescript-sdk": "MCP TypeScript SDK", "microsoft-agent-framework": "Microsoft Agent Framework",
    "mistral": "Mistral", "openai": "OpenAI", "openai-agents-python": "OpenAI Agents SDK (Python)",
    "opentelemetry": "OpenTelemetry", "pydantic-ai": "Pydantic AI", "semantic-kernel": "Semantic Kernel",
    "smolagents": "smolagents", "strands-agents": "Strands Agents", "tcp-ap": "TCP/AP",
    "vercel-ai-sdk": "Vercel AI SDK",
}  # fmt: skip

# Whose signals the draft's tables translate, by the table that a row cites: source and words.
DRAFT_TABLES = {
    "Table 5": ("mcp", "MCP, by the draft’s Table 5"),
    "Table 7": ("a2a", "A2A, by the draft’s Table 7"),
    "Table 8": ("", "The draft’s Table 8"),
}

FITS = {
    "exact": "exact: meaning and defaults fit",
    "close": "close: fits with a narrowing or a small loss",
    "lossy": "lossy: something is lost, or a default is wrong",
}

# JSON-RPC 2.0, section 5.1: the same in every protocol upon it.
_JSON_RPC = {
    "-32700": "parse error",
    "-32603": "internal error",
    "-32602": "invalid params",
    "-32601": "method not found",
    "-32600": "invalid request",
}
# Numbers that one source gave a meaning of its own and whose rows have no name.
_OWN_NUMBERS = {
    ("mcp", "-32002"): "resource not found",
    ("mcp", "-32020"): "HTTP headers and body disagree",
    ("mcp", "-32021"): "a client capability is missing",
    ("mcp", "-32022"): "protocol version not supported",
    ("mcp", "-32042"): "a URL has to be visited first",
    ("mcp", "-1"): "the user turned a sampling request down",
    ("mcp-python-sdk", "-32000"): "its own closed connection, never on the wire",
    ("mcp-python-sdk", "-32001"): "its own time-out, never on the wire",
    ("mcp-python-sdk", "-32600"): "its own ended session, never on the wire",
    ("mcp-python-sdk", "-32800"): "request cancelled",
    ("mcp-typescript-sdk", "-32602"): "tool switched off",
}


def source(row: SignalEntry) -> str:
    """Who says it."""
    for table, (_, words) in DRAFT_TABLES.items():
        if row.source == "draft" and row.citation.endswith(table):
            return words
    return source_name(row.source)


def source_name(name: str) -> str:
    """A source as people know it."""
    return _SOURCES.get(name, name)


def meaning(row: SignalEntry) -> str:
    """What the signal is called there; for a number what it means, as far as that is known."""
    if row.kind != "jsonrpc_code":
        return f"{row.signal} ({row.name})" if row.name else row.signal
    own = _OWN_NUMBERS.get((row.source, row.signal)) or _JSON_RPC.get(row.signal, "")
    name = " ".join(words_of(re.sub(r"(?<=[a-z])Error\Z", "", row.name or "")))
    return own or name or row.signal


def fit(row: SignalEntry) -> str:
    return FITS.get(row.confidence, row.confidence)


def condition(row: SignalEntry) -> str:
    """When the row holds; some rows name more signals of the same meaning there."""
    if also := other_names(row):
        return f"The same for: {', '.join(also)}"
    return f"When: {row.condition}" if row.condition else ""


def other_names(row: SignalEntry) -> list[str]:
    """Signals that mean the same: a condition that begins with "also" lists them."""
    return re.findall(r"\w+", row.condition[5:]) if row.condition and row.condition.startswith("also ") else []


def overrides(row: SignalEntry) -> str:
    """What to send beside the code because its default would mislead, or nothing."""
    members = ", ".join(f"{member}: {'true' if value else 'false'}" for member, value in row.overrides.items())
    return f"send {members}" if members else ""


def sentence(row: SignalEntry, twin: SignalEntry | None = None) -> str:
    """All of it in one paragraph."""
    parts = [f"{source(row)}: {meaning(row).rstrip('.')}"]
    if row.condition:
        parts.append(condition(row))
    parts.append(f"Fit {fit(row)}")
    if row.codes[1:]:
        parts.append(f"Otherwise {' or '.join(row.codes[1:])}")
    if row.overrides:
        parts.append(overrides(row).capitalize())
    if twin:
        parts.append(f"The same in {twin.citation.removeprefix('draft-ouchi-agent-harness-errors ')} of the draft")
    parts += [row.note.rstrip("."), f"Version seen: {row.source_version}"]
    return ". ".join(part for part in parts if part) + "."
