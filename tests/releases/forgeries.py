"""What somebody who reaches the database can do to three releases, and what the verification has to say to it."""

import json
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from codes.harness_errors import canonical
from codes.releases.models import Release, ReleaseChange, ReleaseHead, SigningKey, Yank
from tests.releases.forging import code, edit, edit_signals, file, flip, manifest, release, rewrite
from tests.support.served import flipped, rows

SUMS = "SHA256SUMS does not list the files with their digests"
LATEST = "manifest 4: does not say what is published"
CHANGES = "the recorded changes are not the changes"
STATED = "registry.json and the release disagree about version, time or digest"
CROSSWALK = "signals.json is not the crosswalk that registry.json names"

# What is done, and every sentence that follows from it.
FORGERIES = {
    "a byte of registry.json": (
        lambda: flip("1.1.0", "registry.json"),
        [
            "1.1.0: registry.json is not the bytes that were published",
            f"1.1.0: {SUMS}",
            f"1.1.0: {STATED}",
            f"1.1.0: {CHANGES}",
            f"2.0.0: {CHANGES}",
        ],
    ),
    "a byte of signals.json": (
        lambda: flip("1.0.0", "signals.json"),
        [
            "1.0.0: signals.json is not the bytes that were published",
            f"1.0.0: {SUMS}",
            f"1.0.0: {CROSSWALK}",
            f"1.1.0: {CHANGES}",
        ],
    ),
    "a byte of SHA256SUMS": (
        lambda: flip("2.0.0", "SHA256SUMS"),
        ["2.0.0: SHA256SUMS is not the bytes that were published", f"2.0.0: {SUMS}"],
    ),
    "a digest": (
        lambda: file("2.0.0", "registry.csv").update(sha256="0" * 64),
        ["2.0.0: registry.csv is not the bytes that were published", LATEST],
    ),
    "a size": (
        lambda: file("2.0.0", "registry.csv").update(size=1),
        ["2.0.0: registry.csv is not the bytes that were published", LATEST],
    ),
    "a file less": (
        lambda: file("2.0.0", "signals.json").delete(),
        [f"2.0.0: {SUMS}", "2.0.0: the documents cannot be read: 'signals.json'", LATEST],
    ),
    "the registry less": (
        lambda: file("2.0.0", "registry.json").delete(),
        [f"2.0.0: {SUMS}", "2.0.0: the documents cannot be read: 'registry.json'"],
    ),
    "what is no document": (
        lambda: rewrite("2.0.0", "registry.json", b"[]"),
        [
            f"2.0.0: {SUMS}",
            "2.0.0: the documents cannot be read: /kind: must be agent-harness-error-registry",
        ],
    ),
    "the form of registry.json": (
        lambda: edit("2.0.0", lambda data: None, lambda data: json.dumps(data).encode()),
        [f"2.0.0: {SUMS}", "2.0.0: a document is not in its canonical form", LATEST],
    ),
    "the form of signals.json": (
        lambda: edit_signals("2.0.0", lambda data: None, lambda data: json.dumps(data).encode()),
        [f"2.0.0: {SUMS}", "2.0.0: a document is not in its canonical form", f"2.0.0: {CROSSWALK}", LATEST],
    ),
    "another crosswalk": (
        lambda: rewrite("2.0.0", "signals.json", file("1.1.0", "signals.json").get().content),
        [f"2.0.0: {SUMS}", f"2.0.0: {CROSSWALK}", LATEST],
    ),
    "another number of rows": (
        lambda: edit("2.0.0", lambda data: data["signals"].update(count=1)),
        [f"2.0.0: {SUMS}", f"2.0.0: {CROSSWALK}", LATEST],
    ),
    "another version in the document": (
        lambda: edit("2.0.0", lambda data: data.update(version="2.0.1")),
        [f"2.0.0: {SUMS}", f"2.0.0: {STATED}", f"2.0.0: {CROSSWALK}", LATEST],
    ),
    "a default of an old release": (
        lambda: edit("1.0.0", lambda data: code(data).update(default_retryable=False)),
        [
            f"1.0.0: {SUMS}",
            "1.1.0: the chain is broken, 1.0.0 is not the release it names before it",
            "1.1.0: its changes ask for another version",
            f"1.1.0: {CHANGES}",
            LATEST,
        ],
    ),
    "a default of the latest release": (
        lambda: edit("2.0.0", lambda data: code(data, "output.empty").update(default_retryable=False)),
        [f"2.0.0: {SUMS}", f"2.0.0: {CHANGES}", LATEST],
    ),
    "a code less": (
        lambda: edit("2.0.0", lambda data: data["codes"].remove(code(data, "tool.rusty"))),
        [f"2.0.0: {SUMS}", "2.0.0: tool.rusty: nothing is ever removed", LATEST],
    ),
    "a value that the schema refuses": (
        lambda: edit("2.0.0", lambda data: code(data)["informative"].update(actions=[])),
        [
            f"2.0.0: {SUMS}",
            "2.0.0: registry.json breaks its schema: $.codes[24].informative.actions: [] should be non-empty",
            f"2.0.0: {CHANGES}",
            LATEST,
        ],
    ),
    "a row that the schema refuses": (
        lambda: edit_signals("2.0.0", lambda data: data["signals"][0].update(citation="")),
        [
            f"2.0.0: {SUMS}",
            f"2.0.0: {CROSSWALK}",
            "2.0.0: signals.json breaks its schema: $.signals[0].citation: '' should be non-empty",
            f"2.0.0: {CHANGES}",
            LATEST,
        ],
    ),
    "a name that leads nowhere": (
        lambda: edit("2.0.0", lambda data: code(data)["informative"].update(generalizes_to="tool.none")),
        [
            f"2.0.0: {SUMS}",
            "2.0.0: tool.timeout: names tool.none, which is not registered",
            f"2.0.0: {CHANGES}",
            LATEST,
        ],
    ),
    "a release before the first": (
        lambda: edit("1.0.0", lambda data: data.update(previous={"version": "0.9.0", "sha256": "0" * 64})),
        [
            f"1.0.0: {SUMS}",
            "1.0.0: the chain is broken, the first release names one before it",
            "1.1.0: the chain is broken, 1.0.0 is not the release it names before it",
            LATEST,
        ],
    ),
    "the name of the first release": (
        lambda: release("1.0.0").update(version="0.9.0"),
        [
            f"0.9.0: {STATED}",
            "0.9.0: the first release is 1.0.0",
            "1.1.0: the chain is broken, 0.9.0 is not the release it names before it",
            "1.1.0: its changes ask for another version",
            LATEST,
        ],
    ),
    "a number": (lambda: release("2.0.0").update(number=9), ["2.0.0: its number is 9, not 3"]),
    "the order of two releases": (
        lambda: release("2.0.0").update(published=Release.objects.get(version="1.1.0").published),
        [f"2.0.0: {STATED}", "2.0.0: published before 1.1.0", LATEST],
    ),
    "the time of publication": (
        lambda: release("2.0.0").update(published=F("published") + timedelta(seconds=1)),
        [f"2.0.0: {STATED}", LATEST],
    ),
    "a recorded change": (
        lambda: rows(ReleaseChange).filter(release__version="2.0.0").update(after="true\n"),
        [f"2.0.0: {CHANGES}"],
    ),
    "a recorded change less": (
        lambda: rows(ReleaseChange).filter(release__version="2.0.0").delete(),
        [f"2.0.0: {CHANGES}"],
    ),
    "a byte of a manifest": (
        lambda: manifest(3).update(content=flipped(bytes(manifest(3).get().content))),
        [
            "manifest 3: not the bytes that were issued, or out of order",
            "manifest 3: the signature is not by key KEY",
        ],
    ),
    "a manifest rewritten with its digest": (
        lambda: manifest(3).update(content=b"{}\n", sha256=canonical.sha256(b"{}\n")),
        ["manifest 3: the signature is not by key KEY"],
    ),
    "an unsigned manifest rewritten": (
        lambda: manifest(1).update(content=b"{}\n"),
        ["manifest 1: not the bytes that were issued, or out of order"],
    ),
    "a signature": (
        lambda: manifest(3).update(signature=b"0" * 64),
        ["manifest 3: the signature is not by key KEY"],
    ),
    "a manifest less": (
        lambda: manifest(2).delete(),
        [
            "manifest 3: not the bytes that were issued, or out of order",
            "manifest 4: not the bytes that were issued, or out of order",
            "the head does not point to the latest release and manifest",
        ],
    ),
    "the time of a manifest": (
        lambda: manifest(2).update(issued=timezone.now().replace(year=2099)),
        ["manifest 3: not issued after the one before"],
    ),
    "a key less": (
        lambda: rows(SigningKey).delete(),
        [f"manifest {serial}: the signature is not by key KEY" for serial in (2, 3, 4)],
    ),
    "another key under the same id": (
        lambda: rows(SigningKey).update(public=b"1" * 32),
        [f"manifest {serial}: the signature is not by key KEY" for serial in (2, 3, 4)],
    ),
    "a yank taken back": (lambda: rows(Yank).delete(), [LATEST]),
    "the reason of a yank": (lambda: rows(Yank).update(reason="Right."), [LATEST]),
    "the release that is the latest": (
        lambda: rows(ReleaseHead).update(latest=Release.objects.get(version="1.1.0")),
        ["the head does not point to the latest release and manifest"],
    ),
    "the manifest that is the latest": (
        lambda: rows(ReleaseHead).update(serial=9),
        ["the head does not point to the latest release and manifest", LATEST],
    ),
}
