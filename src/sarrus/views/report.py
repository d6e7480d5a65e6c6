"""The report of a result: one HTML file that opens anywhere, without a network."""

from __future__ import annotations

import os
import pathlib
import sys
import tempfile
import webbrowser
from contextlib import suppress
from typing import Any

from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import UsageError
from sarrus.files import Path, given_ending, shown_path, write_text
from sarrus.model import Mechanism
from sarrus.results import Answer, Result
from sarrus.views import palette
from sarrus.views.page import Assets, document, read_assets
from sarrus.views.page.answers import Viewed, page_of
from sarrus.views.page.facts import version_of
from sarrus.views.page.thinning import MOST_NUMBERS

__all__ = ["check_ending", "report_data", "report_html", "report_name", "show_report", "write_report"]

ENDINGS = (".html", ".htm")
NO_FILE_NAME = frozenset('<>:"/\\|?*')
"""Letters that some system does not allow in the name of a file."""
LONGEST_NAME = 200
"""Bytes of a name that is made of a title, without its ending; systems allow 255 with it."""
FORMAT = 2


def report_html(
    run: Answer,
    model: Mechanism | None = None,
    assets: Assets | None = None,
    most_numbers: int = MOST_NUMBERS,
) -> str:
    """The text of the file.

    Args:
        run: with at least one row; also one that failed on its way.
        model: the mechanism, for a result that does not know it.
        assets: script and style, if not those that are built.
        most_numbers: of the result that the file may hold; see `thinned`.

    Raises:
        UsageError: there are no rows, or the mechanism is not known.
    """
    return document(report_data(run, model, most_numbers), assets or read_assets())


def report_data(
    run: Answer, model: Mechanism | None = None, most_numbers: int = MOST_NUMBERS
) -> dict[str, Any]:
    """What the page shows; web/src/data.ts describes it, and `views/page/answers` says what it is for which answer."""
    if isinstance(run, Result) and not len(run):
        raise UsageError(
            f"There is nothing to report: the result of '{run.mechanism}' has no rows. {run.status.text}"
        )
    page = page_of(run)
    with mechanism_of(run, model) as mechanism:
        shown = page.show(Viewed(run, mechanism, most_numbers))
    return {
        "format": FORMAT,
        "title": run.mechanism,
        "analysis": run.analysis,
        "heading": page.heading,
        "version": version_of("sarrus"),
        "status": {"ok": run.ok, "word": run.status.word, "text": run.status.text},
        "palette": {
            "light": palette.LIGHT,
            "dark": palette.DARK,
            "bodies": palette.BODIES,
            "bodies_on_dark": palette.BODIES_ON_DARK,
        },
        "scene": shown.scene,
        "series": list(shown.series),
        "panels": list(shown.panels),
    }


def write_report(run: Answer, path: Path | None = None, model: Mechanism | None = None) -> Path:
    """See `Result.report`."""
    path = report_name(run.mechanism) if path is None else path
    check_ending(path)
    write_text(path, report_html(run, model))
    return path


def report_name(title: str) -> str:
    """The file that a report is written to when none is named: a title, in letters that every system allows.

    Example:
        >>> report_name("Watt/Evans: no. 2")
        'Watt-Evans- no. 2.html'
    """
    letters = [c if c.isprintable() and c not in NO_FILE_NAME else "-" for c in title]
    # a dot in front hides a file, and a command takes a hyphen there for an option
    name = "".join(letters).lstrip(" .-").encode()[:LONGEST_NAME].decode(errors="ignore").rstrip(" .")
    return (name or "mechanism") + ENDINGS[0]


def check_ending(path: Path) -> None:
    """Refuse a name for a report that no browser would open.

    Raises:
        UsageError: the ending is none of `ENDINGS`, or it is no path.
    """
    if given_ending(path) not in ENDINGS:
        raise UsageError(
            f"{shown_path(path)}: a report has the ending .html, by which a browser knows it. Give such a name: 'run.html'."
        )


def show_report(run: Answer, model: Mechanism | None = None) -> str:
    """See `Result.show`."""
    text = report_html(run, model)
    path = os.path.join(tempfile.mkdtemp(prefix="sarrus-"), "report.html")
    write_text(path, text)
    if not open_page(path):
        sys.stdout.write(f"No browser can be opened here. The report is in {path}\n")
    return path


def open_page(path: str) -> bool:
    """Open a file in the browser; False where there is none."""
    if sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & os.environ.keys():
        return False  # a browser in the terminal would take it over
    with suppress(webbrowser.Error, OSError):
        return webbrowser.open(pathlib.Path(path).absolute().as_uri())
    return False
