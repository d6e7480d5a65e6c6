"""Draw the pictures of README and docs anew: drawings beside equations, and reports photographed in Chromium.

Usage: python tools/make_pictures.py        needs Chromium: make setup-browser
"""

import sys
import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import sarrus

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"


@dataclass(frozen=True)
class Picture:
    """A moment of a report.

    Attributes:
        name: of the file.
        model: example it is of.
        until: end of the run [s].
        at: time that is shown [s].
        tab: that is open.
        scheme: "light" or "dark".
        below: heading that stands at the top of the tab; "" for its beginning.
    """

    name: str
    model: str
    until: float
    at: float
    tab: str = "Plots"
    scheme: str = "light"
    below: str = ""


PICTURES = (
    Picture("report.png", "four-bar", 5.0, 1.3),
    Picture("report-space.png", "collars-and-bar", 2.0, 0.4, "Equations", "dark", "Constraints"),
)


DRAWINGS = {"four-bar-bodies.svg": "bodies", "four-bar-network.svg": "network"}
"""Drawings of the four-bar linkage beside its equations: what they show, by file."""


def browsing() -> Any:
    """How the tests open a page."""
    folder = str(ROOT / "tests" / "browser")
    if folder not in sys.path:
        sys.path.append(folder)
    return import_module("browsing")


def main() -> int:
    """Write every picture; 1 where there is no browser."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    for name, what in DRAWINGS.items():
        four_bar = sarrus.load(ROOT / "examples" / "four-bar.yaml")
        sarrus.equations(four_bar).draw(FOLDER / name, what=what)
        print(f"{(FOLDER / name).relative_to(ROOT)}")
    tests = browsing()
    chromium = tests.find_chromium()
    if chromium is None:
        print("make_pictures: there is no Chromium here; run 'make setup-browser'.")
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        tests.started(playwright, chromium) as browser,
    ):
        for picture in PICTURES:
            mechanism = sarrus.load(ROOT / "examples" / f"{picture.model}.yaml")
            run = sarrus.simulate(mechanism, picture.until, rows=int(60 * picture.until) + 1)
            page = tests.Opened(
                browser, run.report(f"{folder}/{picture.name}.html"), color_scheme=picture.scheme
            )
            page.jump(picture.at)
            if picture.tab == "Equations":
                page.equations()
            else:
                page.tab(picture.tab)
            if picture.below:
                page.page.get_by_role("heading", name=picture.below).first.evaluate("e => e.scrollIntoView()")
            page.page.wait_for_timeout(1000)  # values and names are written now and then
            page.page.screenshot(path=FOLDER / picture.name)
            page.close()
            print(f"{(FOLDER / picture.name).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
