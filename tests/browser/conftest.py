"""Reports in a real browser: Debian's Chromium, driven by Playwright and drawing in software.

Where there is no Chromium the tests are left out; with SARRUS_NEEDS_BROWSER=1, as in .ci/run, that is a failure.
"""

import os
import sys
from functools import cache
from pathlib import Path

import pytest

import sarrus

sys.path.append(str(Path(__file__).parent))  # the tests of this folder share the package `browsing`

from browsing import Opened, find_chromium, started

EXAMPLES = Path(__file__).parents[2] / "examples"
MISSING = "There is no Chromium here. Install it with 'make setup-browser', or name one in SARRUS_CHROMIUM."


def pytest_collection_modifyitems(items):
    """With `--dist loadgroup` all of them share one worker, and so one browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def chromium():
    """Path of the browser."""
    found = find_chromium()
    if found is None and os.environ.get("SARRUS_NEEDS_BROWSER", "0") not in ("", "0"):
        pytest.fail(MISSING)
    if found is None:
        pytest.skip(MISSING)
    return found


@pytest.fixture(scope="session")
def playwright(chromium):
    """What drives browsers."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright, chromium):
    """A browser with a fresh profile."""
    with started(playwright, chromium) as found:
        yield found


@pytest.fixture(scope="session")
def examples():
    """The folder of examples."""
    return EXAMPLES


@pytest.fixture(scope="session")
def example():
    """The result of an example by its name: `example("four-bar")`."""

    @cache
    def run(name, until=2.0, rows=121):
        return sarrus.simulate(sarrus.load(EXAMPLES / f"{name}.yaml"), until, rows=rows)

    return run


@pytest.fixture(scope="session")
def report(example, tmp_path_factory):
    """The file of the report of an example by its name."""
    folder = tmp_path_factory.mktemp("reports")

    @cache
    def write(name):
        return example(name).report(folder / f"{name}.html")

    return write


@pytest.fixture
def show(browser):
    """Open a file: `show(path, color_scheme="dark")`. At the end of the test no page may have complained.

    Motion is reduced unless asked for, so that the page stands still at the first row.
    """
    pages = []

    def open_file(path, **options):
        pages.append(Opened(browser, path, **options))
        return pages[-1]

    yield open_file
    complaints = [page.close() for page in pages]
    assert not any(complaints), complaints


@pytest.fixture(scope="session")
def kept(browser, report):
    """The report of the four-bar linkage, which stays open."""
    return Opened(browser, report("four-bar"))


@pytest.fixture
def four_bar(kept):
    """The report of the four-bar linkage, loaded anew; nothing may be changed that outlasts a page."""
    kept.reload()
    yield kept
    complaints = kept.take_complaints()
    kept.leave()  # a mechanism that goes on moving takes time from the other tests
    assert complaints == []
