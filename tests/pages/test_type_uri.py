"""The type URI, asked in every way that the contract names."""

import json

import jsonschema
import pytest

from codes.harness_errors.members import MEMBERS

pytestmark = pytest.mark.django_db

ADDRESS = "/problems/harness-error"
HTML = "text/html; charset=utf-8"
JSON = "application/json"
SCHEMA = "application/schema+json"
MARKDOWN = "text/markdown; charset=utf-8"

TABLE = [
    (None, HTML),
    ("", HTML),
    ("*/*", HTML),
    ("text/*", HTML),
    ("image/png", HTML),
    ("application/xml, image/*;q=0.5", HTML),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML),
    ("application/json", JSON),
    ("application/json; charset=utf-8", JSON),
    ("text/html;q=0.5, application/json;q=0.9", JSON),
    ("application/problem+json", JSON),
    ("text/html;q=0, */*", JSON),
    ("application/schema+json", SCHEMA),
    ("text/markdown, text/html, */*", MARKDOWN),
    ("text/markdown;q=0.5, text/html", HTML),
]


def get(client, accept, method="get", **headers):
    if accept is not None:
        headers["Accept"] = accept
    return getattr(client, method)(ADDRESS, headers=headers)


@pytest.mark.parametrize(("accept", "media_type"), TABLE)
def test_the_form_for(accept, media_type, client, published):
    answer = get(client, accept)
    assert (answer.status_code, answer["Content-Type"]) == (200, media_type)
    assert answer["Vary"].split(", ")[0] == "Accept"
    tag = answer["ETag"]
    assert tag.startswith('"')
    again = get(client, accept, **{"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"], again["Vary"]) == (304, b"", tag, answer["Vary"])
    head = get(client, accept, method="head")
    assert (head.status_code, head.content) == (200, b"")
    assert dict(head.items()) == dict(answer.items())


def test_each_form_has_its_own_tag(client, published):
    tags = {get(client, accept)["ETag"] for accept in ("text/html", JSON, SCHEMA, "text/markdown")}
    assert len(tags) == 4


@pytest.mark.parametrize(("suffix", "media_type"), [(".json", JSON), (".md", MARKDOWN), (".schema.json", SCHEMA)])
def test_a_form_has_an_address_of_its_own(suffix, media_type, client, published):
    alone = client.get(f"{ADDRESS}{suffix}")
    assert (alone.status_code, alone["Content-Type"]) == (200, media_type)
    assert alone["Vary"] == "Accept-Encoding"
    assert alone.content == get(client, media_type.split(";")[0]).content


def test_the_data_say_what_the_problem_type_is(client, published):
    data = get(client, JSON).json()
    assert data["release"] == "1.0.0"
    assert data["type_uris"] == [
        "https://iana.org/assignments/http-problem-types#agent-harness-error",
        "https://agenterrors.org/problems/harness-error",
    ]
    assert [member["name"] for member in data["members"]] == [member.name for member in MEMBERS]


def test_the_schema_is_one(client, published):
    jsonschema.Draft202012Validator.check_schema(json.loads(get(client, SCHEMA).content))


def test_people_read_about_every_member(client, published):
    page = get(client, HTML).content.decode()
    for member in MEMBERS:
        assert f"<code>{member.name}</code>" in page
