#!/usr/bin/env python3
"""The project's commands.

Each first installs what it uses into .venv:

    python3 dev.py run                  serve the site on port 8000 (PORT), loaded and published
    python3 dev.py demo                 the same with people and proposals to play the review with
    python3 dev.py test                 the suite on SQLite, on PostgreSQL and in a browser, two at a time
    python3 dev.py test --slow          with the long tests, too
    python3 dev.py test -- -k lookup    with arguments for pytest
    python3 dev.py check                lint, format, types, imports, templates, migrations, deployment
    python3 dev.py fix                  mend what a formatter can
    python3 dev.py bench                how fast it is, and how that grows (arguments: bench -- --help)
    python3 dev.py lock                 remake requirements/ with uv (newer pins: lock -- --upgrade)
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("dev.py needs Python 3.11 or newer.")

import argparse
import subprocess

from tools import bench, checks, lock, server, suites


def main() -> int:
    """Run the command that the command line names and return its exit code."""
    own, extra = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, extra = own[:cut], own[cut + 1 :]
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="run | demo | test | check | fix | bench | lock"
    )
    for name in ("run", "demo", "check", "fix", "bench", "lock"):
        commands.add_parser(name)
    test = commands.add_parser("test")
    test.add_argument("--slow", action="store_true", help="run the tests marked slow, too (CI always does)")
    test.add_argument("--only", choices=suites.NAMES, help="one suite instead of all")
    args = parser.parse_args(own)
    if extra and args.command not in ("test", "bench", "lock"):
        parser.error(f"{args.command} takes no further arguments")
    match args.command:
        case "run":
            return server.run()
        case "demo":
            return server.demo()
        case "test":
            return suites.run(slow=args.slow, only=args.only, extra=extra)
        case "check":
            return checks.check()
        case "fix":
            return checks.fix()
        case "bench":
            return bench.run(extra)
        case _:
            return lock.lock(extra)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as failure:
        sys.exit(f"dev.py: this failed: {' '.join(map(str, failure.cmd))}")
