"""Proposals with given words in every text that a person can fill, and all that is said about them."""

from dataclasses import replace

from codes.review import actions
from codes.review.kinds import KINDS
from tests.support import proposals
from tests.support.people import DAY, START, account

from .payloads import padded

# What has a grammar of its own, which payloads do not meet.
GRAMMAR = {"code", "category", "identifier", "base", "successor", "source", "codes"}
URL = "https://example.org/a'b(c)&copy=%3Cb%3E;*_~#x/../[1]!"


def words(kind, text):
    """`text` in every member of the kind that takes words."""
    found = {}
    for field in KINDS[kind].FIELDS.values():
        if field.type in ("line", "text") and field.name not in GRAMMAR:
            found[field.name] = padded(text, field.least)[: field.most].strip()
        if field.type == "reference":
            found[field.name] = {"title": padded(text, 3), "url": URL, "section": text[:80].strip()}
    return found


def drafted(kind, text, by, at=START, **changes):
    content = {**proposals.CONTENT[kind](**changes), **words(kind, text)}
    return actions.create(kind=kind, content=content, by=by, at=at)


def discussed(code, text, by, at=START):
    """A new code under review, with a comment, a note, a question answered, a concern, an extension and two votes."""
    ada, ben, lea = account("ada"), account("ben"), account("lea")
    made = drafted("new_code", text, by, at, code=code)
    number = made.number
    actions.submit(proposal=number, by=by, at=at)
    for expert in (ada, ben, lea):
        actions.assign(proposal=number, expert=expert, by=expert, at=at)
    actions.start_review(proposal=number, by=lea, at=at)
    actions.comment(proposal=number, text=text, by=account("zoe"), at=at)
    actions.comment(proposal=number, text=text, private=True, by=ada, at=at)
    actions.ask(proposal=number, text=text, by=ada, at=at)
    actions.answer(proposal=number, text=text, content=made.content, by=by, at=at)
    actions.extend(proposal=number, reason=padded(text, 20), by=lea, at=at)
    actions.concern(proposal=number, text=text, by=ben, at=at)
    made.refresh_from_db()
    actions.resolve(proposal=number, concern=made.concerns.get().pk, text=text, by=ben, at=at)
    said = padded(text, 20)
    verdicts = replace(
        proposals.APPROVE,
        not_covered_text=said,
        category_fits_text=said,
        defaults_justified_text=said,
        specification_stable_text=said,
    )
    for expert in (ada, ben):
        actions.vote(proposal=number, verdicts=verdicts, no_conflict=True, by=expert, at=at)
    made.refresh_from_db()
    return made


def approved(code, text, by, at=START):
    made = discussed(code, text, by, at)
    return actions.decide(proposal=made.number, by=None, at=made.comment_until + 60 * DAY)
