"""A real nginx with the shipped configuration, on a free port of the loopback interface."""

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager

import pytest
from django.conf import settings

from tests.support.postgres import die_with_parent
from tests.support.server import free_port, get, manage

CONFIGURATION = settings.ROOT / "deploy" / "nginx.conf"
HOST = "registry.example.org"  # as the shipped file has it


def has_ipv6():
    """A kernel may have it and the loopback interface of a container none."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


# In place of `[::]`. Where there is no IPv6, a second address shows at least that both lines are there.
SECOND = "[::1]" if has_ipv6() else "127.0.0.2"


def find_nginx():
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


def behind_nginx(folder):
    """The environment of a site to stand behind nginx, with a database of its own in `folder`: release 1.0.0."""
    environment = {
        "DATABASE_URL": f"sqlite:///{folder / 'registry.sqlite3'}",
        "DEBUG": "1",
        "ALLOWED_HOSTS": f"{HOST},127.0.0.1",
        "TRUST_PROXY": "1",
        "FAST_PATH_MEGABYTES": "16",
    }
    for command in ("migrate", "load_registry", "publish_initial"):
        manage(environment, command)
    return environment


@contextmanager
def nginx(folder, upstream, changes=None):
    """nginx before the site at port `upstream`; the shipped file with ports and folders of the test, and `changes`."""
    program = find_nginx()
    if not program:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no nginx (apt-get install nginx)")
    port = free_port()
    shipped = CONFIGURATION.read_text()
    for old, new in (
        ("listen 80", f"listen 127.0.0.1:{port}"),
        ("listen [::]:80", f"listen {SECOND}:{port}"),
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
        ("/var/cache/nginx/registry", str(folder / "cache")),
        ("/var/log/nginx/registry.log", str(folder / "access.log")),
        ("/etc/nginx/snippets/registry-tls", str(folder / "tls")),
        *(changes or {}).items(),
    ):
        assert old in shipped
        shipped = shipped.replace(old, new)
    (folder / "registry.conf").write_text(shipped)
    # Debian's own file has these on as well.
    (folder / "nginx.conf").write_text(f"""
        {"user root;" if os.geteuid() == 0 else ""}
        daemon off; master_process on; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
        events {{}}
        http {{
            access_log off; gzip on; sendfile on; tcp_nopush on; types {{ text/html html; }}
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            include {folder}/registry.conf;
        }}
    """)
    command = [program, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr
    server = subprocess.Popen(command, preexec_fn=die_with_parent)  # noqa: PLW1509  it only asks Linux for something
    try:
        for _ in range(100):
            try:
                get(port, "/", Host=HOST)
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=30)
