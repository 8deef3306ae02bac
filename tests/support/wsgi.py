"""A client for WSGI applications, without the test client's own ideas of HEAD, 304 and cookies."""

import io
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def environ(address, method="GET", *, scheme="http", host="testserver", more=None, **headers):
    """The environment of a request for `address`; header names with underscores, as in `If_None_Match`."""
    path, _, query = address.partition("?")
    return {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **({"HTTP_HOST": host} if host is not None else {}),
        **{f"HTTP_{name.upper()}": value for name, value in headers.items() if value is not None},
        **(more or {}),
    }


def ask(application, address, method="GET", **options):
    """What `application` answers. Two fields of one name would be a fault, and are one here too."""
    started = []
    parts = application(environ(address, method, **options), lambda *args: started.append(args))
    try:
        body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    ((status, fields, *_),) = started
    assert len({name.lower() for name, _ in fields}) == len(fields), fields
    # As any server does.
    return Answer(int(status.split()[0]), dict(fields), b"" if method == "HEAD" else body)
