"""Tags and filters of this site's templates, available in every one."""

import re

from django import template

from codes.pages import change_words, wording
from codes.web.answer import absolute

register = template.Library()
register.filter("absolute", absolute)
register.filter("action_words", wording.action_words)
register.filter("change_words", change_words.change_words)
register.filter("class_words", change_words.class_words)
register.filter("field_words", change_words.field_words)
register.filter("flag_words", wording.flag_words)
register.filter("mcp_words", wording.mcp_words)
register.filter("steps", wording.steps)
register.filter("value_words", change_words.value_words)
register.filter("who_acts", change_words.who_acts)

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~])")


@register.filter
def md(value: object) -> str:
    """Text as Markdown that shows exactly this text, on one line: registrants' words must not become markup."""
    return _MARKDOWN.sub(r"\\\1", " ".join(str(value).split()))


@register.filter
def markdown_code(value: object) -> str:
    """Text as a Markdown code span, which has no escapes: the fence is longer than any run of backticks inside."""
    text = " ".join(str(value).split())
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or not text else ""
    # In a table a bar ends the cell even inside a code span.
    return f"{fence}{pad}{text}{pad}{fence}".replace("|", "\\|")
