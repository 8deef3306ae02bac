"""A refused action as a problem: 404, 403, 412, 422, 429 or 409, with the present state and what is open instead."""

from typing import Any

from codes.review.actions import Guarded, Incomplete, NotPermitted, NotThere, Refused, Stale, TooMany, WrongState
from codes.web.problems import Refusal

_SLUGS: dict[type[Refused], str] = {
    NotThere: "unknown-proposal",
    NotPermitted: "not-permitted",
    Stale: "precondition-failed",
    WrongState: "conflict",
    Guarded: "conflict",
    Incomplete: "incomplete",
    TooMany: "too-many-requests",
}


def problem(refused: Refused) -> Refusal:
    """`code` is the word of the refusal; `state`, `allowed` and `tag` are the proposal's at that moment.

    Somebody who may not know of a proposal is told none of them.
    """
    slug = _SLUGS[type(refused)]
    members: dict[str, Any] = {"code": refused.code}
    if refused.state:
        members |= {"number": refused.number, "state": refused.state, "tag": refused.tag}
        members["allowed"] = list(refused.allowed)
    if isinstance(refused, Incomplete):
        # Pointers into the proposal as this API shows it.
        members["errors"] = [{**fault.data(), "pointer": f"/content{fault.pointer}"} for fault in refused.faults]
        if all(fault.code == "proposal_open" for fault in refused.faults):
            # Complete, and somebody was quicker: nothing in the content would mend that.
            slug, members["code"] = "conflict", "proposal_open"
    headers = {"ETag": f'"{refused.tag}"'} if isinstance(refused, Stale) else {}
    if isinstance(refused, TooMany):
        headers["Retry-After"] = str(refused.seconds)
    detail = " ".join(fault.detail for fault in refused.faults[:3]) if isinstance(refused, Incomplete) else ""
    return Refusal(slug, detail or refused.detail, members=members, headers=headers)
