"""A history of four releases, and what the addresses about it say."""

import html
import json
import re
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.http import QueryDict
from django.utils import timezone

from codes.harness_errors.document import Registry
from codes.releases import current
from codes.releases.diff import Change, Difference, apply
from codes.releases.models import Release
from codes.releases.yank import yank
from tests.support.history import change, deprecate, publish_next, register
from tests.support.kept import Kept

pytestmark = pytest.mark.django_db


@Kept
def _four_releases():
    register("tool.rusty", description="The tool has <b>rust</b>.")
    publish_next()
    change("tool.timeout", default_retryable=False)
    publish_next()
    deprecate("tool.rusty", "tool.execution_failed")
    publish_next()


@pytest.fixture
def history(published):
    """1.0.0, then an added code (1.1.0), a changed default (2.0.0) and a deprecation (2.1.0)."""
    _four_releases()


def text(answer):
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def test_the_list_names_every_release_newest_first(client, history):
    page = client.get("/releases/").content.decode()
    found = re.findall(r'<th scope="row"><a href="/releases/([0-9.]+)/">', page)
    assert found == ["2.1.0", "2.0.0", "1.1.0", "1.0.0"]


def test_a_difference_says_who_needs_to_act(client, history):
    page = text(client.get("/releases/1.0.0...2.1.0"))
    assert "Behavioural" in page
    assert "default of retryable true false" in page
    assert page.index("Behavioural") < page.index("Addition")
    assert "Words and advice only" not in page
    assert "Words" not in text(client.get("/releases/1.1.0...2.0.0")).split("Who needs")[0]


def test_a_difference_as_data_can_be_applied(client, history):
    documents = {
        version: Registry.from_bytes(client.get(f"/releases/{version}/registry.json").content)
        for version in ("1.0.0", "1.1.0", "2.0.0", "2.1.0")
    }
    for first, last in (("1.0.0", "1.1.0"), ("1.1.0", "2.0.0"), ("2.0.0", "2.1.0"), ("1.0.0", "2.1.0")):
        data = client.get(f"/releases/{first}...{last}.json").json()
        assert (data["from"]["version"], data["to"]["version"]) == (first, last)
        changes = tuple(
            Change(**{"before": each.pop("from"), "after": each.pop("to"), "change_class": each.pop("class"), **each})
            for each in data["changes"]
        )
        assert apply(Difference(changes), documents[first]).to_bytes() == documents[last].to_bytes()


def test_which_part_of_the_version_a_difference_moves(client, history):
    def part(pair):
        return client.get(f"/releases/{pair}.json").json()["part"]

    assert [part(each) for each in ("1.0.0...1.1.0", "1.1.0...2.0.0", "2.0.0...2.1.0", "2.1.0...2.1.0")] == [
        "minor",
        "major",
        "minor",
        None,
    ]


