"""A linear model as plain data, for its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sarrus.analysis.linear.point_kinds import ALONG
from sarrus.analysis.linear.spectrum import Complex
from sarrus.analysis.linear.transfer import TransferFunction, transfer_matrix
from sarrus.analysis.linear.zeros import StateSpace, roots_outside
from sarrus.analysis.linear_page.record import LinearRecord, PlainRoots, RecordedQuantity, RecordedTransfer
from sarrus.solvers.arrays import Floats

if TYPE_CHECKING:
    from sarrus.analysis.linear.model import LinearModel

__all__ = ["recorded"]


def recorded(model: LinearModel, has_transfers: bool) -> LinearRecord:
    """All that a page prints of a linear model.

    Args:
        model: at its operating point.
        has_transfers: whether to make the transfer functions.
    """
    k, m = len(model.inputs), len(model.outputs)
    pairs = [(o, i) for o in model.outputs for i in model.inputs] if has_transfers else []
    return LinearRecord(
        kind=model.status.text,
        is_steady=model.kind != ALONG,
        where=model.where,
        frame=model.frame,
        states=_quantities(model.states, model.state_units, model.x0),
        inputs=_quantities(model.inputs, model.input_units, model.u0),
        outputs=_quantities(model.outputs, model.output_units, model.y0),
        configurations=model.configurations,
        sizes=model.state_sizes,
        A=model.A,
        B=model.B,
        C=model.C,
        D=model.D,
        bodies=model.bodies,
        places=model.places,
        roots=_plain(model.poles()),
        conditions=tuple(map(float, model.spectrum.condition)),
        chains=tuple(model.spectrum.chains),
        uncontrollable=_plain(model.uncontrollable()) if k else (),
        unobservable=_plain(model.unobservable()) if m else (),
        transfers=tuple(_transfer(model, output, input_) for output, input_ in pairs),
    )


def _quantities(names: Sequence[str], units: Sequence[str], values: Floats) -> tuple[RecordedQuantity, ...]:
    return tuple(RecordedQuantity(n, u, float(v)) for n, u, v in zip(names, units, values, strict=True))


def _plain(roots: Complex) -> PlainRoots:
    return tuple((float(s.real), float(s.imag)) for s in roots)


def _transfer(model: LinearModel, output: str, input_: str) -> RecordedTransfer:
    """A transfer function; what cancels is what the input does not reach, and else what the output does not show."""
    found: TransferFunction = model.transfer(output, input_)
    left = list(found.cancelled)
    column = model.inputs.index(input_)
    reach = StateSpace(
        model.A, model.B[:, column : column + 1], np.zeros((0, len(model.A))), np.zeros((0, 1))
    )
    unreached = list[complex]()
    for s in roots_outside(reach.scaled(model.state_sizes)) if left else ():
        if left:
            unreached.append(left.pop(int(np.argmin(np.abs(np.array(left) - s)))))
    return RecordedTransfer(
        output,
        input_,
        _plain(found.zeros),
        _plain(found.poles),
        found.gain,
        _plain(np.array(unreached, complex)),
        _plain(np.array(left, complex)),
        _doubt(model, found),
    )


def _doubt(model: LinearModel, found: TransferFunction) -> float:
    """By what part zeros, poles and gain miss C (s I - A)^-1 B + D, at a few places among the poles, off the axis."""
    row, column = model.outputs.index(found.output), model.inputs.index(found.input)
    sizes = np.abs(found.poles)[np.abs(found.poles) > 0.0]
    middle = float(np.exp(np.log(sizes).mean())) if len(sizes) else 1.0
    worst = 0.0
    for s in middle * np.array([0.3, 1.0, 3.0]) * (0.6 + 0.8j):
        exact = transfer_matrix(StateSpace(model.A, model.B, model.C, model.D), s)[row, column]
        worst = max(worst, abs(found(s) - exact) / max(abs(exact), 1e-300)) if exact or found(s) else worst
    return float(worst)
