"""`/inspect`: paste an error and read what it is, whether it is right and what to do. Nothing of it is kept."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors.carriers import CARRIERS
from codes.harness_errors.document import Registry
from codes.harness_errors.inspect import LEVELS, RULES, Cause, Effective, Finding, Report, inspect
from codes.harness_errors.lookup import look_up
from codes.harness_errors.redact import redact
from codes.harness_errors.routing import CONDITIONS
from codes.harness_errors.strict_json import MOST_BYTES, StrictJSONError
from codes.harness_errors.translate import Translation, translate_raw
from codes.releases.current import Current, current
from codes.web.answer import Offer, answer
from codes.web.negotiation import Form
from codes.web.problems import Refusal
from codes.web.question import asked_by_post, field
from codes.web.render import modified, page

from .lookup import LONGEST
from .lookup_groups import Group, grouped
from .wording import action_words
from .written import Written, written

_LEVEL_WORDS = {
    "error": ("Wrong", "A rule is broken."),
    "ignored": ("Ignored", "Consumers read the object as if this were not there."),
    "advice": ("Advice", "It may be meant; look once more."),
}
_OBJECT_BREAKS = "The object breaks a rule."
_READABLE = "It could not be read as an error object."
# What else is wrong, by the first word of the rule.
_BREAKS = {"input": _READABLE} | dict.fromkeys(
    ("carrier", "status", "http", "mcp", "a2a", "tcp_ap"), "The carrier breaks a rule."
)
_SOURCES = {"object": "the object", "registry": "the registry", "fallback": "nobody says: the safe reading"}
_EXAMPLE = """{
  "type": "https://iana.org/assignments/http-problem-types#agent-harness-error",
  "title": "Tool Timeout",
  "detail": "The search gave no answer in 30 seconds.",
  "code": "tool.timeout",
  "retryable": "false"
}"""


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    words: str
    meaning: str
    findings: list[Finding]


@dataclass(frozen=True, slots=True)
class Link:
    """One object of the chain with those inside it."""

    cause: Cause
    causes: "list[Link]"


def _report(request: HttpRequest) -> HttpResponse:
    """The answer to the form."""
    now = current()
    given = field(request, "text")
    size = len(given.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        detail = f"At most {MOST_BYTES} bytes (64 KiB) are inspected at a time, and this has {size}: nothing was read."
        raise Refusal("content-too-large", detail)
    report = inspect(given, now.registry, signals=now.signals)
    context: dict[str, Any] = {
        "given": given,
        "report": report,
        "found_in": CARRIERS[report.found_in],
        "levels": _levels(report.findings),
        "steps": [
            (action_words(each.action).capitalize(), each.note, [CONDITIONS[need] for need in each.requires])
            for each in report.actions
        ],
        "effective": [(name, _value(each), _SOURCES[each.source]) for name, each in report.effective.items()],
        "causes": _tree(report.causes),
        "written": _written(report, now.registry),
    }
    if report.resolution is None or report.resolution.rule == "no_code":
        context |= _other(given, report, now)
    elif report.object is not None and report.resolution.recognized:
        redacted = redact(report.object, now.registry)
        context |= {"redacted": _json(redacted.object), "removed": redacted.removed}
    return HttpResponse(page("inspect/report.html", now, address="/inspect", **context))


@asked_by_post(_report)
def inspection(request: HttpRequest) -> HttpResponse:
    """The form, and every rule that is looked at."""
    now = current()
    rules = [(_LEVEL_WORDS[level], [rule for rule in RULES.values() if rule.level == level]) for level in LEVELS]
    body = page("inspect/form.html", now, address="/inspect", **_offered(now), rules=rules)
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/inspect", modified=modified(now))


def _other(given: str, report: Report, now: Current) -> dict[str, Any]:
    """What to report for something else: by the crosswalk, or by what the look-up knows."""
    translation = _translated(given, now)
    if translation is None:
        failed = report.object is None and all(each.rule != "input.no_error" for each in report.findings)
        return {"groups": _looked_up(given, now)} if failed else {}
    found = translation.object
    return {
        "translation": translation,
        "translated": _json(found) if found else "",
        "written": written(found, now.registry) if found else [],
    }


def _translated(given: str, now: Current) -> Translation | None:
    """What the signal in `given` would be reported as; None where it says nothing that a row is about."""
    try:
        found = translate_raw(given, now.registry, now.signals)
    except StrictJSONError:
        return None
    return None if found.how in ("no_match", "not_an_error") else found


def _looked_up(given: str, now: Current) -> list[Group]:
    """What the look-up knows of an exception, a status or a line of a log, here and so in no address. A traceback ends
    with what was raised.
    """
    asked = given.strip()[-LONGEST:]
    return grouped(look_up(asked, now.registry, now.signals), asked, now.registry)


def _offered(now: Current) -> dict[str, Any]:
    """What the box takes: the one with a fault in it, then one error as each carrier writes it."""
    return {
        "example": _EXAMPLE,
        "examples": written({**json.loads(_EXAMPLE), "retryable": True}, now.registry),
        "carriers": [words for name, words in CARRIERS.items() if name not in ("nothing", "elsewhere")],
    }


def _levels(findings: Iterable[Finding]) -> list[Level]:
    ordered = sorted(findings, key=lambda each: LEVELS.index(each.level))
    return [_level(name, list(each)) for name, each in groupby(ordered, lambda each: each.level)]


def _level(name: str, findings: list[Finding]) -> Level:
    words, meaning = _LEVEL_WORDS[name]
    if name == "error":
        meaning = " ".join(dict.fromkeys(_BREAKS.get(each.rule.partition(".")[0], _OBJECT_BREAKS) for each in findings))
    return Level(name, words, meaning, findings)


def _value(effective: Effective) -> str:
    if effective.value is None:
        return "unknown"
    return str(effective.value).lower() if isinstance(effective.value, bool) else str(effective.value)


def _tree(causes: tuple[Cause, ...]) -> list[Link]:
    """The chain as a list of lists: causes come outermost first, each followed by its own."""
    top: list[Link] = []
    open_lists = [top]
    for cause in causes:
        del open_lists[cause.depth + 1 :]
        link = Link(cause, [])
        open_lists[-1].append(link)
        open_lists.append(link.causes)
    return top


def _written(report: Report, registry: Registry) -> list[Written]:
    recognized = report.resolution and report.resolution.recognized
    return written(report.object, registry) if report.object is not None and recognized else []


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)
