"""The examples of the draft, retyped: section 9, and the appendix on MCP and A2A."""

from typing import Any

TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"
INTERIM = "https://agenterrors.org/problems/harness-error"

HTTP = """HTTP/1.1 422 Unprocessable Content
Content-Type: application/problem+json

{
  "type": "https://iana.org/assignments/http-problem-types#agent-harness-error",
  "title": "Output Retries Exhausted",
  "detail": "Structured output failed validation after 3 attempts.",
  "code": "output.retries_exhausted",
  "origin": "harness",
  "retryable": false,
  "model_recoverable": false,
  "attempts": 3,
  "max_attempts": 3,
  "location": { "run_id": "run_8f2c", "turn": 5 },
  "causes": [
    {
      "type": "https://iana.org/assignments/http-problem-types#agent-harness-error",
      "title": "Output Schema Violation",
      "code": "output.schema_violation",
      "origin": "model",
      "model_recoverable": true,
      "model_feedback": "Field 'price' must be a number, got string.",
      "location": { "turn": 5, "pointer": "/items/0/price" }
    }
  ]
}
"""

MCP: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 7,
    "result": {
        "isError": True,
        "content": [{"type": "text", "text": "Argument 'date' must be YYYY-MM-DD, got '11/04'."}],
        "_meta": {
            "org.agenterrors/harness-error": {
                "type": TYPE,
                "title": "Invalid Tool Arguments",
                "code": "output.invalid_tool_arguments",
                "origin": "model",
                "model_recoverable": True,
                "model_feedback": "Argument 'date' must be YYYY-MM-DD, got '11/04'.",
                "location": {"tool_name": "book_meeting", "pointer": "/date"},
            }
        },
    },
}

A2A: dict[str, Any] = {
    "id": "task-123",
    "status": {
        "state": "failed",
        "message": {
            "role": "agent",
            "parts": [
                {"kind": "text", "text": "Stopped after reaching the 50-turn limit."},
                {
                    "kind": "data",
                    "data": {
                        "type": TYPE,
                        "title": "Maximum Turns Exceeded",
                        "code": "loop.max_turns_exceeded",
                        "origin": "harness",
                        "retryable": False,
                        "model_recoverable": False,
                        "limit": {"name": "turns", "value": 50, "observed": 50},
                    },
                },
            ],
        },
    },
}
