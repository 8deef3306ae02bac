"""The closed sets of words that the registry document uses."""

# Draft section 4.2.
ORIGINS = ("harness", "model", "tool", "upstream", "user")

STATUSES = ("active", "deprecated")

# How an MCP server reports a code (draft section 7.2): inside a result, where the model sees it, or as an error.
MCP_CHANNELS = ("jsonrpc_error", "tool_execution_error")

# Draft Table 6, in the draft's spelling; A2A 1.0 writes TASK_STATE_FAILED and so on.
A2A_STATES = ("canceled", "failed", "rejected")

# What a consumer may do; advice, never normative.
ACTIONS = (
    "retry_unchanged",
    "feed_back_to_model",
    "adjust_limit",
    "ask_human",
    "fix_configuration",
    "read_causes",
    "give_up",
    "stop",
)

# How well a real-world signal fits the code it is mapped to.
CONFIDENCES = ("exact", "close", "lossy")

SIGNAL_KINDS = (
    "error_code",
    "exception",
    "failure_code",
    "finish_reason",
    "http_status",
    "jsonrpc_code",
    "result_subtype",
    "task_state",
    "transport",
)

# The kinds of system a signal comes from.
SOURCE_KINDS = ("framework", "model_api", "protocol", "taxonomy", "telemetry")
