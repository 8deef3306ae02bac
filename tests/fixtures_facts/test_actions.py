"""What to do with a code follows from its defaults by the rules of the guide, computed here once more."""

from collections import Counter

from .data import CODES, category_of

# The words for whoever can put it right, one for each code, from the guide.
OWNERS = {
    "output.malformed": "model / prompt author",
    "output.schema_violation": "model / schema author",
    "output.truncated": "operator",
    "output.empty": "model",
    "output.unknown_tool": "model / tool list author",
    "output.invalid_tool_arguments": "model / tool schema author",
    "output.retries_exhausted": "harness operator",
    "loop.max_turns_exceeded": "operator",
    "loop.budget_exceeded": "budget owner",
    "loop.timeout": "operator",
    "loop.repetition_detected": "model / prompt author",
    "context.window_exceeded": "operator",
    "context.compaction_failed": "harness",
    "tool.not_available": "tool owner",
    "tool.execution_failed": "tool owner",
    "tool.timeout": "tool owner",
    "tool.permission_denied": "permission owner",
    "tool.sandbox_violation": "security owner",
    "policy.guardrail_triggered": "policy owner",
    "policy.model_refusal": "user / model provider",
    "policy.content_filtered": "user / provider",
    "policy.approval_denied": "the human",
    "upstream.rate_limited": "capacity owner",
    "upstream.overloaded": "provider",
    "upstream.unavailable": "provider / network",
    "upstream.authentication_failed": "operator",
    "upstream.invalid_request": "harness developer",
    "upstream.invalid_response": "provider",
    "upstream.agent_failed": "remote agent's owner",
    "harness.cancelled": "caller",
    "harness.internal_error": "harness developer",
}

# Both report what happened elsewhere: the reason is in `causes`, and nothing of one's own can be configured.
WRAPPERS = {"output.retries_exhausted", "upstream.agent_failed"}


def expected(code):
    if code["a2a_state"] == "canceled":
        return ["stop"]
    name, category = code["code"], category_of(code["code"])
    asks_a_person = (category == "policy" or code["http_status"] == 403) and name != "policy.approval_denied"
    configurable = category == "upstream" and not code["default_retryable"] and name not in WRAPPERS
    steps = [
        ("read_causes", name in WRAPPERS),
        ("retry_unchanged", code["default_retryable"]),
        ("feed_back_to_model", code["default_model_recoverable"]),
        ("adjust_limit", "limit_names" in code),
        ("ask_human", asks_a_person),
        ("fix_configuration", configurable),
        ("give_up", True),
    ]
    return [action for action, applies in steps if applies]


def test_actions_follow_from_the_rules():
    assert {name: code["actions"] for name, code in CODES.items()} == {
        name: expected(code) for name, code in CODES.items()
    }


def test_totals_of_first_actions():
    """Reading the causes is no reaction yet, so the next step counts."""
    firsts = (next(action for action in code["actions"] if action != "read_causes") for code in CODES.values())
    assert Counter(firsts) == {
        "retry_unchanged": 7, "feed_back_to_model": 10, "adjust_limit": 5, "ask_human": 3,
        "fix_configuration": 2, "stop": 1, "give_up": 3,
    }  # fmt: skip


def test_owners():
    assert {name: code["owner"] for name, code in CODES.items()} == OWNERS


def test_codes_whose_retry_can_repeat_an_effect_warn():
    """A failed remote agent too: its retryable is copied from the inner object, so a retry can be advised."""
    assert {name for name, code in CODES.items() if "side_effect_warning" in code} == {
        "tool.timeout", "upstream.unavailable", "upstream.invalid_response", "upstream.agent_failed",
    }  # fmt: skip
