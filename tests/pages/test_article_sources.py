"""The prose pages as they are written: every example, table and link in them is right for the published registry."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.urls import resolve
from jsonschema import Draft202012Validator

from codes.harness_errors import syntax
from codes.harness_errors.document import Registry
from codes.pages import article_data
from codes.pages.articles import linked
from codes.pages.prose import draw
from codes.releases.formats.problem_schema import problem_schema

BASE = "https://registry.example"
ARTICLES: dict[str, Callable[[Registry, str], dict[str, Any]]] = {
    "problem-type": article_data.problem_type,
    "http": article_data.http,
    "json-rpc": article_data.json_rpc,
    "mcp": article_data.mcp,
    "telemetry": article_data.telemetry,
    "a2a": article_data.a2a,
    "clients": article_data.clients,
}
ADDRESSES = {
    "/problems/harness-error": "problem-type",
    "/ext/a2a/v1": "a2a",
    "/clients": "clients",
    **{f"/bindings/{name}": name for name in ("http", "json-rpc", "mcp", "telemetry")},
}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(params=ARTICLES)
def text(request: pytest.FixtureRequest, registry: Registry) -> str:
    return rendered(request.param, registry)


def rendered(name: str, registry: Registry) -> str:
    """The Markdown of the article `name`, filled and without the blank lines that tags leave behind."""
    context = {"registry": registry, "base": BASE, **ARTICLES[name](registry, BASE)}
    return re.sub(r"\n{3,}", "\n\n", render_to_string(f"articles/{name}.md", context)).strip() + "\n"


def blocks(text: str, language: str) -> list[str]:
    return [body for found, body in FENCE.findall(text) if found == language]


def json_values(text: str) -> Iterator[Any]:
    """Every JSON value that an example shows: the JSON blocks, and the bodies of HTTP messages."""
    for body in blocks(text, "json"):
        yield json.loads(body)
    for message in blocks(text, "http"):
        yield json.loads(message.split("\n\n", 1)[1])


def harness_errors(value: Any, registry: Registry) -> Iterator[dict[str, Any]]:
    """The harness error objects anywhere inside `value`, without those in `causes` of another."""
    if isinstance(value, dict) and value.get("type") in registry.problem_type.type_uris:
        yield value
        return
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from harness_errors(child, registry)


def test_nothing_of_the_template_is_left_over(text: str) -> None:
    assert not re.search(r"\{\{|\{%|\{#|&#x?\w+;|&(amp|quot|lt|gt);", text)


def test_a_title_and_a_lead_come_first_and_there_is_one_title(text: str) -> None:
    prose = draw(text)
    assert len(re.findall(r"^# ", FENCE.sub("", text), re.MULTILINE)) == 1
    assert prose.title
    assert 60 <= len(prose.lead) <= 300
    assert len(prose.sections) >= 5


def test_every_example_names_its_language(text: str) -> None:
    assert {language for language, _ in FENCE.findall(text)} <= {"json", "http", "text", "python", "sh"}
    assert text.count("```") == 2 * len(FENCE.findall(text))


def test_every_json_example_parses(text: str) -> None:
    assert all(value is not None for value in json_values(text))


def test_every_python_example_compiles(text: str) -> None:
    for body in blocks(text, "python"):
        compile(body, "example", "exec")


def test_every_harness_error_in_an_example_is_well_formed(text: str, registry: Registry) -> None:
    validator = Draft202012Validator(json.loads(problem_schema(registry, strict=True)))
    found = [each for value in json_values(text) for each in harness_errors(value, registry)]
    assert found
    assert [error.message for each in found for error in validator.iter_errors(each)] == []
    causes = [cause for each in found for cause in each.get("causes", ())]
    for shown in [*found, *causes]:
        entry = registry.code(shown["code"])
        assert entry is not None
        assert shown.get("title", entry.title) == entry.title
        assert shown.get("origin", entry.informative.origin) == entry.informative.origin


def test_every_code_that_is_named_exists(text: str, registry: Registry) -> None:
    linked = set(re.findall(r"\]\(/codes/([^)]+)\)", text))
    known = {entry.code for entry in registry.codes}
    assert linked <= known
    # A code in a code span that is no link: written the same way, so checked the same way.
    prose = FENCE.sub("", text)
    spans = {span for span in re.findall(r"`([a-z0-9_]+\.[a-z0-9_]+)`", prose) if syntax.is_code(span)}
    categories = {each.category for each in registry.categories}
    assert {span for span in spans if span.split(".")[0] in categories} <= known


def test_the_label_of_a_code_link_is_its_code(text: str) -> None:
    links = re.findall(r"\[`([^`]+)`\]\(/codes/([^)]+)\)", text)
    assert [label for label, _ in links] == [code for _, code in links]


def test_every_link_within_the_site_has_a_page(text: str, registry: Registry) -> None:
    for target in re.findall(r"\]\((?:" + re.escape(BASE) + r")?(/[^)]*)\)", text):
        path, _, fragment = target.partition("#")
        assert resolve(path).view_name != "unrouted", target
        if fragment:
            sections = draw(rendered(ADDRESSES[path], registry)).sections
            assert fragment in [anchor for anchor, _ in sections]


def test_every_category_that_is_linked_exists(text: str, registry: Registry) -> None:
    linked = set(re.findall(r"\]\(/categories/([^)]+)\)", text))
    assert linked <= {each.category for each in registry.categories}


def test_tables_have_a_header_and_full_rows(text: str) -> None:
    prose = FENCE.sub("", text)
    for table in re.findall(r"(?:^\|.*\n)+", prose, re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line.strip())[1:-1] for line in table.splitlines()]
        assert len(rows) >= 3, table
        assert all(re.fullmatch(r"-+", cell) for cell in rows[1]), table
        assert {len(row) for row in rows} == {len(rows[0])}, table
        assert all(cell.strip() for row in rows for cell in row), table


def test_protocol_versions_are_those_of_the_data(registry: Registry) -> None:
    for name in ("mcp", "a2a"):
        text, data = rendered(name, registry), ARTICLES[name](registry, BASE)
        assert all(each["version"] in text for each in data["versions"])


def test_the_markdown_form_leads_to_markdown_wherever_it_is_read(client, published) -> None:
    for address in ADDRESSES:
        text = FENCE.sub("", client.get(f"{address}.md").content.decode())
        targets = re.findall(r"\]\(([^)]+)\)", text)
        assert targets
        assert [each for each in targets if not each.startswith("https://")] == []
        for target in targets:
            if target.startswith("https://agenterrors.org/"):
                path = target.removeprefix("https://agenterrors.org").partition("#")[0]
                assert not client.get(path)["Content-Type"].startswith("text/html") or path.startswith("/releases/")
        assert 'href="/codes/' in client.get(address).content.decode() or address == "/bindings/telemetry"


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("/codes/tool.timeout", "/codes/tool.timeout.md"),
        ("/codes/", "/codes.md"),
        ("/categories/tool", "/categories/tool.md"),
        ("/bindings/json-rpc#receiving", "/bindings/json-rpc.md#receiving"),
        ("/problems/harness-error", "/problems/harness-error.md"),
        ("/problems/harness-error.schema.json", "/problems/harness-error.schema.json"),
        ("/problems/harness-error.json", "/problems/harness-error.json"),
        ("https://agenterrors.org/bindings/mcp", "/bindings/mcp.md"),
        ("/ext/a2a/v1", "/ext/a2a/v1.md"),
        ("/releases/1.0.0/", "/releases/1.0.0/"),
        ("/releases/", "/releases/"),
    ],
)
def test_a_link_for_readers_elsewhere(link: str, target: str) -> None:
    assert linked(f"[a]({link}) and [b](https://example.org/x)") == (
        f"[a](https://agenterrors.org{target}) and [b](https://example.org/x)"
    )
