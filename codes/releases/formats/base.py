from collections.abc import Callable
from dataclasses import dataclass

from codes.harness_errors.document import Registry, Signals


@dataclass(frozen=True, slots=True)
class Format:
    """One file of a release: its name, the media type it is served as, and how its bytes are made.

    `render` is pure: the two documents of a release in, bytes out, the same bytes every time.
    """

    name: str
    media_type: str
    render: Callable[[Registry, Signals], bytes]
