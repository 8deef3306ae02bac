"""`/signals/`: every row, narrowed by the address, with what stands beside the rows."""

import re

import pytest

from codes.pages import notes
from tests.fixtures_facts.data import NON_ERRORS, SIGNALS, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(client, published):
    def rows(query=""):
        answer = client.get(f"/signals/{query}")
        assert answer.status_code == 200
        return re.findall(r'<tr id="([^"]+)">', answer.content.decode())

    return rows


@pytest.fixture
def page(client, published):
    return client.get("/signals/").content.decode()


def test_every_row_once(rows):
    assert sorted(rows()) == sorted(row["identifier"] for row in SIGNALS)


def test_the_sources_together_are_all_rows(rows):
    sources = sorted({row["source"] for row in SIGNALS})
    assert sorted(each for source in sources for each in rows(f"?source={source}")) == sorted(rows())


@pytest.mark.parametrize("fit", ["exact", "close", "lossy"])
def test_a_fit(rows, fit):
    assert sorted(rows(f"?fit={fit}")) == sorted(row["identifier"] for row in SIGNALS if row["confidence"] == fit)


def test_words_are_looked_for_in_source_signal_code_and_note(rows):
    assert rows("?q=insufficient_quota") == ["xw-058"]
    assert rows("?q=INSUFFICIENT_quota+openai") == ["xw-058"]
    assert "xw-150" in rows("?q=loop.max_turns_exceeded")
    assert rows("?source=mcp&fit=lossy&q=elicitation") == ["xw-007"]


def test_the_drafts_own_rows_come_last(rows):
    of_draft = [row["identifier"] for row in SIGNALS if row["source"] == "draft"]
    assert set(rows()[-len(of_draft) :]) == set(of_draft)


def test_signals_that_are_no_errors_stand_with_their_source(page):
    for row in NON_ERRORS:
        assert row["signal"].split(" / ")[0] in re.sub(r"<wbr>", "", page)


def test_a_row_says_what_its_number_means_and_what_to_send_beside_the_code(client, published):
    page = re.sub(r"<wbr>", "", client.get("/signals/?source=mcp").content.decode())
    row = page.split('<tr id="xw-018">')[1].split("</tr>")[0]
    assert "send <code>retryable: true</code>" in row
    assert "resource not found" in page.split('<tr id="xw-006">')[1].split("</tr>")[0]


def test_nothing_found_says_so_and_leads_on(client, published):
    page = client.get("/signals/?q=zzzz").content.decode()
    assert "<strong>No signal matches.</strong>" in page
    assert 'href="/lookup?q=zzzz"' in page


@pytest.mark.parametrize("query", ["source=nope", "fit=perfect", "q=" + "a" * 201, "q=%00", "source=mcp&source=a2a"])
def test_what_there_is_not_is_refused(client, published, query):
    assert client.get(f"/signals/?{query}").status_code == 400


def test_an_older_release_can_be_read(client, published):
    assert client.get("/signals/?release=1.0.0").status_code == 200
    assert client.get("/signals/?release=9.9.9").status_code == 404


def test_where_the_draft_differs_the_worst_first(page):
    table = page.split('id="findings"')[1].split("</table>")[0]
    statuses = re.findall(r'<td data-label="Status">(\w+)</td>', table)
    assert len(statuses) == 32
    assert statuses == sorted(statuses, key=list(notes.STATUSES).index)


def test_signals_left_without_a_row(page):
    part = page.split('id="unmapped"')[1].split("</section>")[0]
    assert part.count("<dt>") == len(read("notes/unmapped")["unmapped"]) == 6


def test_the_five_domains_of_tcp_ap(page):
    table = page.split('id="tcp-ap"')[1].split("</table>")[0]
    assert re.findall(r'<th scope="row"><code>(\w+)</code>', table) == [
        "request", "protocol", "artifact", "interpretation", "platform",
    ]  # fmt: skip


def test_notes_have_their_keys_in_order_and_nothing_empty():
    keys = {
        "finding": ("draft_tables", ["where", "row", "status", "finding", "citation"]),
        "gap": ("gaps", ["name", "title", "nearest", "description", "why", "evidence"]),
        "unmapped": ("unmapped", ["source", "signal", "why"]),
    }
    for name, (file, wanted) in keys.items():
        for row in read(f"notes/{file}")[name]:
            assert list(row) == wanted
            assert all(row.values())
