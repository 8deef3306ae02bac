"""Rows that break a rule of codes."""

from collections.abc import Callable

from codes.registry.models import Code

from .categories import new_category


def new_code(**changes):
    """A code that no constraint minds, with `changes`."""
    code = changes.pop("code", "tool.rusty")
    category, _, name = code.partition(".")
    values = {
        "category_id": category,
        "name": name,
        "title": "Rusty Tool",
        "description": "The tool has rust.",
        "default_retryable": False,
        "default_model_recoverable": True,
        "change_controller": "IETF",
        "origin": "tool",
        "http_status": 422,
        "mcp_channel": "tool_execution_error",
        "a2a_state": "failed",
        "actions": ["give_up"],
        "owner": "tool owner",
    }
    return Code.objects.bulk_create([Code(code=code, **{**values, **changes})])


BREACHES: dict[str, Callable[[], object]] = {
    "code_grammar": lambda: new_code(code="tool.n\n"),
    "code_is_category_dot_name": lambda: new_code(name="other"),
    "code_constant_unique": lambda: (
        new_category(name="a"),
        new_category(name="a_b"),
        new_code(code="a_b.c"),
        new_code(code="a.b_c"),
    ),
    "code_title_one_line": lambda: new_code(title="Two\nlines"),
    "code_title_length": lambda: new_code(title="ab"),
    "code_description_length": lambda: new_code(description="d" * 2001),
    "code_deprecation_pair": lambda: new_code(status="deprecated"),
    "code_change_controller_length": lambda: new_code(change_controller=""),
    "code_registered_pair": lambda: new_code(registered_version="1.0.0"),
    "code_updated_pair": lambda: new_code(updated_version="1.0.0"),
    "code_origin_known": lambda: new_code(origin="weather"),
    "code_http_status_is_error": lambda: new_code(http_status=302),
    "code_mcp_pair": lambda: new_code(mcp_channel="jsonrpc_error", mcp_jsonrpc_code=None),
    "code_a2a_state_known": lambda: new_code(a2a_state="completed"),
    "code_owner_length": lambda: new_code(owner=""),
    "code_generalizes_to_another": lambda: new_code(generalizes_to_id="tool.rusty"),
    "code_description_text": lambda: new_code(description="a\x1bb"),
    "code_side_effect_warning_text": lambda: new_code(side_effect_warning="a\x1bb"),
    "code_deprecation_reason_text": lambda: new_code(status="deprecated", deprecation_reason="a\x1bb"),
    "code_deprecation_note_text": lambda: new_code(
        status="deprecated", deprecation_reason="It was.", deprecation_note="a\x1bb"
    ),
    "code_deprecation_version_one_line": lambda: new_code(
        status="deprecated", deprecation_reason="It was.", deprecation_version="a\x1bb"
    ),
    "code_registered_version_one_line": lambda: new_code(registered_date="2026-12-01", registered_version="a\x1bb"),
    "code_updated_version_one_line": lambda: new_code(updated_date="2026-12-01", updated_version="a\x1bb"),
    "code_change_controller_one_line": lambda: new_code(change_controller="a\x1bb"),
    "code_owner_one_line": lambda: new_code(owner="a\x1bb"),
}
