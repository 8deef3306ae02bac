"""Where Chromium is and how it is started, for browser tests and screenshots. Standard library only."""

import shutil

# Sandbox: refuses root. GPU, shared memory: small in containers. The rest keeps it from calling its vendor.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Path of this machine's own Chromium; Playwright's download of one is never used."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, names) if path), None)
