"""Canonical bytes: the one way this project turns data into the bytes it hashes, stores and serves.

The same data gives the same bytes on every machine and database: keys sorted, two-space indent, UTF-8 without
escapes, LF, one final newline. Lists keep the order they are given in; whoever builds the data sorts them.
"""

import hashlib
import json
from typing import Any


def dumps(data: Any) -> bytes:
    """`data` (what `json` can say, without NaN or infinities) as canonical bytes.

    Raises ValueError for NaN, infinities and lone surrogates, TypeError for what JSON cannot say.
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=True)
    return text.encode("utf-8") + b"\n"


def sha256(content: bytes) -> str:
    """Lower-case hexadecimal SHA-256 of `content`."""
    return hashlib.sha256(content).hexdigest()
