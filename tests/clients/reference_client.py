"""A client as /clients describes it, no longer than it must be: the standard library and `cryptography`."""

import hashlib
import json
import os
import re
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature

ROOM, MOST = 4 * 2**20, 64 * 2**20  # bytes of the longest manifest and the longest registry
BROKEN = (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError, RecursionError)
MANIFEST, REGISTRY = "agent-harness-error-manifest", "agent-harness-error-registry"
NOTHING = {"etag": "", "manifest": "", "registry": "", "serial": 0, "version": "0.0.0", "codes": {}}


class Refused(Exception):
    """The refresh has stopped, and what was in use stays in use."""


class Client:
    """`keys` are pinned Ed25519PublicKey objects, `bundle` and `kept` files, the second of which it writes."""

    def __init__(self, site, keys, bundle, kept):
        parts, self.keys, self.kept = urlsplit(site), keys, kept
        self.netloc, self.connect = parts.netloc, HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.held = max(self._stored(bundle), self._stored(kept), key=lambda held: held["serial"])

    def effective(self, error, member):
        value, entry = error.get(member), self.held["codes"].get(error.get("code"))
        return value if isinstance(value, bool) else bool(entry and entry[f"default_{member}"])

    def refresh(self):
        """True where something new is in use, False where there is nothing new. Raises Refused and nothing else."""
        try:
            return self._refresh(self.held)
        except BROKEN as error:
            raise Refused(f"{type(error).__name__}: {error}") from error

    def _refresh(self, held):
        etag, manifest = self._get("/releases/manifest.json", ROOM, {"If-None-Match": held["etag"]})
        if manifest in (None, held["manifest"].encode()):
            return False
        signature = self._get("/releases/manifest.json.sig", 64)[1]
        stated = self._believed(manifest, signature)
        latest, registry = stated["latest"], held["registry"]
        if stated["serial"] <= held["serial"] or order(latest["version"]) < order(held["version"]):
            raise Refused(f"back to manifest {stated['serial']}, release {latest['version']}")
        (file,) = (each for each in latest["files"] if each["name"] == "registry.json")
        if file["sha256"] != digest(registry) and not (registry and stated["releases"][-1]["yanked"]):
            if not 0 < file["size"] <= MOST:
                raise Refused(f"registry.json of {file['size']} bytes")
            registry = self._get(f"/releases/{latest['version']}/registry.json", file["size"])[1].decode()
            if (len(registry.encode()), digest(registry)) != (file["size"], file["sha256"]):
                raise Refused("registry.json has not the size and sha256 of the manifest")
            if parsed(registry, REGISTRY)["version"] != latest["version"]:
                raise Refused("registry.json is another version")
        stored = {"etag": etag, "manifest": manifest.decode(), "signature": signature.hex(), "registry": registry}
        new = self._checked(stored)
        fresh = self.kept.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as out:
            json.dump(stored, out)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(self.kept)
        self.held = new
        return True

    def _get(self, path, room, headers=None):
        """ETag and body of at most `room` bytes; None for the body of a 304. Redirects are not followed."""
        with closing(self.connect(self.netloc, timeout=10)) as connection:
            connection.request("GET", path, headers={"Accept-Encoding": "identity", **(headers or {})})
            answer = connection.getresponse()
            body = answer.read(room + 1)
        if answer.status not in (200, 304) or len(body) > room:
            raise Refused(f"{path}: answers {answer.status}, {len(body)} bytes where {room} are the most")
        return answer.headers.get("ETag", ""), body if answer.status == 200 else None

    def _believed(self, manifest, signature):
        """The manifest's data, once a pinned key has vouched for its bytes."""
        for key in self.keys:
            with suppress(InvalidSignature):
                key.verify(signature, manifest)
                return parsed(manifest, MANIFEST)
        raise Refused("the manifest is not signed by a pinned key")

    def _checked(self, stored):
        """`stored` with its data, where signature, formats and digests are right: the same for old and new."""
        stated = self._believed(stored["manifest"].encode(), bytes.fromhex(stored["signature"]))
        data = parsed(stored["registry"], REGISTRY)
        digests = {each["version"]: each["sha256"] for each in stated["releases"]}
        if digests[data["version"]] != digest(stored["registry"]):
            raise Refused("registry.json is not what was published under its version")
        codes = {entry["code"]: entry for entry in data["codes"]}
        return {**stored, "serial": stated["serial"], "version": data["version"], "codes": codes}

    def _stored(self, path):
        """What the file holds, or nothing where it is not there or not right."""
        with suppress(Refused, *BROKEN), path.open(encoding="utf-8") as file:
            return self._checked(json.load(file))
        return NOTHING


def parsed(content, kind):
    data = json.loads(content)
    if data["kind"] != kind or data["format_version"].split(".")[0] != "1":
        raise Refused(f"{data['kind']} {data['format_version']} is not {kind} 1.x")
    return data


def order(version):
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9}){2}", version):
        raise Refused(f"{version!r} is not a version")
    return tuple(map(int, version.split(".")))


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()
