"""Steps towards an equilibrium, in coordinates of natural size: of least energy, and of Newton."""

from __future__ import annotations

import numpy as np

from sarrus.solvers.arrays import Floats

__all__ = ["descent_step", "limited_step", "newton_step"]

ITERATIONS = 100
EPS = float(np.finfo(float).eps)
REACHED = 1e-12
"""By how much of the radius a longest step may miss it."""


def descent_step(F: Floats, K: Floats, radius: float, noise: float, bend: float) -> Floats:
    """The step that lowers - F.y + y.K.y/2 most, no longer than a radius.

    Directions of negative stiffness are used even where no force acts along them.

    Args:
        F: forces.
        K: stiffness, symmetric.
        radius: longest step.
        noise: forces below it are none.
        bend: stiffness above - bend is none that is negative.
    """
    w, Q = np.linalg.eigh(K)
    c = Q.T @ F
    c[np.abs(c) <= noise] = 0.0
    lowest = float(w[0]) if len(w) else 0.0

    def at(shift: float) -> Floats:
        below = w + shift
        return np.where(c != 0.0, c / np.where(below > 0.0, below, 1e-100), 0.0)

    if lowest >= -bend:
        z = at(max(0.0, -lowest) if lowest < 0.0 else 0.0)
        if float(np.linalg.norm(z)) <= radius:
            return np.asarray(Q @ z)
    low = max(0.0, -lowest)
    high = low + float(np.linalg.norm(c)) / radius + 1e-100
    z = at(low * (1.0 + 1e-14) + 1e-100)
    if (
        float(np.linalg.norm(z)) <= radius
    ):  # nothing pulls along the lowest direction: go along it nevertheless
        rest = np.sqrt(max(0.0, radius**2 - float(z @ z)))
        aside = Q[:, 0] * np.sign(Q[np.argmax(np.abs(Q[:, 0])), 0])
        return np.asarray(Q @ z + rest * aside)
    return np.asarray(Q @ _as_long_as(radius, c, w, low, high))


def newton_step(F: Floats, J: Floats, noise: float) -> tuple[Floats, Floats]:
    """The least step that takes what is left away, J y = F; and what of F no small step can take away.

    Args:
        F: what is left.
        J: how it falls with a step.
        noise: of F, what is nothing.
    """
    U, sizes, Vt = np.linalg.svd(J, full_matrices=False)
    c = U.T @ F
    quiet = np.abs(c) <= noise
    tiny = sizes <= 1e-100
    y = Vt.T @ np.where(quiet | tiny, 0.0, c / np.where(tiny, 1.0, sizes))
    return np.asarray(y), np.asarray(F - U @ c)


def limited_step(F: Floats, J: Floats, radius: float, noise: float) -> Floats:
    """The step no longer than a radius that makes F - J y shortest."""
    y, _ = newton_step(F, J, noise)
    if float(np.linalg.norm(y)) <= radius:
        return y
    U, sizes, Vt = np.linalg.svd(J, full_matrices=False)
    c = U.T @ F
    c[np.abs(c) <= noise] = 0.0

    high = float(np.linalg.norm(sizes * c)) / radius + 1e-100
    return np.asarray(Vt.T @ _as_long_as(radius, sizes * c, sizes * sizes, 0.0, high))


def _as_long_as(radius: float, c: Floats, w: Floats, low: float, high: float) -> Floats:
    """The step c/(w + s) as long as a radius, low < s <= high: the longer, the smaller s is.

    Newton's iteration on 1/length, which is almost straight, between bounds; Conn, Gould & Toint (2000), section 7.3.
    """
    of, at, z = c[c != 0.0], c != 0.0, np.zeros_like(c)
    s = high
    for _ in range(ITERATIONS):
        below = w[at] + s
        y = of / below
        length = float(np.linalg.norm(y))
        if abs(length - radius) <= REACHED * radius or not high - low > EPS * high:
            break
        low, high = (s, high) if length > radius else (low, s)
        s += (length / radius - 1.0) * length**2 / float((y * y / below).sum())
        if not low < s < high:
            s = 0.5 * (low + high)
    z[at] = y
    return z
