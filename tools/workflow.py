"""docs/workflow.md: made from the table of moves, or with --check compared with it."""

import argparse
import sys
from pathlib import Path

import django

STORED = Path(__file__).parent.parent / "docs" / "workflow.md"


def main() -> int:
    """1 when the page is not what the table says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    django.setup()
    from codes.review import table  # it needs models, so not before the set-up

    made = table.markdown()
    if not check:
        STORED.write_text(made)
    elif not STORED.exists() or STORED.read_text() != made:
        print("docs/workflow.md is not what codes/review/states.py says: python3 dev.py fix")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
