"""What the numeric kernels must obey among themselves at a state, whichever formulation they are of.

    runs       M vdot - f - G^T lambda = 0 and G vdot = beta, by the matrices that runs integrate
    rates      what is published as a rate is the rate of what it is published of, along qdot, vdot and time
    attitude   qdot = 1/2 (0, Omega) q for every published quaternion and angular velocity
    energy     d/dt (kinetic + potential) = supplied - dissipated, supplied = sum over forces and drivers

Accelerations and multipliers of a point are found from other kernels (residual, course), so that the first says something.
Derivatives are those of the kernels themselves, exact but for round-off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from sarrus.analysis.linear.point import OperatingPoint
from sarrus.mechanics.infos import ChannelInfo
from sarrus.solvers.arrays import Floats

__all__ = ["IDENTITIES", "identities"]

IDENTITIES = ("runs", "rates", "attitude", "energy")
"""What is held against each other, in the order of a table."""
RATES = (("", "_dot"), ("_dot", "_ddot"))
"""How names of quantities and of their rates end."""
OTHER_RATES = {"w": "alpha", "length": "rate"}
"""Quantities whose rates have other names."""

Worst = dict[str, tuple[float, str]]
"""By identity, the largest disagreement as part of the largest value of its kind, and the name it is of."""


def identities(point: OperatingPoint) -> Worst:
    """How far each identity is from being true at a state."""
    xdot = derivative(point)
    rates = _along(point, xdot)
    found: Worst = {}
    for kind, off, name in (
        *_runs(point),
        *_rates(point, rates),
        *_attitudes(point, rates),
        *_energy(point, xdot, rates),
    ):
        if not off <= found.get(kind, (-1.0, ""))[0]:
            found[kind] = (off if np.isfinite(off) else float("inf")), name
    return found


def derivative(point: OperatingPoint) -> Floats:
    """The derivative of the whole state: coordinates, speeds, states of elements and quadratures."""
    e, t, x = point.e, [point.t], point.x
    qdot = e.evaluate("rates", t, x)[0]
    rest = e.evaluate("flows", t, x, point.vdot, point.lam)[0]
    return np.array([*qdot, *point.vdot, *rest])


def _along(point: OperatingPoint, xdot: Floats) -> Floats:
    """Rates of all that is published, with accelerations and multipliers as they are."""
    e = point.e
    tangent = e.tangent("output", ("t", "x"))
    return np.array(e.evaluate(tangent, [point.t], point.x, point.vdot, point.lam, [1.0], xdot)[0])


def _runs(point: OperatingPoint) -> Iterator[tuple[str, float, str]]:
    """The matrices of runs. Efforts that follow from loads are no part of them, and are left to the residual."""
    e = point.e
    if e.pushes:
        return
    entries, f, G, beta = e.evaluate("dynamics", [point.t], point.x)
    off = -np.array(f)
    for (i, k), value in zip(e.mass_pattern, entries, strict=True):
        off[i] += value * point.vdot[k]
        if i != k:
            off[k] += value * point.vdot[i]
    second = -np.array(beta)
    terms = np.abs(second)
    for (row, k), value in zip(e.jacobian_pattern, G, strict=True):
        off[k] -= value * point.lam[row]
        second[row] += value * point.vdot[k]
        terms[row] += abs(value * point.vdot[k])
    force = max(point.force_scale, 1e-9)
    scaled = np.abs(off) * np.array(e.speed_lengths) / max(e.length, 1e-300) / force
    for k, speed in enumerate(e.speeds):
        yield "runs", float(scaled[k]), speed
    sizes = _sizes(point)
    largest = max(float(terms.max(initial=0.0)), sizes["m/s^2"], sizes["rad/s^2"])
    for k, info in enumerate(e.rows):
        yield "runs", float(abs(second[k])) / largest, info.name


def _rates(point: OperatingPoint, rates: Floats) -> Iterator[tuple[str, float, str]]:
    sizes = _sizes(point)
    channels = {c.name: c for c in point.e.channels}
    for c in point.e.channels:
        for target in _rates_of(c, channels):
            own, other = _part(rates, c), _part(point.row, target)
            if len(own) == len(other):
                yield "rates", float(np.abs(own - other).max()) / sizes[target.unit], target.name


def _rates_of(c: ChannelInfo, channels: Mapping[str, ChannelInfo]) -> Iterator[ChannelInfo]:
    """What is published as the rate of a quantity."""
    names = [c.name.removesuffix(old) + new for old, new in RATES if c.name.endswith(old)]
    if c.quantity in OTHER_RATES:
        names.append(f"{c.owner}.{OTHER_RATES[c.quantity]}")
    yield from (channels[name] for name in names if name in channels)


def _sizes(point: OperatingPoint) -> dict[str, float]:
    """By unit, the largest published value; accelerations are at least what loads make of the mass, and speeds along a bend.

    So round-off is measured by what cancels where nothing moves.
    """
    e = point.e
    fall = point.force_scale / max(e.mass, 1e-300)
    fall = max(fall, 1e-6)  # nothing acts, nothing moves
    drop = float(np.sqrt(fall * e.length))
    sizes = {"m/s": drop, "rad/s": drop / e.length, "m/s^2": fall, "rad/s^2": fall / e.length}
    for c in point.e.channels:
        largest = float(np.abs(_part(point.row, c)).max(initial=0.0))
        sizes[c.unit] = max(sizes.get(c.unit, 1e-6), largest)
    for speed, acceleration, length in (("m/s", "m/s^2", e.length), ("rad/s", "rad/s^2", 1.0)):
        sizes[acceleration] = max(sizes[acceleration], sizes[speed] ** 2 / length)
    return sizes


def _attitudes(point: OperatingPoint, rates: Floats) -> Iterator[tuple[str, float, str]]:
    channels = {c.name: c for c in point.e.channels}
    for c in point.e.channels:
        if c.quantity != "quaternion":
            continue
        quaternion, change = _part(point.row, c), _part(rates, c)
        yield "attitude", abs(float(quaternion @ quaternion) - 1.0), c.name
        if turning := channels.get(f"{c.owner}.w"):
            w = _part(point.row, turning)
            q0, q = quaternion[0], quaternion[1:]
            expected = np.array([-(w @ q), *(q0 * w + np.cross(w, q))]) / 2.0
            size = 1.0 + float(np.abs(w).max())
            yield "attitude", float(np.abs(change - expected).max()) / size, c.name


def _energy(point: OperatingPoint, xdot: Floats, rates: Floats) -> Iterator[tuple[str, float, str]]:
    e = point.e
    channels = {c.name: c for c in e.channels}
    if "energy.kinetic" not in channels or "energy.supplied" not in e.quadratures:
        return
    kinetic, potential = (float(_part(rates, channels[f"energy.{k}"])[0]) for k in ("kinetic", "potential"))
    flows = dict(zip(e.quadratures, xdot[len(xdot) - len(e.quadratures) :], strict=True))
    supplied, dissipated = flows["energy.supplied"], flows["energy.dissipated"]
    sizes = _sizes(point)
    speed = max(sizes["m/s"], sizes["rad/s"] * e.length)
    force = max(point.force_scale, e.mass * sizes["m/s^2"])
    size = max(force * speed, abs(potential), abs(supplied), abs(dissipated))
    yield "energy", abs(kinetic + potential - supplied + dissipated) / size, "energy.kinetic"
    if not e.pushes and not e.model.constraints:  # all that brings in power is a force or a driver
        alone = e.evaluate("acting", [point.t], point.x)[0] if e.tables.acting else []
        brought = sum(alone[force.start + 2] for force in e.tables.acting)
        brought += sum(float(_part(point.row, channels[f"{d.name}.power"])[0]) for d in e.model.drivers)
        yield "energy", abs(brought - supplied) / size, "energy.supplied"


def _part(row: Floats, c: ChannelInfo) -> Floats:
    return row[c.start : c.start + c.size]
