"""The servers of the benchmark, each in processes of its own on a free port of the loopback interface."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.environment import BIN, ROOT

from .load import family

HOST = "127.0.0.1"
WORKERS, BLOCKING_THREADS = 2, 2
PATIENCE = 120


@dataclass(frozen=True)
class Server:
    port: int
    process: int
    started_in: float  # seconds until the first answer

    @property
    def processes(self) -> list[int]:
        return family(self.process)

    def url(self, address: str) -> str:
        return f"http://{HOST}:{self.port}{address}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def find_nginx() -> str | None:
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def get(port: int, address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request("GET", address, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


@contextmanager
def run(command: list[str | Path], port: int, log: Path, environment: dict[str, str], first: str) -> Iterator[Server]:
    """A server that answers `first` with 200; ended with the block."""
    started = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=output, stderr=output)
    try:
        while True:
            try:
                if get(port, first)[0] == http.HTTPStatus.OK:
                    break
            except OSError:
                pass
            if process.poll() is not None or time.monotonic() - started > PATIENCE:
                raise RuntimeError(f"{command[0]} did not start:\n{log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.02)
        yield Server(port, process.pid, time.monotonic() - started)
    finally:
        process.terminate()
        process.wait(timeout=30)


@contextmanager
def granian(
    folder: Path,
    environment: dict[str, str],
    application: str = "registry_site.wsgi:application",
    *,
    workers: int = WORKERS,
    first: str = "/healthz",
) -> Iterator[Server]:
    port = free_port()
    command: list[str | Path] = [
        BIN / "granian" if (BIN / "granian").exists() else Path(sys.executable).parent / "granian",
        "--interface", "wsgi", "--host", HOST, "--port", str(port), "--workers", str(workers),
        "--blocking-threads", str(BLOCKING_THREADS), "--no-ws", application,
    ]  # fmt: skip
    with run(command, port, folder / f"granian-{port}.log", environment, first) as server:
        yield server


@contextmanager
def nginx(folder: Path, inside_http: str, port: int, first: str) -> Iterator[Server]:
    """nginx with as many workers, and `inside_http` as what it serves."""
    folder.mkdir(parents=True, exist_ok=True)
    temporary = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(f"""
        {"user root;" if os.geteuid() == 0 else ""}
        daemon off; worker_processes {WORKERS}; pid {folder}/pid; error_log {folder}/error.log;
        events {{ worker_connections 1024; }}
        http {{
            include /etc/nginx/mime.types; {temporary}
            access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
            {inside_http}
        }}
    """)
    program = find_nginx() or "nginx"
    command: list[str | Path] = [program, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    with run(command, port, folder / "out.log", {}, first) as server:
        yield server
