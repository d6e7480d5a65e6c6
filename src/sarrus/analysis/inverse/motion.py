"""The motion that is asked for: what users write, as rows that hold coordinates, angles and points where they should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.analysis.inverse.followed import Followed
from sarrus.elements.base import as_written
from sarrus.elements.constraints.roles import KEPT_AT_ZERO
from sarrus.elements.drivers.roles import FOLLOWING, THROUGH_POINTS
from sarrus.errors import ModelError, UsageError, quote, suggest
from sarrus.model import Mechanism, Snapshot
from sarrus.model.quantities import Origin, SignalSource, sources_of
from sarrus.phrases import listed
from sarrus.scalar.expression import Expression

__all__ = ["followed_quantity", "fresh_name", "prescribe"]

GAP = 1e3
"""A second difference of data that is so many times the median is a jump, or a gap."""


def prescribe(
    mechanism: Mechanism, model: Snapshot, motion: Mapping[str, Any], until: float
) -> dict[str, str]:
    """Add a row for each motion to a mechanism.

    Args:
        mechanism: a copy that may be changed.
        model: the mechanism as it was.
        motion: by the name of what moves: an expression of t, a number, or points of time and value.
        until: end time [s], up to which points must go.

    Returns:
        For each name the element that holds it.

    Raises:
        UsageError: a name is not known, or its motion is none.
    """
    if not motion:
        raise UsageError(
            "motion is empty. Give a motion for each degree of freedom: motion={'A.theta': '2*pi*t'}."
        )
    return {name: _row(mechanism, model, name, given, until) for name, given in motion.items()}


def followed_quantity(mechanism: Mechanism, model: Snapshot, name: str) -> tuple[Expression, SignalSource]:
    """A symbol for a published position, added to a mechanism as a signal, and what it is.

    Raises:
        UsageError: there is no such position.
    """
    owner = name.partition(".")[0]
    known = {
        n: s
        for n, s in sources_of(model, owner).items()
        if s.order == 0 and s.origin in (Origin.COORDINATE, Origin.SENSOR, Origin.BODY) and not s.vector
    }
    if name not in known:
        own = list(known) or list(model.coordinates)
        raise UsageError(
            f"{quote(name)} is no position of this mechanism. {suggest(name, own)} There are coordinates of joints, angles and "
            f"points of bodies, and what sensors measure: {listed(own[:12])}.".replace("  ", " ")
        )
    alias = fresh_name(mechanism, "followed", "_")
    return mechanism.signals(**{alias: name})[0], known[name]


def fresh_name(mechanism: Mechanism, stem: str, joint: str = "-") -> str:
    """A name that nothing in the mechanism has."""
    taken = {*mechanism.names(), *mechanism.values, *mechanism.given, *mechanism.aliases}
    shelves = (mechanism.bodies, mechanism.joints, mechanism.constraints, mechanism.forces, mechanism.drivers)
    taken |= {item.name for shelf in (*shelves, mechanism.sensors) for item in shelf}
    number = 1
    while f"{stem}{joint}{number}" in taken:
        number += 1
    return f"{stem}{joint}{number}"


def _row(mechanism: Mechanism, model: Snapshot, name: str, given: Any, until: float) -> str:
    points = _points(name, given, until)
    row = fresh_name(mechanism, "prescribed")
    if name in model.coordinates:
        # the motion asked for takes the place of that which a driver says
        mechanism.drivers = [d for d in mechanism.drivers if str(d.at[0]) != name]
        if points is None:
            mechanism.drivers.append(FOLLOWING(row, name, function=_expression(name, given)))
        else:
            mechanism.drivers.append(THROUGH_POINTS(row, name, points=points, beyond="extend"))
        return row
    follower, source = followed_quantity(mechanism, model, name)
    if points is None:
        off = follower - _expression(name, given)
        mechanism.constraints.append(KEPT_AT_ZERO(row, off, unit=source.unit))
    else:
        mechanism.constraints.append(Followed(row, follower, points=points, unit=source.unit))
    return row


def _expression(name: str, given: Any) -> Any:
    try:
        value = as_written(given, f"motion of {quote(name)}")
    except ModelError as error:
        raise UsageError(str(error)) from None
    if isinstance(value, tuple):
        raise UsageError(
            f"the motion of {quote(name)} is a list that holds no points. Give an expression of t, or points of time and value: "
            "[[0, 0], [0.5, 0.3], [1, 0.2]]."
        )
    return value


def _points(name: str, given: Any, until: float) -> list[list[float]] | None:
    """Points of time and value, ascending; None where the motion is an expression."""
    if isinstance(given, str | int | float | Expression) or not isinstance(given, Sequence | np.ndarray):
        return None
    where = f"the motion of {quote(name)}"
    try:
        table = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise UsageError(f"{where} is a table that holds something else than numbers.") from None
    if table.ndim == 2 and table.shape[0] == 2 != table.shape[1]:
        table = table.T  # all times, then all values
    if table.ndim != 2 or table.shape[1] != 2 or len(table) < 4:
        raise UsageError(
            f"{where} is a table of shape {table.shape}. It needs at least four rows of time and value."
        )
    bad = np.flatnonzero(~np.isfinite(table).all(axis=1))
    if len(bad):
        raise UsageError(
            f"{where} has a gap: row {bad[0] + 1} of its table is not a number. Leave out such rows, or fill them in."
        )
    t, c = table.T
    if not (np.diff(t) > 0).all():
        k = int(np.flatnonzero(np.diff(t) <= 0)[0])
        raise UsageError(f"{where}: times must ascend, and {t[k + 1]:g} s comes behind {t[k]:g} s.")
    if t[0] > 0 or t[-1] < until * (1 - 1e-12):
        raise UsageError(
            f"{where} is given from {t[0]:g} s to {t[-1]:g} s, and is asked for from 0 s to {until:g} s. "
            "Ask for a shorter time, or give more points."
        )
    _refuse_jumps(where, t, c)
    return [[float(a), float(b)] for a, b in table]


def _refuse_jumps(where: str, t: Any, c: Any) -> None:
    """Refuse data whose second derivative stands out: a step, a missing stretch, a value in another unit."""
    steps = np.diff(t)
    wide = steps > 10 * np.median(steps)
    if wide.any():
        k = int(np.flatnonzero(wide)[0])
        raise UsageError(
            f"{where} has a gap: nothing is known between {t[k]:g} s and {t[k + 1]:g} s, where points stand "
            f"{np.median(steps):.3g} s apart elsewhere. Fill it in, or take the stretches one by one."
        )
    second = np.abs(2 * np.diff(np.diff(c) / steps) / (steps[1:] + steps[:-1]))
    usual = max(float(np.median(second)), 1e-9 * float(np.ptp(c)) / float(np.median(steps)) ** 2)
    worst = int(np.argmax(second))
    if second[worst] > GAP * usual > 0:
        raise UsageError(
            f"{where} jumps near t = {t[worst + 1]:g} s: its acceleration there is {second[worst] / usual:.3g} times what is "
            "usual in the table. A step is an impact; look for a missing stretch, or a value in another unit."
        )
