"""The guards between the checker of references and whoever chose the address."""

from functools import partial

from tools.guards.guard import Guard

VETTING = "codes/review/references/vetting.py"
ASKING = "codes/review/references/asking.py"
CHECKING = "codes/review/references/checking.py"
HOSTILE = "tests/review/references/test_hostile_server.py"

_vetting = partial(Guard, file=VETTING, tests=("tests/review/references/test_vetting.py",))
_asking = partial(Guard, file=ASKING, tests=(HOSTILE,))
_checking = partial(Guard, file=CHECKING, tests=(HOSTILE,))

GUARDS = (
    _vetting("references: https alone", before='r"https://[!-~]{1,2000}"', after='r"https?://[!-~]{1,2000}"'),
    _vetting("references: no user", before='if "@" in parts.netloc:', after="if False:"),
    _vetting("references: the usual port", before="if port not in (None, 443):", after="if False:"),
    _vetting("references: a host with a name", before="or not _HOST.fullmatch(host)", after=""),
    _vetting("references: no name of nearby", before="if host.endswith(tuple(", after="if not host and (("),
    _vetting(
        "references: all numbers are public",
        before="        if not is_public(each):",
        after="        if not any(map(is_public, found)):",
    ),
    _vetting(
        "references: IPv6 that is given out",
        before="(found not in _GIVEN_OUT or found.scope_id)",
        after="found.scope_id",
    ),
    _vetting(
        "references: no number within a number", before="if any(found in each for each", after="if 0 and any(0 for each"
    ),
    _vetting("references: no number of a protocol", before='        "192.0.0.0/24",', after=""),
    _vetting(
        "references: a number of the public network",
        before="return found.is_global and not found.is_multicast and not found.is_reserved",
        after="return True",
    ),
    _asking("references: the vetted number is asked", before="connect(number, self", after="connect(self.host, self"),
    _asking(
        "references: somebody vouches for the host",
        before="field(default_factory=ssl.create_default_context)",
        after="field(default_factory=ssl._create_unverified_context)",
    ),
    _asking(
        "references: the time of all reads together",
        before="        self._sock.settimeout(self._limits.left())\n        size",
        after="        size",
    ),
    _asking("references: the size of all reads together", before="        self._limits.took(size)\n", after=""),
    _asking("references: the time of the resolver", before="thread.join(limits.left())", after="thread.join()"),
    _checking("references: no other host", before="if there.host != first.host:", after="if False:"),
    _checking("references: three redirects", before="range(MOST_REDIRECTS + 1)", after="range(99)"),
    _checking(
        "references: one look at the name",
        before="        here = there\n",
        after="        here, at = there, public(numbers(network, first.host, limits))\n",
    ),
    _checking("references: nothing is repaired", before="if not location.isascii() or", after="if False and"),
    _checking("references: no hurry", before="if host and host in last and wait > 0:", after="if False:"),
)
