"""Each file of a release as it is sent: its type, what a request may ask of it, and proof of its bytes."""

import hashlib
import shutil
import subprocess

import pytest
from django.utils.html import escape

from codes.pages.wording import file_words
from codes.releases.models import ReleaseFile
from tests.support.files import FILES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_sent_as_it_is_stored(name, client):
    answer = client.get(f"/releases/1.0.0/{name}")
    assert (answer.status_code, answer["Content-Type"]) == (200, FILES[name])
    assert answer.content == bytes(ReleaseFile.objects.get(release__version="1.0.0", name=name).content)
    # Nothing runs as a script or is taken for something else because of how it looks.
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Accept" not in answer.get("Vary", "").split(", ")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("form", ["*/*", "{main}/*", "{bare}", "text/html, {bare};q=0.1", "{bare}; charset=utf-8", ""])
def test_a_file_is_sent_to_whoever_takes_its_type(name, form, client):
    bare = FILES[name].split(";")[0]
    accept = form.format(bare=bare, main=bare.split("/")[0])
    assert client.get(f"/releases/1.0.0/{name}", headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("form", ["image/png", "*/*, {bare};q=0"])
def test_a_file_is_refused_to_whoever_does_not(name, form, client):
    bare = FILES[name].split(";")[0]
    answer = client.get(f"/releases/1.0.0/{name}", headers={"Accept": form.format(bare=bare)})
    assert answer.status_code == 406
    assert f"This address answers {bare} only." in answer.content.decode()


def test_the_sums_are_those_of_everything_that_is_sent(client):
    sums = client.get("/releases/1.0.0/SHA256SUMS").content.decode()
    others = [name for name in sorted(FILES) if name != "SHA256SUMS"]
    contents = {name: client.get(f"/releases/1.0.0/{name}").content for name in others}
    assert sums == "".join(f"{hashlib.sha256(contents[name]).hexdigest()}  {name}\n" for name in others)


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="no sha256sum on this machine")
def test_sha256sum_agrees(client, tmp_path):
    for name in FILES:
        (tmp_path / name).write_bytes(client.get(f"/releases/1.0.0/{name}").content)
    command = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).returncode == 0
    (tmp_path / "registry.txt").write_bytes((tmp_path / "registry.txt").read_bytes() + b" ")
    failed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (failed.returncode, failed.stdout) == (1, "registry.txt: FAILED\n")


@pytest.mark.parametrize("name", FILES)
def test_the_latest_leads_to_the_number(name, client):
    answer = client.get(f"/releases/latest/{name}")
    assert (answer.status_code, answer["Location"]) == (302, f"/releases/1.0.0/{name}")


def test_the_page_of_a_release_lists_every_file(client):
    page = client.get("/releases/1.0.0/").content.decode()
    assert [name for name in FILES if f'<tr id="{name}">' not in page] == []


def test_the_page_says_of_every_file_what_it_is(client):
    assert [name for name in FILES if not file_words(name)] == []
    page = client.get("/releases/1.0.0/").content.decode()
    assert [name for name in FILES if escape(file_words(name)) not in page] == []
    assert "sha256sum --check --ignore-missing SHA256SUMS" in page
    assert "All are sent with these bytes" in page


@pytest.mark.parametrize("address", ["/releases/", "/releases/1.0.0/"])
def test_without_a_key_the_pages_say_so(address, client):
    page = client.get(address).content.decode()
    assert 'href="/releases/manifest.json"' in page
    assert 'href="/releases/keys.json"' in page
    assert "does not sign it" in page
    assert "manifest.json.sig" not in page
