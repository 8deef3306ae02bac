"""harness_error_codes.py: compiled and run."""

import ast
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors import syntax
from codes.releases.formats.python import python_module

from . import hostile

pytestmark = pytest.mark.django_db


def load(content: bytes) -> dict[str, object]:
    """The names of the module, run in a namespace that holds nothing else."""
    names: dict[str, object] = {}
    exec(compile(content, "harness_error_codes.py", "exec", dont_inherit=True), names)  # noqa: S102  what is under test
    imported = ("__builtins__", "__doc__", "__annotations__", "Final", "Mapping", "MappingProxyType")
    return {name: value for name, value in names.items() if name not in imported}


def test_what_it_holds(document, render):
    names = load(render("harness_error_codes.py", document))
    codes = [entry.code for entry in document.codes]
    assert names.pop("REGISTRY_VERSION") == document.version
    assert names.pop("REGISTRY_SHA256") == document.sha256
    assert names.pop("ALL") == tuple(codes)
    assert names.pop("CATEGORIES") == tuple(entry.category for entry in document.categories)
    assert names.pop("DEFAULTS") == {
        entry.code: (entry.default_retryable, entry.default_model_recoverable) for entry in document.codes
    }
    assert names.pop("TITLES") == {entry.code: entry.title for entry in document.codes}
    assert names.pop("DEPRECATED") == {
        entry.code: entry.administrative.superseded_by
        for entry in document.codes
        if entry.administrative.status == "deprecated"
    }
    # What is left are the constants: plain strings.
    assert list(names.values()) == codes
    assert {type(value) for value in names.values()} == {str}


def test_the_constants_have_their_names(registry, render):
    names = load(render("harness_error_codes.py", registry))
    assert [names[syntax.constant(entry.code)] for entry in registry.codes] == [entry.code for entry in registry.codes]


def test_names_that_are_none_or_taken(registry):
    names = load(python_module(hostile.odd_codes(registry)))
    assert (names["code_3D_MESH"], names["___"]) == ("3d.mesh", "_._")
    assert (names["code_REGISTRY_VERSION"], names["REGISTRY_VERSION"]) == ("registry.version", "1.0.0")
    assert (names["code_REGISTRY_SHA256"], len(str(names["REGISTRY_SHA256"]))) == ("registry.sha256", 64)


def test_nobody_can_change_the_tables(registry):
    names = load(python_module(hostile.deprecated(registry)))
    assert {type(names[name]) for name in ("DEFAULTS", "DEPRECATED", "TITLES")} == {MappingProxyType}


def test_it_says_where_it_is_from(registry, render):
    text = render("harness_error_codes.py", registry).decode()
    document = ast.get_docstring(ast.parse(text)) or ""
    assert document.startswith("Agent Harness Error Codes, release 1.0.0.\n")
    address = "https://agenterrors.org/releases/1.0.0/"
    assert f"Generated from version 1.0.0 of the registry, do not edit: {address}" in document


def test_deprecated_constants_are_marked(registry):
    lines = python_module(hostile.deprecated(registry)).decode().splitlines()
    marked = {lines[number + 1].split(":")[0]: line for number, line in enumerate(lines) if "Deprecated since" in line}
    assert marked == {
        "OUTPUT_EMPTY": "# Deprecated since 1.1.0, use instead: nothing",
        "OUTPUT_MALFORMED": "# Deprecated since 1.1.0, use instead: OUTPUT_EMPTY",
        "TOOL_TIMEOUT": "# Deprecated since 1.1.0, use instead: LOOP_TIMEOUT or TOOL_EXECUTION_FAILED",
    }


def test_it_runs_on_python_3_9(document, render):
    ast.parse(render("harness_error_codes.py", document), feature_version=(3, 9))


def test_any_title_reads_back(registry):
    few = hostile.few(registry)

    @given(st.text(st.characters(exclude_categories=["Cs"])))
    def holds(text):
        content = python_module(hostile.hostile(few, text))
        assert load(content)["TITLES"] == {entry.code: text for entry in few.codes}
        assert content.isascii()

    holds()
