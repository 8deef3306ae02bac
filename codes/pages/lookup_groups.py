"""What the look-up found, as its page shows it: under headings, each hit with its codes and rows in words."""

from dataclasses import dataclass

from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CodeEntry
from codes.harness_errors.lookup import TOO_LITTLE, Hit, row_words, says_too_little, statuses


@dataclass(frozen=True, slots=True)
class Found:
    """A hit with the entries of all codes that it names, first choice first, and its row in words."""

    hit: Hit
    address: str | None
    entries: tuple[CodeEntry, ...]
    who: str
    condition: str
    fit: str
    overrides: str


@dataclass(frozen=True, slots=True)
class Group:
    """Hits under one heading; `lead` is what has to be known before any of them is taken."""

    slug: str
    heading: str
    lead: str
    found: tuple[Found, ...]


# Heading and lead by slug.
_GROUPS = {
    "named": ("What stands in it", ""),
    "meant": ("Did you mean", ""),
    "no-error": ("No error", ""),
    "signals": ("Signals of real systems", ""),
    "numbers": (
        "As a JSON-RPC number",
        "The same number means different things in different protocols, so the source decides.",
    ),
    "received": ("You received it from a provider, tool or agent: read the body first", ""),
    "sent": (
        "A harness sends it with these codes",
        "Several codes share a status, and it never says by itself what to do: read the code in the body.",
    ),
    "related": ("May be about", "A guess from the words. Read the condition and the fit before you take one."),
}
_BY_KIND = {
    "suggestion": "meant",
    "non_error": "no-error",
    "recommended": "sent",
    "related": "related",
}
_BY_KIND_OF_ROW = {"jsonrpc_code": "numbers", "http_status": "received"}


def grouped(hits: list[Hit], asked: str, registry: Registry) -> list[Group]:
    """The hits in groups, these in the order in which they first occur."""
    by_slug: dict[str, list[Found]] = {}
    for hit in hits:
        by_slug.setdefault(_slug(hit), []).append(_found(hit, registry))
    return [Group(slug, _GROUPS[slug][0], _lead(slug, asked, found), tuple(found)) for slug, found in by_slug.items()]


def address(hit: Hit) -> str | None:
    """Where the hit stands on this site: for a row, its place on the page of its first code. None for what has none."""
    match hit.kind:
        case "category":
            return f"/categories/{hit.target}"
        case "type" | "suggestion":
            return "/problems/harness-error"
        case "private" | "non_error":
            return None
        case _:
            return f"/codes/{hit.target}" + (f"#{hit.signal.id}" if hit.signal else "")


def _slug(hit: Hit) -> str:
    if hit.kind == "signal" and hit.signal:
        return _BY_KIND_OF_ROW.get(hit.signal.kind, "signals")
    return _BY_KIND.get(hit.kind, "named")


def _lead(slug: str, asked: str, found: list[Found]) -> str:
    if slug == "signals" and says_too_little(asked):
        return TOO_LITTLE
    if slug == "received":
        told = {found_.hit.signal.signal for found_ in found if found_.hit.signal}
        return " ".join(statuses.caveat(int(status)) for status in sorted(told) if status.isdigit()).strip()
    return _GROUPS[slug][1]


def _found(hit: Hit, registry: Registry) -> Found:
    row = hit.signal
    return Found(
        hit=hit,
        address=address(hit),
        entries=tuple(entry for code in hit.codes if (entry := registry.code(code))),
        who=f"{row_words.source(row)}: {row_words.meaning(row)}" if row else "",
        condition=row_words.condition(row) if row else "",
        fit=row_words.fit(row) if row else "",
        overrides=row_words.overrides(row) if row else "",
    )
