"""The command line. Exit code 0 when everything holds, 1 with a sentence for each fault, 2 when it could not look."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __doc__ as description
from . import keys, state
from .keys import UnusableKey
from .look import look
from .site import BadAddress, Site, Unreachable
from .state import UnusableState

HOLDS, FAULTS, NO_LOOK = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parse(arguments)
    try:
        site = Site(args.url, seconds=args.timeout, room=args.room)
        before = state.load(args.state)
        seen = look(site, keys.pinned(args.key), before, args.releases)
        if not seen.faults and args.state:
            state.save(seen.state, args.state)
    except (BadAddress, UnusableKey, UnusableState, OSError) as error:
        return _say(NO_LOOK, str(error))
    except Unreachable as error:
        return _say(NO_LOOK, f"no answer, so nothing is known: {error}")
    if seen.faults:
        return _say(FAULTS, *seen.faults)
    print(seen.summary)
    return HOLDS


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python3 -m tools.monitor", description=description, formatter_class=form)
    parser.add_argument("url", help="the site, such as https://registry.example.org")
    pinned = parser.add_argument("--key", type=Path, action="append", default=[], metavar="PUBLIC.pem")
    pinned.help = "an Ed25519 public key that may sign; once for each key"
    parser.add_argument("--state", type=Path, metavar="FILE", help="what earlier runs saw; written when all holds")
    parser.add_argument("--timeout", type=_positive, default=30, metavar="S", help="seconds for one request (30)")
    most = parser.add_argument("--releases", type=_positive, default=100, metavar="N")
    most.help = "releases to download in one run (100): the latest, then those that have waited the longest"
    room = parser.add_argument("--room", type=_positive, default=64 * 2**20, metavar="BYTES")
    room.help = "the longest answer to take (64 MiB)"
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, not {text!r}")
    return int(text)


def _say(code: int, *sentences: str) -> int:
    """Text from outside is in there, so nothing in it may steer the terminal."""
    for sentence in sentences:
        print("".join(each if each.isprintable() else "?" for each in sentence), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