def test_turned_round_it_is_refused_with_the_right_address(client, history):
    answer = client.get("/releases/2.0.0...1.0.0", headers={"Accept": "application/json"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["turned"] == "https://agenterrors.org/releases/1.0.0...2.0.0"


@pytest.mark.parametrize("address", ["/releases/2.0.0...1.0.0.json", "/api/v1/releases/2.0.0...1.0.0"])
def test_the_right_address_is_one_of_the_same_kind(address, client, history):
    turned = client.get(address).json()["turned"]
    assert turned == f"https://agenterrors.org{address.replace('2.0.0...1.0.0', '1.0.0...2.0.0')}"
    assert client.get(turned.removeprefix("https://agenterrors.org")).json()["from"]["version"] == "1.0.0"


@pytest.mark.parametrize("pair", ["1.0.0...9.0.0", "9.0.0...1.0.0", "a...b", "1.0.0....1.1.0"])
def test_an_unknown_release_has_no_difference(pair, client, history):
    assert client.get(f"/releases/{pair}").status_code == 404


@pytest.mark.parametrize(
    "pasted", ["1.1.0", "v1.1.0", " 1.1.0 ", '"1.1.0"', 'REGISTRY_VERSION = "1.1.0"', "version=1.1.0,"]
)
def test_what_changed_since_a_version_however_it_is_pasted(pasted, client, history):
    answer = client.get("/releases/since", {"version": pasted})
    assert (answer.status_code, answer["Location"]) == (302, "/releases/1.1.0...2.1.0")


def test_what_changed_since_two_versions(client, history):
    answer = client.get("/releases/since?version=1.0.0&version=1.1.0", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["errors"]) == (
        400,
        [{"parameter": "version", "code": "repeated", "detail": "version may stand in the address once."}],
    )


def test_what_changed_since_an_unknown_version(client, history):
    assert client.get("/releases/since", {"version": "7.0.0"}).status_code == 404
    assert client.get("/releases/since")["Location"] == "/releases/"


def test_an_unknown_release_names_the_newest_few(client, history, monkeypatch):
    monkeypatch.setattr("codes.web.at._NAMED", 3)
    refused = client.get("/releases/9.9.9/", headers={"Accept": "application/json"})
    assert refused.json()["releases"] == ["2.1.0", "2.0.0", "1.1.0"]
    page = client.get("/releases/9.9.9/").content.decode()
    assert re.findall(r'<th scope="row"><a href="/releases/([0-9.]+)/">', page) == ["2.1.0", "2.0.0", "1.1.0"]
    assert '<a href="/releases/">All 4 releases</a>' in page
    monkeypatch.undo()
    assert "All 4 releases" not in client.get("/releases/9.9.9/").content.decode()


def test_latest_moves(client, history):
    assert client.get("/releases/1.0.0...latest")["Location"] == "/releases/1.0.0...2.1.0"
    assert client.get("/releases/1.0.0...latest.json")["Location"] == "/releases/1.0.0...2.1.0.json"
    assert client.get("/releases/latest/registry.json")["Location"] == "/releases/2.1.0/registry.json"


def test_a_code_page_tells_its_history(client, history):
    page = text(client.get("/codes/tool.rusty"))
    assert page.index("2.1.0 , 3 December 2026 : tool.rusty: deprecated, use tool.execution_failed") < page.index(
        "1.1.0 , 1 December 2026 : registered"
    )
    assert "Deprecated since release 2.1.0" in page
    assert "use tool.execution_failed" in text(client.get("/codes/"))


def test_the_history_of_an_older_page_ends_with_its_release(client, history):
    def told(query):
        page = client.get(f"/codes/tool.rusty{query}").content.decode()
        return re.findall(
            r'<a href="/releases/([0-9.]+)/">', re.search(r'<ol class="history".*?</ol>', page, re.DOTALL)[0]
        )

    assert told("") == told("?release=2.1.0") == ["2.1.0", "1.1.0"]
    assert told("?release=2.0.0") == told("?release=1.1.0") == ["1.1.0"]


def test_a_deprecated_code_still_answers_in_every_form(client, history):
    for suffix in ("", ".json", ".md"):
        answer = client.get(f"/codes/tool.rusty{suffix}")
        assert answer.status_code == 200
        assert b"tool.execution_failed" in answer.content
    assert client.get("/codes.json?status=deprecated").json()["results"][0]["code"] == "tool.rusty"


def test_at_an_older_version(client, history):
    old = client.get("/codes/tool.timeout.json?release=1.1.0").json()
    assert (old["release"], old["default_retryable"]) == ("1.1.0", True)
    new = client.get("/codes/tool.timeout.json").json()
    assert (new["release"], new["default_retryable"]) == ("2.1.0", False)
    assert client.get("/codes.json?release=1.0.0").json()["count"] == 31
    assert client.get("/codes.json").json()["count"] == 32
    assert "tool.rusty" not in client.get("/categories/tool.json?release=1.0.0").json()["codes"]
    assert client.get("/codes/tool.rusty?release=1.0.0").status_code == 404


@pytest.mark.parametrize("address", ["/codes/tool.timeout", "/codes/", "/categories/tool"])
def test_an_older_page_says_so_and_points_to_today(address, client, history):
    answer = client.get(f"{address}?release=1.0.0")
    page = answer.content.decode()
    assert "As of release 1.0.0" in text(answer)
    assert f'<a href="{address}">this page today</a>' in page
    assert f'<https://agenterrors.org{address}>; rel="canonical"' in answer["Link"]
    assert f'<link rel="canonical" href="https://agenterrors.org{address}">' in page
    assert 'href="/codes/tool.execution_failed?release=1.0.0"' in page
    at = address.rstrip("/")
    assert f'href="{at}.json?release=1.0.0"' in page
    assert "As of release" not in text(client.get(address))
    assert "As of release" not in text(client.get(f"{address}?release=2.1.0"))


OLDER = {
    "/codes/tool.timeout.md": "/codes/tool.timeout.md",
    "/codes.md": "/codes.md",
    "/codes.md?category=tool": "/codes.md",
    "/categories/tool.md": "/categories/tool.md",
}


@pytest.mark.parametrize("address", OLDER)
def test_so_does_markdown_and_its_links_stay_at_that_release(address, client, history):
    old = client.get(address, {**QueryDict(urlsplit(address).query).dict(), "release": "1.1.0"}).content.decode()
    assert f"**As of release 1.1.0**, {published_on('1.1.0')}. This is an older version; the latest is 2.1.0" in old
    assert f"[this page today](https://agenterrors.org{OLDER[address]})" in old
    assert "(https://agenterrors.org/releases/1.1.0...2.1.0)" in old
    assert "/codes/tool.execution_failed.md?release=1.1.0)" in old
    leading_out = re.findall(r"/(?:codes|categories)[/\w.]*\.(?:md|json)\b(?!\?release=1\.1\.0)", old)
    assert leading_out == [OLDER[address]]
    today = client.get(address).content.decode()
    assert "As of release" not in today
    assert "?release=" not in today


def published_on(version):
    return f"{Release.objects.get(version=version).published:%-d %B %Y}"


def test_so_does_the_table_on_the_first_page(client, history):
    answer = client.get("/?release=1.0.0")
    assert "As of release 1.0.0" in text(answer)
    assert "31 of 31 codes shown." in text(answer)
    assert 'href="/codes.csv?release=1.0.0"' in answer.content.decode()
    assert "32 of 32 codes shown." in text(client.get("/"))
    assert client.get("/?release=9.9.9").status_code == 404


@pytest.mark.parametrize(
    ("query", "version"), [("", "2.1.0"), ("?category=tool", "2.1.0"), ("?release=1.1.0", "1.1.0")]
)
def test_whoever_keeps_a_list_can_tell_its_release(query, version, client, history):
    """CSV has no place for it among the rows."""
    for suffix in (".csv", ".json", ".md"):
        linked = f'<https://agenterrors.org/releases/{version}/>; rel="describedby"; type="text/html"'
        assert linked in client.get(f"/codes{suffix}{query}")["Link"]
    kept_as = client.get(f"/codes.csv{query}")["Content-Disposition"]
    assert kept_as == f'inline; filename="codes-{version}.csv"'


def test_a_code_that_came_later_is_said_to_be_there(client, history):
    address = "/codes/tool.rusty?release=1.0.0"
    page = text(client.get(address))
    assert "tool.rusty is not in release 1.0.0" in page
    assert "It was registered with release 1.1.0" in page
    assert "Propose it" not in page
    problem = client.get(f"/api/v1{address}").json()
    assert problem["detail"] == "tool.rusty is not in release 1.0.0: it was registered with release 1.1.0."
    assert (problem["registered_in"], problem["resolution"]) == ("1.1.0", "unknown_in_category")
    assert "registered_in" not in client.get("/api/v1/codes/tool.nope?release=1.0.0").json()


@pytest.mark.parametrize("query", ["release=9.9.9", "release=latest", "release=1.0.0&release=1.1.0", "release=%00"])
def test_no_such_version_to_look_from(query, client, history):
    for address in ("/codes/tool.timeout", "/codes/", "/categories/tool", "/codes.csv"):
        assert client.get(f"{address}?{query}").status_code in (400, 404)


def test_older_files_are_served_as_they_were(client, history):
    current.forget()
    for version in ("1.0.0", "1.1.0", "2.0.0"):
        answer = client.get(f"/releases/{version}/registry.json")
        assert (answer.status_code, answer.json()["version"]) == (200, version)
        assert 'rel="latest-version"' in answer["Link"]
    assert (
        '<https://agenterrors.org/releases/1.1.0/registry.json>; rel="predecessor-version"'
        in client.get("/releases/2.0.0/registry.json")["Link"]
    )


@pytest.mark.parametrize(
    "address",
    [
        "/releases/{}/",
        "/releases/{}/registry.json",
        "/releases/1.0.0...{}",
        "/codes/?release={}",
        "/api/v1/releases/{}",
        "/api/v1/releases/1.0.0...{}",
        "/api/v1/codes?release={}",
    ],
)
def test_what_another_process_has_told_of_is_there(address, client, published, monkeypatch):
    """Two workers look at the pointer at different moments, and a client is answered by both."""
    monkeypatch.setattr(current, "AGAIN_SECONDS", 0.0)
    assert client.get("/codes/").status_code == 200
    change(title="Another")
    publish_next(forget=False)
    assert client.get(address.format("1.0.1")).status_code == 200


def test_the_page_of_a_release_says_what_it_brought(client, history):
    page = text(client.get("/releases/2.0.0/"))
    assert "default of retryable true false" in page
    assert "tool.rusty" not in page
    assert '<a href="/releases/1.1.0...2.0.0">' in client.get("/releases/2.0.0/").content.decode()


def test_a_yanked_release_says_so_everywhere_and_keeps_its_bytes(client, history):
    before = client.get("/releases/2.0.0/registry.json").content
    yank(version="2.0.0", reason="The default was wrong.", at=timezone.now())
    current.forget()
    assert client.get("/releases/2.0.0/registry.json").content == before
    assert "Do not use 2.0.0. It was yanked: The default was wrong." in text(client.get("/releases/2.0.0/"))
    assert "yanked" in text(client.get("/releases/"))
    assert client.get("/releases/latest/registry.json")["Location"] == "/releases/2.1.0/registry.json"
    listed = json.loads(client.get("/releases/manifest.json").content)["releases"]
    assert [each["version"] for each in listed if each["yanked"]] == ["2.0.0"]


def test_whoever_has_a_yanked_release_is_told(client, history):
    yank(version="1.1.0", reason="It was published by mistake.", at=timezone.now())
    current.forget()
    told = "Do not use 1.1.0. It was yanked: It was published by mistake."
    for address in ("/releases/1.1.0...2.1.0", "/releases/1.0.0...1.1.0", "/codes/tool.timeout?release=1.1.0"):
        assert text(client.get(address)).count(told) == 1
    assert text(client.get("/releases/1.1.0...1.1.0")).count(told) == 1
    assert told in client.get("/codes/tool.timeout.md?release=1.1.0").content.decode().replace("**", "")
    assert told not in text(client.get("/releases/1.0.0...2.0.0"))


def test_what_was_added_and_deprecated_since_is_not_offered(client, history):
    assert "added, and deprecated meanwhile: use tool.execution_failed" in text(client.get("/releases/1.0.0...2.1.0"))
    assert "deprecated meanwhile" not in text(client.get("/releases/1.0.0...2.0.0"))


def test_a_release_leads_to_the_codes_as_they_were(client, history):
    assert 'href="/codes/?release=1.0.0"' in client.get("/releases/").content.decode()
    assert 'href="/codes/?release=1.0.0"' in client.get("/releases/1.0.0/").content.decode()
    assert '<a href="/codes/">The codes as of 2.1.0</a>' in client.get("/releases/2.1.0/").content.decode()


def test_with_a_key_the_pages_lead_to_the_signature(client, history, settings):
    key = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    settings.SIGNING_KEY = key.decode()
    change("tool.timeout", default_retryable=True)
    publish_next()
    for address in ("/releases/", "/releases/1.0.0/"):
        page = client.get(address).content.decode()
        assert 'href="/releases/manifest.json.sig"' in page
        assert "holder of one of the" in page
    assert client.get("/releases/manifest.json.sig").status_code == 200
