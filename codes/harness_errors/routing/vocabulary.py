"""The words of a routing table."""

# What has to hold before a step is taken. Counts, delays and prices belong to the operator and stand in no table.
REQUIRES = {
    "retry_unchanged": ("attempt_budget", "safe_to_repeat"),
    "feed_back_to_model": ("feedback_budget",),
    "adjust_limit": ("operator_decision",),
    "ask_human": (),
    "fix_configuration": (),
    "read_causes": (),
    "give_up": (),
    "stop": (),
}
# What a consumer may do; advice, never normative.
ACTIONS = tuple(REQUIRES)
CONDITIONS = {
    "attempt_budget": "attempts of your own are left",
    "feedback_budget": "turns to feed errors back are left",
    "operator_decision": "an operator, or a policy with a ceiling, allows it",
    "safe_to_repeat": "the operation is safe to repeat, or is known not to have started",
}
