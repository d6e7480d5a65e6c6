"""From a mechanism and a number to its root locus."""

from __future__ import annotations

import numpy as np

from sarrus.analysis.description import Description
from sarrus.analysis.linear.numbers import Changing
from sarrus.analysis.linear.operating import START
from sarrus.analysis.linear.prepared import Prepared, prepared
from sarrus.analysis.linear.steady import ALONG
from sarrus.analysis.locus.answer import RootLocus
from sarrus.analysis.locus.interpolation import Polynomials, followed
from sarrus.analysis.locus.points import LinearOver, PointOver, RestOver, StartOver
from sarrus.analysis.locus.tracking import Branches, branches_of
from sarrus.analysis.statics.balance import Resting
from sarrus.analysis.statics.rest import goals, rest_at
from sarrus.analysis.statics.search import Ending
from sarrus.errors import NumericalError, UsageError, quote
from sarrus.model import Mechanism, Snapshot
from sarrus.phrases import count
from sarrus.quiet import no_collection
from sarrus.results.answer import Answer, Outcome
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status

__all__ = ["root_locus"]

EQUILIBRIUM = "equilibrium"


def root_locus(
    mechanism: Mechanism,
    path: str,
    ends: tuple[float, float],
    points: int,
    at: str | float,
    states: tuple[str, ...],
    frame: str,
    formulation: str,
) -> RootLocus:
    """Roots over a number.

    Args:
        mechanism: what moves.
        path: of the number.
        ends: its range.
        points: how many values are told.
        at: "equilibrium", "start", or a time at which drivers are read.
        states: names of coordinates that become states; none: a choice that suits.
        frame: in which small turns are seen; "": a choice.
        formulation: of the equations.

    Raises:
        UsageError: there is no such number, or the mechanism neither rests nor moves steadily there.
        NumericalError: there is no such point at the first value.
    """
    with no_collection(), prepared(mechanism) as known:
        over, unit = _points(mechanism, known, path, at, formulation, ends[0])
        linear = LinearOver(over, ends[0], states, frame)
        return _over(linear, known.model, path, unit, ends, points)


def _over(
    linear: LinearOver, model: Snapshot, path: str, unit: str, ends: tuple[float, float], points: int
) -> RootLocus:
    first, last = ends
    _require_steady(linear.kind, path, first)
    pieces = followed(linear.matrix, first, last)
    reached = pieces.ends[1]
    _require_steady(linear.kind_at(reached), path, reached)
    values = np.linspace(first, reached, points)
    found = _branches(linear, pieces, values)
    described = Description(model)
    many = count(found.roots.shape[1], "root")
    told = f"{many} of small motions about {'an equilibrium' if linear.kind == EQUILIBRIUM else 'a steady motion'}, over {path}"
    ended = f", up to {reached:.6g}: {pieces.why}" if pieces.why else ""
    return RootLocus(
        mechanism=model.name,
        status=Outcome("ok", f"{told} from {first:g} to {last:g}{ended}."),
        evidence={
            "kind": linear.kind,
            "formulation": linear.equations.formulation,
            "states": list(linear.names),
            "linear models computed": pieces.samples,
            "polynomials between them": len(pieces.pieces),
            "error of these, in parts of the largest entry": pieces.error,
        },
        described=described,
        foreign=tuple(k.keyword for k in described.foreign),
        over=path,
        unit=unit,
        values=values,
        real=found.roots.real,
        imag=found.roots.imag,
        real_slope=found.slopes.real,
        imag_slope=found.slopes.imag,
        zero_chains=linear.spectrum.chains,
        crossings=found.crossings,
        meetings=found.meetings,
        kind=linear.kind,
        frame=linear.frame,
    )


def _points(
    mechanism: Mechanism, known: Prepared, path: str, at: str | float, formulation: str, first: float
) -> tuple[PointOver, str]:
    """Operating points over the number, and its unit."""
    if not (isinstance(at, str) and at == EQUILIBRIUM):
        if isinstance(at, Answer):
            raise UsageError(
                "at is an answer, which holds for one value of the number alone. It is 'equilibrium', 'start', or a time."
            )
        if isinstance(at, str) and at != START:
            raise UsageError(f"at {quote(at)} is unknown. It is 'equilibrium', 'start', or a time.")
        t = 0.0 if isinstance(at, str) else float(at)
        start = StartOver(mechanism, path, t, formulation, first)
        return start, start.unit
    rest = rest_at(known, None, "relative" if formulation == "auto" else formulation)
    numbers = Changing(rest.of.e)
    numbers.require([path], "over")
    path = numbers.named(path)
    numbers.put(path, first)
    of = Resting(numbers.equations, rest.of.t)
    closed = of.closed(rest.balance.x)
    if closed is None:
        raise NumericalError(Status.NOT_CLOSED.text, int(Status.NOT_CLOSED))
    found = goals["stable"](of.at(closed))
    if found.ending is not Ending.BALANCED:
        found = goals["nearest"](of.at(closed))
    if found.ending is not Ending.BALANCED:
        raise NumericalError(
            f"There is no equilibrium near the start for {path} = {first:g}. Ask sarrus.equilibrium why, or look at "
            "the start itself: at='start'.",
            int(Status.NO_EQUILIBRIUM),
        )
    return RestOver(numbers, path, rest.of.t, found.balance.x, first), numbers.numbers[path].unit


def _require_steady(kind: str, path: str, value: float) -> None:
    if kind == ALONG:
        raise UsageError(
            f"For {path} = {value:g} the mechanism neither rests nor moves steadily where it is looked at, so that roots tell "
            "nothing. Look at its equilibrium, or start it in a steady motion."
        )


def _branches(linear: LinearOver, pieces: Polynomials, values: Floats) -> Branches:
    """Roots as branches, of matrices in units of the usual sizes of states."""
    by = linear.sizes / linear.sizes[:, None]
    return branches_of(
        lambda p: pieces.at(p) * by, lambda p: pieces.slope(p) * by, values, linear.spectrum.chains
    )
