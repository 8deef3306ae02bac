"""SHA256SUMS: one line for every other file of the release, as `sha256sum --check` reads them.

No Format, since it is made from the bytes of the others. The manifest has the same digests and its own signature; this
file is for whoever has a shell and nothing else.
"""

from collections.abc import Mapping

from codes.harness_errors import canonical

NAME = "SHA256SUMS"
MEDIA_TYPE = "text/plain"


def sums(files: Mapping[str, bytes]) -> bytes:
    """`files` by name -> the lines, sorted by name. Names of files are ours: none needs the escapes of the format."""
    lines = (f"{canonical.sha256(files[name])}  {name}\n" for name in sorted(files))
    return "".join(lines).encode()
