"""The exported files against the answers of the running site, byte by byte and header by header."""

import base64
import hashlib
import json
import re
from xml.etree import ElementTree

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings
from django.core import signals
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import CommandError, call_command
from django.db import close_old_connections

from codes.export import crawl, write
from codes.export.ask import Answer
from codes.pages import code_list
from codes.releases import current
from codes.releases.models import ReleaseFile
from tests.support.history import deprecate, publish_next
from tests.support.wsgi import ask

pytestmark = pytest.mark.django_db

ENDINGS = {".gz": "gzip", ".br": "br"}


@pytest.fixture(autouse=True)
def _one_connection(published):
    """A request closes the connection that a test's transaction is open on; the test client takes the same care."""
    both = (signals.request_started, signals.request_finished)
    for signal in both:
        signal.disconnect(close_old_connections)
    yield
    for signal in both:
        signal.connect(close_old_connections)


def export(folder):
    call_command("export_site", str(folder), verbosity=0)
    return json.loads((folder / "export.json").read_bytes())


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def site(tmp_path, settings):
    """The export of two releases, the manifest signed: the folder and the list in it."""
    key = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    settings.SIGNING_KEY = key.decode()
    deprecate()
    publish_next()
    return tmp_path / "site", export(tmp_path / "site")


def test_the_whole_site(site):
    """One test, because an export takes seconds."""
    folder, listed = site
    assert (listed["release"], listed["sha256"]) == ("1.1.0", current.current().release.sha256)
    assert tree(folder).keys() == {*listed["files"], "export.json"}
    check_files(folder, listed)
    check_addresses(folder, {entry["address"] for entry in listed["files"].values()})
    check_clients(folder)
    assert {"/releases/latest/registry.json", "/registry.json"} <= listed["redirects"].keys()


def check_files(folder, listed):
    """They are what is served, byte by byte and header by header."""
    handler = WSGIHandler()
    for name, entry in listed["files"].items():
        coding = next((coding for ending, coding in ENDINGS.items() if name.endswith(ending)), "identity")
        served = ask(handler, entry["address"], scheme="https", host="localhost", Accept_Encoding=coding)
        assert served.status == entry["status"] == 200
        assert served.headers.get("Content-Encoding", "identity") == coding, name
        assert {key.lower(): value for key, value in served.headers.items()} == entry["headers"], name
        assert served.body == (folder / name).read_bytes(), name
        plain = name.rpartition(".")[0] if coding != "identity" else name
        assert plain == write.file_name(entry["address"])
    for address, entry in listed["redirects"].items():
        served = ask(handler, address, scheme="https", host="localhost")
        assert (served.status, served.headers["Location"]) == (entry["status"], entry["headers"]["location"])


def check_addresses(folder, addresses):
    """None is missing, and what tells of now is none of a CDN's business."""
    codes = [entry.code for entry in current.current().registry.codes]
    assert {f"/codes/{code}{suffix}" for code in codes for suffix in ("", ".json", ".md")} <= addresses
    files = ReleaseFile.objects.values_list("release__version", "name")
    assert {f"/releases/{version}/{name}" for version, name in files} <= addresses
    named = ElementTree.fromstring((folder / "sitemap.xml").read_bytes()).iter()  # noqa: S314  ours
    in_sitemap = {each.text.removeprefix(settings.PUBLIC_BASE_URL) for each in named if each.tag.endswith("loc")}
    assert in_sitemap - addresses == {"/status"}
    for address in ("/codes.json", "/codes.csv", "/codes.md", "/releases/manifest.json", "/feeds/changes.atom",
                    "/problems/harness-error.schema.json", "/ext/a2a/v1.md", "/llms.txt", "/robots.txt"):  # fmt: skip
        assert address in addresses
    assert any(re.fullmatch(r"/static/site(\.\w+)?\.css", address) for address in addresses)
    assert not {"/status", "/healthz", "/releases/next/"} & addresses


