"""Requests written byte by byte, as no client of good manners would send them."""

import http.client
import io
import socket
from contextlib import closing

from tests.support.nginx import HOST
from tests.support.wsgi import Answer

PATIENCE = 20


class _Bytes:
    def __init__(self, data):
        self._data = data

    def makefile(self, *args):
        return io.BytesIO(self._data)


def request(target, *fields, method="GET", host=HOST, body=b"", version="HTTP/1.1"):
    """The bytes of a request on a connection that ends with it; `fields` are whole lines."""
    lines = [f"{method} {target} {version}", *([f"Host: {host}"] if host else []), *fields, "Connection: close"]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def exchange(port, data, patience=PATIENCE):
    """Everything that comes back until the server closes; raises TimeoutError where it does not."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=patience)) as connection:
        connection.sendall(data)
        return read_all(connection)


def read_all(connection):
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


def answer(data):
    """The first answer in `data`; None where the connection was closed without one."""
    if not data:
        return None
    response = http.client.HTTPResponse(_Bytes(data))
    response.begin()
    return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())


def send(port, target, *fields, **more):
    return answer(exchange(port, request(target, *fields, **more)))
