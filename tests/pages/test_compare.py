import html
import re

import pytest

pytestmark = pytest.mark.django_db

ADDRESS = "/compare?a=tool.timeout&b=loop.timeout"


def text(client, address):
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(address).content.decode())))


def heading(row):
    found = re.search(r"<th[^>]*>(.*?)</th>", row, re.DOTALL)
    return re.sub(r"<[^>]+>|\s+", " ", found[1]).split("(")[0].strip()


def test_what_differs_is_said_in_words(client, published):
    page = text(client, ADDRESS)
    assert "Tool Timeout" in page
    assert "Run Timeout" in page
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", client.get(ADDRESS).content.decode(), re.DOTALL)
    said = {heading(row): "differs" in row for row in rows if "<td" in row}
    assert said["retryable"] is True
    assert said["HTTP status"] is False
    assert said["A2A task state"] is False


def test_any_case_will_do(client, published):
    assert "Tool Timeout" in text(client, "/compare?a=TOOL.timeout&b=loop.timeout")


@pytest.mark.parametrize("query", ["", "?a=tool.timeout", "?b=tool.timeout", "?a=&b="])
def test_what_is_missing_can_be_chosen(query, client, published):
    answer = client.get(f"/compare{query}")
    assert answer.status_code == 200
    assert answer.content.decode().count(' name="a"') == answer.content.decode().count(' name="b"') == 1


def test_a_code_compared_with_itself_differs_in_nothing(client, published):
    assert (
        "differs"
        not in client.get("/compare?a=tool.timeout&b=tool.timeout")
        .content.decode()
        .split("<tbody")[1]
        .split("</tbody")[0]
    )
