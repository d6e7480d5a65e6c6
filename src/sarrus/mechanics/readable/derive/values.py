"""The system at a state: every printed definition, and the matrices they make together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from sarrus.mechanics.readable.algebra.evaluate import FLOATS, Evaluator, Functions
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.derive.rows import ReadableRow
from sarrus.mechanics.readable.derive.system import System


@dataclass(frozen=True)
class Values:
    """Numbers (or SymPy expressions) for the system; arrays of objects.

    Attributes:
        named: value of every printed name.
        M, f, g, G, alpha, beta: mass matrix (n, n), forces (n,), residuals (m,), Jacobian (m, n), right-hand sides (m,).
        H: what each speed does to the coordinates of the efforts Q that depend on multipliers (k, n).
        Q, zdot: these efforts (k,), and the rates of the states of forces; None where they need multipliers, and none
            were given.
    """

    named: dict[Name, Any]
    M: Any
    f: Any
    g: Any
    G: Any
    alpha: Any
    beta: Any
    H: Any
    Q: Any
    zdot: Any


def evaluate_system(
    system: System,
    t: Any,
    q: Sequence[Any],
    v: Sequence[Any],
    numbers: Mapping[Name, Any] | None = None,
    functions: Functions = FLOATS,
    z: Sequence[Any] | None = None,
    lam: Sequence[Any] | None = None,
) -> Values:
    """Compute every definition at a state.

    Args:
        system: the formulas.
        t: time [s].
        q: coordinates in order of the bodies: x, y, psi in the plane; x, y, z, a1, a2, a3 in space. Then those that
            constraints own.
        v: speeds: rates of x, y, psi; or velocity in ground and angular velocity in body components. Then rates of those.
        numbers: values of parameters and unnamed numbers; those of the model where left out.
        functions: mathematics on the kind of scalars given.
        z: states of forces in their order; where they start, if left out.
        lam: multipliers in order of the rows; with them, all that depends on them is computed, too.
    """
    size = 2 if system.model.planar else 3
    compute = Evaluator(size, {"function": system.function, **functions})
    env: dict[Name, Any] = {**system.numbers.values, **(numbers or {}), Name("t", own=True): t}
    each = size + (1 if size == 2 else 3)
    for k, body in enumerate(system.bodies):
        _put_state(env, body, q[k * each : (k + 1) * each], v[k * each : (k + 1) * each], size)
    moving = each * len(system.bodies)
    for k, own in enumerate(system.own, moving):
        env |= {own.name: q[k], own.speed: v[k]}
    states, rows = system.loads.states, system.rows
    starts = [s.state.start for s in states]
    env |= dict(zip((s.name for s in states), starts if z is None else z, strict=True))
    for d in system.definitions():
        env[d.name] = compute(d.value, env)
    if lam is not None:
        _put_multipliers(env, rows, lam)
        for d in system.multiplied():
            env[d.name] = compute(d.value, env)
    zero = compute.number(Fraction(0))
    n = system.coordinate_count
    M = np.full((n, n), zero, dtype=object)
    for k, body in enumerate(system.bodies):
        place = slice(k * each, (k + 1) * each)
        M[place, place] = env[Name("M", (body.name,), 2)]
    return Values(
        env,
        M,
        np.concatenate(
            [*(env[Name("f", (b.name,), 1)] for b in system.bodies), np.full(n - moving, zero, dtype=object)]
        ),
        _column([zero if row.is_velocity else env[row.residual.name] for row in rows]),
        _jacobian(system, compute, env, zero, [(row.entries, len(row.labels)) for row in rows]),
        _column([compute(row.alpha, env) for row in rows]),
        _column([compute(row.beta, env) for row in rows]),
        _jacobian(system, compute, env, zero, [(push.slopes, 1) for push in system.loads.pushes]),
        _known(env, [push.effort for push in system.loads.pushes]),
        _known(env, [s.rate for s in states]),
    )


def _put_multipliers(env: dict[Name, Any], rows: Sequence[ReadableRow], lam: Sequence[Any]) -> None:
    at = 0
    for row in rows:
        count = len(row.labels)
        env[row.multiplier] = np.array(lam[at : at + count], dtype=object) if row.multiplier.rank else lam[at]
        at += count


def _known(env: dict[Name, Any], names: list[Name]) -> Any:
    """Values of numbers, if they are known."""
    return _column([env[name] for name in names]) if all(name in env for name in names) else None


def _put_state(env: dict[Name, Any], body: BodyNames, q: Sequence[Any], v: Sequence[Any], size: int) -> None:
    env[body.r], env[body.rdot] = np.array(q[:size], dtype=object), np.array(v[:size], dtype=object)
    if size == 2:
        env[body.psi], env[body.turn] = q[2], v[2]
        return
    env[body.turn] = np.array(v[3:], dtype=object)
    env.update(zip(body.angles, q[3:], strict=True))


def _column(parts: list[Any]) -> Any:
    return (
        np.concatenate([np.atleast_1d(np.asarray(p, dtype=object)) for p in parts]) if parts else np.zeros(0)
    )


def _jacobian(
    system: System,
    compute: Evaluator,
    env: dict[Name, Any],
    zero: Any,
    rows: list[tuple[dict[Name, Term], int]],
) -> Any:
    """A matrix over the speeds, from the entries of rows and how many lines each of them has."""
    widths = [1 if speed.rank == 0 else compute.size for speed in system.speeds]
    G = np.full((sum(height for _, height in rows), sum(widths)), zero, dtype=object)
    top = 0
    for entries, height in rows:
        left = 0
        for speed, width in zip(system.speeds, widths, strict=True):
            if speed in entries:
                entry = np.asarray(compute(entries[speed], env), dtype=object)
                G[top : top + height, left : left + width] = entry.reshape(height, width)
            left += width
        top += height
    return G
