"""Addresses that people try because they look right, and where they lead."""

import pytest

pytestmark = pytest.mark.django_db

BASE = "https://agenterrors.org"


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("/releases/latest", "/releases/1.0.0/"),
        ("/releases/latest/", "/releases/1.0.0/"),
        ("/registry.json", "/releases/1.0.0/registry.json"),
    ],
)
def test_what_moves_with_the_next_release(address, target, client):
    answer = client.get(address)
    assert (answer.status_code, answer["Location"], answer["Cache-Control"]) == (302, target, "public, no-cache")


@pytest.mark.parametrize(("address", "target"), [("/categories/", "/codes/"), ("/bindings", "/bindings/")])
def test_what_stays_where_it_is(address, target, client):
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (301, target)


def test_the_bindings_are_all_listed(client):
    page = client.get("/bindings/").content.decode()
    for address in ("/bindings/http", "/bindings/json-rpc", "/bindings/mcp", "/ext/a2a/v1", "/bindings/telemetry"):
        assert f'<dt><a href="{address}">' in page
    assert f"{BASE}/bindings/<" in client.get("/sitemap.xml").content.decode()


def test_a_category_in_the_place_of_a_code_leads_to_the_category_first(client):
    answer = client.get("/codes/tool", headers={"Accept": "text/html"})
    main = answer.content.decode().split("<main")[1]
    assert answer.status_code == 404
    assert "/categories/tool" in main
    assert main.index('"/categories/tool"') < main.index('"/codes/tool.')
    problem = client.get("/codes/tool", headers={"Accept": "application/json"}).json()
    assert problem["detail"] == f"tool is a category, not a code: see {BASE}/categories/tool."
    assert f"{BASE}/categories/tool" in client.get("/codes/tool", headers={"Accept": "text/markdown"}).content.decode()


def test_the_heading_and_the_look_up_box_of_the_home_page_are_its_content(client):
    before, main = client.get("/").content.decode().split("<main")
    assert "<h1" not in before
    assert main.index("<h1") < main.index('id="lookup"') < main.index('<nav aria-label="Site"')


@pytest.mark.parametrize("address", ["/", "/codes/tool.timeout", "/nope"])
def test_the_address_of_a_page_is_printed(address, client):
    page = client.get(address, headers={"Accept": "text/html"}).content.decode()
    shown = address if address != "/nope" else "/"
    assert f'<span class="printed">This page: {BASE}{shown}</span>' in page or address == "/nope"
