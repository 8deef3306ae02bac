"""The problems that this site itself answers with (RFC 9457). Each has a page at `/problems/<slug>`.

They are not harness errors: that problem type lives at `/problems/harness-error`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings


@dataclass(frozen=True, slots=True)
class ProblemType:
    """`meaning` says when it is sent, `remedy` what the client can do; both are plain text."""

    slug: str
    title: str
    status: int
    meaning: str
    remedy: str

    @property
    def uri(self) -> str:
        return f"{settings.PUBLIC_BASE_URL}/problems/{self.slug}"


_CATALOGUE = (
    ProblemType(
        "not-found",
        "Not found",
        404,
        "Nothing has this address, and nothing ever had: what was once published keeps its address.",
        "Check the spelling, or start from the list of codes or the list of releases.",
    ),
    ProblemType(
        "unknown-code",
        "Unknown code",
        404,
        "The address names a code that is not registered. The answer says whether the category is known, how consumers"
        " treat the code, which registered codes are spelled alike, in `registered_in` which later release than the"
        " one asked for has it, if one does, and in `proposal` which open proposal asks for it.",
        "Use one of the codes in `nearest`, or treat the code as a generic error of its category.",
    ),
    ProblemType(
        "unknown-category",
        "Unknown category",
        404,
        "The address names a category that is not registered. New categories need Standards Action.",
        "Use one of the categories in `known`.",
    ),
    ProblemType(
        "unknown-release",
        "Unknown release",
        404,
        "No release has this version, or the release has no such file.",
        "Take a version from the list of releases.",
    ),
    ProblemType(
        "invalid-parameter",
        "Invalid parameter",
        400,
        "A query parameter has a value it cannot have, or stands in the address twice.",
        "`errors` names each parameter and what it accepts.",
    ),
    ProblemType(
        "bad-request",
        "Bad request",
        400,
        "The request could not be understood at all, for example because of a host name that is not ours.",
        "Repair the request; repeating it unchanged gives the same answer.",
    ),
    ProblemType(
        "unauthorized",
        "Unauthorized",
        401,
        "The call needs a token, or the one that came with it is unknown, revoked or has run out.",
        "Make a token at `/account/tokens` and send it as `Authorization: Bearer …`. Public reads need none.",
    ),
    ProblemType(
        "forbidden",
        "Forbidden",
        403,
        "The request was understood and is refused: the token lacks the scope in `scope`, the account does not hold the"
        " role at this moment, or a form does not belong to the page it came from.",
        "For a form, load its page again and send it once more. A program uses a token with that scope.",
    ),
    ProblemType(
        "method-not-allowed",
        "Method not allowed",
        405,
        "The address exists and does not take this method.",
        "Use one of the methods in the Allow header field.",
    ),
    ProblemType(
        "not-acceptable",
        "Not acceptable",
        406,
        "The address has one form only, and the Accept header field rules it out.",
        "Ask for the media type in `available`, or for `*/*`.",
    ),
    ProblemType(
        "precondition-failed",
        "Precondition failed",
        412,
        "The request is meant for one version of what stands at the address, and another one stands there now.",
        "Read the address again, and decide anew from what you find.",
    ),
    ProblemType(
        "unknown-proposal",
        "Unknown proposal",
        404,
        "No proposal with this number is open to whoever asks: there is none, it is somebody else's draft, or it was"
        " taken out of public sight.",
        "Take a number from the list of proposals. For a draft of your own, send a token with the scope read-own.",
    ),
    ProblemType(
        "not-permitted",
        "Not permitted",
        403,
        "Whoever asks may not make this move: it takes another role at this moment, or they have a conflict of"
        " interest.",
        "`allowed` has the moves that are open to you. `/policy` says who may make which.",
    ),
    ProblemType(
        "conflict",
        "Conflict with the present state",
        409,
        "The move does not lead from the state that the proposal is in, or something else that must hold does not:"
        " `code` says what, `state` and `tag` are those of this moment.",
        "Read the proposal again. `allowed` has the moves that are open to you now.",
    ),
    ProblemType(
        "incomplete",
        "Incomplete request",
        422,
        "The body is well formed, and what it asks for cannot be registered like this: something is missing, too short,"
        " registered already or against the policy.",
        "`errors` names each member of the proposal by a JSON Pointer, with a word in `code` and what to do in"
        " `detail`.",
    ),
    ProblemType(
        "precondition-required",
        "Precondition required",
        428,
        "The call changes a proposal and does not say which revision and state it was decided from.",
        "Send the ETag of the proposal as you read it in If-Match.",
    ),
    ProblemType(
        "request-in-progress",
        "Request in progress",
        409,
        "A request with the same Idempotency-Key came before and has not been answered yet.",
        "Wait a second, then send it again with the same key: you get the answer of the first.",
    ),
    ProblemType(
        "idempotency-key-reused",
        "Idempotency-Key used again",
        422,
        "The Idempotency-Key came with another request in the last 24 hours.",
        "Make a new key for each new request, best a random UUID; keep it only to send the very same request again.",
    ),
    ProblemType(
        "content-too-large",
        "Content too large",
        413,
        "The body has more than 64 KiB.",
        "Send less at a time. No call of this site needs that much.",
    ),
    ProblemType(
        "unsupported-media-type",
        "Unsupported media type",
        415,
        "The body is not JSON by its Content-Type, is not in UTF-8, or is compressed.",
        "Send one of the media types in `accepts`, in UTF-8 and without a content coding.",
    ),
    ProblemType(
        "invalid-body",
        "Invalid body",
        400,
        "The body is not JSON that means one thing only, or not of the shape that the call takes: a name that comes"
        " twice, NaN, half of a surrogate pair, nesting deeper than 64, a member not known, a value of another type.",
        "`errors` names each place by a JSON Pointer, or by line and column, with a word for programs in `code`.",
    ),
    ProblemType(
        "too-many-requests",
        "Too many requests",
        429,
        "More requests came in a short time than one client may send. Public reads are never counted.",
        "Wait as long as the Retry-After header field says. RateLimit and RateLimit-Policy say how much is left.",
    ),
    ProblemType(
        "internal-error",
        "Internal error",
        500,
        "The site failed for a reason of its own. The operators have it in their log.",
        "Try again later; tell us if it stays.",
    ),
    ProblemType(
        "unavailable",
        "Unavailable",
        503,
        "The site cannot answer now: nothing is published yet, or the database is away and nothing was read before.",
        "Wait as long as the Retry-After header field says, then repeat the request.",
    ),
)

CATALOGUE: Mapping[str, ProblemType] = {each.slug: each for each in _CATALOGUE}


@dataclass
class Refusal(Exception):
    """A request that cannot be answered as asked.

    `members` are extension members of the problem object; `template` shows people more than the plain problem page,
    with `context`. `headers` go on the answer whatever its form.
    """

    slug: str
    detail: str
    members: dict[str, Any] = field(default_factory=dict)
    template: str = "problem.html"
    context: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def type(self) -> ProblemType:
        return CATALOGUE[self.slug]

    def data(self) -> dict[str, Any]:
        """The problem object."""
        return {
            "type": self.type.uri,
            "title": self.type.title,
            "status": self.type.status,
            "detail": self.detail,
            **self.members,
        }
