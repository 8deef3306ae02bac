"""The closed sets of words that the registry document uses."""

# Draft section 4.2.
ORIGINS = ("harness", "model", "tool", "upstream", "user")

# Draft Table 6, in the draft's spelling; A2A 1.0 writes TASK_STATE_FAILED and so on.
A2A_STATES = ("canceled", "failed", "rejected")

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
