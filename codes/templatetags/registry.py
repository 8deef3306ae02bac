"""Tags and filters of this site's templates, available in every one."""

from django import template

from codes.accounts import roles
from codes.pages import change_words, content_words, spans, wording
from codes.pages.forms import tags as form_tags
from codes.pages.proposals import words as proposal_words
from codes.releases.formats import text
from codes.review import words
from codes.web.answer import absolute

register = template.Library()
register.filter("absolute", absolute)
register.filter("action_words", wording.action_words)
register.filter("actions_words", wording.actions_words)
register.filter("breakable", spans.breakable)
register.filter("change_words", change_words.change_words)
register.filter("choose_words", wording.choose_words)
register.filter("class_words", change_words.class_words)
register.filter("code_spans", spans.code_spans)
register.filter("days", proposal_words.days)
register.filter("field_words", change_words.field_words)
register.filter("file_words", wording.file_words)
register.filter("first_input", form_tags.first_input)
register.filter("first_step", wording.first_step)
register.filter("flag_words", wording.flag_words)
register.filter("markdown_code", text.markdown_code)
register.filter("markdown_link", text.markdown_link)
register.filter("markdown_spans", spans.markdown_spans)
register.filter("mcp_words", wording.mcp_words)
register.filter("md", text.markdown)
register.filter("member_words", content_words.member_words)
register.filter("misread_words", wording.misread_words)
register.filter("office", roles.office)
register.filter("proposal_name", words.name)
register.filter("seen_in", wording.seen_in)
register.filter("signal_name", wording.signal_name)
register.filter("steps", wording.steps)
register.filter("value_words", change_words.value_words)
register.filter("version_words", wording.version_words)
register.filter("who_acts", change_words.who_acts)
