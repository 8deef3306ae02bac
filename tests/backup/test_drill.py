"""The drill: a backup is made, the database is lost, restored as docs/backup.md says, and written to."""

import json
import os
import shutil
import sys
from pathlib import Path

import psycopg
import pytest

from tests.support import postgres
from tests.support.apart import begin, environment, manage, play, run
from tests.support.keys import new_key
from tests.support.server import own_database, served

pytestmark = [pytest.mark.slow, own_database]

HISTORY = """
from tests.support import history, proposals
from tests.support.callers import token
from tests.support.people import account
proposals.published()
history.deprecate()
history.publish_next()
for number, name in enumerate(("draft", "needs_info", "approved", "rejected")):
    getattr(proposals, name)(code=f"upstream.made_up_{number}")
token(account("sam"))
"""
DIGESTS = """
import json
from codes.releases.models import ReleaseFile
rows = ReleaseFile.objects.order_by("pk").values_list("release__version", "name", "content")
from hashlib import sha256
print(json.dumps({f"{version}/{name}": sha256(bytes(content)).hexdigest() for version, name, content in rows}))
"""
# Somebody who has not been here before asks for a code, and it goes the whole way.
WRITE = """
from codes.releases.models import Release
from codes.review import actions
from tests.support import proposals
from tests.support.people import DAY, START, account
from tests.support.callers import token
new = account("nan")
token(new)
made = proposals.in_review(by=new, at=START + 100 * DAY, code="upstream.after_the_loss")
actions.comment(proposal=made.number, text="It is back.", by=account("sam"), at=START + 101 * DAY)
for name in ("ada", "ben"):
    actions.vote(proposal=made.number, verdicts=proposals.APPROVE, no_conflict=True, by=account(name), at=made.changed)
actions.tick(START + 130 * DAY)
print(actions.publish(proposals=[made.number], by=account("max"), at=START + 131 * DAY).version)
"""


class Postgresql:
    def __init__(self, folder):
        self.server = postgres.Server()
        self.url = self.server.url.rpartition("/")[0] + "/registry"
        self.path = {"PATH": f"{self.server.binaries}{os.pathsep}{os.environ['PATH']}"}
        self.sql("CREATE DATABASE registry")

    def sql(self, statement, database="template1"):
        with psycopg.connect(f"{self.server.url.rpartition('/')[0]}/{database}", autocommit=True) as connection:
            return connection.execute(statement)

    def lose(self):
        self.sql("DROP DATABASE registry")

    def restore(self, copy):
        self.sql("CREATE DATABASE registry")
        run(self.path, "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={self.url}", str(copy))

    def forget_numbers(self):
        """What a restore leaves behind that brings the rows alone."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            rows = connection.execute("SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences").fetchall()
            for (name,) in rows:
                connection.execute(f"ALTER SEQUENCE {name} RESTART")

    def stop(self):
        self.server.stop()


class Sqlite:
    def __init__(self, folder):
        self.path = dict[str, str]()
        self.file = folder / "registry.sqlite3"
        self.url = f"sqlite:///{self.file}"

    def lose(self):
        for path in self.file.parent.glob(f"{self.file.name}*"):
            path.unlink()

    def restore(self, copy):
        shutil.copyfile(copy, self.file)

    def stop(self):
        pass


@pytest.fixture(params=[Postgresql, Sqlite])
def database(request, tmp_path):
    made = request.param(tmp_path)
    yield made
    made.stop()


def watch(site, tmp_path):
    """The monitor, run over the served site; it remembers what it saw before."""
    with served(site, tmp_path / "granian.log") as port:
        words = ("--state", str(tmp_path / "state.json"), "--key", str(tmp_path / "public.pem"))
        return run({"no_proxy": "*"}, sys.executable, "-m", "tools.monitor", f"http://127.0.0.1:{port}", *words)


def test_lost_restored_written_to(database, tmp_path):
    key = tmp_path / "key.pem"
    key.write_text(new_key())
    run({}, "openssl", "pkey", "-in", str(key), "-pubout", "-out", str(tmp_path / "public.pem"))
    site = environment(database.url, SIGNING_KEY_FILE=str(key), **database.path)
    before = json.loads(begin(site, HISTORY + DIGESTS).splitlines()[-1])
    assert len(before) == 3 * 15
    assert watch(site, tmp_path).startswith("3 releases, all as published")

    folder = tmp_path / "backups"
    said = manage(site, "backup", folder)
    copy, stated = sorted(folder.iterdir(), key=lambda path: path.suffix == ".json")
    assert said.startswith(f"{copy}: release 1.2.0, ")

    database.lose()
    database.restore(copy)
    manage(site, "migrate")
    held = manage(site, "verify_registry")
    assert held.startswith("3 releases and ")
    assert manage(site, "restore_check", stated).startswith("Release 1.2.0 and ")

    version, after = play(site, WRITE + DIGESTS).splitlines()
    after = json.loads(after)
    assert version == "1.3.0"
    assert {name: after[name] for name in before} == before
    assert len(after) == 4 * 15
    assert manage(site, "verify_registry").startswith("4 releases and ")
    # Whoever has watched from outside sees one history go on.
    assert watch(site, tmp_path).startswith("4 releases, all as published")

    if isinstance(database, Postgresql):
        database.forget_numbers()
        assert "duplicate key value violates unique constraint" in play(
            site, WRITE.replace("after_the_loss", "once_more"), fails=True
        )
        assert "codes_release: the next row would be number 1, and there are rows up to 4" in manage(
            site, "restore_check", stated, fails=True
        )


def test_there_is_a_program_to_dump_with():
    """Where the suite takes its PostgreSQL from, `pg_dump` is of the same version."""
    binaries = postgres.find_binaries()
    versions = {run({}, str(Path(binaries) / name), "--version").split()[2] for name in ("postgres", "pg_dump")}
    assert len(versions) == 1
