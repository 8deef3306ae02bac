"""Closed sets of words as components with a name of their own, so that a generated client has one type for each.

Without a name, a generator makes one up from every place where the set stands: the origin of a code that is read alone
would be of another type than that of the same code in a list.
"""

from typing import Any

from .pieces import nullable, ref

# Where each stands first. Its words come from there, and from there alone.
_WHERE = {
    "A2AState": "CodeEntry/properties/informative/properties/a2a/properties/state",
    "Action": "CodeEntry/properties/informative/properties/actions/items",
    "ActionRequirement": "Routing/properties/rules/items/properties/do/items/properties/requires/items",
    "Carrier": "RenderQuestion/properties/carrier",
    "CarrierForm": "RenderQuestion/properties/form",
    "ChangeClass": "Change/properties/class",
    "ChangedKind": "Change/properties/kind",
    "ChangeMade": "Change/properties/change",
    "CodeStatus": "CodeEntry/properties/administrative/properties/status",
    "CommentKind": "Proposal/properties/comments/items/properties/kind",
    "Confidence": "SignalEntry/properties/confidence",
    "DefaultSource": "Default/properties/source",
    "EffectiveSource": "Inspection/properties/effective/additionalProperties/properties/source",
    "FindingLevel": "Inspection/properties/findings/items/properties/level",
    "FindingRule": "Inspection/properties/findings/items/properties/rule",
    "FoundIn": "Inspection/properties/found_in",
    "InspectedRule": "Inspection/properties/resolution/anyOf/0/properties/rule",
    "Move": "Proposal/properties/moves/items",
    "Origin": "CodeEntry/properties/informative/properties/origin",
    "ProposalKind": "Proposal/properties/kind",
    "ProposalState": "Proposal/properties/state",
    "RejectionReason": "VoteRequest/properties/reason_code",
    "ResolutionRule": "Resolution/properties/resolution",
    "RoutingFaultLevel": "RoutingFaults/properties/faults/items/properties/level",
    "RoutingFaultRule": "RoutingFaults/properties/faults/items/properties/rule",
    "RoutingMatch": "Routing/properties/rules/items/properties/match/properties/by",
    "SignalKind": "SignalEntry/properties/kind",
    "SourceKind": "SignalEntry/properties/source_kind",
    "SpanKind": "RenderQuestion/properties/options/properties/span",
    "TranslatedHow": "Translation/properties/how",
    "TypeUri": "RenderQuestion/properties/object/properties/type",
    "Verdict": "VoteRequest/properties/verdict",
    "VersionPart": "Difference/properties/part",
}


def named(schemas: dict[str, Any]) -> dict[str, Any]:
    """`schemas` with each set of words as a component, and references in its places."""
    words = {name: _words(_at(schemas, where)) for name, where in _WHERE.items()}
    by_words = {frozenset(each): name for name, each in words.items()}
    found: dict[str, Any] = _replaced(schemas, by_words)
    return found | {name: {"type": "string", "enum": each} for name, each in words.items()}


def _at(schemas: Any, where: str) -> Any:
    for step in where.split("/"):
        schemas = schemas[int(step) if isinstance(schemas, list) else step]
    return schemas


def _words(schema: dict[str, Any]) -> list[str]:
    return [each for each in schema["enum"] if each is not None]


def _replaced(data: Any, by_words: dict[frozenset[str], str]) -> Any:
    if isinstance(data, list):
        return [_replaced(each, by_words) for each in data]
    if not isinstance(data, dict):
        return data
    name = by_words.get(frozenset(_words(data))) if isinstance(data.get("enum"), list) else None
    if name:
        others = {key: value for key, value in data.items() if key not in ("type", "enum")}
        return (nullable(ref(name)) if None in data["enum"] else ref(name)) | others
    return {key: _replaced(value, by_words) for key, value in data.items()}
