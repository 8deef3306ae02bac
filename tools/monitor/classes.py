"""What may change, of which class a change is, and what a class asks of the version: our own reading of the rules."""

from typing import Any

from .data import Fault, order

# The part of the version that a class of change moves: 1 patch, 2 minor, 3 major, 0 none.
PARTS = {"record": 0, "editorial": 1, "addition": 2, "deprecation": 2, "behavioural": 3}
PART_NAMES = (None, "patch", "minor", "major")

# The class of a changed field by its pointer. A field that is not here cannot change.
_HEADER = {
    **dict.fromkeys(("/version", "/published", "/previous", "/signals"), "record"),
    **dict.fromkeys(("/authority", "/license"), "editorial"),
    **dict.fromkeys(("/format_version", "/problem_type", "/syntax", "/origins"), "behavioural"),
}
_CATEGORY = {
    **dict.fromkeys(("/description", "/policy", "/reference", "/permalink"), "editorial"),
    "/recommended_status": "behavioural",
}
_BEHAVIOUR = ("http_status", "mcp", "a2a", "telemetry")
_ADVICE = (
    *("origin", "actions", "owner", "side_effect_warning", "limit_names", "should_members"),
    *("confusable_with", "generalizes_to"),
)
_CODE = {
    **dict.fromkeys(("/default_retryable", "/default_model_recoverable"), "behavioural"),
    **dict.fromkeys((f"/informative/{name}" for name in _BEHAVIOUR), "behavioural"),
    **dict.fromkeys((f"/informative/{name}" for name in _ADVICE), "editorial"),
    **dict.fromkeys(("/title", "/description", "/reference", "/permalink"), "editorial"),
    **dict.fromkeys(("/administrative/superseded_by", "/administrative/deprecation"), "deprecation"),
    "/administrative/change_controller": "editorial",
    "/administrative/updated": "record",
}
_FIELDS = {"registry": _HEADER, "category": _CATEGORY, "code": _CODE}
# From which status to which, and the class.
_STANDINGS = {
    "deprecated": ("active", "deprecated", "deprecation"),
    "reinstated": ("deprecated", "active", "behavioural"),
}


def class_of(change: dict[str, Any]) -> str:
    """Raises Fault for what cannot change, TypeError or KeyError for a change without the values of its kind."""
    match change["change"], change["kind"]:
        case "changed", "registry" | "category" | "code" as kind if change["pointer"] in _FIELDS[kind]:
            return _FIELDS[kind][change["pointer"]]
        case "added", "category" | "code" if change["pointer"] == "":
            return "addition"
        case "deprecated" | "reinstated" as way, "code" if change["pointer"] == "/administrative":
            was, becomes, found = _STANDINGS[way]
            if (change["from"]["status"], change["to"]["status"]) == (was, becomes):
                return found
        case "added" | "changed" | "removed", "signal" | "non_error" if change["pointer"] == "":
            return "editorial"
    raise Fault("this cannot change")


def next_version(version: str, part: int) -> str:
    """`version` with `part` moved on (SemVer)."""
    numbers, place = order(version), 3 - part
    if part == 0:
        return "no release"
    return ".".join(str(each) for each in (*numbers[:place], numbers[place] + 1, *[0] * (part - 1)))
