"""Full-page pictures of a running site, to be looked at by a person.

    .venv/bin/python -m tools.screenshots http://localhost:8000 var/shots / /codes/ /codes/tool.timeout

Writes, for each path, one PNG a view into the folder: light and dark at desktop width, light on a phone.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import Literal

from playwright.sync_api import sync_playwright

from tools.browser import FLAGS, find_chromium

VIEWS: dict[str, tuple[Literal["light", "dark"], int, int]] = {
    "light": ("light", 1280, 800),
    "dark": ("dark", 1280, 800),
    "phone": ("light", 390, 844),
}


def main() -> None:
    """Read the command line and take the pictures, saying the name of each file written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="of the running site, such as http://localhost:8000")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("paths", nargs="+", help="paths on the site, each beginning with /")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    chromium = find_chromium() or sys.exit("No Chromium on this machine.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for view, (scheme, width, height) in VIEWS.items():
            page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": height})
            for path in args.paths:
                page.goto(args.address.rstrip("/") + path)
                target = args.folder / f"{file_name(path)}-{view}.png"
                page.screenshot(path=target, full_page=True)
                print(target)
        browser.close()


def file_name(path: str) -> str:
    """A path of the site as the beginning of a file name: `/codes/tool.timeout` is `codes-tool.timeout`."""
    return re.sub(r"[^a-zA-Z0-9.]+", "-", path).strip("-") or "home"


if __name__ == "__main__":
    main()
