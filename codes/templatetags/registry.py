"""Tags and filters of this site's templates, available in every one."""

from django import template

from codes.pages import change_words, wording
from codes.releases.formats import text
from codes.web.answer import absolute

register = template.Library()
register.filter("absolute", absolute)
register.filter("action_words", wording.action_words)
register.filter("change_words", change_words.change_words)
register.filter("class_words", change_words.class_words)
register.filter("field_words", change_words.field_words)
register.filter("flag_words", wording.flag_words)
register.filter("markdown_code", text.markdown_code)
register.filter("mcp_words", wording.mcp_words)
register.filter("md", text.markdown)
register.filter("steps", wording.steps)
register.filter("value_words", change_words.value_words)
register.filter("who_acts", change_words.who_acts)
