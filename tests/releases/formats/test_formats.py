"""What every file has in common, whatever it is."""

import json
import re
import unicodedata

import pytest

from codes.releases.formats import formats, sums
from tests.support.files import FILES

from . import hostile

pytestmark = pytest.mark.django_db

RENDERED = sorted(set(FILES) - {sums.NAME})


def test_these_are_the_files():
    made = {each.name: each.media_type for each in formats()} | {sums.NAME: sums.MEDIA_TYPE}
    assert made == {name: content_type.split(";")[0] for name, content_type in FILES.items()}
    assert [each.name for each in formats()] == RENDERED


@pytest.mark.parametrize("name", RENDERED)
def test_a_file_is_utf_8_with_the_line_ends_of_its_kind(name, document, render):
    text = render(name, document).decode()
    end = "\r\n" if name.endswith(".csv") else "\n"
    assert text.endswith(end)
    assert "\r" not in text.replace(end, "")
    assert not text.startswith("\ufeff")


@pytest.mark.parametrize("name", RENDERED)
def test_the_same_document_is_the_same_bytes_whatever_the_settings(name, document, render, settings):
    first = render(name, document)
    settings.PUBLIC_BASE_URL = "https://elsewhere.example"
    settings.USE_TZ, settings.LANGUAGE_CODE = False, "de"
    assert render(name, type(document).from_bytes(document.to_bytes())) == first


@pytest.mark.parametrize("name", sorted(set(RENDERED) - {"signals.json", "routing.csv"}))
def test_every_address_is_on_the_origin_of_the_document(name, registry, render):
    old, new = "https://agenterrors.org/", "https://registry.example/"
    data = json.loads(registry.to_bytes().decode().replace(old, new))
    data["problem_type"]["type_uris"] = list(registry.problem_type.type_uris)
    moved = render(name, type(registry).from_bytes(json.dumps(data).encode())).decode()
    # The interim type URI and the URI of the A2A extension are names, and the same everywhere.
    names = {registry.problem_type.type_uris[1], f"{old}ext/a2a/v1"}
    assert set(re.findall(rf"{old}[^\s\"<>\\]*", moved)) <= names
    assert new in moved


@pytest.mark.parametrize("name", ["harness_error_codes.py", "harness_error_codes.ts", "registry.txt", "registry.md"])
def test_no_text_for_people_has_characters_that_deceive(name, registry, render):
    text = render(name, hostile.hostile(registry)).decode()
    odd = {char for char in text if unicodedata.category(char) == "Cc" or char in "\u202a\u202b\u202c\u202d\u202e"}
    assert odd == {"\n"}


def test_sums_are_sorted_by_name():
    assert sums.sums({"b": b"", "a": b"x", "C": b"y"}).decode() == (
        "a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa  C\n"
        "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881  a\n"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
    )
