"""The search for an equilibrium from a pose: down the potential energy, by Newton's iteration, and by relaxation.

Forces that do no work around any closed way lead downhill: what they gain along a step is the fall of their potential, or
the work that they do. Where they do work around such ways, or rows forbid velocities alone, nothing needs to be least at
an equilibrium, and what is left of the forces is made small instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from sarrus.analysis.statics.balance import Balance
from sarrus.analysis.statics.steps import descent_step, limited_step, newton_step
from sarrus.solvers.arrays import Floats

__all__ = [
    "ASYMMETRIC",
    "BALANCED",
    "Ending",
    "Found",
    "asymmetry",
    "is_balanced",
    "nearest",
    "polished",
    "stable",
]

BALANCED = 1e-12
"""What may be left of forces, in parts of the largest force times the length."""
NOISE = 1e-13
"""The same, below which it is rounding."""
ASYMMETRIC = 1e-8
"""Asymmetry of the stiffness, in parts of it, from which forces do work around closed ways."""
MOST_STEPS = 120
RELAXING = 200
FAR = 1e6
"""A fall of the energy, in parts of force times length, from which nothing will stop it."""
EPS = float(np.finfo(float).eps)


class Ending(Enum):
    """How a search ended."""

    BALANCED = "balanced"
    FALLS = "falls away"
    STUCK = "stuck"


@dataclass(frozen=True)
class Found:
    """Where a search ended.

    Attributes:
        balance: forces there.
        ending: how.
        steps: how many.
        step: the last step of Newton's, in natural size.
        lowest: forces where the way downhill ended, where nothing was found from there.
    """

    balance: Balance
    ending: Ending
    steps: int
    step: float = 0.0
    lowest: Balance | None = None


def asymmetry(K: Floats) -> float:
    """|K - K^T| in parts of |K|; 0 of one that is not square."""
    if K.shape[0] != K.shape[1] or not K.size:
        return 0.0
    size = float(np.abs(K).max())
    return float(np.abs(K - K.T).max()) / size if size else 0.0


def is_balanced(b: Balance, tolerance: float = BALANCED) -> bool:
    """Whether nothing is left of the forces but rounding, of that of each direction's own stiffness."""
    F, J = b.wanting
    if not len(F):
        return True
    U, sizes, _ = np.linalg.svd(J)
    whole = np.zeros(len(F))
    whole[: len(sizes)] = sizes
    return bool((np.abs(U.T @ F) <= tolerance * b.scale + 8 * EPS * whole).all())


def stable(b: Balance) -> Found:
    """An equilibrium downhill from a pose; where forces do not lead downhill, the nearest one."""
    if not _leads_downhill(b):
        return nearest(b)
    found = _descended(b)
    if found.ending is not Ending.STUCK:
        return polished(found) if found.ending is Ending.BALANCED else found
    last = nearest(found.balance)
    if last.ending is Ending.BALANCED:
        return Found(last.balance, last.ending, found.steps + last.steps, last.step)
    again = nearest(b)
    sizes = [float(np.linalg.norm(t.balance.wanting[0])) for t in (last, again)]
    is_less = again.ending is Ending.BALANCED or sizes[1] <= sizes[0] * (1.0 + 1e-6)
    return replace(again if is_less else last, lowest=found.balance)


def nearest(b: Balance) -> Found:
    """An equilibrium near a pose, stable or not; first by Newton's iteration, then after a relaxation."""
    first = _iterated(b)
    if first.ending is Ending.BALANCED:
        return polished(first)
    again = _iterated(_relaxed(first.balance))
    if again.ending is Ending.BALANCED:
        return polished(again)
    return _cleared(min((first, again), key=lambda t: float(np.linalg.norm(t.balance.wanting[0]))))


def _cleared(found: Found) -> Found:
    """The same without what small steps can take away: left is what nothing answers."""
    b = found.balance
    for _ in range(6):
        F, J = b.wanting
        U, sizes, Vt = np.linalg.svd(J, full_matrices=False)
        answers = sizes > 1e-6 * max(b.scale, float(sizes.max(initial=0.0)))
        y = Vt.T @ np.where(answers, U.T @ F / np.where(answers, sizes, 1.0), 0.0)
        length = float(np.linalg.norm(y))
        made = b.after(y) if 1e-15 < length < 1e-2 else None
        if made is None:
            break
        b = made
    return Found(b, found.ending, found.steps, found.step)


def polished(found: Found) -> Found:
    """The same with steps of Newton's iteration for as long as they help."""
    b, last, step = found.balance, np.inf, found.step
    for _ in range(12):
        F, J = b.wanting
        if not len(F):
            return found
        y, _ = newton_step(F, J, EPS * b.scale)
        length = float(np.linalg.norm(y))
        if length > 1e-2 or length >= 0.5 * last:
            break
        made = b.after(y)
        if made is None or not np.linalg.norm(made.wanting[0]) <= 1.5 * np.linalg.norm(F) + NOISE * b.scale:
            break
        b, last, step = made, length, length
        if length <= 1e-15:
            break
    return Found(b, found.ending, found.steps, step)


