"""registry.xml back into entries, by somebody who has the XML and the names of the members alone."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, fromstring

from codes.harness_errors import entries

NAMESPACE = {"": "tag:agenterrors.org,2026:registry"}


def read(content: bytes) -> tuple[Element, tuple[entries.CategoryEntry, ...], tuple[entries.CodeEntry, ...]]:
    """The root and the entries."""
    root = fromstring(content)  # noqa: S314  made by the code under test
    records = {group.get("id"): group.findall("record", NAMESPACE) for group in root.findall("registry", NAMESPACE)}
    assert list(records) == ["categories", "codes"]
    return root, tuple(map(_category, records["categories"])), tuple(map(_code, records["codes"]))


def _category(record: Element) -> entries.CategoryEntry:
    return entries.CategoryEntry(
        category=_text(record, "value"),
        description=_text(record, "description"),
        policy=_text(record, "policy"),
        reference=_references(record),
        recommended_status=int(_text(record, "recommended_status")),
        permalink=_text(record, "permalink"),
    )


def _code(record: Element) -> entries.CodeEntry:
    return entries.CodeEntry(
        code=_text(record, "value"),
        category=_text(record, "category"),
        name=_text(record, "name"),
        title=_text(record, "title"),
        description=_text(record, "description"),
        default_retryable={"true": True, "false": False}[_text(record, "default_retryable")],
        default_model_recoverable={"true": True, "false": False}[_text(record, "default_model_recoverable")],
        reference=_references(record),
        administrative=_administrative(record),
        permalink=_text(record, "permalink"),
        informative=_informative(_one(record, "informative")),
    )


def _administrative(record: Element) -> entries.Administrative:
    gone = record.find("deprecation", NAMESPACE)
    return entries.Administrative(
        status=_text(record, "status"),
        superseded_by=tuple(each.text or "" for each in record.findall("superseded_by/xref", NAMESPACE)),
        deprecation=None
        if gone is None
        else entries.Deprecation(_text(gone, "reason"), _optional(gone, "note"), _text(gone, "version")),
        change_controller=_text(record, "controller"),
        registered=entries.Stamp(record.attrib["date"], _text(record, "registered")),
        updated=entries.Stamp(record.attrib["updated"], _text(record, "changed")),
    )


def _informative(advice: Element) -> entries.Informative:
    number = _optional(advice, "mcp/jsonrpc_code")
    return entries.Informative(
        origin=_text(advice, "origin"),
        http_status=int(_text(advice, "http_status")),
        mcp=entries.Mcp(_text(advice, "mcp/channel"), None if number is None else int(number)),
        a2a=entries.A2a(_text(advice, "a2a/state")),
        telemetry=entries.Telemetry(_text(advice, "telemetry/error_type")),
        actions=_all(advice, "actions"),
        owner=_text(advice, "owner"),
        side_effect_warning=_optional(advice, "side_effect_warning"),
        limit_names=_all(advice, "limit_names"),
        should_members=_all(advice, "should_members"),
        confusable_with=tuple(
            entries.Confusable(_text(each, "code"), _text(each, "difference"))
            for each in advice.findall("confusable_with", NAMESPACE)
        ),
        generalizes_to=_optional(advice, "generalizes_to"),
    )


def _references(record: Element) -> tuple[entries.Reference, ...]:
    found: Iterable[Element] = record.findall("xref", NAMESPACE)
    return tuple(
        entries.Reference(each.text or "", each.get("href", each.attrib["data"]), each.get("section")) for each in found
    )


def _one(parent: Element, path: str) -> Element:
    (found,) = parent.findall(path, NAMESPACE)
    return found


def _text(parent: Element, path: str) -> str:
    return _one(parent, path).text or ""


def _optional(parent: Element, path: str) -> str | None:
    return _text(parent, path) if parent.find(path, NAMESPACE) is not None else None


def _all(parent: Element, path: str) -> tuple[str, ...]:
    return tuple(each.text or "" for each in parent.findall(path, NAMESPACE))
