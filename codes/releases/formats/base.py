from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from codes.harness_errors.document import Registry, Signals

TITLE = "Agent Harness Error Codes"
# How a code is registered (RFC 8126, draft section 12.2). The policy of a category stands in the document.
POLICY = "Specification Required"

# The media type of source code in a release. Every browser shows it and every proxy compresses it, while the usual
# tables take .ts for video and make a download of application/typescript and text/x-python, which nobody registered.
SOURCE = "text/plain"


@dataclass(frozen=True, slots=True)
class Format:
    """One file of a release: its name, the media type it is served as, and how its bytes are made.

    `render` is pure: the two documents of a release in, bytes out, the same bytes every time. `media_type` has no
    parameters; who sends the file adds them.
    """

    name: str
    media_type: str
    render: Callable[[Registry, Signals], bytes]


def permalink(registry: Registry, name: str = "") -> str:
    """The address of file `name` of this release, or of the release.

    On the origin that the document itself names: the settings of the process must not show in published bytes.
    """
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(registry.problem_type.documentation))
    return f"{origin}/releases/{registry.version}/{name}"
