"""The printed equations at a state: everything that is defined, and the unknowns they determine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.mechanics.readable.algebra.affine import Affine
from sarrus.mechanics.readable.algebra.evaluate import FLOATS, Evaluator, as_floats
from sarrus.mechanics.readable.algebra.terms import Name
from sarrus.mechanics.readable.derive.basis import RATES
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.forms.base import GivenQuantity, Row, Unknown, WrittenForm

__all__ = ["Solved", "solve"]

SINGULAR = 1e-10
"""Singular values of the scaled equations below this part of the largest are none: rows that repeat others."""
UNSEEN = 1e-13
"""Weights of an unknown that are all below this part of the largest of their equations are round-off, not weights."""
LOCKED = 1e-3
"""Determinant of Q, from the rates of angles to the angular velocity, below which rates say too little of it: second rates
have an error of round-off over the square of it, and equations agree to 1e-10 at most."""


@dataclass(frozen=True)
class Solved:
    """A form at a state.

    Attributes:
        named: value of every printed name.
        published: values under the names of a run.
        open: largest part of the equations that no unknown meets, as part of their largest term.
        unique: published names whose values are determined; others are those of least norm.
    """

    named: dict[Name, Any]
    published: dict[str, Any]
    open: float
    unique: frozenset[str]


def solve(written: WrittenForm, row: Row, t: float) -> Solved:
    """Compute a form at what a run publishes at an instant.

    Args:
        written: the form.
        row: positions, turns and speeds by their published names.
        t: time [s].

    Raises:
        ValueError: the unknowns are not what linear algebra finds: products of them, or angles that are singular.
    """
    compute = Evaluator(written.size, {**FLOATS, "function": written.function})
    env: dict[Name, Any] = {**written.numbers.values, Name("t", own=True): t}
    env |= {g.name: _shaped(g, g.read(row)) for g in written.given}
    for d in written.definitions:
        env[d.name] = compute(d.value, env)
    if written.system is not None:
        _refuse_locked(written.system, env)
    count = sum(max(u.size, 1) for u in written.unknowns)
    env |= _as_unknowns(written.unknowns, count)
    for d in written.implied:
        env[d.name] = compute(d.value, env)
    lines = [
        part
        for e in written.equations
        for part in np.atleast_1d(np.asarray(compute(e.left, env) - compute(e.right, env), dtype=object))
    ]
    A = np.array([p.weights if isinstance(p, Affine) else np.zeros(count) for p in lines])
    b = -np.array([p.value if isinstance(p, Affine) else p for p in lines], dtype=float)
    x, null, left = _least(A.reshape(len(lines), count), b)
    published: dict[str, Any] = {}
    unique = set()
    for name, term in written.published.items():
        value = np.asarray(compute(term, env), dtype=object)
        parts = [p if isinstance(p, Affine) else Affine(float(p), np.zeros(count)) for p in value.ravel()]
        published[name] = np.array([p.value + p.weights @ x for p in parts]).reshape(value.shape)
        weights = np.array([p.weights for p in parts])
        if np.abs(weights @ null).max(initial=0.0) <= 1e-7 * np.abs(weights).max(initial=1e-300):
            unique.add(name)
    found = {name: as_floats(_at(value, x)) for name, value in env.items()}
    return Solved(found, published, left, frozenset(unique))


def _refuse_locked(system: System, env: dict[Name, Any]) -> None:
    """Refuse a state at which two axes of the angles of a body coincide, where their rates are speeds."""
    if system.basis.turning != RATES.turning:
        return
    for body in system.bodies:
        if not body.planar and abs(found := float(np.linalg.det(as_floats(env[body.Q])))) < LOCKED:
            raise ValueError(
                f"the angles of body '{body.name}' are singular at this state (det Q = {found:.1e}, below {LOCKED:g}): "
                "two of their axes coincide, and their rates do not say how it turns. "
                "Take another state, or a form with angular velocities, such as newton-euler."
            )


def _shaped(g: GivenQuantity, value: Any) -> Any:
    return np.array(value, dtype=object) if g.size else value


def _as_unknowns(unknowns: Sequence[Unknown], count: int) -> dict[Name, Any]:
    found: dict[Name, Any] = {}
    units, at = np.eye(count), 0
    for u in unknowns:
        parts = [Affine(0.0, units[at + k]) for k in range(max(u.size, 1))]
        found[u.name] = np.array(parts, dtype=object) if u.size else parts[0]
        at += len(parts)
    return found


def _at(value: Any, x: Any) -> Any:
    """A value with the unknowns put in."""
    array = np.asarray(value, dtype=object)
    done = [p.value + p.weights @ x if isinstance(p, Affine) else p for p in array.ravel()]
    return np.array(done, dtype=object).reshape(array.shape)


def _least(A: Any, b: Any) -> tuple[Any, Any, float]:
    """The solution of least norm in scaled unknowns, a basis of what stays open, and the largest equation not met."""
    if not A.size:
        return np.zeros(A.shape[1]), np.eye(A.shape[1]), float(np.abs(b).max(initial=0.0))
    rows = np.abs(A).max(axis=1)
    rows[rows <= UNSEEN * rows.max()] = 1.0
    columns = np.abs(A / rows[:, None]).max(axis=0)
    columns[columns < UNSEEN] = 1.0
    U, s, Vt = np.linalg.svd(A / rows[:, None] / columns)
    rank = int((s > SINGULAR * s[0]).sum())
    y = Vt[:rank].T @ ((U[:, :rank].T @ (b / rows)) / s[:rank])
    x = y / columns
    terms = np.maximum(np.abs(A * x).max(axis=1), np.abs(b))
    terms[terms == 0.0] = 1.0
    return x, (Vt[rank:].T / columns[:, None]), float((np.abs(A @ x - b) / terms.max()).max(initial=0.0))
