"""One question to one host: connected to an address that was vetted, within a time and a number of bytes.

The library would wait anew for every byte and read headers without end. So each read is given what is left of the time
and of the bytes, at the one place where bytes come in.
"""

import io
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any

from .vetting import Address

SECONDS = 5.0
BYTES = 64 * 1024


class TooMuch(OSError):
    """The answer does not end."""


class Limits:
    """What is left for one reference, through all redirects."""

    def __init__(self, seconds: float = SECONDS, size: int = BYTES):
        self._end = time.monotonic() + seconds
        self._bytes = size

    def left(self) -> float:
        """In seconds. Raises TimeoutError where there are none."""
        found = self._end - time.monotonic()
        if found <= 0:
            raise TimeoutError
        return found

    def took(self, size: int) -> None:
        """Raises TooMuch."""
        self._bytes -= size
        if self._bytes < 0:
            raise TooMuch


def resolve(host: str) -> Sequence[str]:
    """Every number that `host` leads to. Raises OSError."""
    found = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(each[4][0]) for each in found]


def connect(number: str, seconds: float) -> socket.socket:
    return socket.create_connection((number, 443), timeout=seconds)


@dataclass(frozen=True)
class Network:
    """The way out, which tests lead to themselves. Nothing else here opens a connection or asks for a name."""

    resolve: Callable[[str], Sequence[str]] = resolve
    connect: Callable[[str, float], socket.socket] = connect
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)


def numbers(network: Network, host: str, limits: Limits) -> Sequence[str]:
    """What `host` resolves to, asked once. Raises OSError, TimeoutError also where the resolver just goes on."""
    found: list[Sequence[str] | Exception] = []

    def ask() -> None:
        try:
            found.append(network.resolve(host))
        except (OSError, UnicodeError) as failure:
            found.append(failure)

    # A daemon: a resolver cannot be told how long to wait, and must not keep the command from ending.
    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(limits.left())
    if not found:
        raise TimeoutError
    if isinstance(found[0], Exception):
        raise OSError(str(found[0]))
    return found[0]


def ask(
    network: Network, method: str, address: Address, at: Sequence[str], limits: Limits, agent: str
) -> tuple[int, str]:
    """Status, and Location or empty. The body is not read. Raises OSError and HTTPException.

    `at` are numbers that were vetted; the host's name is only sent and looked for in the certificate.
    """
    connection = _Pinned(network, address.host, at, limits)
    try:
        headers = {"User-Agent": agent, "Accept": "*/*", "Accept-Encoding": "identity", "Connection": "close"}
        connection.request(method, address.target, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Location", "")
    finally:
        connection.close()


class _Pinned(HTTPConnection):
    def __init__(self, network: Network, host: str, at: Sequence[str], limits: Limits):
        super().__init__(host)
        self._network, self._at, self._limits = network, at, limits

    def connect(self) -> None:
        plain = self._connected()
        try:
            plain.settimeout(self._limits.left())
            self.sock = self._network.tls.wrap_socket(plain, server_hostname=self.host)
            self.sock.settimeout(self._limits.left())
        except BaseException:
            plain.close()
            raise

    def _connected(self) -> socket.socket:
        failure: OSError | None = None
        for index, number in enumerate(self._at):
            try:
                # The last may take all the time that is left, those before it their share.
                return self._network.connect(number, self._limits.left() / (len(self._at) - index))
            except OSError as error:
                failure = error
        raise failure or OSError("There is no address to connect to.")

    def response_class(self, sock: socket.socket, *args: Any, **kwargs: Any) -> HTTPResponse:  # type: ignore[override]
        answer = HTTPResponse(sock, *args, **kwargs)
        answer.fp.close()
        answer.fp = io.BufferedReader(_Within(sock, self._limits))
        return answer


class _Within(io.RawIOBase):
    """What a socket sends, as long as the limits allow."""

    def __init__(self, sock: socket.socket, limits: Limits):
        self._sock, self._limits = sock, limits

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(self._limits.left())
        size = self._sock.recv_into(buffer)
        self._limits.took(size)
        return size


__all__ = ["HTTPException", "Limits", "Network", "TooMuch", "ask", "numbers"]
