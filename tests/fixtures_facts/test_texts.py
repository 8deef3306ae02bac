"""The texts: short enough for their columns, harmless on a page, plain, and our own."""

import re
import unicodedata

import pytest

from .data import CATEGORIES, CODES, DRAFT_SIGNALS, FILES, FIXTURES, NON_ERRORS, REFERENCE, SIGNALS

DRAFT_TEXT = REFERENCE / "draft-ouchi-agent-harness-errors.txt"

DESCRIPTIONS = {entry["name"]: entry["description"] for entry in CATEGORIES} | {
    name: code["description"] for name, code in CODES.items()
}
DIFFERENCES = {
    f"{name} / {row['code']}": row["difference"] for name, code in CODES.items() for row in code["confusable_with"]
}
WARNINGS = {
    f"{name} warning": code["side_effect_warning"] for name, code in CODES.items() if "side_effect_warning" in code
}
# What we wrote ourselves; the notes of the crosswalk quote other people's identifiers.
OWN = DESCRIPTIONS | DIFFERENCES | WARNINGS | {row["identifier"]: row["note"] for row in DRAFT_SIGNALS}

# Controls, format characters (the bidirectional ones among them), surrogates, private use, unassigned;
# separators of lines and paragraphs.
UNWANTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def texts(value):
    """Every string in parsed TOML, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *texts(item))
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def runs(text, length):
    """Every run of `length` words, without regard to case and punctuation."""
    words = re.findall(r"[a-z0-9_]+", text.lower())
    return {tuple(words[start : start + length]) for start in range(len(words) - length + 1)}


def test_no_text_hides_a_character():
    everything = list(texts([CATEGORIES, CODES, SIGNALS, NON_ERRORS]))
    assert [text for text in everything if UNWANTED & set(map(unicodedata.category, text))] == []
    assert [text for text in everything if not unicodedata.is_normalized("NFC", text)] == []
    assert [text for text in everything if text != text.strip() or not text] == []


@pytest.mark.parametrize(
    ("rows", "limits"),
    [
        (CATEGORIES, {"description": (1, 2000)}),
        (
            list(CODES.values()),
            {
                "title": (3, 80),
                "description": (1, 2000),
                "change_controller": (1, 200),
                "owner": (1, 80),
                "side_effect_warning": (1, 2000),
            },
        ),
        ([row for code in CODES.values() for row in code["confusable_with"]], {"difference": (1, 300)}),
        (
            SIGNALS,
            {
                "identifier": (1, 40),
                "source": (1, 60),
                "signal": (1, 200),
                "name": (1, 120),
                "field": (1, 120),
                "condition": (1, 300),
                "seen_at": (1, 120),  # 200 there, but the version of the source is cut out of it
            },
        ),
        (NON_ERRORS, {"source": (1, 60), "signal": (1, 200)}),
    ],
    ids=["categories", "codes", "differences", "signals", "non_errors"],
)
def test_texts_fit_their_columns(rows, limits):
    too_long = [
        row[key]
        for row in rows
        for key, (least, most) in limits.items()
        if key in row and not least <= len(row[key]) <= most
    ]
    assert too_long == []


def test_descriptions_are_brief():
    sentences = {name: len(re.findall(r"[.!?](?= |\Z)", text)) for name, text in DESCRIPTIONS.items()}
    assert [name for name, count in sentences.items() if not 1 <= count <= 3] == []
    assert [name for name in (entry["name"] for entry in CATEGORIES) if sentences[name] != 1] == []


def test_differences_are_one_sentence():
    assert [where for where, text in DIFFERENCES.items() if re.findall(r"[.!?](?= |\Z)", text) != ["."]] == []


def test_own_texts_are_plain_sentences():
    assert [where for where, text in OWN.items() if re.search(r"[`*<>\[\]#|\\~]|https?:", text)] == []
    assert [where for where, text in OWN.items() if not text.endswith(".")] == []


def test_own_texts_do_not_sound_normative():
    words = re.compile(r"\b(MUST|SHALL|SHOULD|MAY|REQUIRED|RECOMMENDED|OPTIONAL)\b")
    assert [where for where, text in OWN.items() if words.search(text)] == []


@pytest.mark.skipif(not DRAFT_TEXT.exists(), reason="the draft is not part of the repository")
def test_own_texts_are_not_those_of_the_draft():
    theirs = runs(DRAFT_TEXT.read_text(encoding="utf-8"), 8)
    assert {where: shared for where, text in OWN.items() if (shared := runs(text, 8) & theirs)} == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_files_are_tidy(path):
    content = path.read_bytes()
    text = content.decode("utf-8")
    lines = text.split("\n")
    assert b"\r" not in content
    assert b"\t" not in content
    assert lines[-1] == ""
    assert lines[-2] != ""
    assert [line for line in lines if line != line.rstrip()] == []
    assert "\n\n\n" not in text
    assert re.findall(r"[^\n]\n\[\[", text) == [], "a blank line between entries"
    assert text.startswith("# "), "a comment says what the file is"
