"""deploy/registry-manage, with the folders of the test and a `runuser` that tells what it was called with."""

import json
import subprocess
import sys

import pytest

from tests.deploy.reading import ROOT

TELL = """#!{python}
import json, os, sys
settings = {{name: os.environ.get(name) for name in ("A_B", "DATABASE_URL", "KEY")}}
print(json.dumps([sys.argv[1:], os.getcwd(), settings]))
"""
# As somebody may come by them; to a shell most of it means something.
URL = "postgres://r:p$HOME`x`#;'@db/registry?sslmode=verify-full&application_name=$(id)"


@pytest.fixture
def run(tmp_path):
    script = (ROOT / "deploy" / "registry-manage").read_text()
    for folder in ("/etc/registry", "/srv/registry"):
        assert folder in script
        script = script.replace(folder, str(tmp_path))
    (tmp_path / "runuser").write_text(TELL.format(python=sys.executable))
    (tmp_path / "runuser").chmod(0o755)

    def call(*words):
        command = ["/bin/sh", "-c", script, "registry-manage", *words]
        return subprocess.run(command, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True)

    return call


@pytest.mark.parametrize("end", ["\n", ""])
def test_settings_are_what_stands_there(end, run, tmp_path):
    (tmp_path / "registry.env").write_text(f"# DATABASE_URL=no\n\nA_B=a=b\nDATABASE_URL={URL}{end}")
    (tmp_path / "publish.env").write_text("KEY=/x\n")
    words, folder, settings = json.loads(run("appoint", "a b", "$x").stdout)
    assert words == ["-u", "registry", "--", "env", "HOME=/nonexistent", ".venv/bin/python", "manage.py",
                     "appoint", "a b", "$x"]  # fmt: skip
    assert folder == str(tmp_path)
    assert settings == {"A_B": "a=b", "DATABASE_URL": URL, "KEY": "/x"}


def test_a_host_that_does_not_publish_has_one_file(run, tmp_path):
    (tmp_path / "registry.env").write_text("A_B=1\n")
    assert json.loads(run("tick").stdout)[2] == {"A_B": "1", "DATABASE_URL": None, "KEY": None}


def test_without_settings_nothing_is_run(run):
    done = run("tick")
    assert (done.returncode != 0, done.stdout) == (True, "")
