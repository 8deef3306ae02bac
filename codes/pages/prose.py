"""Markdown of our own -> the HTML of a page: a title, a lead and the sections, with an id for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.anchors import anchors_plugin


@dataclass(frozen=True, slots=True)
class Prose:
    """`title` and `lead` are plain text, `sections` the (id, heading) of each part, `body` HTML without the title."""

    title: str
    lead: str
    sections: tuple[tuple[str, str], ...]
    body: SafeString


def draw(text: str) -> Prose:
    """`text` begins with `# Title` and a lead paragraph. Raises ValueError otherwise."""
    tokens = _parser().parse(text)
    if len(tokens) < 6 or tokens[0].tag != "h1" or tokens[3].type != "paragraph_open":
        raise ValueError("an article begins with a title and a lead paragraph")
    sections = tuple(
        (str(token.attrs["id"]), _plain(tokens[index + 1]))
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == "h2"
    )
    # Safe: raw HTML is off, so the renderer escapes every character of the text that means something in HTML.
    body = mark_safe(_parser().renderer.render(tokens[3:], _parser().options, {}))  # noqa: S308
    return Prose(_plain(tokens[1]), _plain(tokens[4]), sections, body)


def _plain(token: Token) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children or [])


class _Renderer(RendererHTML):
    """Headings link to themselves, cells name their column, and the keyboard reaches what scrolls sideways."""

    def heading_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return f'<div class="heading">{self.renderToken(tokens, index, options, env)}'

    def heading_close(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        # Beside the heading and not in it, so that the link is no part of its name.
        opening, text = tokens[index - 2], escape(_plain(tokens[index - 1]))
        link = f'<a class="anchor" href="#{opening.attrs.get("id", "")}" aria-label="Link to “{text}”">#</a>'
        return f"{self.renderToken(tokens, index, options, env).rstrip()}{link}</div>\n"

    def th_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        tokens[index].attrSet("scope", "col")
        return self.renderToken(tokens, index, options, env)

    def table_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        table = self.renderToken(tokens, index, options, env)
        return f'<div class="scroll" tabindex="0" role="group" aria-label="Table">{table}'

    def table_close(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return f"{self.renderToken(tokens, index, options, env)}</div>\n"

    def fence(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        language, text = escape(tokens[index].info.strip()), escape(tokens[index].content)
        return f'<pre tabindex="0" data-copy><code class="language-{language}">{text}</code></pre>\n'


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    return parser.enable("table").use(anchors_plugin, min_level=2, max_level=3)
