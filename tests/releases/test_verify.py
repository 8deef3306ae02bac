"""One stored byte flipped, one row changed behind the guards: the verification says so and says where."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet
from django.utils import timezone

from codes.harness_errors import canonical
from codes.releases import verify
from codes.releases.models import Manifest, Release, ReleaseChange, ReleaseFile, ReleaseHead, SigningKey, Yank
from codes.releases.yank import yank
from tests.support.history import change, publish_next, register
from tests.support.keys import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def history(published, settings):
    """Three releases, the last two with signed manifests, the second yanked."""
    settings.SIGNING_KEY = new_key()
    register()
    publish_next()
    change(default_retryable=False)
    publish_next()
    yank(version="1.1.0", reason="Wrong.", at=timezone.now())


def rows(model):
    """The table without its guards, as whoever reaches the database sees it."""
    return QuerySet(model)


def flip(content):
    content = bytearray(content)
    content[len(content) // 2] ^= 1
    return bytes(content)


def file(version, name):
    return rows(ReleaseFile).filter(release__version=version, name=name)


def rewrite(version, name, content):
    """A file changed with digest and size to match, as a careful forger would."""
    file(version, name).update(content=content, size=len(content), sha256=canonical.sha256(content))


def edit(version, act):
    data = json.loads(file(version, "registry.json").get().content)
    act(data)
    rewrite(version, "registry.json", canonical.dumps(data))
    rows(Release).filter(version=version).update(sha256=canonical.sha256(canonical.dumps(data)))


def code(data, name="tool.timeout"):
    return next(entry for entry in data["codes"] if entry["code"] == name)


FORGERIES = {
    "a byte of registry.json": lambda: file("1.1.0", "registry.json").update(
        content=flip(file("1.1.0", "registry.json").get().content)
    ),
    "a byte of signals.json": lambda: file("1.0.0", "signals.json").update(
        content=flip(file("1.0.0", "signals.json").get().content)
    ),
    "a byte of SHA256SUMS": lambda: file("2.0.0", "SHA256SUMS").update(
        content=flip(file("2.0.0", "SHA256SUMS").get().content)
    ),
    "a digest": lambda: file("2.0.0", "registry.json").update(sha256="0" * 64),
    "a size": lambda: file("2.0.0", "registry.json").update(size=1),
    "a file less": lambda: file("2.0.0", "signals.json").delete(),
    "a default of an old release": lambda: edit("1.0.0", lambda data: code(data).update(default_retryable=False)),
    "a default of the latest release": lambda: edit(
        "2.0.0", lambda data: code(data, "output.empty").update(default_retryable=False)
    ),
    "a code less": lambda: edit("2.0.0", lambda data: data["codes"].pop()),
    "a value that the schema refuses": lambda: edit(
        "2.0.0", lambda data: code(data)["informative"].update(actions=["panic"])
    ),
    "another predecessor": lambda: rows(Release).filter(version="2.0.0").update(previous=None, number=1),
    "the time of publication": lambda: rows(Release).filter(version="2.0.0").update(published=timezone.now()),
    "a recorded change": lambda: rows(ReleaseChange).filter(release__version="2.0.0").update(after="true\n"),
    "a recorded change less": lambda: rows(ReleaseChange).filter(release__version="2.0.0").delete(),
    "a byte of a manifest": lambda: (
        rows(Manifest).filter(serial=3).update(content=flip(Manifest.objects.get(serial=3).content))
    ),
    "a manifest rewritten with its digest": lambda: (
        rows(Manifest).filter(serial=3).update(content=b"{}\n", sha256=canonical.sha256(b"{}\n"))
    ),
    "a signature": lambda: rows(Manifest).filter(serial=3).update(signature=b"0" * 64),
    "a manifest less": lambda: rows(Manifest).filter(serial=2).delete(),
    "another key": lambda: rows(SigningKey).update(public=b"1" * 32),
    "a yank taken back": lambda: rows(Yank).delete(),
    "the pointer": lambda: rows(ReleaseHead).update(latest=Release.objects.get(version="1.1.0")),
}


def test_an_honest_history_holds(history, capsys):
    assert list(verify.faults()) == []
    call_command("verify_registry")
    assert capsys.readouterr().out == "3 releases hold.\n"


def test_one_release_is_one(published, capsys):
    call_command("verify_registry")
    assert capsys.readouterr().out == "1 release holds.\n"


def test_nothing_published_holds(empty):
    assert list(verify.faults()) == []


@pytest.mark.parametrize("name", FORGERIES)
def test_it_is_noticed_when_somebody_changes(name, history, capsys):
    if name == "another predecessor":
        rows(Release).filter(version="1.0.0").update(number=7, previous=Release.objects.get(version="2.0.0"))
    FORGERIES[name]()
    assert list(verify.faults())
    with pytest.raises(CommandError):
        call_command("verify_registry")
    assert capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a byte of registry.json", "1.1.0: registry.json is not the bytes that were published"),
        ("a code less", "2.0.0: upstream.unavailable: nothing is ever removed"),
        ("a default of an old release", "1.1.0: the chain is broken, 1.0.0 is not the release it names before it"),
        ("a recorded change", "2.0.0: the recorded changes are not the changes"),
        ("a yank taken back", "manifest 4: does not say what is published"),
    ],
)
def test_the_sentence_says_what(name, said, history):
    FORGERIES[name]()
    assert said in list(verify.faults())
