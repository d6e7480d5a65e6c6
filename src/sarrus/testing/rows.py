"""What every constraint row must keep, whatever it was made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sarrus.scalar import Node, Scalar
from sarrus.testing.expressions import Expressions, RowExpression
from sarrus.testing.numbers import CLOSE, STEP, difference, evaluate, mp
from sarrus.testing.samples import Flow

Require = Callable[[bool, str], None]


def product(scene: Expressions, entries: Mapping[int, Node], speeds: Sequence[Scalar]) -> Node:
    """A row of a matrix times speeds, or accelerations."""
    return scene.graph.lift(sum((e * speeds[s] for s, e in entries.items()), scene.graph.zero))


def rows_follow_the_motion(require: Require, flow: Flow, rows: Sequence[RowExpression]) -> None:
    """g' = G v - alpha and g'' = G vdot - beta, along a motion that does not obey the rows."""
    scene = flow.scene
    first, second = flow.derivatives([r.g for r in rows])
    rates = flow.now(*(product(scene, r.entries, scene.speeds) - r.alpha for r in rows))
    bent = flow.now(*(product(scene, r.entries, flow.accelerations) - r.beta for r in rows))
    for row, rate, one, acceleration, two in zip(rows, rates, first, bent, second, strict=True):
        error = difference([rate], [one])
        require(error < CLOSE, f"G v - alpha of '{row.name}' is not its rate; off by {float(error):.3g}.")
        error = difference([acceleration], [two])
        require(
            error < CLOSE,
            f"G vdot - beta of '{row.name}' is not its second derivative; off by {float(error):.3g}.",
        )


def velocities_follow_the_motion(
    require: Require, flow: Flow, rows: Sequence[RowExpression], stated: Sequence[Scalar]
) -> None:
    """G v is what is stated, and its derivative G vdot - beta, along a motion that does not obey the rows; g and alpha are 0.

    Args:
        require: raises.
        flow: the motion.
        rows: rows of velocities.
        stated: what the element states of these rows.
    """
    scene = flow.scene
    slips = [product(scene, r.entries, scene.speeds) for r in rows]
    changing = flow.derivatives(slips)[0]
    bent = flow.now(*(product(scene, r.entries, flow.accelerations) - r.beta for r in rows))
    meant = flow.now(*stated)
    for row, value, says, rate, acceleration in zip(
        rows, flow.now(*slips), meant, changing, bent, strict=True
    ):
        zero = scene.graph.zero
        require(
            row.g is zero and row.alpha is zero,
            f"'{row.name}' has a residual although it forbids velocities.",
        )
        error = difference([value], [says])
        require(error < CLOSE, f"G v of '{row.name}' is not what `slip` states; off by {float(error):.3g}.")
        error = difference([acceleration], [rate])
        require(
            error < CLOSE, f"G vdot - beta of '{row.name}' is not its derivative; off by {float(error):.3g}."
        )


def entries_are_slopes(require: Require, flow: Flow, rows: Sequence[RowExpression]) -> None:
    """Speed by speed, an entry of G is the slope of g along that speed alone, at a fixed time."""
    scene, values = flow.scene, flow.values
    nodes = [r.g for r in rows]
    still = {s: mp.mpf(0) for s in scene.speeds}
    stated = [flow.now(*(r.entries.get(k, scene.graph.zero) for r in rows)) for k in range(len(scene.speeds))]
    for k, speed in enumerate(scene.speeds):
        rates = evaluate(scene.rates, {**values, **still, speed: mp.mpf(1)})
        ends = []
        for step in (-STEP, STEP):
            moved = {q: values[q] + step * r for q, r in zip(scene.coordinates, rates, strict=True)}
            ends.append(evaluate(nodes, {**values, **moved}))
        slopes = [(b - a) / (2 * STEP) for a, b in zip(*ends, strict=True)]
        error = difference(stated[k], slopes)
        require(error < CLOSE, f"the entries of G at speed '{speed.name}' are off by {float(error):.3g}.")


def actions_do_the_work_of_rows(require: Require, flow: Flow, rows: Sequence[RowExpression]) -> None:
    """What a unit multiplier does to the bodies has the power G v on any motion; so none on a motion that is allowed.

    Along coordinates of constraints it does nothing to the bodies.
    """
    scene = flow.scene
    moving = sum(map(len, scene.v))
    for row in rows:
        on_bodies = {k: entry for k, entry in row.entries.items() if k < moving}
        (rate,) = flow.now(product(scene, on_bodies, scene.speeds))
        total: Any = mp.mpf(0)
        for base, follower, load, point in row.actions:
            for body, sign in ((follower, 1), (base, -1)):
                k = scene.bodies[body]
                velocity = k.v + k.w.cross(point - k.X.p)
                power = velocity.dot(load.force) + k.w.dot(load.torque)
                total += sign * flow.now(power)[0]
        error = difference([total], [rate])
        require(error < CLOSE, f"the reaction of '{row.name}' does work on a motion that is allowed.")
