"""What commands say must be true, said once, and the same in every command and on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR_BAR = str(EXAMPLES / "four-bar.yaml")


def times_in(table: str) -> list[float]:
    """First column of the first table that a command printed."""
    _, _, rest = table.partition("t [s]")
    lines = rest.split("\n\n")[0].splitlines()[1:]
    return [float(line.split()[0]) for line in lines if not line.startswith("(")]


@pytest.mark.parametrize("rows", [13, 40])
def test_rows_that_were_asked_for_are_all_printed(run, rows):
    _, out, _ = run("simulate", FOUR_BAR, "--until", 0.1, "--rows", rows, "--show", "A.theta")
    assert times_in(out) == pytest.approx([0.1 * i / (rows - 1) for i in range(rows)], abs=1e-6)
    assert f"of {rows} rows" not in out


@pytest.mark.parametrize("asked", [(), ("--rows", 501)])
def test_a_table_that_leaves_rows_out_says_so_and_picks_them_evenly(run, asked):
    _, out, _ = run("simulate", FOUR_BAR, "--until", 0.1, *asked, "--show", "A.theta")
    assert times_in(out) == pytest.approx([0.01 * i for i in range(11)], abs=1e-6)
    assert "(11 of 501 rows: --csv FILE writes all)" in out
