"""`dev.py run`: from nothing to a published registry served on this machine."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time

from tools.environment import PYTHON, ROOT, ensure

HOST = "127.0.0.1"
# Each does nothing where its work is done.
PREPARATION = ("migrate", "createcachetable", "load_registry", "publish_initial")
PATIENCE = 60  # seconds until the first answer


def run() -> int:
    """Prepare the database, serve with autoreload, say the address once it answers; ends with Ctrl-C."""
    port = read_port(os.environ.get("PORT", "8000"))
    refuse_busy(port)
    ensure("base")
    environment = {"DEBUG": "1", **os.environ}
    for command in PREPARATION:
        step = subprocess.run(
            [PYTHON, "manage.py", command, "-v0"],
            cwd=ROOT,
            env=environment,
            process_group=0,  # its own, so that Ctrl-C ends it without a traceback
        )
        if step.returncode:
            return 1  # and the reason is on the terminal
    server = subprocess.Popen([PYTHON, "-m", "tools.serve", f"{HOST}:{port}"], cwd=ROOT, env=environment)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        if answers(server, port):
            print(f"Agent Harness Error Codes: http://localhost:{port}/", flush=True)
        elif server.poll() is None:
            print(f"No answer on port {port} yet; the reason should stand above.", file=sys.stderr)
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        server.terminate()
        server.wait()


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
            sys.exit(f"Port {port}: {error.strerror}. Choose another: PORT=8001 python3 dev.py run")


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
