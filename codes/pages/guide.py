"""`/guide/`: which code to report, one question at a time; what to do with one; what no code covers yet."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import http_only
from codes.harness_errors.example import example
from codes.releases.current import Current, current
from codes.web.answer import Offer, answer
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.problems import Refusal
from codes.web.render import modified, page

from . import notes
from .guide_tree import Outcome, Question, Step, every, follow


@public
def guide(request: HttpRequest, answers: str = "") -> HttpResponse:
    """The question that the answers in the address lead to, or what they amount to."""
    now = current()
    found = follow(answers.split(".") if answers else [])
    if found is None:
        raise Refusal("not-found", "No question has these answers. They begin at /guide/.")
    steps, at = found
    address = f"/guide/{answers}"
    context = _question(steps, at) if isinstance(at, Question) else _outcome(now, steps, at)
    template = "guide/question.html" if isinstance(at, Question) else "guide/outcome.html"
    if not answers:
        template, context = "guide/start.html", {**context, **_start(now)}
    body = page(template, now, address=address, **context)
    return answer(request, [Offer(Form.HTML, lambda: body)], address=address, modified=modified(now))


def _question(steps: list[Step], at: Question) -> dict[str, Any]:
    before = "".join(f"{step.chosen.id}." for step in steps)
    return {"steps": steps, "question": at, "before": f"/guide/{before}"}


def _outcome(now: Current, steps: list[Step], at: Outcome) -> dict[str, Any]:
    entry = now.registry.code(at.code) if at.code else None
    gap = next((each for each in notes.gaps() if each.name == at.gap), None)
    # A gap that has become a code since is none any more.
    if gap and (registered := now.registry.code(gap.name)):
        entry, gap = registered, None
    return {
        "steps": steps,
        "answered": steps[-1].chosen.text.rstrip(".") if steps else "",
        "private": f"x-acme.{gap.name.split('.')[1]}" if gap else "",
        "outcome": at,
        "entry": entry,
        "gap": gap,
        "example": json.dumps(example(entry), indent=2, ensure_ascii=False) if entry and not gap else "",
    }


def _start(now: Current) -> dict[str, Any]:
    """What stands below the first question: for those who have a code already, and what the questions leave out."""
    asked_for = {at.code for _, at in every() if isinstance(at, Outcome)}
    return {
        "misread": http_only.misread(now.registry),
        "gaps": [each for each in notes.gaps() if not now.registry.code(each.name)],
        "left_out": [entry for entry in now.registry.codes if entry.code not in asked_for],
    }
