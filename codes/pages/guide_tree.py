"""The questions of `/guide/`: from what happened to the code to report.

They follow the draft (section 5.3 and 5.4) and say it in our words. An address is the ids of the chosen options, so ids
stay what they are once they were published.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the questions end: a code; a gap, by its name in the notes, with the code to use meanwhile; or neither,
    when nothing is to be reported. `advice` is what to mind.
    """

    code: str | None = None
    gap: str | None = None
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    id: str
    text: str
    leads_to: "Question | Outcome"


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    options: tuple[Option, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One answered question. `back` is the address part that leads to the question again."""

    question: Question
    chosen: Option
    back: str


def _code(identifier: str, text: str, code: str, advice: str = "") -> Option:
    return Option(identifier, text, Outcome(code, advice=advice))


_TOOL_CALL = Question(
    "What is wrong with the call it asked for?",
    (
        _code("not_offered", "There is no such tool among those it was offered.", "output.unknown_tool"),
        _code(
            "arguments",
            "The tool is offered, the arguments do not fit its input schema.",
            "output.invalid_tool_arguments",
        ),
        _code("down", "The tool is offered and exists, but cannot be used just now.", "tool.not_available"),
    ),
)
_MEANING = Question(
    "Who said that it will not do?",
    (
        _code("guardrail", "A guardrail that is configured for such content.", "policy.guardrail_triggered"),
        Option(
            "validator",
            "A validator of the application, or a check of the final answer.",
            Outcome("output.schema_violation", "output.rejected"),
        ),
    ),
)
_MODEL = Question(
    "What is wrong with what the model produced?",
    (
        _code("refused", "It declined to do it.", "policy.model_refusal"),
        _code(
            "filtered",
            "A filter of the model's provider blocked it, or blocked the input.",
            "policy.content_filtered",
        ),
        _code("nothing", "There is nothing in it that can be used.", "output.empty"),
        _code(
            "cut_off",
            "It stopped at an output-token limit.",
            "output.truncated",
            "Also where what is left does not parse: being cut off is the reason, and another limit the remedy.",
        ),
        Option("tool_call", "It asks for a tool call that cannot be made.", _TOOL_CALL),
        _code("unparsable", "It does not parse.", "output.malformed"),
        _code(
            "schema",
            "It parses, and does not fit the schema.",
            "output.schema_violation",
            "Say in location.pointer where.",
        ),
        Option("meaning", "It fits the schema, and is rejected for what it says.", _MEANING),
        _code(
            "used_up",
            "Any of these, again and again, until the attempts to let the model correct it were used up.",
            "output.retries_exhausted",
            "Put what went wrong each time into causes, and the numbers into attempts and max_attempts.",
        ),
    ),
)
_LOOP = Question(
    "What brought the loop to its end?",
    (
        _code("turns", "It reached its number of turns.", "loop.max_turns_exceeded"),
        _code("budget", "It used up its tokens, its money or another budget.", "loop.budget_exceeded", "Send limit."),
        _code("clock", "The whole run took longer than it may.", "loop.timeout"),
        _code("circles", "It went in circles.", "loop.repetition_detected"),
    ),
)
_TOOL = Question(
    "What happened to the tool call?",
    (
        _code("forbidden", "The configuration of the harness does not permit it.", "tool.permission_denied"),
        _code("person", "A person was asked, and said no.", "policy.approval_denied"),
        _code("sandbox", "It ran and tried something that its sandbox prohibits.", "tool.sandbox_violation"),
        _code("unreachable", "The tool or its server cannot be reached.", "tool.not_available"),
        _code(
            "time",
            "It did not finish within its own time.",
            "tool.timeout",
            "Its effect is unknown: it may have happened.",
        ),
        _code("reported", "It ran, and reported a failure.", "tool.execution_failed"),
    ),
    hint="Where a service failed inside the tool, the tool failed.",
)
_CONTEXT = Question(
    "What about the context?",
    (
        _code("too_big", "It is larger than the window, and could not be made smaller.", "context.window_exceeded"),
        _code("reducing", "The attempt to make it smaller failed.", "context.compaction_failed"),
    ),
)
_RULE = Question(
    "Which rule, or who?",
    (
        _code("guardrail", "A guardrail of your harness.", "policy.guardrail_triggered"),
        _code("person", "A person who was asked for an approval.", "policy.approval_denied"),
        _code("configuration", "The permissions that are configured for a tool.", "tool.permission_denied"),
        _code("filter", "A filter of the model's provider.", "policy.content_filtered"),
        _code("model", "The model itself, which declined.", "policy.model_refusal"),
    ),
)
_REMOTE = Question(
    "What did the remote service do?",
    (
        _code(
            "too_fast",
            "It limits how much you may ask for in a time, such as with HTTP 429.",
            "upstream.rate_limited",
            "Send retry_after where it is known. Read the body first: the same status is sent for a used-up quota.",
        ),
        Option(
            "quota",
            "It says that a quota, credit or spend limit is used up.",
            Outcome(
                "upstream.invalid_request",
                "upstream.quota_exhausted",
                "Send retryable as false, and keep the provider's own code in upstream.",
            ),
        ),
        _code("overloaded", "It says that it is overloaded, such as with HTTP 529 or 503.", "upstream.overloaded"),
        _code("away", "It cannot be reached, or answers another 5xx.", "upstream.unavailable"),
        _code("credentials", "It does not accept your credentials.", "upstream.authentication_failed"),
        _code("too_long", "It says that the input is longer than the model's window.", "context.window_exceeded"),
        _code("rejected", "It rejects the request for another reason.", "upstream.invalid_request"),
        _code("protocol", "It answers something that its own protocol does not allow.", "upstream.invalid_response"),
        _code(
            "agent",
            "It is an agent, and the task that was given to it failed.",
            "upstream.agent_failed",
            "Put the object that it sent into causes, and never its code on the outside.",
        ),
    ),
)
_WHAT = Question(
    "What failed?",
    (
        Option("model", "What the model produced.", _MODEL),
        Option("tool", "A tool call that the model had asked for correctly.", _TOOL),
        Option("remote", "A remote service or another agent.", _REMOTE),
        Option("rule", "Nothing broke: a rule or a person stopped it.", _RULE),
        Option("loop", "The loop: it reached a limit or got nowhere.", _LOOP),
        Option("context", "The context: it did not fit.", _CONTEXT),
        _code("other", "The harness itself, for none of these reasons.", "harness.internal_error"),
    ),
    hint="The thing that failed, not the place that noticed it.",
)
START = Question(
    "How did the run end?",
    (
        Option("failed", "Something failed or stopped it.", _WHAT),
        _code("cancelled", "Its caller asked for the end, and there is no other reason.", "harness.cancelled"),
        Option(
            "waiting",
            "It has not ended: it waits for a person or for credentials.",
            Outcome(
                advice="While a task can go on there is nothing to report. In A2A it is in the state input-required or"
                " auth-required. Ask again when it has ended."
            ),
        ),
    ),
)


def follow(answers: list[str]) -> tuple[list[Step], "Question | Outcome"] | None:
    """The answered questions and where they lead; None where an id is not among the options."""
    at: Question | Outcome = START
    steps: list[Step] = []
    for place, answer in enumerate(answers):
        options = at.options if isinstance(at, Question) else ()
        chosen = next((each for each in options if each.id == answer), None)
        if chosen is None or not isinstance(at, Question):
            return None
        steps.append(Step(at, chosen, ".".join(answers[:place])))
        at = chosen.leads_to
    return steps, at


def every(
    at: "Question | Outcome" = START, answers: tuple[str, ...] = ()
) -> Iterator[tuple[str, "Question | Outcome"]]:
    """Every address part with what stands there, the start first."""
    yield ".".join(answers), at
    if isinstance(at, Question):
        for option in at.options:
            yield from every(option.leads_to, (*answers, option.id))
