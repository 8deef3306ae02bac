"""A web server with TLS that misbehaves by the path it is asked for, and the way there that a checker is given."""

import datetime
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from codes.review.references.asking import Network

HOST, OTHER, WRONG = "spec.example.org", "other.example.org", "wrong.example.org"
# What names lead to where nothing is said: a public number, which leads to the server in truth.
PUBLIC = "93.184.215.14"
# Seconds for which a server without end goes on; and in which whoever keeps to a limit has left, on a busy machine too.
GOES_ON, PATIENCE = 40.0, 30.0

Answer = Callable[[ssl.SSLSocket, str], None]


def _certificate(name, issuer, key, signed_by, *, hosts=(), authority=False):
    now = datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer or subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if hosts:
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in hosts]), False)
    return builder.sign(signed_by, hashes.SHA256())


class Hostile:
    """`asked` is each request line with the Host it named; `numbers` what was connected to."""

    def __init__(self, folder: Path, answers: Mapping[str, Answer]):
        self.answers = answers
        self.asked: list[str] = []
        self.heads: list[str] = []
        self.numbers: list[str] = []
        self.names: list[str] = []
        authority, leaf = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        root = _certificate("Tests", None, authority, authority, authority=True)
        one = _certificate(HOST, root.subject, leaf, authority, hosts=(HOST, OTHER))
        self.root = root.public_bytes(Encoding.PEM).decode()
        path = folder / "server.pem"
        path.write_bytes(
            one.public_bytes(Encoding.PEM) + leaf.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        )
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(path)
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=32)
        self.port = self._socket.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self.ended = threading.Event()

    def network(self, names: Mapping[str, list[list[str]]] | None = None) -> Network:
        """Leads all names to this server. `names`: what each resolves to, the first time, the second …"""
        left = {host: [*answers] for host, answers in (names or {}).items()}

        def resolve(host):
            self.names.append(host)
            return left[host].pop(0) if host in left else [PUBLIC]

        def connect(number, seconds):
            self.numbers.append(number)
            return socket.create_connection(("127.0.0.1", self.port), timeout=seconds)

        return Network(resolve, connect, ssl.create_default_context(cadata=self.root))

    def serve(self) -> None:
        while not self.ended.is_set():
            try:
                plain, _ = self._socket.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._one, args=(plain,))
            self._threads.append(thread)
            thread.start()

    def _one(self, plain: socket.socket) -> None:
        with plain, suppress(OSError):
            plain.settimeout(GOES_ON)
            with self._tls.wrap_socket(plain, server_side=True) as sock:
                head = b""
                while b"\r\n\r\n" not in head:
                    head += sock.recv(4096) or b"\r\n\r\n"
                lines = head.decode("latin-1").split("\r\n")
                if len(lines[0].split()) == 3:
                    method, path, _ = lines[0].split()
                    self.heads.append("\n".join(lines))
                    self.asked.append(f"{method} {path}")
                    self.answers[path.partition("?")[0]](sock, method)

    def close(self) -> None:
        self.ended.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for each in self._threads:
            each.join(15)


@contextmanager
def serving(folder: Path, answers: Mapping[str, Answer]) -> Iterator[Hostile]:
    server = Hostile(folder, answers)
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(15)


def says(status: int, *headers: str, body: bytes = b"") -> Answer:
    head = "\r\n".join([f"HTTP/1.1 {status} Whatever", *headers, "", ""]).encode("latin-1")

    def answer(sock, method):
        sock.sendall(head + (b"" if method == "HEAD" else body))

    return answer


def for_get(answer: Answer) -> Answer:
    """405 to HEAD."""

    def chosen(sock, method):
        (says(405, "Allow: GET") if method == "HEAD" else answer)(sock, method)

    return chosen


def without_end(start: bytes, piece: bytes, *, pause: float = 0.0) -> Answer:
    """Sends until nobody listens any more."""

    def answer(sock, method):
        sock.sendall(start)
        end = time.monotonic() + GOES_ON
        while time.monotonic() < end:
            sock.sendall(piece)
            time.sleep(pause)

    return answer


def resets(sock, method):
    """Ends the connection as if nobody had been there."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    socket.socket.close(sock)


def is_silent(sock, method):
    with suppress(OSError):
        sock.recv(1)
