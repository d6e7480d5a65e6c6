"""Start rates: speeds that keep the loops closed and have the fixed rates; guessed ones as near as the freedoms allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.analysis.assembly.contradiction import contradicting_rates
from sarrus.analysis.assembly.gimbal import driven_locks
from sarrus.analysis.assembly.search import Search, SearchPose, is_sparse, pattern_of
from sarrus.analysis.assembly.search_parts import SearchPart
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import least_squares, motions_left, shortest_solution
from sarrus.solvers.shortest import EntryPattern, Sparse


@dataclass(frozen=True)
class Rates:
    """Rows that given rates of published coordinates are to the speeds of a part.

    Attributes:
        slopes: a row each.
        values: what they should be.
        names: what a message calls them; empty for a row that follows from others.
        units: of the coordinates.
    """

    slopes: Floats
    values: Floats
    names: tuple[str, ...]
    units: tuple[str, ...]


def speeds(search: Search, q: Floats) -> tuple[Floats, str]:
    """Speeds, and why they cannot be found (empty where they can)."""
    v, pose = np.zeros(len(search.e.speeds)), search.pose(q)
    for part in search.parts:
        v[part.columns], message = _part_speeds(search, part, pose)
        if message:
            return v, message
    return v, ""


def _part_speeds(search: Search, part: SearchPart, pose: SearchPose) -> tuple[Floats, str]:
    """Speeds of one part."""
    given = _given_rates(search.fixed, part.fixed_rates)
    for angles in search.turning:
        if angles.locked_at(pose.measured) and angles.undetermined(given):
            return np.zeros(len(part.columns)), angles.undetermined(given)
    entries, alpha = pose.arrays["G"], pose.arrays["alpha"]
    rates = rates_of(search, part, given, pose, search.fixed)
    A = _with_rates(search, part, entries, rates.slopes)
    b = np.array([*alpha[part.closure], *rates.values])
    # the slope of a coordinate of the tree is 1 for its own speed, and nothing else
    own = {
        int(slopes.argmax()): value
        for slopes, value, name in zip(rates.slopes, rates.values.tolist(), rates.names, strict=True)
        if search.owns(name.removesuffix("_dot"))
    }

    def nearest(A: Floats | Sparse) -> Floats:
        v = _nearest(search, part, pose, A, b, rates)
        v[list(own)] = list(own.values())
        return v

    R = _row_factors(search, part, rates)
    v = nearest(A)
    if isinstance(A, Sparse):
        if _fits(R * A.product(v), R * b):
            return v, ""
        A = A.dense()  # singular values decide before it is called a contradiction
        v = nearest(A)
    if _fits(R * (A @ v), R * b):
        return v, ""
    for lock in driven_locks(search.model, dict(zip(search.place, pose.measured.tolist(), strict=True))):
        return v, f"At the start, {lock} {lock.way_out}"
    scaled = R[:, None] * A * search.size[part.columns]
    return v, contradicting_rates(search, part, [*zip(rates.names, rates.units, strict=True)], scaled, R * b)


def _given_rates(given: Mapping[str, float], names: Sequence[str]) -> dict[str, float]:
    """Rates of coordinates, by the name of these; of some, the angular velocity of their joint is given instead."""
    return {n: given[f"{n}_dot"] for n in names if f"{n}_dot" in given}


def rates_of(
    search: Search,
    part: SearchPart,
    given: Mapping[str, float],
    pose: SearchPose,
    written: Mapping[str, float],
) -> Rates:
    """The rows of given rates, by the name of their coordinate; at gimbal lock those that are determined there.

    Args:
        search: the mechanism.
        part: of it.
        given: rates, by the name of their coordinate.
        pose: where it stands.
        written: start values, with components of angular velocities of joints among them.
    """
    locked = [
        a for a in search.turning if a.locked_at(pose.measured) and not given.keys().isdisjoint(a.names)
    ]
    lost = {name for angles in locked for name in angles.names}
    plain = [name for name in given if name not in lost]
    slopes = [_slopes(search, part, plain, pose)]
    values, names = [given[n] for n in plain], [f"{n}_dot" for n in plain]
    units = [search.coordinate[n].unit for n in plain]
    for angles in locked:
        columns = np.searchsorted(part.columns, angles.columns)
        for along, value, name in angles.rates_at_lock(pose, given):
            row = np.zeros((1, len(part.columns)))
            row[0, columns] = along
            slopes.append(row)
            values.append(value)
            names.append(name)
            units.append("rad")
    for angles in search.turning:
        spin, columns = angles.given_spin(written), np.searchsorted(part.columns, angles.columns)
        if spin and np.isin(angles.columns, part.columns).all():
            rows = np.zeros((len(spin), len(part.columns)))
            rows[:, columns] = angles.turning(pose.q, pose.measured, pose.measured_slopes)
            slopes.append(rows)
            values += spin.values()
            names += spin
            units += ["rad"] * len(spin)
    return Rates(np.vstack(slopes), np.array(values), tuple(names), tuple(units))


def _fits(rates: Floats, b: Floats) -> bool:
    """Whether rows of natural size have the rates that they should have."""
    rest = np.abs(rates - b)
    return not rest.size or not rest.max() > 1e-9 * max(1.0, float(np.abs(b).max()))


def _nearest(
    search: Search, part: SearchPart, pose: SearchPose, A: Floats | Sparse, b: Floats, fixed: Rates
) -> Floats:
    """Speeds with A v = b, their guessed rates as near as possible.

    v = S (u_0 + Z y): u_0 the shortest solution of the scaled rows, Z the motions they leave.
    """
    S, R = search.size[part.columns], _row_factors(search, part, fixed)
    scaled = A.scaled(R, S) if isinstance(A, Sparse) else R[:, None] * A * S
    u = shortest_solution(scaled, R * b, 1e-10)
    if part.guessed_rates:
        given = _given_rates(search.guess, part.guessed_rates)
        wish = rates_of(search, part, given, pose, search.guess)
        W = _rate_factors(search, wish)
        near = W[:, None] * wish.slopes * S
        off = W * wish.values - near @ u
        if off.any():
            free = motions_left(scaled, 1e-10) if b.size else np.eye(S.size)
            u = u + free @ least_squares(near @ free, off, 1e-10)[0]
    return np.asarray(S * u)


def _row_factors(search: Search, part: SearchPart, rates: Rates) -> Floats:
    """What the closure rows and fixed rates of a part are multiplied by."""
    return np.array([*(1.0 / search.row_sizes[part.closure]), *_rate_factors(search, rates)])


def _rate_factors(search: Search, rates: Rates) -> Floats:
    """Lengths are counted in those of the part they belong to; rows without a name are angular velocities."""
    named = zip(rates.names, rates.units, strict=True)
    lengths = [search.e.measured_length(n.removesuffix("_dot")) if u == "m" else 1.0 for n, u in named]
    return 1.0 / np.array(lengths)


def _with_rates(search: Search, part: SearchPart, entries: Floats, rates: Floats) -> Floats | Sparse:
    """The closure rows of a part, and below them those of fixed rates."""
    closure, columns = part.closure, part.columns
    rows = len(closure) + len(rates)
    if not is_sparse(rows, len(columns)):
        return np.vstack([search.row_slopes.part(entries, closure, columns), rates])
    above, entry = pattern_of(search.row_slopes, closure, columns)
    row, column = np.nonzero(rates)
    below = np.concatenate([above.row, len(closure) + row]), np.concatenate([above.column, column])
    return Sparse(
        EntryPattern((rows, len(columns)), *below), np.concatenate([entries[entry], rates[row, column]])
    )


def _slopes(search: Search, part: SearchPart, names: Sequence[str], pose: SearchPose) -> Floats:
    """Slopes of published coordinates with respect to the speeds of a part."""
    rows = np.array([search.place[n] for n in names], dtype=np.int64)
    return search.measure_slopes.part(pose.measured_slopes, rows, part.columns)
