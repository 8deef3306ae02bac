"""Releases after 1.0.0 for tests: rows changed as experts would, then published by the action."""

from datetime import timedelta

from codes.registry.models import Code, Reference, Succession
from codes.releases import current, publish
from codes.releases.models import Release


def publish_next(after=1, record=None, *, forget=True):
    """The next release, `after` days after the latest; this process sees it at once where it is to `forget`."""
    latest = Release.objects.order_by("-number")[0]
    made = publish.publish(published=latest.published + timedelta(days=after), record=record)
    if forget:
        current.forget()
    return made


def register(code="tool.rusty", **changes):
    """A new code that no constraint minds."""
    category, name = code.split(".")
    values = {
        "title": "Rusty Tool",
        "description": "The tool has rust.",
        "default_retryable": False,
        "default_model_recoverable": True,
        "change_controller": "Example Org",
        "origin": "tool",
        "http_status": 422,
        "mcp_channel": "tool_execution_error",
        "a2a_state": "failed",
        "actions": ["give_up"],
        "owner": "tool owner",
    }
    row = Code.objects.create(code=code, category_id=category, name=name, **{**values, **changes})
    Reference.objects.create(code=row, title="A specification", url="https://example.org/spec", section="1")
    return row


def deprecate(code="tool.timeout", successor="loop.timeout"):
    Code.objects.filter(code=code).update(status="deprecated", deprecation_reason="It was a mistake.")
    if successor:
        Succession.objects.create(code_id=code, successor_id=successor)


def reinstate(code="tool.timeout"):
    Code.objects.filter(code=code).update(status="active", deprecation_reason="", deprecation_version="")
    Succession.objects.filter(code_id=code).delete()


def change(code="tool.timeout", **fields):
    Code.objects.filter(code=code).update(**fields)
