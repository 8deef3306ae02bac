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


def test_the_direction_is_told_both_ways_and_names_the_code(client, published):
    page = text(client, ADDRESS).replace(" .", ".")
    assert "Choose tool.timeout when" in page
    assert "Choose loop.timeout when" in page
    assert page.index("Choose tool.timeout when") < page.index("Choose loop.timeout when")
    assert "Choose it" not in page


def test_what_is_often_compared_says_which_code_each_sentence_is_about(client, published):
    page = text(client, "/compare?a=upstream.rate_limited")
    assert "upstream.rate_limited and upstream.overloaded Choose upstream.overloaded when" in page


def test_what_is_not_retryable_is_not_repeated(client, published):
    page = text(client, "/compare?a=output.malformed&b=upstream.rate_limited")
    assert "Before repeating do not repeat it unchanged wait differs" in page