def check_clients(folder):
    """A client that starts from the manifest finds all that it needs, and what it finds holds."""
    stated = (folder / "releases/manifest.json").read_bytes()
    (key,) = json.loads((folder / "releases/keys.json").read_bytes())["keys"]
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key["public_key"]))
    public.verify((folder / "releases/manifest.json.sig").read_bytes(), stated)
    manifest = json.loads(stated)
    assert [each["version"] for each in manifest["releases"]] == ["1.0.0", "1.1.0"]
    for each in manifest["latest"]["files"]:
        content = (folder / each["href"].removeprefix(f"{settings.PUBLIC_BASE_URL}/")).read_bytes()
        assert hashlib.sha256(content).hexdigest() == each["sha256"]
    for each in manifest["releases"]:
        for name, digest in (("registry.json", "sha256"), ("SHA256SUMS", "sums_sha256")):
            content = (folder / "releases" / each["version"] / name).read_bytes()
            assert hashlib.sha256(content).hexdigest() == each[digest]
    difference = json.loads((folder / "releases/1.0.0...1.1.0.json").read_bytes())
    assert (difference["from"]["version"], difference["to"]["version"]) == ("1.0.0", "1.1.0")


FIRST = [("/", Answer(200, {"content-encoding": "br"}, b"one")), ("/codes/", Answer(200, {}, b"two"))]
SECOND = [("/", Answer(200, {}, b"three")), ("/x", Answer(302, {"location": "/"}, b""))]


def check_second_after_first(parent):
    folder = parent / "site"
    assert write.write(folder, FIRST) == 2
    assert tree(folder).keys() == {"index.html.br", "codes/index.html", "export.json"}
    assert write.write(folder, SECOND, release="1.1.0") == 1
    assert tree(folder).keys() == {"index.html", "export.json"}
    assert json.loads((folder / "export.json").read_bytes()) == {
        "kind": "agent-harness-error-site-export",
        "release": "1.1.0",
        "files": {"index.html": {"address": "/", "status": 200, "headers": {}}},
        "redirects": {"/x": {"address": "/x", "status": 302, "headers": {"location": "/"}}},
    }
    assert [path.name for path in parent.iterdir()] == ["site"]
    assert folder.stat().st_mode & 0o777 == 0o755


def test_a_new_export_takes_the_place_of_the_old_one(tmp_path):
    check_second_after_first(tmp_path)


def test_where_names_cannot_be_exchanged_too(tmp_path, monkeypatch):
    monkeypatch.setattr(write.ctypes, "CDLL", lambda *args, **options: object())
    check_second_after_first(tmp_path)


def test_whoever_reads_meanwhile_sees_the_old_one_whole(tmp_path):
    write.write(tmp_path / "site", FIRST)
    before = tree(tmp_path / "site")

    def answers():
        yield SECOND[0]
        assert tree(tmp_path / "site") == before
        raise crawl.BrokenLink

    with pytest.raises(crawl.BrokenLink):
        write.write(tmp_path / "site", answers())
    assert tree(tmp_path / "site") == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_broken_link_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(code_list, "page", lambda *args, **more: '<a href="/nowhere">x</a>')
    with pytest.raises(CommandError, match="/nowhere answers 404"):
        export(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def test_a_release_in_between_is_noticed(tmp_path, monkeypatch):
    answers = crawl.crawl(WSGIHandler())
    next(answers)
    deprecate()
    publish_next()
    with pytest.raises(crawl.PublishedMeanwhile):
        list(answers)
    assert not (tmp_path / "site").exists()


def test_somebodys_folder_is_left_alone(tmp_path):
    (tmp_path / "letters").write_text("dear")
    with pytest.raises(write.NotAnExport, match="neither empty nor an earlier export"):
        write.write(tmp_path, FIRST)
    assert tree(tmp_path) == {"letters": b"dear"}


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "site").mkdir()
    assert write.write(tmp_path / "site", FIRST) == 2


def test_nothing_to_export(empty, tmp_path):
    with pytest.raises(CommandError, match="no release"):
        export(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/", "index.html"),
        ("/codes/", "codes/index.html"),
        ("/codes/tool.timeout", "codes/tool.timeout"),
        ("/releases/1.0.0...1.1.0", "releases/1.0.0...1.1.0"),
        ("/.well-known/api-catalog", ".well-known/api-catalog"),
        ("/caf%C3%A9", "café"),
    ],
)
def test_the_file_of_an_address(address, name):
    assert write.file_name(address) == name


@pytest.mark.parametrize(
    "address", ["/../etc/passwd", "/a/../../b", "//etc/passwd", "/a//b", "/%2e%2e/x", "/a/%2Fetc", "/./a", "/a%00b"]
)
def test_no_address_leads_out_of_the_folder(address, tmp_path):
    with pytest.raises(ValueError):
        write.write(tmp_path / "site", [(address, Answer(200, {}, b"x"))])
    assert list(tmp_path.iterdir()) == []
