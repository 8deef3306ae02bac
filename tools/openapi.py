"""The committed OpenAPI document: made from the views, or with --check compared with what they say."""

import argparse
import sys
import tempfile
from pathlib import Path

import django
from django.core.management import call_command

STORED = Path(__file__).parent.parent / "codes" / "api" / "openapi.json"


def main() -> int:
    """1 when the views and the document differ, or when drf-spectacular finds anything to warn of."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    django.setup()
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "openapi.json"
        call_command("spectacular", file=str(made), format="openapi-json", validate=True, fail_on_warn=True)
        if not check:
            STORED.write_bytes(made.read_bytes())
        elif made.read_bytes() != STORED.read_bytes():
            print("codes/api/openapi.json is not what the views say: python3 dev.py fix")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
