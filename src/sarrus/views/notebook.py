"""A result in a cell of a notebook."""

from __future__ import annotations

from html import escape

import numpy as np

from sarrus.errors import SarrusError
from sarrus.results import Answer, Result
from sarrus.views.page.answers import page_of
from sarrus.views.report import report_html

__all__ = ["notebook_html"]

HEIGHT = 640
MOST_SERIES = 60
MOST_NUMBERS = 500_000
"""In a report: a notebook keeps every cell it has shown."""


def notebook_html(run: Answer) -> str:
    """The report of a run, or of an answer that words do not tell, in a frame that cannot reach the notebook.

    Where there is none, a table of the series of a run, and the text of other answers.
    """
    words = f"<pre>{escape(run.text())}</pre>" if not isinstance(run, Result) else ""
    if words and not page_of(run).is_drawn:
        return words
    try:
        page = report_html(run, most_numbers=MOST_NUMBERS)
    except SarrusError:
        return _table(run) if isinstance(run, Result) else words
    return (
        f'<iframe sandbox="allow-scripts allow-downloads" srcdoc="{escape(page)}" title="report" '
        f'style="width: 100%; height: {HEIGHT}px; border: 1px solid #8884; border-radius: 6px"></iframe>'
    )


def _table(run: Result) -> str:
    lines = [
        f"<p><b>{escape(run.mechanism)}</b>: {escape(run.analysis)}, {len(run)} rows. {escape(run.status.text)}</p>",
        "<table><thead><tr><th>series</th><th>unit</th><th>smallest</th><th>largest</th></tr></thead><tbody>",
    ]
    columns = [(name, s.unit, values) for s in run.series.values() for name, values in s.columns.items()]
    for name, unit, values in columns[:MOST_SERIES]:
        known = values[np.isfinite(values)]
        ends = (f"{known.min():.6g}", f"{known.max():.6g}") if known.size else ("", "")
        cells = "".join(f"<td>{escape(text)}</td>" for text in (name, unit, *ends))
        lines.append(f"<tr>{cells}</tr>")
    lines.append("</tbody></table>")
    if len(columns) > MOST_SERIES:
        lines.append(f"<p>and {len(columns) - MOST_SERIES} more</p>")
    return "\n".join(lines)
