"""The 404 for a name that is not registered: it says how consumers treat it, and what is near."""

from django.db import InterfaceError, OperationalError

from codes.harness_errors.resolve import Resolution, resolve
from codes.releases.current import Current
from codes.releases.nearest import nearest
from codes.releases.read import Version
from codes.review import words
from codes.review.models import Proposal
from codes.review.states import OPEN

from . import sight
from .answer import absolute
from .problems import Refusal

_WHY = {
    "private": "{code} is a private code: it is never registered, and means what its owner says.",
    "unknown_in_category": "{code} is not registered. Consumers treat it as a generic error of category {category}.",
    "unknown_category": "{code} is not registered, and neither is its category.",
    "malformed": "{code} is not written as a code.",
}


def code(now: Current, code: str) -> Refusal:
    """`code` is not in the registry of `now`, which may be an older one than where it was registered."""
    near = nearest(now.registry, code)
    later = next((each.release for each in now.changes.get(("code", code), ())), None)
    found = resolve(code, now.registry)
    named = now.registry.category(code)
    asked = _asked_for(code) if found.rule == "unknown_in_category" else None
    return Refusal(
        "unknown-code",
        _why(now, code, found, later),
        members={
            "code": code,
            "resolution": found.rule,
            "category": found.category,
            "nearest": [entry.code for entry in near],
            **({"registered_in": later.version} if later else {}),
            **({"proposal": absolute(f"/proposals/{asked.number}")} if asked else {}),
        },
        template="codes/unknown.html",
        context={
            "code": code,
            "resolution": found.rule,
            "category": now.registry.category(found.category or ""),
            "named": named,
            "nearest": near,
            "asked": asked,
            "later": later,
            "state": words.STATES[asked.state] if asked else "",
            "registry": now.registry,
        },
    )


def _why(now: Current, code: str, found: Resolution, later: Version | None) -> str:
    if later:
        return f"{code} is not in release {now.release.version}: it was registered with release {later.version}."
    if now.registry.category(code):
        return f"{code} is a category, not a code: see {absolute(f'/categories/{code}')}."
    return _WHY[found.rule].format(code=code, category=found.category)


def _asked_for(code: str) -> Proposal | None:
    """The proposal that would register `code`, if one is open in public: there is one at most.

    The one thing here that is no part of a release. While the database is away the answer does without.
    """
    try:
        return sight.everybodys().filter(target=f"code:{code}", state__in=OPEN).first()
    except (OperationalError, InterfaceError):
        return None


def category_parameter(now: Current, name: str) -> Refusal:
    """The parameter `category` names none that is registered."""
    accepts = [entry.category for entry in now.registry.categories]
    detail = f"category is one of {', '.join(accepts)}."
    error = {"parameter": "category", "code": "unknown_value", "detail": detail, "accepts": accepts}
    return Refusal("invalid-parameter", detail, members={"errors": [error]})


def category(now: Current, name: str) -> Refusal:
    """`name` is not a category in the registry of `now`."""
    private = name.startswith("x-")
    detail = (
        f"{name} is a private category: such categories are never registered."
        if private
        else f"{name} is not a registered category. A new one needs Standards Action."
    )
    return Refusal(
        "unknown-category",
        detail,
        members={"category": name, "known": [entry.category for entry in now.registry.categories]},
        template="categories/unknown.html",
        context={"name": name, "private": private, "registry": now.registry},
    )
