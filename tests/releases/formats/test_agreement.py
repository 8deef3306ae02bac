"""Whoever reads one format and whoever reads another know the same codes, titles, statuses and defaults."""

import json

import pytest

from . import facts, hostile
from .facts import Facts
from .read_xml import read
from .test_python import load
from .test_typescript import EXPORTS

pytestmark = pytest.mark.django_db

TRUE = {"true": True, "false": False, "yes": True, "no": False}


def from_json(content):
    return {
        entry["code"]: Facts(
            entry["title"],
            entry["administrative"]["status"],
            entry["default_retryable"],
            entry["default_model_recoverable"],
        )
        for entry in json.loads(content)["codes"]
    }


def from_csv(content):
    return {
        row["code"]: Facts(
            row["title"], row["status"], TRUE[row["default_retryable"]], TRUE[row["default_model_recoverable"]]
        )
        for row in facts.in_csv(content)
    }


def from_xml(content):
    return {
        entry.code: Facts(
            entry.title, entry.administrative.status, entry.default_retryable, entry.default_model_recoverable
        )
        for entry in read(content)[2]
    }


def from_text(content):
    return {row[0]: Facts(row[1], row[4], TRUE[row[2]], TRUE[row[3]]) for row in facts.in_text(content)}


def from_markdown(content):
    _, (_, *rows) = facts.in_markdown(content)
    return {row[0]: Facts(row[1], row[6].split()[0], TRUE[row[2]], TRUE[row[3]]) for row in rows}


def from_python(content):
    return from_names(load(content))


def from_typescript(content, compiler, folder):
    assert compiler.check(folder, harness_error_codes=content.decode()).returncode == 0
    names = compiler.run(folder, EXPORTS)
    return from_names({**names, "DEFAULTS": {code: each.values() for code, each in names["DEFAULTS"].items()}})


def from_names(names):
    return {
        code: Facts(names["TITLES"][code], "deprecated" if code in names["DEPRECATED"] else "active", *defaults)
        for code, defaults in names["DEFAULTS"].items()
    }


READERS = {
    "registry.json": from_json,
    "registry.csv": from_csv,
    "registry.xml": from_xml,
    "registry.txt": from_text,
    "registry.md": from_markdown,
    "harness_error_codes.py": from_python,
}


each = pytest.mark.parametrize("make", [lambda registry: registry, hostile.deprecated], ids=["published", "deprecated"])


@each
def test_every_format_says_the_same(make, registry, render):
    document = make(registry)
    found = {name: read(render(name, document)) for name, read in READERS.items()}
    assert found == dict.fromkeys(READERS, facts.of(document))
    # And in the same order, which is by code.
    assert {tuple(codes) for codes in found.values()} == {tuple(sorted(facts.of(document)))}


@each
def test_typescript_says_the_same(make, registry, render, compiler, tmp_path):
    document = make(registry)
    found = from_typescript(render("harness_error_codes.ts", document), compiler, tmp_path)
    assert (found, list(found)) == (facts.of(document), sorted(found))
