"""Where a browser goes that gets a Location, by the steps of the URL standard (url.spec.whatwg.org)."""

import re
from urllib.parse import urljoin, urlsplit

ORIGIN = "http://testserver"

# What somebody would write in the place of an address of ours, to send people to a site of their own.
ELSEWHERE = [
    "https://evil.example/", "http://evil.example", "HTTPS://EVIL.EXAMPLE/", "//evil.example", "///evil.example",
    "////evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example", "https:evil.example",
    "https:/evil.example", "https:\\\\evil.example", "http:///evil.example", "/\t/evil.example", "\t//evil.example",
    "/\n/evil.example", "/\r\n/evil.example", " //evil.example", "\x00//evil.example", "\x1f//evil.example",
    "https://testserver@evil.example/", "https://testserver.evil.example/", "https://evil.example#@testserver/",
    "https://evil.example\\@testserver/", "https://testserver:80@evil.example/", "//evil.example/%2f..",
    "/%09/evil.example", "/%5cevil.example", "%2f%2fevil.example", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)", "\x01javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x",
    "file:///etc/passwd", "ftp://evil.example/", "//evil\uff0eexample", "https://evil\u3002example",
    "https://[::1]/", "http://localhost/", "http://127.0.0.1:9200/", "//[::1", "/account/\r\nSet-Cookie: a=b",
    "/account/%0d%0aSet-Cookie:%20a=b", "/\u2028/evil.example",
    "http://testserver:666/", "https://testserver:443.evil.example", "@evil.example", ".evil.example", ":80",
]  # fmt: skip


def lands(location, at="/account/sign-in"):
    """The origin that a browser at `at` goes to with this Location; the scheme alone where it has no host."""
    text = re.sub("[\t\n\r]", "", location.strip("".join(map(chr, range(0x21)))))
    scheme = re.match(r"([a-zA-Z][a-zA-Z0-9+.-]*):", text)
    if scheme and scheme[1].lower() not in ("http", "https"):
        return scheme[1].lower()
    # In a special scheme a backslash is a slash, and any number of them begins the host.
    text = re.sub(r"\\", "/", text.split("#")[0].split("?")[0])
    if scheme:
        text = re.sub(r"^([a-zA-Z]+):/*", r"\1://", text)
    elif text.startswith("//"):
        text = "//" + text.lstrip("/")
    parts = urlsplit(urljoin(ORIGIN + at, text))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
