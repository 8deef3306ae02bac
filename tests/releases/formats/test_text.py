"""Words of registrants in Markdown: a reader of CommonMark with tables must see them, and nothing else."""

from urllib.parse import unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from codes.releases.formats.text import markdown, markdown_code, markdown_link, plain
from tests.releases.formats.hostile import HOSTILE

READER = MarkdownIt("gfm-like", {"linkify": False})
# White space alone has no words to show. A surrogate has no bytes.
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: plain(text) != "")
MARKS = st.text("".join(map(chr, range(0x20, 0x7F))), min_size=1).filter(lambda text: plain(text) != "")
PLACES = {
    "alone": "{}",
    "in a list": "- {}",
    "in a table": "| a | b |\n|---|---|\n| {} | b |",
    "as a link": "[{}](<https://example.org/>)",
    "before a link": "{}[a](<https://example.org/>)",
    "in bold": "**{}.**",
}


def tokens(text):
    """(type, content) of every token that is not a container of others, containers by their type."""
    for token in READER.parse(text):
        yield token.type, ""
        for child in token.children or ():
            yield child.type, child.content


def seen(text):
    """What a reader sees, and the marks around it. Neighbouring pieces of text are one."""
    content = "".join("\n" if kind == "softbreak" else words for kind, words in tokens(text))
    return content, [kind for kind, _ in tokens(text) if kind not in ("text", "text_special")]


@pytest.mark.parametrize("place", PLACES)
def test_what_is_written_is_what_is_seen(place):
    form = PLACES[place]

    @given(WORDS | MARKS)
    @example(HOSTILE)
    @example("1. one")
    @example("12) twelve")
    @example("# no heading")
    @example("- no list")
    @example("a\n---")
    @example("&copy; &#65;")
    @example("!")
    @example("_em_ snake_case __b__ a_")
    @example("<!-- gone -->")
    @example("\u202ebackwards\x1b[31m")
    def holds(text):
        before, marks = seen(form.format("word"))
        assert seen(form.format(markdown(text))) == (before.replace("word", plain(text)), marks)

    holds()


@given(WORDS | MARKS)
@example("``")
@example("`a` | b")
def test_a_code_span_shows_its_text(text):
    content, marks = seen(f"| a |\n|---|\n| {markdown_code(plain(text))} |")
    assert content == f"a{plain(text)}".replace("\x00", "\ufffd")
    assert marks == seen("| a |\n|---|\n| `b` |")[1]


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1) | MARKS)
@example('?a=1&copy;=2|<b>"`\\ %41 %zz')
def test_a_link_leads_where_it_should(text):
    address = f"https://example.org/{text}"
    inline = [token for token in READER.parse(f"| a |\n|---|\n| {markdown_link('b', address)} |") if token.children]
    opening, *others = inline[1].children
    assert (opening.type, [child.type for child in others]) == ("link_open", ["text", "link_close"])
    assert unquote(opening.attrs["href"]) == unquote(address)


@pytest.mark.parametrize(
    "text", ["model_recoverable", "draft-ouchi-agent-harness-errors, section 5.3", "1.0.0", "Done."]
)
def test_words_without_markup_stay_readable(text):
    assert markdown(text) == text
