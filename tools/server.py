"""`dev.py run` and `dev.py demo`: from nothing to a published registry served on this machine."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from tools.environment import PYTHON, ROOT, ensure

HOST = "127.0.0.1"
# Each does nothing where its work is done.
PREPARATION = ("migrate", "createcachetable", "load_registry", "publish_initial")
PATIENCE = 60  # seconds until the first answer
DEMO_DATABASE = ROOT / "var" / "demo.sqlite3"
HINT = """
Sign in at /account/ as sam, ada, ben, lea or max @example.org, or with any other address: the code appears here, and so
does all mail. README.md, "The review in five minutes", says what to try. To begin anew, remove var/demo.sqlite3."""


def run() -> int:
    """Prepare the database, serve with autoreload, say the address once it answers; ends with Ctrl-C."""
    return _serve(lambda port: {"DEBUG": "1", **os.environ}, PREPARATION)


def demo() -> int:
    """The same with made-up people, proposals in every state and no waiting, in a database of its own.

    Whatever database, mail server and periods the environment names: nobody's own are played with.
    """

    def environment(port: int) -> dict[str, str]:
        own = {
            "DEBUG": "1",
            "DATABASE_URL": f"sqlite:///{DEMO_DATABASE}",
            "PUBLIC_BASE_URL": f"http://localhost:{port}",
            "REVIEW_PERIOD_DAYS": "0",
        }
        return {name: value for name, value in os.environ.items() if not name.startswith("EMAIL_")} | own

    return _serve(environment, (*PREPARATION, "load_demo"), beside=("send_notices", "--loop"), hint=HINT)


def _serve(
    environment_at: Callable[[int], dict[str, str]],
    preparation: Sequence[str],
    *,
    beside: Sequence[str] = (),
    hint: str = "",
) -> int:
    """`beside` is a management command that runs as long as the server; `hint` is said after the address."""
    port = read_port(os.environ.get("PORT", "8000"))
    refuse_busy(port)
    ensure("base")
    environment = environment_at(port)
    for command in preparation:
        step = subprocess.run(
            [PYTHON, "manage.py", command, "-v0"],
            cwd=ROOT,
            env=environment,
            process_group=0,  # its own, so that Ctrl-C ends it without a traceback
        )
        if step.returncode:
            return 1  # and the reason is on the terminal
    server = subprocess.Popen([PYTHON, "-m", "tools.serve", f"{HOST}:{port}"], cwd=ROOT, env=environment)
    running = [server]
    if beside:
        running.append(
            subprocess.Popen([str(PYTHON), "-u", "manage.py", *beside], cwd=ROOT, env=environment, process_group=0)
        )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        if answers(server, port):
            print(f"Agent Harness Error Codes: http://localhost:{port}/{hint}", flush=True)
        elif server.poll() is None:
            print(f"No answer on port {port} yet; the reason should stand above.", file=sys.stderr)
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def read_port(text: str) -> int:
    """The port as a number; ends the command in one line where it is none."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 65536):
        sys.exit(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def refuse_busy(port: int) -> None:
    """End the command in one line where something else listens already (or the port is not ours to take)."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does
        try:
            probe.bind((HOST, port))
        except OSError as error:
            sys.exit(f"Port {port}: {error.strerror}. Choose another with PORT, for example PORT=8001.")


def answers(server: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until /healthz is answered with 200; False when the server ends or stays silent too long."""
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        connection = http.client.HTTPConnection(HOST, port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == http.HTTPStatus.OK:
                return True
        except OSError:
            pass  # not listening yet
        finally:
            connection.close()
        time.sleep(0.1)
    return False
