"""registry.xml: well-formed, in the manner of IANA, and equal to the document when read back."""

import re
import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors import codec
from codes.harness_errors.document import Registry
from codes.harness_errors.entries import Reference
from codes.releases.formats.xml import registry_xml

from . import hostile
from .read_xml import NAMESPACE, read

pytestmark = pytest.mark.django_db


def sayable(value: Any) -> Any:
    """`value` with U+FFFD for what XML 1.0 cannot write (its production `Char`)."""
    if isinstance(value, dict):
        return {name: sayable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [sayable(each) for each in value]
    if isinstance(value, str):
        return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", value)
    return value


def test_it_reads_back(document, render):
    _, categories, codes = read(render("registry.xml", document))
    expected = codec.decode(Registry, sayable(codec.encode(document)))
    assert (categories, codes) == (expected.categories, expected.codes)


def test_what_is_published_loses_nothing(registry, render):
    _, categories, codes = read(render("registry.xml", registry))
    assert (categories, codes) == (registry.categories, registry.codes)


def test_any_text_reads_back(registry):
    @given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
    def holds(text):
        document = hostile.hostile(hostile.few(registry), text)
        _, categories, codes = read(registry_xml(document))
        expected = codec.decode(Registry, sayable(codec.encode(document)))
        assert (categories, codes) == (expected.categories, expected.codes)

    holds()


def test_its_head_is_that_of_a_registry(registry, render):
    content = render("registry.xml", hostile.deprecated(registry))
    assert content.startswith(b"<?xml version='1.0' encoding='UTF-8'?>\n<registry xmlns=")
    assert content.endswith(b"</registry>\n")
    root, *_ = read(content)
    assert root.get("id") == "agent-harness-error-codes"
    assert root.findtext("title", None, NAMESPACE) == "Agent Harness Error Codes"
    assert root.findtext("updated", None, NAMESPACE) == "2027-01-31"
    assert root.findtext("version", None, NAMESPACE) == "1.1.0"
    rules = [rule.text for rule in root.findall("registry/registration_rule", NAMESPACE)]
    assert rules == ["Standards Action", "Specification Required"]
    source = root.find("xref", NAMESPACE)
    assert source.get("data") == "https://agenterrors.org/releases/1.1.0/registry.json"
    assert source.get("sha256") == hostile.deprecated(registry).sha256


def test_a_successor_is_a_link(registry, render):
    root, *_ = read(render("registry.xml", hostile.deprecated(registry)))
    links = [(link.get("type"), link.get("data")) for link in root.findall(".//superseded_by/xref", NAMESPACE)]
    assert links == [
        ("uri", "https://agenterrors.org/codes/output.empty"),
        ("uri", "https://agenterrors.org/codes/loop.timeout"),
        ("uri", "https://agenterrors.org/codes/tool.execution_failed"),
    ]


@pytest.mark.parametrize(
    ("url", "kind", "data"),
    [
        ("https://datatracker.ietf.org/doc/draft-a-b/", "draft", "draft-a-b"),
        ("https://datatracker.ietf.org/doc/html/draft-a-b-01", "draft", "draft-a-b"),
        ("https://www.rfc-editor.org/rfc/rfc9457", "rfc", "rfc9457"),
        ("https://www.rfc-editor.org/rfc/rfc9457.html", "rfc", "rfc9457"),
        ("https://datatracker.ietf.org/doc/html/rfc9457", "rfc", "rfc9457"),
        ("https://example.org/rfc/rfc9457", "uri", "https://example.org/rfc/rfc9457"),
        ("https://www.rfc-editor.org/rfc/rfc1#a", "uri", "https://www.rfc-editor.org/rfc/rfc1#a"),
    ],
)  # fmt: skip
def test_a_reference_says_what_it_leads_to(url, kind, data, registry):
    document = hostile.change(registry, "tool.timeout", reference=(Reference("A title", url, "3"),))
    root, _, codes = read(registry_xml(document))
    (record,) = [each for each in root.iterfind(".//record", NAMESPACE) if each[0].text == "tool.timeout"]
    reference = record.find("xref", NAMESPACE)
    assert (reference.get("type"), reference.get("data")) == (kind, data)
    assert (reference.text, reference.get("section")) == ("A title", "3")
    assert next(entry for entry in codes if entry.code == "tool.timeout").reference[0].url == url


@pytest.mark.skipif(not shutil.which("xmllint"), reason="no xmllint on this machine")
def test_another_parser_takes_it(registry, tmp_path):
    (tmp_path / "registry.xml").write_bytes(registry_xml(hostile.hostile(registry)))
    done = subprocess.run(["xmllint", "--noout", "registry.xml"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
