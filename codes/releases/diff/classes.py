"""Which class a change of each field has, and what a class means for the version. The one table of this kind.

A field is named by its JSON Pointer inside the entry. What never changes stands in FIXED instead: a difference in it is
none, and the later document no successor.
"""

from enum import IntEnum


class Weight(IntEnum):
    """What a class of change asks of the version number (SemVer)."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3


# record: what every release changes, and what follows from it. The others are for people and clients to weigh.
WEIGHTS = {
    "record": Weight.NONE,
    "editorial": Weight.PATCH,
    "addition": Weight.MINOR,
    "deprecation": Weight.MINOR,
    "behavioural": Weight.MAJOR,
}

HEADER = {
    "/version": "record",
    "/published": "record",
    "/previous": "record",
    # The crosswalk names its version, so its digest is never the same twice; its rows are compared one by one.
    "/signals": "record",
    "/authority": "editorial",
    "/license": "editorial",
    "/format_version": "behavioural",
    "/problem_type": "behavioural",
    "/syntax": "behavioural",
    "/origins": "behavioural",
}

CATEGORY = {
    "/description": "editorial",
    "/policy": "editorial",
    "/reference": "editorial",
    "/permalink": "editorial",
    "/recommended_status": "behavioural",
}

CODE = {
    "/title": "editorial",
    "/description": "editorial",
    "/default_retryable": "behavioural",
    "/default_model_recoverable": "behavioural",
    "/reference": "editorial",
    "/permalink": "editorial",
    # Status, successors and deprecation of one entry are one change, see `compute`; here while the status stays.
    "/administrative/superseded_by": "deprecation",
    "/administrative/deprecation": "deprecation",
    "/administrative/change_controller": "editorial",
    "/administrative/updated": "record",
    "/informative/origin": "editorial",
    "/informative/http_status": "behavioural",
    "/informative/mcp": "behavioural",
    "/informative/a2a": "behavioural",
    "/informative/telemetry": "behavioural",
    "/informative/actions": "editorial",
    "/informative/owner": "editorial",
    "/informative/side_effect_warning": "editorial",
    "/informative/limit_names": "editorial",
    "/informative/should_members": "editorial",
    "/informative/confusable_with": "editorial",
    "/informative/generalizes_to": "editorial",
}

FIXED = {
    "registry": (),
    "category": ("/category",),
    "code": ("/code", "/category", "/name", "/administrative/registered"),
}

# What can change: the header, entries, and rows of the crosswalk.
KINDS = ("registry", "category", "code", "signal", "non_error")

# A row of the crosswalk is compared as a whole: it is advice, and whoever uses it takes the new row.
SIGNAL = "editorial"
