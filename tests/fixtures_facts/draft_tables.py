"""The draft's Tables 2, 3, 4 and 6, typed a second time from the draft: an oracle that no code of ours made."""

T, F = True, False
FAILED, REJECTED, CANCELED = "failed", "rejected", "canceled"
RPC, TOOL = "jsonrpc_error", "tool_execution_error"

# code, title, origin, retryable, model_recoverable (Table 2); HTTP status (Table 3); A2A state (Table 6);
# MCP channel and JSON-RPC code (section 7.2 and Table 4).
DRAFT = [
    ("output.malformed", "Malformed Output", "model", F, T, 422, FAILED, RPC, -32603),
    ("output.schema_violation", "Output Schema Violation", "model", F, T, 422, FAILED, RPC, -32603),
    ("output.truncated", "Output Truncated", "model", F, F, 422, FAILED, RPC, -32603),
    ("output.empty", "Empty Output", "model", T, T, 422, FAILED, RPC, -32603),
    ("output.unknown_tool", "Unknown Tool Requested", "model", F, T, 422, FAILED, RPC, -32602),
    ("output.invalid_tool_arguments", "Invalid Tool Arguments", "model", F, T, 422, FAILED, TOOL, None),
    ("output.retries_exhausted", "Output Retries Exhausted", "harness", F, F, 422, FAILED, RPC, -32603),
    ("loop.max_turns_exceeded", "Maximum Turns Exceeded", "harness", F, F, 422, FAILED, RPC, -32603),
    ("loop.budget_exceeded", "Budget Exceeded", "harness", F, F, 422, FAILED, RPC, -32603),
    ("loop.timeout", "Run Timeout", "harness", F, F, 504, FAILED, RPC, -32603),
    ("loop.repetition_detected", "Repetition Detected", "harness", F, T, 422, FAILED, RPC, -32603),
    ("context.window_exceeded", "Context Window Exceeded", "harness", F, F, 422, FAILED, RPC, -32603),
    ("context.compaction_failed", "Context Compaction Failed", "harness", T, F, 422, FAILED, RPC, -32603),
    ("tool.not_available", "Tool Not Available", "tool", F, T, 422, FAILED, TOOL, None),
    ("tool.execution_failed", "Tool Execution Failed", "tool", F, T, 422, FAILED, TOOL, None),
    ("tool.timeout", "Tool Timeout", "tool", T, T, 504, FAILED, TOOL, None),
    ("tool.permission_denied", "Tool Permission Denied", "harness", F, T, 403, FAILED, TOOL, None),
    ("tool.sandbox_violation", "Sandbox Violation", "harness", F, F, 422, FAILED, TOOL, None),
    ("policy.guardrail_triggered", "Guardrail Triggered", "harness", F, F, 403, REJECTED, RPC, -32603),
    ("policy.model_refusal", "Model Refusal", "model", F, F, 403, REJECTED, RPC, -32603),
    ("policy.content_filtered", "Content Filtered", "upstream", F, F, 403, REJECTED, RPC, -32603),
    ("policy.approval_denied", "Approval Denied", "user", F, T, 403, FAILED, RPC, -32603),
    ("upstream.rate_limited", "Upstream Rate Limited", "upstream", T, F, 429, FAILED, TOOL, None),
    ("upstream.overloaded", "Upstream Overloaded", "upstream", T, F, 503, FAILED, TOOL, None),
    ("upstream.unavailable", "Upstream Unavailable", "upstream", T, F, 503, FAILED, TOOL, None),
    ("upstream.authentication_failed", "Upstream Authentication Failed", "upstream",
     F, F, 502, FAILED, TOOL, None),
    ("upstream.invalid_request", "Upstream Invalid Request", "upstream", F, F, 502, FAILED, TOOL, None),
    ("upstream.invalid_response", "Upstream Invalid Response", "upstream", T, F, 502, FAILED, TOOL, None),
    ("upstream.agent_failed", "Remote Agent Failed", "upstream", F, T, 502, FAILED, TOOL, None),
    ("harness.cancelled", "Run Cancelled", "harness", F, F, 422, CANCELED, RPC, -32603),
    ("harness.internal_error", "Harness Internal Error", "harness", F, F, 500, FAILED, RPC, -32603),
]  # fmt: skip
