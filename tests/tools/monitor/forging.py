"""What somebody with the database and the key could do to a manifest or a release."""

from codes.releases.models import Manifest, Release, ReleaseChange, ReleaseFile, ReleaseHead, Yank
from tests.support.served import SERIAL, code, plain, rows


def of_manifest(**fields):
    """A column of the latest manifest, flipped or given."""

    def act(site):
        latest = rows(Manifest).filter(serial=SERIAL)
        row = latest.get()
        latest.update(**{name: make(plain(getattr(row, name))) for name, make in fields.items()})
        site.fresh()

    return act


def python(files):
    """The entry of one file that is not the registry itself."""
    return next(each for each in files if each["name"] == "harness_error_codes.py")


def files_of_latest(change):
    return lambda site: site.reissue(lambda data: change(data["latest"]["files"]))


def registry(act, version="2.0.0"):
    return lambda site: site.edit(version, act)


def without(name, member, which):
    def act(data):
        data[member] = [entry for entry in data[member] if entry[name] != which]

    return act


def moved(data):
    code(data).update(category="loop", name="timeout")


def anew(data):
    entry = code(data)
    entry.update(title="Tool Rested", description="The tool had a day off.", default_model_recoverable=False)
    entry["administrative"].update(
        status="active", deprecation=None, superseded_by=[], registered={"date": "2026-12-03", "version": "2.0.0"},
        updated={"date": "2026-12-03", "version": "2.0.0"},
    )  # fmt: skip


def back(data):
    """An older release is the latest again."""
    old = next(each for each in data["releases"] if each["version"] == "1.2.0")
    data["latest"] |= {name: old[name] for name in ("version", "published", "sha256")}


def cut(data):
    back(data)
    data["releases"].pop()


def stated(data):
    """Where the manifest says which release is the latest, twice."""
    return data["latest"], data["releases"][-1]


def only_the_first(site):
    """As before the second release, but for the key."""
    rows(Yank).delete()
    rows(ReleaseHead).update(latest=Release.objects.get(version="1.0.0"), serial=1)
    for model in (ReleaseChange, ReleaseFile):
        rows(model).exclude(release__version="1.0.0").delete()
    rows(Release).exclude(version="1.0.0")._raw_delete("default")
    rows(Manifest).exclude(serial=1).delete()
    site.fresh()
