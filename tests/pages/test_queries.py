"""What a page costs the database: one look at the pointer, or nothing while that look is fresh."""

import pytest

from codes.releases import current

pytestmark = pytest.mark.django_db

PAGES = [
    "/", "/codes/", "/codes.json", "/codes/tool.timeout", "/codes/tool.timeout.md", "/categories/tool",
    "/categories/nonsense", "/problems/harness-error", "/problems/not-found", "/bindings/mcp", "/ext/a2a/v1",
    "/compare", "/lookup?q=504", "/guide/", "/guide/failed.tool.time",
    "/signals/", "/releases/", "/releases/1.0.0/", "/releases/1.0.0/registry.json",
    "/releases/latest/registry.json",    "/llms.txt", "/sitemap.xml", "/.well-known/api-catalog",
]  # fmt: skip


@pytest.mark.parametrize("address", PAGES)
def test_a_page_costs_one_query_and_none_while_the_pointer_is_fresh(
    address, client, published, django_assert_num_queries, monkeypatch
):
    clock = [1000.0]
    monkeypatch.setattr(current.time, "monotonic", lambda: clock[0])
    client.get(address)
    with django_assert_num_queries(0):
        client.get(address)
    clock[0] += current.FRESH_SECONDS
    with django_assert_num_queries(1):
        client.get(address)


def test_an_unregistered_code_costs_the_look_for_a_proposal_for_it(client, published, django_assert_num_queries):
    client.get("/codes/output.nonsense")
    with django_assert_num_queries(1):
        client.get("/codes/output.nonsense")
    for private in ("/codes/x-acme.seats", "/codes/nonsense.code", "/codes/nonsense"):
        with django_assert_num_queries(0):
            client.get(private)
