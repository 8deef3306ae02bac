"""Lines as production writes them, read back."""

import io
import json
import logging
from contextlib import contextmanager

from registry_site.logs import JSONLine


@contextmanager
def lines(*names, level=logging.INFO):
    """A list that has, after the block, what the loggers `names` said meanwhile; "" is the root."""
    stream, found = io.StringIO(), []
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JSONLine())
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(level)
    try:
        yield found
    finally:
        for name, old in before.items():
            logging.getLogger(name).removeHandler(handler)
            logging.getLogger(name).setLevel(old)
        found += [json.loads(line) for line in stream.getvalue().splitlines()]
