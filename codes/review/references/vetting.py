"""Which addresses may be asked: https on a named host, all of whose network addresses are public."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

# The last label has a letter first. So neither an address in any spelling (`127.1`, `0x7f.1`, `2130706433`) nor a bare
# name of the local network is one.
_LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"({_LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])")
_URL = re.compile(r"https://[!-~]{1,2000}")
_FORBIDDEN = re.compile(r"[<>\"\\^`{|}]")
# Names that a resolver answers from this machine or its network (RFC 6761, 6762, 8375, 9476).
_NEAR = ("localhost", "local", "internal", "home.arpa", "alt", "onion", "test", "invalid")

# Of IPv6, the only part that is given out as addresses of hosts (RFC 4291 section 2.4); everything that embeds an IPv4
# address lies outside of it, or is named below.
_GIVEN_OUT = ip_network("2000::/3")
_NOT_HOSTS = tuple(
    ip_network(each)
    for each in (
        "2001::/23",  # protocol assignments, Teredo among them (RFC 2928, RFC 4380)
        "2001:db8::/32",  # documentation (RFC 3849)
        "2002::/16",  # 6to4: an IPv4 address inside (RFC 3056)
        "3fff::/20",  # documentation (RFC 9637)
        "192.0.0.0/24",  # protocol assignments, a few of which Python holds to be global (RFC 6890)
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "168.63.129.16/32",  # public by its number, and a cloud's own host to every machine in it
    )
)


class Unsafe(ValueError):
    """An address that is not asked, and why."""


@dataclass(frozen=True, slots=True)
class Address:
    """An https address on the usual port: `host` in small letters, `target` with the query and without the fragment."""

    host: str
    target: str

    def __str__(self) -> str:
        return f"https://{self.host}{self.target}"


def address(url: str) -> Address:
    """`url` taken apart. Raises Unsafe."""
    if not _URL.fullmatch(url) or _FORBIDDEN.search(url):
        raise Unsafe("It is no https address in plain characters.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Unsafe("It is no address that can be taken apart.") from None
    if "@" in parts.netloc:
        raise Unsafe("It names a user.")
    if port not in (None, 443):
        raise Unsafe(f"It names port {port}.")
    host = (parts.hostname or "").rstrip(".")
    if len(host) > 253 or not _HOST.fullmatch(host):
        raise Unsafe("It names no host of the public network.")
    if host.endswith(tuple(f".{each}" for each in _NEAR)):
        raise Unsafe("It names a host that is not of the public network.")
    return Address(host, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def public(answers: Iterable[str]) -> Sequence[str]:
    """`answers`, what a host resolved to. Raises Unsafe where there are none, or one of them is not public.

    One that is not is enough: a name that leads here and there leads here when somebody waits for it.
    """
    found = list(dict.fromkeys(answers))
    if not found:
        raise Unsafe("Its host has no address.")
    for each in found:
        if not is_public(each):
            raise Unsafe(f"Its host leads to {each}, which is not public.")
    return found


def is_public(answer: str) -> bool:
    """Whether `answer` is the number of a host in the public network, and of nothing else."""
    try:
        found: IPv4Address | IPv6Address = ip_address(answer)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and (found not in _GIVEN_OUT or found.scope_id):
        return False
    if any(found in each for each in _NOT_HOSTS):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved
