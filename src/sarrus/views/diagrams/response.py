"""How outputs of a linear model follow its inputs over frequency (Bode), and its roots in their plane."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.analysis.linear.model import LinearModel
from sarrus.analysis.linear.spectrum import Complex
from sarrus.analysis.linear.transfer import UNDAMPED
from sarrus.solvers.arrays import Floats
from sarrus.views.page.panels import Axis, Diagram, DiagramCurve, Marks

__all__ = ["MOST_INPUTS", "bode_diagrams", "frequencies", "marks_of_roots", "root_map"]

DECADES = 1.0
"""Beyond the slowest and the fastest root."""
POINTS = 300
NEAREST = 1e-4
"""A response is drawn up to this distance from a pole without damping, in parts of it."""
MOST_INPUTS = 4
MOST_PAIRS = 4
"""Pairs of inputs and outputs whose zeros are told apart."""
SAME = 1e-6
TURN = 2.0 * np.pi
HERTZ = Axis("frequency", "Hz", is_log=True)
REAL, IMAGINARY = Axis("real part", "1/s"), Axis("imaginary part", "1/s")


def bode_diagrams(model: LinearModel) -> list[tuple[Diagram, Diagram]]:
    """Magnitude and phase over frequency for each input, a curve for each output; of many inputs the first ones."""
    if not (model.inputs and model.outputs):
        return []
    w, peaks = frequencies(model)
    response = model.response(w)
    gaps = np.searchsorted(w, peaks)
    x = np.insert(w, gaps, peaks) / TURN
    magnitude = response.magnitude
    found = []
    for j, input_ in enumerate(model.inputs[:MOST_INPUTS]):
        units = [_ratio(unit, model.input_units[j]) for unit in model.output_units]
        is_one = len(set(units)) == 1
        above, below = [], []
        for i, output in enumerate(model.outputs):
            name = output if is_one else f"{output} [{units[i]}]"
            size, function = magnitude[:, i, j], model.transfer(output, input_)
            if not function.gain:
                name, size = f"{name}: 0", np.full(len(w), np.nan)
            above.append(DiagramCurve(name, x, np.insert(size, gaps, np.nan), color=i))
            below.append(DiagramCurve(name, w / TURN, np.degrees(function.phase(w)), color=i))
        title = f"from {input_}"
        size_axis = Axis("magnitude", units[0] if is_one else "", is_log=True)
        found.append((
            Diagram(HERTZ, size_axis, above, _endless(peaks / TURN, above), title=title),
            Diagram(HERTZ, Axis("phase", "deg"), below),
        ))  # fmt: skip
    return found


def frequencies(model: LinearModel) -> tuple[Floats, Floats]:
    """Angular frequencies at which a response is drawn, close where it changes fast; and those of poles without damping.

    No frequency lies on such a pole.
    """
    poles, zeros = model.poles(), _zeros(model)
    roots = np.concatenate([poles, *(z for _, z in zeros)])
    sizes = np.abs(roots)
    largest = float(sizes.max(initial=0.0))
    sizes = sizes[sizes > 1e-9 * largest] if largest else sizes[:0]
    first, last = (sizes.min(), sizes.max()) if sizes.size else (1.0, 1.0)
    first, last = first / 10.0**DECADES, last * 10.0**DECADES
    found = [np.geomspace(first, last, POINTS)]
    for s in roots:
        size = abs(s)
        if s.imag <= 0.0 or abs(s.real) > 0.5 * size or size < first:
            continue
        ratio = abs(s.real) / size
        steps = np.geomspace(max(ratio / 4.0, NEAREST), 0.3, 30)
        found += [size * (1.0 + steps), size / (1.0 + steps), np.full(int(ratio > NEAREST), size)]
    w = np.unique(np.concatenate(found))
    is_undamped = (poles.imag > 0.0) & (np.abs(poles.real) <= UNDAMPED * np.abs(poles))
    peaks = _apart(np.sort(np.abs(poles[is_undamped])))
    near = np.abs(w[:, None] - peaks).min(axis=1, initial=np.inf) < 0.5 * NEAREST * w
    return w[~near], peaks


def root_map(model: LinearModel) -> Diagram:
    """Poles and zeros in the plane of roots; right of zero they grow."""
    marks = [marks_of_roots("poles", model.poles(), "cross", color=0)]
    for k, (name, zeros) in enumerate(_zeros(model), 1):
        if len(zeros):
            marks.append(marks_of_roots(name, zeros, "circle", color=k))
    return Diagram(REAL, IMAGINARY, marks=marks, is_equal=True, shaded="right")


def marks_of_roots(name: str, roots: Complex, sign: str, color: int | None = None) -> Marks:
    """Roots as marks; those that coincide are one, with how many they are beside it."""
    kept: list[complex] = []
    many: list[int] = []
    size = float(np.abs(roots).max(initial=0.0))
    for s in roots:
        near = [k for k, other in enumerate(kept) if abs(s - other) <= SAME * size]
        if near:
            many[near[0]] += 1
        else:
            kept.append(complex(s))
            many.append(1)
    labels = [f"{n} times" if n > 1 else "" for n in many] if max(many, default=1) > 1 else []
    points = np.array(kept, dtype=complex)
    # a real part that is rounding beside its root would seem to stand apart from the axis
    real = np.where(np.abs(points.real) > 1e-12 * np.abs(points), points.real, 0.0)
    return Marks(name, real, points.imag, sign, labels, color=color)


def _zeros(model: LinearModel) -> list[tuple[str, Complex]]:
    """Zeros between each input and output; where there are many of these, of all together."""
    pairs = [(o, i) for i in model.inputs for o in model.outputs]
    if not pairs:
        return []
    if len(pairs) > MOST_PAIRS:
        return [("zeros of all together", model.zeros())]
    return [(f"zeros of {o} / {i}", model.transfer(o, i).zeros) for o, i in pairs]


def _endless(x: Floats, curves: Sequence[DiagramCurve]) -> list[Marks]:
    """A cross over each pole without damping, where a response has no end."""
    values = np.concatenate([c.y for c in curves])
    values = values[np.isfinite(values)]
    if not len(x) or not values.size:
        return []
    top = np.full(len(x), float(values.max()))
    return [Marks("pole without damping: no end", x, top, "cross", color=len(curves))]


def _ratio(output: str, input_: str) -> str:
    """The unit of an output by an input."""
    above = output or "1"
    if not input_:
        return output
    return f"{above}/({input_})" if set(input_) & set(" /") else f"{above}/{input_}"


def _apart(values: Floats) -> Floats:
    """Numbers that rise, each once."""
    kept = np.ones(len(values), dtype=bool)
    kept[1:] = np.diff(values) > SAME * values[1:]
    return values[kept]
