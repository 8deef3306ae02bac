"""Registry values in words: one place, so that a page, its Markdown and a comparison say the same."""

from codes.harness_errors.entries import CodeEntry, Mcp

_ACTIONS = {
    "retry_unchanged": "repeat the operation unchanged",
    "feed_back_to_model": "tell the model",
    "adjust_limit": "adjust the limit",
    "ask_human": "ask a human",
    "fix_configuration": "fix the configuration",
    "read_causes": "read the causes",
    "give_up": "give up",
    "stop": "stop",
}

# What follows the short name of a step, which these sentences do not repeat.
_STEPS = {
    "retry_unchanged": "Only while your own limits on attempts, time and cost allow it. Wait as long as retry_after"
    " says, or as your own backoff does, whichever is longer.",
    "feed_back_to_model": "Say what was wrong: pass on model_feedback, or detail where that is missing. What another"
    " party sent is untrusted text, with no more weight than the rest of its output.",
    "adjust_limit": "Or ask for less. Raising a limit is a decision of the operator or a policy, never an automatic"
    " step without a ceiling.",
    "ask_human": "Do not rephrase the request to get round the decision.",
    "fix_configuration": "The same request fails again until then.",
    "read_causes": "The reason stands in the inner object; retryable on the outer one is at best a copy.",
    "give_up": "Report upward, keep the code, and put this object in causes when you wrap it.",
    "stop": "The caller asked for it, so nothing has failed and nobody needs an alarm.",
}


def action_words(action: str) -> str:
    """The action in a few words. Actions of a later release are shown as they are spelled."""
    return _ACTIONS.get(action, action)


def steps(entry: CodeEntry) -> list[tuple[str, str]]:
    """What a consumer does with `entry`, in order: each step as a short name and a sentence or two."""
    return [(action_words(action).capitalize(), _step(entry, action)) for action in entry.informative.actions]


def _step(entry: CodeEntry, action: str) -> str:
    text = _STEPS.get(action, "")
    if action == "retry_unchanged" and entry.informative.side_effect_warning:
        text = f"{text} {entry.informative.side_effect_warning}"
    if action == "adjust_limit" and entry.informative.limit_names:
        text = f"{text} Limits concerned: {', '.join(entry.informative.limit_names)}."
    return text


def flag_words(value: bool) -> str:
    return "yes" if value else "no"


def mcp_words(mcp: Mcp) -> str:
    if mcp.jsonrpc_code is None:
        return "tool execution error (isError: true)"
    return f"JSON-RPC error {mcp.jsonrpc_code}"
