"""A linear model at an operating point, with the evidence for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sarrus.analysis.description import Description
from sarrus.analysis.linear.blocks import Derivatives, blocks_at
from sarrus.analysis.linear.frames import FRAMES, has_frame
from sarrus.analysis.linear.inputs import inputs_of
from sarrus.analysis.linear.model import LinearModel
from sarrus.analysis.linear.point import OperatingPoint
from sarrus.analysis.linear.point_kinds import ALONG, EQUILIBRIUM, STEADY
from sarrus.analysis.linear.reduction import Reduction
from sarrus.analysis.linear.states import POOR, Bools, States, accelerating, choose_states
from sarrus.analysis.linear.steady import BALANCED, is_at_rest, later, unbalanced
from sarrus.analysis.outputs.derived import looks_derived
from sarrus.errors import UsageError, quote, suggest
from sarrus.mechanics import Equations
from sarrus.phrases import listed
from sarrus.results.answer import Outcome
from sarrus.solvers.arrays import Floats

__all__ = ["kind_of", "linear_model"]

SAME = 1e-8
"""Part of A that may differ at a later phase of a steady motion."""
CARRIED = 1e-12
"""Part of the largest entry of A up to which a column counts as zero."""
TEXTS = {
    EQUILIBRIUM: "Small motions about an equilibrium.",
    STEADY: "Small motions about a steady motion.",
    ALONG: "Small changes along a motion: this is neither an equilibrium nor a steady motion, so the roots tell nothing of stability.",
}


def linear_model(
    point: OperatingPoint,
    states: Sequence[str] = (),
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    frame: str = "",
    reduce: bool = False,
) -> LinearModel:
    """The linear model of a mechanism at an operating point.

    Args:
        point: where.
        states: coordinates that become states, with their rates; none: a choice that suits.
        inputs, outputs: names.
        frame: in which small turns of ball joints are seen; "": the first in which the motion is steady.
        reduce: whether to keep only states on which the named ones depend.

    Raises:
        UsageError: a name is unknown, or states do not describe small motions.
        NumericalError: rows repeat each other at this pose alone.
    """
    if reduce and not (states or outputs):
        raise UsageError(
            "reduce keeps states that you name and what they depend on: name states, or outputs."
        )
    _require_once("inputs", inputs)
    blocks = blocks_at(point)
    wanted = (*states,) if not reduce else ()
    kind, chosen, change = kind_of(point, blocks, wanted, frame)
    reduction = Reduction(blocks, chosen, inputs_of(blocks, inputs))
    reduction.require_consistent()
    A, B = reduction.matrices
    places, names, units = _outputs(point.e, outputs)
    C, D = reduction.outputs(places) if places else (np.zeros((0, len(A))), np.zeros((0, len(inputs))))
    e = point.e
    described = Description(e.model)
    found = LinearModel(
        mechanism=e.model.name,
        status=Outcome("ok", TEXTS[kind]),
        evidence=_evidence(point, reduction, kind, change),
        described=described,
        foreign=tuple(k.keyword for k in described.foreign),
        A=A, B=B, C=C, D=D,
        states=reduction.names, inputs=tuple(inputs), outputs=names,
        state_units=reduction.units,
        input_units=tuple(i.unit for i in reduction.inputs),
        output_units=units,
        x0=_values(point, blocks, reduction), u0=np.array([i.value for i in reduction.inputs]), y0=point.row[places],
        kind=kind, frame=chosen.frame,
        configurations=len(chosen.coordinates), speeds=len(chosen.fast),
        sizes=np.array([c.size for c in chosen.coordinates]),
        bodies=tuple(b.name for b in e.model.bodies),
        steps=_steps(point, reduction), places=_places(point),
    )  # fmt: skip
    return _reduced(found, states) if reduce else found


def kind_of(
    point: OperatingPoint, blocks: Derivatives, states: Sequence[str], frame: str
) -> tuple[str, States, float]:
    """What kind of point it is, the states that show it, and how much A changes along the motion."""
    first = choose_states(blocks, states, frame or FRAMES[0])
    if is_at_rest(point):
        return (EQUILIBRIUM if unbalanced(point) <= BALANCED else ALONG), first, 0.0
    names = [c.name for c in first.coordinates]
    least = float("inf")
    words = [frame or FRAMES[0]] if frame or not first.frame else FRAMES
    for word in (word for word in words if has_frame(blocks, word)):
        for chosen in _choices(point, blocks, names, word):
            change = _change(point, blocks, chosen, word)
            if change <= SAME:
                return STEADY, chosen, change
            least = min(least, change)
    return ALONG, first, least if np.isfinite(least) else float("nan")


def _choices(
    point: OperatingPoint, blocks: Derivatives, names: Sequence[str], frame: str
) -> Iterator[States]:
    """States in which a motion may be steady: rates that are constant here; then rates that stay so."""
    chosen = choose_states(blocks, names, frame)
    yield chosen
    if len(chosen.fast) == len(names):
        return

    def changing(there: OperatingPoint) -> Bools:
        then = blocks_at(there)
        return accelerating(then, choose_states(then, names, frame, chosen.fast).coordinates, frame)

    restless = np.any([accelerating(blocks, chosen.coordinates, frame), *later(point, changing)], axis=0)
    other = choose_states(blocks, names, frame, restless=restless)
    if not np.array_equal(other.fast, chosen.fast):
        yield other


def _change(point: OperatingPoint, blocks: Derivatives, chosen: States, frame: str) -> float:
    """Part of A that changes along the motion; infinite where rates change already at the point."""
    A = Reduction(blocks, chosen, []).matrices[0]
    names = [c.name for c in chosen.coordinates]
    felt = ~_only_carried(A, chosen)
    kept = [c for c, is_felt in zip(chosen.coordinates, felt, strict=False) if is_felt]
    if accelerating(blocks, kept, frame).any():
        return float("inf")

    def matrix(there: OperatingPoint) -> Floats:
        then = blocks_at(there)
        return Reduction(then, choose_states(then, names, frame, chosen.fast), []).matrices[0]

    size = float(np.abs(A).max(initial=0.0)) or 1.0
    changes = [np.abs(other - A)[felt] for other in later(point, matrix)]
    return max(float(part.max(initial=0.0)) for part in changes) / size


def _only_carried(A: Floats, chosen: States) -> Bools:
    """Which states follow others and are felt by none, themselves included, as the place of a wheel that rolls in a circle.

    How they follow may change along a steady motion, as headings do; roots do not feel it.
    """
    found = np.abs(A).max(axis=0, initial=0.0) <= CARRIED * np.abs(A).max(initial=0.0)
    found[chosen.fast] = False
    found[len(chosen.coordinates) :] = False
    return np.asarray(found)


def _require_once(option: str, names: Sequence[str]) -> None:
    twice = [name for name in dict.fromkeys(names) if list(names).count(name) > 1]
    if twice:
        raise UsageError(
            f"{option} names {listed(twice)} twice. Name each once; a vector names its components."
        )


def _outputs(e: Equations, names: Sequence[str]) -> tuple[list[int], tuple[str, ...], tuple[str, ...]]:
    """Places of published numbers, a vector by its components; their names and units."""
    axes = {3: "xyz", 4: "wxyz", 2: "xy"}
    known: dict[str, list[tuple[str, int, str]]] = {}
    for c in e.channels:
        if c.size == 1:
            known[c.name] = [(c.name, c.start, c.unit)]
            continue
        parts = [(f"{c.name}.{axes[c.size][k]}", c.start + k, c.unit) for k in range(c.size)]
        known[c.name] = parts
        known |= {part[0]: [part] for part in parts}
    found: list[tuple[str, int, str]] = []
    for name in names:
        if name not in known and looks_derived(name):
            raise UsageError(
                f"{quote(name)} is computed from the rows of a run, so that it cannot be an output of a linear model. Outputs "
                "are numbers that are published: 'sarrus outputs MODEL' lists them."
            )
        if name not in known:
            raise UsageError(
                f"{quote(name)} is not published, so that it cannot be an output. {suggest(name, known)} "
                "'sarrus outputs MODEL' lists what is.".replace("  ", " ")
            )
        found += known[name]
    _require_once("outputs", [name for name, _, _ in found])
    return [at for _, at, _ in found], tuple(n for n, _, _ in found), tuple(u for _, _, u in found)


def _values(point: OperatingPoint, blocks: Derivatives, reduction: Reduction) -> Floats:
    """Values of the states; small turns and displacements of drivers are counted from the point itself."""
    e = point.e
    places = {c.name: c.start for c in e.channels if c.size == 1}
    internal = {s.name: point.x[point.manifold.nq + point.manifold.nv + k] for k, s in enumerate(e.internal)}
    found = []
    for name in reduction.names:
        if name in internal:
            found.append(float(internal[name]))
        elif name in places:
            found.append(float(point.row[places[name]]))
        else:
            found.append(0.0)
    return np.array(found)


def _steps(point: OperatingPoint, reduction: Reduction) -> Floats:
    """How bodies move with the states: their velocities are linear in speeds, so that each step is tried as speeds."""
    e, nq, nv = point.e, point.manifold.nq, point.manifold.nv
    xi = reduction.change.xi[:, : len(reduction.names)]
    places = np.full((len(e.model.bodies), 6), -1)
    for b, body in enumerate(e.model.bodies):
        for k, quantity in enumerate(("x_dot", "y_dot") if e.model.planar else ("x_dot", "y_dot", "z_dot")):
            places[b, k] = e.channel(body.name, quantity).start
        if e.model.planar:
            places[b, 5] = e.channel(body.name, "psi_dot").start
        else:
            places[b, 3:] = e.channel(body.name, "w").start + np.arange(3)

    def velocities(v: Floats) -> Floats:
        x = point.x.copy()
        x[nq : nq + nv] = v
        row = np.append(np.array(e.evaluate("output", [point.t], x, point.vdot, point.lam)[0]), 0.0)
        return np.asarray(row[places])

    still = velocities(np.zeros(nv))
    found = np.zeros((*still.shape, xi.shape[1]))
    for k, step in enumerate(xi.T):
        if step.any():
            found[:, :, k] = velocities(step) - still
    return found


def _places(point: OperatingPoint) -> Floats:
    """Where bodies are: origin and quaternion."""
    e, row = point.e, point.row
    origins = dict(e.channel_origins)
    found = np.zeros((len(e.model.bodies), 7))

    def at(body: str, quantity: str) -> float:
        start = e.channel(body, quantity).start
        return float(row[start] + origins.get(start, 0.0))

    for b, body in enumerate(e.model.bodies):
        found[b, :2] = at(body.name, "x"), at(body.name, "y")
        if e.model.planar:
            half = 0.5 * at(body.name, "psi")
            found[b, 3], found[b, 6] = np.cos(half), np.sin(half)
        else:
            start = e.channel(body.name, "quaternion").start
            found[b, 2], found[b, 3:] = at(body.name, "z"), row[start : start + 4]
    return found


def _evidence(point: OperatingPoint, reduction: Reduction, kind: str, change: float) -> dict[str, Any]:
    """What the model can be judged by."""
    e, stand = point.e, point.stand
    g = stand.here.factors * stand.here.g
    rates = stand.here.factors * np.array(e.evaluate("course", [point.t], point.x, point.vdot)[0])
    found: dict[str, Any] = {
        "kind": kind,
        "formulation": e.formulation,
        "gap": float(np.abs(g).max(initial=0.0)),
        "gap rate": float(np.abs(rates).max(initial=0.0)),
        "rows": len(e.rows),
        "independent rows": len(stand.chosen),
        "condition of rows and states": reduction.states.condition,
        "unbalanced part of the largest force": unbalanced(point) if is_at_rest(point) else float("nan"),
    }
    if kind != EQUILIBRIUM and not is_at_rest(point):
        found["change of A along the motion"] = change
        del found["unbalanced part of the largest force"]
    if len(stand.dropped):
        found["rows that repeat others"] = [e.rows[i].name for i in stand.dropped]
        found["consistency of these rows"] = reduction.inconsistency
    if reduction.states.condition > POOR:
        names = listed([c.name for c in choose_states(reduction.blocks).coordinates])
        found["note"] = f"The states are nearly dependent here. {names} would do better."
    return found


def _reduced(model: LinearModel, wanted: Sequence[str]) -> LinearModel:
    """The smallest part of a model that holds the wanted states and all on which they, and the outputs, depend.

    Raises:
        UsageError: a wanted state is none of the model.
    """
    place = {name: k for k, name in enumerate(model.states)}
    for name in wanted:
        if name not in place:
            raise UsageError(
                f"{quote(name)} is not among the states. {suggest(name, place)} There are: {listed(list(place))}.".replace(
                    "  ", " "
                )
            )
    keep = {place[n] for name in wanted for n in (name, f"{name}_dot") if n in place}
    for row in model.C:
        keep |= _felt(row)
    todo = list(keep)
    while todo:
        new = _felt(model.A[todo.pop()]) - keep
        keep |= new
        todo += new
    kept = sorted(keep)
    first = sum(1 for k in kept if k < model.configurations)
    rates = sum(1 for k in kept if model.configurations <= k < model.configurations + model.speeds)
    return replace(
        model,
        A=model.A[np.ix_(kept, kept)], B=model.B[kept], C=model.C[:, kept],
        states=tuple(model.states[k] for k in kept), state_units=tuple(model.state_units[k] for k in kept),
        x0=model.x0[kept], configurations=first, speeds=rates,
        sizes=model.sizes[[k for k in kept if k < model.configurations]], steps=model.steps[:, :, kept],
    )  # fmt: skip


def _felt(row: Floats) -> set[int]:
    """States that a row really depends on."""
    size = float(np.abs(row).max(initial=0.0))
    return {int(k) for k in np.flatnonzero(np.abs(row) > 1e-12 * size)} if size else set()
