"""A code that is not registered yet (Specification Required)."""

from collections.abc import Iterator
from typing import Any

from codes.harness_errors import syntax
from codes.registry.models import Category, Code, Reference

from . import code_fields, texts
from .fields import Fault, Field

LABEL = "New code"
STEPS = ("code", "meaning", "defaults", "reference", "controller", "advice", "nearest")
FIELDS = code_fields.named(
    (
        Field(
            "code",
            "line",
            "Code",
            "code",
            "category.name in lower-case letters, digits and underscores, for example tool.timeout.",
            3,
            syntax.MAX_LENGTH,
        ),
    ),
    code_fields.DESCRIBING,
    code_fields.DEFAULTS,
    code_fields.REFERENCE,
    code_fields.CONTROLLER,
    code_fields.ADVICE,
    (
        Field(
            "why_not_nearest",
            "text",
            "Why none of the nearest codes will do",
            "nearest",
            "What would a consumer do differently?",
            20,
            code_fields.DESCRIPTION_MAX,
            required=False,
        ),
    ),
)


def target(content: dict[str, Any]) -> str:
    return f"code:{content['code']}" if content.get("code") else ""


def faults(content: dict[str, Any]) -> Iterator[Fault]:
    """What the grammar and the registry have against it, in words that say what to do instead."""
    yield from code_faults(content.get("code", ""))
    yield from mcp_faults(content)


def code_faults(code: str) -> Iterator[Fault]:
    at = "/code"
    if not code:
        return
    if syntax.is_private(code) or code.startswith("x-"):
        yield Fault(
            at,
            "private_use",
            f"{code} is private use: a category that begins with x- is never registered. Go on using it without"
            " registration, or propose a general code in one of the registered categories.",
        )
        return
    if not syntax.is_code(code):
        yield Fault(
            at,
            "grammar",
            "A code is category.name: lower-case letters a to z, digits and underscores, one dot, at most 64 characters"
            f" on either side, nothing before or after. {_instead(code)}".rstrip(),
        )
        return
    category, _ = syntax.split(code)
    if not Category.objects.filter(pk=category).exists():
        yield Fault(
            at,
            "unknown_category",
            f"There is no category {category}. A new category takes Standards Action, which no expert can grant: choose"
            f" one of {', '.join(Category.objects.values_list('name', flat=True))}, or propose a new category.",
        )
        return
    row = Code.objects.filter(pk=code).first()
    if row:
        yield Fault(
            at, "registered", f"{code} is registered ({row.status}) as {row.title}. Propose a change to it instead."
        )
        return
    constant = syntax.constant(code)
    other = next(
        (name for name in Code.objects.values_list("code", flat=True) if syntax.constant(name) == constant), ""
    )
    if other:
        yield Fault(
            at,
            "constant_taken",
            f"In client libraries {code} would be {constant}, which is the constant of {other}. Choose another name.",
        )


def mcp_faults(content: dict[str, Any]) -> Iterator[Fault]:
    if content.get("mcp_jsonrpc_code") is not None and content.get("mcp_channel") != Code.Channel.JSONRPC_ERROR:
        yield Fault(
            "/mcp_jsonrpc_code", "not_with_channel", "A JSON-RPC code goes with the channel jsonrpc_error alone."
        )


def present(content: dict[str, Any]) -> dict[str, Any]:
    """Nothing stands in the registry yet."""
    return {}


def weight(content: dict[str, Any]) -> str:
    return "addition"


def apply(content: dict[str, Any]) -> None:
    code = content["code"]
    category, name = syntax.split(code)
    siblings = list(Code.objects.filter(category_id=category).order_by("pk"))
    columns = code_fields.columns(content, Category.objects.get(pk=category), siblings)
    row = Code.objects.create(code=code, category_id=category, name=name, **columns)
    Reference.objects.create(code=row, **texts.reference(content["reference"]))


def _instead(code: str) -> str:
    """What was probably meant."""
    meant = code.strip().lower().replace("-", "_").replace(" ", "_")
    return f"Perhaps {meant}?" if meant != code and syntax.is_code(meant) else ""
