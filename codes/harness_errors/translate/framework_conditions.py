"""Conditions of the rows for agent frameworks: most are told by the message of the exception."""

from collections.abc import Mapping

from .verdicts import Test, always, any_of, fact, says

FRAMEWORKS: Mapping[str, Test] = {
    # OpenAI Agents SDK
    "message says tool not found": says(r"tool \S+ not found|not found in agent"),
    "tool JSON; message starts with Invalid JSON input for tool": any_of(
        fact("stage", "tool_arguments"), says(r"\Ainvalid json input for tool")
    ),
    "final output; message says invalid JSON when parsing the output type": any_of(
        fact("stage", "final_output"), says(r"invalid json when parsing")
    ),
    "no final response": says(r"(no|without a?) ?final (response|output)|did not produce a final"),
    # Pydantic AI
    "request_limit": any_of(fact("limit", "request_limit"), says(r"request_limit")),
    "tokens, cost_limit or tool_calls_limit": any_of(
        fact(
            "limit", "total_tokens_limit", "input_tokens_limit", "output_tokens_limit", "cost_limit", "tool_calls_limit"
        ),
        says(r"tokens_limit|cost_limit|tool_calls_limit"),
    ),
    "output retries": any_of(fact("stage", "output", "final_output"), says(r"\b(output|result) (validation|retries)")),
    "tool retries": any_of(fact("stage", "tool_arguments"), says(r"\btool\b.*\b(max )?retries")),
    "raised from an output validator": fact("stage", "output", "final_output"),
    # CrewAI
    "max_execution_time": any_of(fact("limit", "max_execution_time"), says(r"max_execution_time|execution timed out")),
    "task guardrail; message says Task failed ... validation after N retries": says(
        r"task failed.* validation after \d+ retries"
    ),
    "only from a CrewAI A2A server": always,  # the source says so
    # smolagents
    "message starts with Unknown tool": says(r"\Aunknown tool"),
    "final answer check": any_of(
        fact("stage", "final_output"), says(r"\bcheck\b.*\bfinal.answer|final.answer.*\bcheck")
    ),
    "Forbidden ...": says(r"\Aforbidden|is forbidden|not (among|allowed)"),
    # LlamaIndex
    "message starts with Max iterations": says(r"\Amax iterations"),
    # Vercel AI SDK
    "maxRetriesExceeded": any_of(
        fact("error_code", "maxRetriesExceeded"), says(r"maxRetriesExceeded|after \d+ attempts")
    ),
    "abort": any_of(fact("error_code", "abort"), fact("cancel_requested", True), says(r"\babort")),
    # LiteLLM
    "blocked_content is true": fact("error_code", "blocked_content"),
}
