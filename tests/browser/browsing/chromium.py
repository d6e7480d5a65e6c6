"""The browser of the tests."""

import os
import shutil
from contextlib import contextmanager

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Drawn in software, and silent: whatever is asked of the network is then asked by the page."""


def find_chromium():
    """Path of a browser, None where there is none."""
    chosen = os.environ.get("SARRUS_CHROMIUM")
    return next(filter(None, map(shutil.which, (chosen,) if chosen else NAMES)), None)


@contextmanager
def started(playwright, path, *flags):
    """A browser without a window and with a profile of its own."""
    browser = playwright.chromium.launch(executable_path=path, headless=True, args=[*FLAGS, *flags])
    try:
        yield browser
    finally:
        browser.close()
