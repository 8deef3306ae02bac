"""Registry values in words: one place, so that a page, its Markdown and a comparison say the same."""

from codes.harness_errors import http_only
from codes.harness_errors.entries import CodeEntry, Mcp, SignalEntry
from codes.harness_errors.lookup.row_words import meaning

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
    "read_causes": "The reason stands in the inner objects.",
    "give_up": "Report upward, keep the code, and put this object in causes when you wrap it.",
    "stop": "The caller asked for it, so nothing has failed and nobody needs an alarm.",
}

# Where the object that wraps others says more about them. Draft 8.4 makes retryable of a failed remote agent a copy of
# the inner one; for output that stays wrong (5.3) there is no such rule, and the attempts have been spent.
_CAUSES = {
    "upstream.agent_failed": "The reason stands in the inner object; retryable on the outer one is a copy of it.",
    "output.retries_exhausted": "They say what went wrong. The attempts are used up, so retryable on a cause is no"
    " reason to ask again.",
}

# The HTTP statuses that come with Retry-After (RFC 9110 section 10.2.3, RFC 6585 section 4): whoever sends one is busy.
_WAIT = frozenset({429, 503})

_NEVER_UNCHANGED = "do not repeat it unchanged"

_FILES = {
    "registry.json": "the registry; normative",
    "signals.json": "the crosswalk from signals of real systems to codes",
    "registry.csv": "the codes as a table for spreadsheets",
    "registry.xml": "the registry as XML, in the manner of IANA's registries",
    "registry.txt": "the registry as plain text, for reading",
    "registry.md": "the registry as Markdown, for reading",
    "registry.schema.json": "JSON Schema of registry.json",
    "problem.schema.json": "JSON Schema of an error object, open: takes every well-formed code, private ones too",
    "problem.strict.schema.json": "JSON Schema of an error object, strict: takes the codes of this release only",
    "harness_error_codes.py": "the codes as one Python module, without dependencies",
    "harness_error_codes.ts": "the codes as one TypeScript module, without dependencies",
    "routing.json": "what to do with each code, as rules; advice",
    "routing.csv": "the same as a Switchboard, to lay rows of your own over",
    "conformance.json": "inputs and what a client must make of them, for tests in any language",
    "SHA256SUMS": "the digests of all the others, for sha256sum",
}


def action_words(action: str) -> str:
    """The action in a few words. Actions of a later release are shown as they are spelled."""
    return _ACTIONS.get(action, action)


def first_step(entry: CodeEntry) -> str:
    """The first action in a few words, with what must not be overlooked when it is to repeat the operation."""
    action = entry.informative.actions[0]
    return _repeating(entry) if action == "retry_unchanged" else action_words(action)


def actions_words(entry: CodeEntry) -> str:
    """All actions in a few words, in order."""
    return ", then ".join([first_step(entry), *(action_words(action) for action in entry.informative.actions[1:])])


def _repeating(entry: CodeEntry) -> str:
    waits = "retry_after" in entry.informative.should_members or entry.informative.http_status in _WAIT
    if entry.informative.side_effect_warning:
        return "wait, then repeat only if safe" if waits else "repeat only if safe"
    return "wait, then repeat" if waits else action_words("retry_unchanged")


def before_repeating(entry: CodeEntry) -> str:
    """What to mind before the same operation is sent again."""
    if entry.informative.side_effect_warning:
        return entry.informative.side_effect_warning
    if not entry.default_retryable:
        return _NEVER_UNCHANGED
    words = _repeating(entry)
    return "wait" if words.startswith("wait") else "nothing in particular"


def steps(entry: CodeEntry) -> list[tuple[str, str]]:
    """What a consumer does with `entry`, in order: each step as a short name and a sentence or two."""
    return [(action_words(action).capitalize(), _step(entry, action)) for action in entry.informative.actions]


def _step(entry: CodeEntry, action: str) -> str:
    advice = entry.informative
    text = _CAUSES.get(entry.code, _STEPS[action]) if action == "read_causes" else _STEPS.get(action, "")
    if advice.side_effect_warning and action == _warned_at(entry):
        text = f"{text} {advice.side_effect_warning}"
    if action == "adjust_limit" and advice.limit_names:
        text = f"{text} Limits concerned: {', '.join(advice.limit_names)}."
    return text.strip()


def _warned_at(entry: CodeEntry) -> str:
    """The step that says what repeating may do: the repetition, or the first one where that is only a possibility."""
    actions = entry.informative.actions
    return "retry_unchanged" if "retry_unchanged" in actions else actions[0]


def misread_words(entry: CodeEntry) -> str:
    """Which habits of HTTP-only clients go wrong on `entry`, and how; empty where none does."""
    status, retryable = entry.informative.http_status, entry.default_retryable
    habits = {
        "Clients that retry every 5xx and no 4xx": http_only.misread_by_class(entry),
        "Clients that retry 429, 502, 503 and 504": http_only.misread_by_list(entry),
    }
    if not any(habits.values()):
        return ""
    wrong = "give up too soon here" if retryable else "repeat here what cannot succeed unchanged"
    looks = "looks final and is retryable" if retryable else "looks worth another try and is not retryable"
    said = [f"{clients} {wrong if misread else 'happen to be right'}." for clients, misread in habits.items()]
    return " ".join([f"HTTP {status} {looks}.", *said])


def seen_in(row: SignalEntry) -> str:
    """The source of a signal with its version. Some versions name the source themselves."""
    return f"{row.source} {version_words(row)}".strip()


def signal_name(row: SignalEntry) -> str:
    """What a signal is called besides what is sent: a number means something only together with its source."""
    said = meaning(row) if row.kind == "jsonrpc_code" else row.name or ""
    return "" if said == row.signal else said


def version_words(row: SignalEntry) -> str:
    """The version of the source of a signal, without the name of the source."""
    return row.source_version.removeprefix(f"{row.source} ")


def choose_words(difference: str, code: str) -> str:
    """The line that tells `code` from another one, naming it: such lines say "Choose it when …" of the code beside."""
    rest = difference.removeprefix("Choose it ")
    return f"Choose `{code}` {rest}" if rest != difference else f"`{code}`: {difference}"


def file_words(name: str) -> str:
    """What a file of a release is. A file of a later release has no words yet."""
    return _FILES.get(name, "")


def flag_words(value: bool) -> str:
    return "yes" if value else "no"


def mcp_words(mcp: Mcp) -> str:
    if mcp.jsonrpc_code is None:
        return "tool execution error (isError: true)"
    return f"JSON-RPC error {mcp.jsonrpc_code}"