def _leads_downhill(b: Balance) -> bool:
    of = b.of
    if of.has_velocity_rows or b.stiffness.shape[0] != b.stiffness.shape[1]:
        return False
    if of.nz and len(b.wanting[0]) and not _follows(b):
        return False
    return of.has_potential or asymmetry(b.stiffness) <= ASYMMETRIC


def _follows(b: Balance) -> bool:
    """Whether states of elements have settled at the pose."""
    h = b.wanting[0][len(b.left) :]
    return bool(np.abs(h).max(initial=0.0) <= 1e-9 * b.scale)


def _descended(b: Balance) -> Found:
    first, radius, fallen = b.scale, 0.3, 0.0
    for count in range(MOST_STEPS):
        F, K = b.left, 0.5 * (b.stiffness + b.stiffness.T)
        bend = 1e-9 * b.scale + 10 * EPS * float(np.abs(K).max(initial=0.0))
        y = descent_step(F, K, radius, NOISE * b.scale, bend)
        promised = float(F @ y - 0.5 * y @ K @ y)
        length = float(np.linalg.norm(y))
        if promised <= 1e-15 * b.scale or length <= 1e-13:
            return Found(b, Ending.BALANCED if is_balanced(b) else Ending.STUCK, count)
        made = b.after(y)
        gained = _gain(b, made, y) if made is not None else -np.inf
        is_near = promised <= 1e-9 * b.scale  # differences of energies are rounding here
        halves = made is not None and np.linalg.norm(made.left) <= 0.5 * np.linalg.norm(F)
        if made is None or not (gained > 0.1 * promised or (is_near and halves)):
            radius = 0.25 * min(radius, length)
            if radius < 1e-11:
                return Found(b, Ending.BALANCED if is_balanced(b) else Ending.STUCK, count)
            continue
        fallen += max(gained, 0.0)
        if fallen > FAR * first:
            return Found(made, Ending.FALLS, count)
        if length >= 0.9 * radius:
            ratio = gained / promised
            if 0.9 < ratio < 1.1:
                radius *= 2.0
            elif ratio > 0.75:
                radius = max(radius, min(2.0 * radius, 1.0))
        b = made
        if not _leads_downhill(b):
            return Found(b, Ending.STUCK, count)
    return Found(b, Ending.STUCK, MOST_STEPS)


def _gain(b: Balance, made: Balance, y: Floats) -> float:
    """How far the potential energy falls along a step; the work of forces that have none, by Simpson's rule."""
    if b.of.has_potential:
        return b.energy - made.energy
    middle = b.after(0.5 * y)
    if middle is None:
        return -np.inf
    sizes = b.of.manifold.rows.columns
    step = (b.motions @ y) / sizes

    def along(at: Balance) -> float:
        return float(at.left @ ((at.stand.motions / sizes[:, None]).T @ step))

    return (float(b.left @ y) + 4.0 * along(middle) + along(made)) / 6.0


def _iterated(b: Balance) -> Found:
    """Newton's iteration with a longest step, on the length of what is left."""
    radius = 0.5
    for count in range(MOST_STEPS):
        F, J = b.wanting
        size = float(np.linalg.norm(F))
        y = limited_step(F, J, radius, NOISE * b.scale)
        length = float(np.linalg.norm(y))
        if is_balanced(b):
            return Found(b, Ending.BALANCED, count, length)
        if length <= 1e-13 or radius < 1e-11:
            return Found(b, Ending.STUCK, count, length)
        made = b.after(y)
        promised = size - float(np.linalg.norm(F - J @ y))
        gained = size - float(np.linalg.norm(made.wanting[0])) if made is not None else -np.inf
        if made is None or not gained > 1e-4 * promised or promised <= 1e-12 * size:
            radius = 0.25 * min(radius, length)
            continue
        if gained > 0.75 * promised and length >= 0.9 * radius:
            radius = 2.0 * radius if gained > 0.9 * promised else max(radius, min(2.0 * radius, 1.0))
        b = made
    return Found(b, Ending.STUCK, MOST_STEPS)


def _relaxed(b: Balance) -> Balance:
    """A pose nearer to rest: let go with masses that suit the stiffness, and stopped whenever it begins to slow down."""
    sizes = b.of.manifold.rows.columns
    v = np.zeros(len(b.left))
    for _ in range(RELAXING):
        mass = float(np.abs(b.stiffness).max(initial=0.0)) + b.scale
        if len(v) != b.motions.shape[1] or is_balanced(b, 1e-6):
            return b
        if float(b.left @ v) < 0.0:
            v = np.zeros_like(v)
        v = v + 0.5 * b.left / mass
        y = 0.5 * v * min(1.0, 0.2 / max(float(np.linalg.norm(0.5 * v)), 1e-30))
        made = b.after(y)
        if made is None:
            return b
        v = (made.motions / sizes[:, None]).T @ ((b.motions @ v) / sizes)
        b = made
    return b
