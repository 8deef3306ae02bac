"""The site as it is served: granian in a process of its own, on a free port of the loopback interface."""

import http.client
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.postgres import children, die_with_parent
from tests.support.wsgi import Answer

PATIENCE = 60

# For tests that bring a database of their own: `dev.py test` runs them once, in the suite that has the time.
own_database = pytest.mark.own_database


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def manage(environment, *words):
    """One management command in a process of its own."""
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, cwd=settings.ROOT, env={**os.environ, **environment}, check=True, capture_output=True)


@contextmanager
def served(environment, log, *, threads=2, workers=1):
    """The port of a granian; it is ended with the block."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port), "--workers", str(workers),
               "--blocking-threads", str(threads), "registry_site.wsgi:application"]  # fmt: skip
    with log.open("wb") as output:
        server = subprocess.Popen(
            command,
            cwd=settings.ROOT,
            env={**os.environ, **environment},
            stdout=output,
            stderr=output,
            preexec_fn=die_with_parent,  # noqa: PLW1509  it only asks Linux for something
        )
    try:
        wait_for(server, port, log)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=30)


def processes(port):
    """The workers of the granian at `port`, which is a child of this process."""
    mains = [each for each in children(os.getpid()) if f"--port\0{port}\0".encode() in _words(each)]
    return [each for main in mains for each in children(main) if b"resource_tracker" not in _words(each)]


def _words(process):
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def wait_for(server, port, log):
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        try:
            if get(port, "/healthz").status == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The site did not start:\n{log.read_text(errors='replace')}")


def get(port, address, method="GET", *, timeout=20, **headers):
    """What the server at `port` answers, header names in lower case; those to ask with are written with underscores."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        fields = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        connection.putrequest(method, address, skip_accept_encoding=True, skip_host="Host" in fields)
        for name, value in fields.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        fields = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, fields, answer.read())
    finally:
        connection.close()
