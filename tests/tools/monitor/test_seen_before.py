"""What was seen before is not taken back, and the state of that is kept whole."""

import json
from pathlib import Path

import pytest

from codes.releases.models import Manifest, ReleaseHead, SigningKey, Yank
from tests.support.history import change, publish_next
from tests.support.monitored import MANIFEST
from tests.support.served import SERIAL, code, rows
from tests.tools.monitor.forging import cut

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


def test_an_older_manifest_served_again(site, run, seen):
    rows(Manifest).filter(serial=SERIAL).delete()
    rows(ReleaseHead).update(serial=SERIAL - 1)
    site.fresh()
    sentence = f"{MANIFEST}: rolled back: serial {SERIAL - 1} is served again after {SERIAL} has been seen"
    assert run("--state", seen) == (1, "", [sentence])


def test_another_manifest_of_the_same_serial(site, run, seen):
    site.reissue(lambda data: data.update(serial=SERIAL))
    rows(Manifest).filter(serial=SERIAL).delete()
    site.reissue(lambda data: data.update(serial=SERIAL, issued="2027-01-01T00:00:00Z"))
    assert run("--state", seen)[2] == [f"{MANIFEST}: another manifest with serial {SERIAL} has been seen"]


def _rewritten(site):
    site.edit("1.0.0", lambda data: code(data).update(title="Tool Slow"))


def _unyanked(site):
    rows(Yank).delete()
    site.issue()


def _explained(site):
    rows(Yank).update(reason="For another reason.")
    site.issue()


def _key_gone(site):
    rows(SigningKey).update(first_serial=3)
    site.fresh()


PAST = {
    "a release taken back": (
        lambda site: site.reissue(cut), f"{MANIFEST}: release 2.0.0 was published and is gone"),
    "a release rewritten": (_rewritten, f"{MANIFEST}: sha256 of release 1.0.0 was "),
    "a file of a release rewritten": (
        lambda site: site.edit("1.2.0", lambda data: None) or site.reissue(
            lambda data: data["releases"][2].update(sums_sha256="0" * 64)),
        f"{MANIFEST}: sums_sha256 of release 1.2.0 was "),
    "a time of publication": (
        lambda site: site.reissue(lambda data: data["releases"][2].update(published="2026-12-02T00:00:01Z")),
        f"{MANIFEST}: published of release 1.2.0 was 2026-12-02T00:00:00Z and is 2026-12-02T00:00:01Z"),
    "a yank taken back": (_unyanked, f"{MANIFEST}: release 1.1.0 was yanked, and the manifest no longer says so"),
    "another reason": (_explained, f"{MANIFEST}: release 1.1.0 was yanked, and the manifest no longer says so"),
    "a key": (_key_gone, "was published and is gone, or has changed"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAST)
def test_what_was_published_cannot_be_taken_back(name, site, run, seen):
    act, sentence = PAST[name]
    act(site)
    before = seen.read_bytes()
    found, _, faults = run("--state", seen)
    assert found == 1
    assert any(sentence in fault for fault in faults), faults
    assert seen.read_bytes() == before


def test_the_state_moves_on_with_a_release(site, run, seen):
    change("loop.timeout", title="Another Title")
    publish_next()
    assert run("--state", seen)[0] == 0
    state = json.loads(seen.read_text())
    assert (state["serial"], state["run"]) == (SERIAL + 1, 2)
    assert [each["version"] for each in state["releases"]] == ["1.0.0", "1.1.0", "1.2.0", "2.0.0", "2.0.1"]
    assert [path.name for path in seen.parent.iterdir() if "state" in path.name] == ["state.json"]


def test_the_state_is_written_whole_or_not_at_all(site, run, seen, monkeypatch):
    before = seen.read_bytes()
    change("loop.timeout", title="Another Title")
    publish_next()
    monkeypatch.setattr(Path, "replace", _crash)
    with pytest.raises(KeyboardInterrupt):
        run("--state", seen)
    assert seen.read_bytes() == before
    assert [path.name for path in seen.parent.iterdir() if "state" in path.name] == ["state.json"]


def _crash(*args):
    raise KeyboardInterrupt


def test_some_releases_in_each_run_and_all_of_them_in_turn(site, run, tmp_path, between):
    state = tmp_path / "state.json"
    looked = []
    for _ in range(4):
        between.asked.clear()
        found, line, _ = run("--state", state, "--releases", 2, url=between.url)
        assert (found, line.split(":")[0]) == (0, "2 of 4 releases looked at, as published")
        looked.append({path.split("/")[2] for path, _ in between.asked if path.endswith("/registry.csv")})
    assert looked == [{"2.0.0", "1.2.0"}, {"2.0.0", "1.1.0"}, {"2.0.0", "1.0.0"}, {"2.0.0", "1.2.0"}]


def test_a_release_that_is_looked_at_alone_is_still_held_to_the_one_before(site, run):
    site.edit("2.0.0", lambda data: data["previous"].update(version="1.0.0"))
    assert any("2.0.0: the chain is broken" in fault for fault in run("--releases", 1)[2])
