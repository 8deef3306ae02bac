"""What an officer types into the form of each move."""

from codes.review.verdicts import CHECKS
from tests.support.proposals import TEXT

APPROVES = {
    **dict.fromkeys(CHECKS, "yes"),
    **{f"{name}_text": TEXT for name in CHECKS},
    "verdict": "approve",
    "nearest": "upstream.rate_limited",
    "no_conflict": "on",
}
REJECTS = {
    **APPROVES,
    "not_covered": "no",
    "verdict": "reject",
    "reason_code": "already_covered",
    "would_succeed": "Say what a consumer does differently.",
}
FILLED = {
    "vote": APPROVES,
    "approve": {},
    "reject": {},
    "start_review": {},
    "ask": {"text": TEXT},
    "concern": {"text": TEXT},
    "comment": {"text": TEXT},
    "note": {"text": TEXT},
    "extend": {"reason": TEXT},
    "recuse": {"reason": TEXT},
    "record_approval": {"reference": "minutes", "reason": TEXT},
    "record_rejection": {
        "reference": "minutes",
        "reason": TEXT,
        "reason_code": "out_of_scope",
        "would_succeed": TEXT,
    },
    "record_standards_action": {"rfc": "9999"},
    "send_back": {"reason": TEXT},
    "uphold_appeal": {"reference": "minutes", "reason": TEXT},
    "hide": {"reason": TEXT},
    "unhide": {},
}
