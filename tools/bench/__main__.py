"""The benchmark itself, run by `dev.py bench` with the project's interpreter."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import crowd, growth, inspection, site, speed, submitters
from .servers import find_nginx

PROGRAMS = {"wrk": lambda: shutil.which("wrk"), "nginx": find_nginx}


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("--seconds", type=int, default=5, help="length of one load")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--codes", type=int, nargs=2, default=(100, 10_000))
    parser.add_argument("--releases", type=int, nargs=2, default=(10, 1_000))
    parser.add_argument("--only", choices=("speed", "codes", "releases", "inspection", "crowd", "rush"))
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--publications", type=int, default=6)
    parser.add_argument("--publish-every", type=int, default=10, metavar="SECONDS")
    parser.add_argument("--submitters", type=int, default=50)
    args = parser.parse_args()
    install_missing()
    started = time.monotonic()
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the start, Python {platform.python_version()}."
    )
    with tempfile.TemporaryDirectory(prefix="registry-bench-") as name, site.database_server() as server:
        folder = Path(name)
        folder.chmod(0o755)
        site.manage({**site.SETTINGS, "DATABASE_URL": "sqlite://:memory:"}, "collectstatic", "--no-input")
        tables = []
        if args.only in (None, "speed"):
            tables.append(speed.table(speed.measure(folder, server, args.seconds, args.rounds)))
        for what, numbers in (("codes", args.codes), ("releases", args.releases)):
            if args.only in (None, what):
                tables.append(growth.table(what, growth.measure(folder, server, what, tuple(numbers))))
        if args.only in (None, "inspection"):
            tables.append(inspection.table(inspection.measure(folder, server)))
        if args.only in (None, "crowd"):
            size = {"readers": args.readers, "publications": args.publications, "every": args.publish_every}
            tables.append(crowd.table(crowd.measure(folder, server, **size)))
        if args.only in (None, "rush"):
            tables.append(submitters.table(submitters.measure(folder, server, submitters=args.submitters)))
    print("", *tables, sep="\n\n")
    print(f"\n{time.monotonic() - started:.0f} s in all.")


def install_missing() -> None:
    """wrk and nginx from Debian; ends the command in one line where that cannot be."""
    missing = [name for name, find in PROGRAMS.items() if not find()]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {' and '.join(missing)} …", flush=True)
        for words in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(["apt-get", "-qq", *words], env=environment, stdout=subprocess.DEVNULL)
        missing = [name for name, find in PROGRAMS.items() if not find()]
    if missing:
        sys.exit(f"The benchmark needs {' and '.join(missing)}: apt-get install {' '.join(missing)}")


if __name__ == "__main__":
    main()
