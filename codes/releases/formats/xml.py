"""The registry as XML in the manner of IANA: a registry of registries, with records that refer to their sources.

Element names and attributes that IANA has mean what they mean there; the others are ours, hence a namespace of our own.
Every member of every category and code is in it, so the entries can be read back from the XML alone. What is null or
empty has no element. XML has no way to write most control characters: U+FFFD stands for each.
"""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from codes.harness_errors import codec
from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CategoryEntry, CodeEntry, Reference

from .base import POLICY, TITLE, Format, permalink

# A name, not an address: nobody has to ask for it, and it is the same for every copy of the registry.
NAMESPACE = "tag:agenterrors.org,2026:registry"

# Addresses that say which document they lead to.
_DRAFT = re.compile(r"https://datatracker\.ietf\.org/doc/(?:html/)?(draft-[a-z0-9-]+?)(?:-\d\d)?/?")
_RFC = re.compile(
    r"https://(?:www\.rfc-editor\.org/(?:rfc|info)|datatracker\.ietf\.org/doc(?:/html)?)/(rfc\d+)(?:\.html)?/?"
)
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def registry_xml(registry: Registry) -> bytes:
    """The document as XML 1.0, UTF-8."""
    root = Element("registry", {"xmlns": NAMESPACE, "id": "agent-harness-error-codes"})
    _add(root, "title", TITLE)
    _add(root, "updated", registry.published[:10])
    for name in ("version", "published", "authority", "license"):
        _add(root, name, getattr(registry, name))
    _add(root, "xref", "registry.json", type="uri", data=permalink(registry, "registry.json"), sha256=registry.sha256)
    categories = _add(root, "registry", id="categories")
    _add(categories, "title", "Categories")
    for rule in sorted({entry.policy for entry in registry.categories}):
        _add(categories, "registration_rule", rule)
    for category in registry.categories:
        _category(categories, category)
    codes = _add(root, "registry", id="codes")
    _add(codes, "title", "Codes")
    _add(codes, "registration_rule", POLICY)
    for entry in registry.codes:
        _code(codes, entry, registry)
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    # ElementTree writes a carriage return in text as it is, and every reader would make a line feed of it.
    return text.replace(b"\r", b"&#13;") + b"\n"


def _category(parent: Element, entry: CategoryEntry) -> None:
    record = _add(parent, "record")
    _add(record, "value", entry.category)
    _add(record, "description", entry.description)
    _references(record, entry.reference)
    _add(record, "policy", entry.policy)
    _add(record, "recommended_status", entry.recommended_status)
    _add(record, "permalink", entry.permalink)


def _code(parent: Element, entry: CodeEntry, registry: Registry) -> None:
    kept = entry.administrative
    record = _add(parent, "record", date=kept.registered.date, updated=kept.updated.date)
    _add(record, "value", entry.code)
    _add(record, "category", entry.category)
    _add(record, "name", entry.name)
    _add(record, "title", entry.title)
    _add(record, "description", entry.description)
    _add(record, "default_retryable", entry.default_retryable)
    _add(record, "default_model_recoverable", entry.default_model_recoverable)
    _references(record, entry.reference)
    _add(record, "status", kept.status)
    _add(record, "controller", kept.change_controller)
    _add(record, "registered", kept.registered.version)
    _add(record, "changed", kept.updated.version)
    if kept.deprecation:
        _value(record, "deprecation", codec.encode(kept.deprecation))
    for code in kept.superseded_by:
        successor = registry.code(code)
        target = successor.permalink if successor else code
        _add(_add(record, "superseded_by"), "xref", code, type="uri", data=target)
    _add(record, "permalink", entry.permalink)
    _value(record, "informative", codec.encode(entry.informative))


def _references(parent: Element, references: tuple[Reference, ...]) -> None:
    """An `xref` for each: `data` is what IANA writes for the document, `href` the address where that is not `data`."""
    for each in references:
        section = {"section": each.section} if each.section else {}
        draft, rfc = _DRAFT.fullmatch(each.url), _RFC.fullmatch(each.url)
        found = {"type": "uri", "data": each.url}
        if known := draft or rfc:
            found = {"type": "draft" if draft else "rfc", "data": known[1], "href": each.url}
        _add(parent, "xref", each.title, **found, **section)


def _value(parent: Element, name: str, value: object) -> None:
    """A member of an entry: an object has elements inside, a list is its elements side by side."""
    if isinstance(value, dict):
        inner = _add(parent, name)
        for member, content in value.items():
            _value(inner, member, content)
    elif isinstance(value, list):
        for each in value:
            _value(parent, name, each)
    elif value is not None:
        _add(parent, name, value)


def _add(parent: Element, name: str, text: object = None, **attributes: str) -> Element:
    element = ElementTree.SubElement(parent, name, {key: _sayable(value) for key, value in attributes.items()})
    if text is not None:
        element.text = _sayable(str(text).lower() if isinstance(text, bool) else str(text))
    return element


def _sayable(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)


FORMATS = (Format("registry.xml", "application/xml", lambda registry, signals: registry_xml(registry)),)
