"""A server between a client and the site that changes answers on their way, as a broken proxy or an attacker would."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Passing:
    """An answer on its way. `sent`: how many bytes of the body get through; `pause`: seconds before each byte."""

    status: int
    headers: dict[str, str]
    body: bytes
    sent: int | None = None
    pause: float = 0

    def header(self, name: str, value: str | None) -> "Passing":
        kept = {key: each for key, each in self.headers.items() if key.lower() != name.lower()}
        return replace(self, headers=kept if value is None else {**kept, name: value})

    def with_body(self, body: bytes) -> "Passing":
        return replace(self, body=body).header("Content-Length", str(len(body)))


@dataclass
class Tampered:
    """`rules`: what is done to the answers at a path. `asked`: every request, as (path, headers)."""

    url: str = ""
    rules: dict[str, Callable[[Passing], Passing]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)


@contextmanager
def tampered(upstream: str) -> Iterator[Tampered]:
    """A server on loopback in front of `upstream`."""
    between = Tampered()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            between.asked.append((self.path, dict(self.headers)))
            connection = HTTPConnection(urlsplit(upstream).netloc, timeout=30)
            try:
                connection.request("GET", self.path, headers={**self.headers, "Host": urlsplit(upstream).netloc})
                found = connection.getresponse()
                answer = Passing(found.status, dict(found.headers), found.read())
            finally:
                connection.close()
            self.pass_on(between.rules.get(self.path, lambda answer: answer)(answer))

        def pass_on(self, answer: Passing) -> None:
            head = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
            content = f"HTTP/1.0 {answer.status} Whatever\r\n{head}\r\n".encode("latin-1") + answer.body[: answer.sent]
            try:
                for each in [content] if not answer.pause else (bytes([byte]) for byte in content):
                    time.sleep(answer.pause)
                    self.wfile.write(each)
            except OSError:
                pass  # the client has had enough

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        between.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield between
        finally:
            server.shutdown()
            thread.join()
