"""What is published next, and what somebody with the database or the line could make of it."""

import base64
import hashlib
import json

from codes.harness_errors import canonical
from codes.releases.models import Manifest, ReleaseHead
from tests.support.monitored import MANIFEST, SIGNATURE
from tests.support.served import SERIAL, plain, rows

NEXT = "/releases/2.0.1/registry.json"

TITLE, OLD_TITLE = "Another Title", "Run Timeout"


def title(client):
    return client.held["codes"]["loop.timeout"]["title"]


def of_manifest(**columns):
    """A column of the newest manifest, changed behind the guards."""

    def act(site, between):
        newest = rows(Manifest).filter(serial=SERIAL + 1)
        row = newest.get()
        newest.update(**{name: make(plain(getattr(row, name))) for name, make in columns.items()})
        site.fresh()

    return act


def back_to_older(site, between):
    rows(Manifest).filter(serial__gte=SERIAL).delete()
    rows(ReleaseHead).update(serial=SERIAL - 1)
    site.fresh()


def latest_back(data):
    old = data["releases"][2]
    data["latest"] |= {name: old[name] for name in ("version", "published", "sha256")}
    data["releases"] = data["releases"][:3]


def of_registry(**members):
    """Another registry.json under a signed manifest to match: by one who has the key and serves it without the site."""

    def act(site, between):
        registry = canonical.dumps(json.loads(bytes(site.file("2.0.1", "registry.json").content)) | members)
        data = json.loads(bytes(Manifest.objects.get(serial=SERIAL + 1).content))
        file = entry(data)
        file.update(size=len(registry), sha256=canonical.sha256(registry))
        data["latest"]["sha256"] = data["releases"][-1]["sha256"] = file["sha256"]
        manifest = canonical.dumps(data)
        between.rules |= {
            MANIFEST: lambda answer: instead(answer, manifest),
            SIGNATURE: lambda answer: instead(answer, site.key.sign(manifest)),
            NEXT: lambda answer: instead(answer, registry),
        }

    return act


def instead(answer, content):
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return answer.with_body(content).header("Content-Encoding", None).header("Repr-Digest", f"sha-256=:{digest}:")


def signed(edit):
    return lambda site, between: site.reissue(edit)


def sized(change):
    return signed(lambda data: entry(data).update(size=change(entry(data)["size"])))


def entry(data):
    return next(each for each in data["latest"]["files"] if each["name"] == "registry.json")


def way(path, rule):
    return lambda site, between: between.rules.update({path: rule})
