"""What a kernel gains on lanes."""

from __future__ import annotations

from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.timing import interleaved

WIDTHS = (4, 8)
SHARE = 0.6


def rows() -> list[Row]:
    """Throughput on lanes over that of the scalar kernel; width is what could be gained at most."""
    from benchmarks.lanes import contenders

    progress("lanes")
    try:
        work = contenders(WIDTHS)
    except TypeError as error:
        return [Row("lanes, four-bar kernel", None, "", peer=f"ours: {error}", bar=f">= {SHARE:g} x width")]
    times = interleaved(work, 7)
    made = []
    for width in WIDTHS:
        gain = width * times[1] / times[width]
        note = (
            f"{1e9 * times[1]:.0f} ns alone, {1e9 * times[width]:.0f} ns on {width} lanes, in a compiled loop"
        )
        bar = f">= {SHARE * width:g}x"
        made.append(
            Row(f"lanes, four-bar kernel, {width} lanes: throughput over scalar", gain, "x", bar=bar,
                is_met=gain >= SHARE * width, note=note)
        )  # fmt: skip
    return made
