"""The linear model as a matrix over a number: about the equilibrium that moves with it, or at the start that it sets."""

from __future__ import annotations

import copy
from typing import Protocol

import numpy as np

from sarrus.analysis.assembly.start import in_formulation
from sarrus.analysis.linear.blocks import blocks_at
from sarrus.analysis.linear.making import kind_of
from sarrus.analysis.linear.numbers import Changing
from sarrus.analysis.linear.operating import at_state, looked_at
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.analysis.linear.prepared import Prepared
from sarrus.analysis.linear.reduction import Reduction
from sarrus.analysis.linear.states import choose_states
from sarrus.analysis.statics.balance import Resting
from sarrus.errors import NumericalError
from sarrus.model import Mechanism, snapshot_of
from sarrus.model.put import put
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["LinearOver", "PointOver", "RestOver", "StartOver"]

ITERATIONS = 12
BALANCED = 1e-11
"""Part of the largest force up to which an equilibrium is found."""
NEAR = 0.2
"""Largest step of the pose, in natural size, in which an equilibrium is followed."""
KNOWN = 5
"""Equilibria through which a guess of another goes."""
LEAST = 1e-9
"""Part of the asked step below which it is not halved."""


class PointOver(Protocol):
    """An operating point for each value of a number."""

    def at(self, value: float) -> OperatingPoint:
        """The point.

        Raises:
            NumericalError: there is none.
        """


class StartOver:
    """The start of a mechanism, which is assembled anew for each value; derivatives are made once.

    Args:
        mechanism: what starts.
        path: of the number.
        t: time at which drivers are read [s].
        formulation: of the equations.
        first: value at which equations are made.
    """

    def __init__(self, mechanism: Mechanism, path: str, t: float, formulation: str, first: float) -> None:
        self._mechanism, self._path, self._t = mechanism, path, t
        e, _ = looked_at(self._known(first), t, formulation)
        self._numbers = Changing(e)
        known = self._numbers.numbers.get(self._numbers.named(path))
        self.unit = known.unit if known else ""

    def _known(self, value: float) -> Prepared:
        found = copy.deepcopy(self._mechanism)
        put(found, self._path, value)
        return Prepared(snapshot_of(found))

    def at(self, value: float) -> OperatingPoint:
        """See `PointOver`."""
        found = self._known(value).assembled(self._t)
        e, x = in_formulation(found, self._numbers.equations.formulation)
        self._numbers.put_all(e.alive.parameters.values)
        return at_state(self._numbers.equations, self._t, np.array(x))


class RestOver:
    """The equilibrium that moves with a number, followed from a known one.

    Args:
        numbers: of the equations.
        path: of the number.
        t: time at which drivers and forces are read [s].
        x: the equilibrium at the first value.
        first: that value.
    """

    def __init__(self, numbers: Changing, path: str, t: float, x: Floats, first: float) -> None:
        self._numbers, self._path = numbers, path
        self._of = Resting(numbers.equations, t)
        self._known: dict[float, Floats] = {first: x}

    def at(self, value: float) -> OperatingPoint:
        """See `PointOver`."""
        p = min(self._known, key=lambda known: abs(known - value))
        x, whole = self._known[p], value - p
        step = whole
        while p != value:
            there = value if abs(step) >= abs(value - p) else p + step
            found = self._followed(x, there)
            if found is None:
                step = 0.5 * (there - p)
                if abs(step) <= LEAST * abs(whole):
                    raise NumericalError(
                        f"the equilibrium cannot be followed beyond {self._path} = {p:.6g}",
                        int(Status.NO_EQUILIBRIUM),
                    )
                continue
            p, x, step = there, found, 2.0 * step
            self._known[p] = x
        self._numbers.put(self._path, value)
        return self._of.at(x).point

    def _guessed(self, x: Floats, there: float) -> Floats:
        """Where the equilibrium may be: on the polynomial through those that are known; else where the nearest is.

        Quaternions lie on no polynomial.
        """
        known = sorted(self._known, key=lambda p: abs(p - there))[:KNOWN]
        if len(known) < KNOWN or self._of.nq != self._of.nv:
            return x
        parts = [np.prod([(there - q) / (p - q) for q in known if q != p]) for p in known]
        if sum(map(abs, parts)) > 3.0:
            return x
        return np.asarray(sum(part * self._known[p] for part, p in zip(parts, known, strict=True)))

    def _followed(self, x: Floats, there: float) -> Floats | None:
        """The equilibrium at another value, near one that is known; None where none is found near."""
        self._numbers.put(self._path, there)
        closed = self._of.closed(self._guessed(x, there))
        if closed is None or self._of.distance(closed, x) > NEAR:
            return None
        b, last = self._of.at(closed), np.inf
        for _ in range(ITERATIONS):
            wanted, J = b.wanting
            size = float(np.abs(wanted).max(initial=0.0)) / b.scale
            if size <= BALANCED * 1e-3 or (size <= BALANCED and size >= 0.5 * last):
                return b.x if self._of.distance(b.x, x) <= NEAR else None
            last = size
            step = np.asarray(np.linalg.lstsq(J, wanted, rcond=1e-12)[0])
            if float(np.linalg.norm(step)) > 2.0 * NEAR:
                return None
            made = b.after(step)
            if made is None:
                return None
            b = made
        return None


class LinearOver:
    """Matrices of linear models over a number, in the same states.

    Args:
        points: operating points.
        first: the value at which states are chosen.
        states: names; none: a choice that suits.
        frame: in which small turns are seen; "": the first in which the motion is steady.
    """

    def __init__(self, points: PointOver, first: float, states: tuple[str, ...], frame: str) -> None:
        self._points = points
        point = points.at(first)
        self.t, self.equations = point.t, point.e
        self.kind, self._chosen, _ = kind_of(point, blocks_at(point), states, frame)
        self.frame = self._chosen.frame
        self._names = [c.name for c in self._chosen.coordinates]
        made = Reduction(blocks_at(point), self._chosen, [])
        made.require_consistent()
        self.spectrum, self.names = made.spectrum, made.names
        self.sizes = made.sizes

    def matrix(self, value: float) -> Floats:
        """A for a value.

        Raises:
            NumericalError: there is no such point.
        """
        point = self._points.at(value)
        blocks = blocks_at(point)
        chosen = choose_states(blocks, self._names, self.frame or "base", self._chosen.fast)
        return Reduction(blocks, chosen, []).matrices[0]

    def kind_at(self, value: float) -> str:
        """What kind of point there is."""
        point = self._points.at(value)
        return kind_of(point, blocks_at(point), self._names, self.frame)[0]
