"""From a blueprint to a mechanism, and the many ways to write the same one down."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus import Body, Mechanism
from sarrus.elements.base import Element, Shape
from sarrus.elements.forces.base import Bulk, Force, Point
from sarrus.spatial import Pose, Vec3, from_quaternion, rot_z, to_bryant
from sarrus.spatial.sequences import BRYANT, from_angles, to_angles

from .plan import GROUND, Blueprint
from .values import folder

# Frames that hold equations are not shown when a test fails: an expression prints itself in full.
__tracebackhide__ = True

HERE = Pose()
LITERALS = {
    "m": ("mm", 1e3),
    "kg": ("g", 1e3),
    "rad": ("deg", 180.0 / math.pi),
    "N": ("kN", 1e-3),
    "s": ("ms", 1e3),
}
"""Other units for SI ones, and how many of them."""


@dataclass(frozen=True)
class Look:
    """How a blueprint is written down; physics must not depend on it.

    Attributes:
        order, joint_order, item_order: numbers in the order in which they are added.
        swapped: joints written with their ends exchanged.
        world: where the origin of the blueprint lies.
        started: joints that get start values, so that the spanning tree grows along them; all where it is None.
        without_twins: whether joints that repeat another are left out.
        in_units: whether numbers carry other units than SI.
    """

    order: tuple[int, ...] = ()
    joint_order: tuple[int, ...] = ()
    item_order: tuple[int, ...] = ()
    swapped: frozenset[int] = frozenset()
    world: Pose = HERE
    prefix: str = ""
    started: frozenset[int] | None = None
    without_twins: bool = False
    in_units: bool = False

    def body(self, i: int) -> str:
        """Name of a body."""
        return "ground" if i == GROUND else f"{self.prefix}b{i}"

    def joint(self, i: int) -> str:
        """Name of a joint."""
        return f"{self.prefix}j{i}"

    def item(self, i: int) -> str:
        """Name of another element."""
        return f"{self.prefix}e{i}"

    def written(self, value: Any, unit: str) -> Any:
        """A number, or several, with a unit where that is asked for."""
        if not self.in_units or unit not in LITERALS or isinstance(value, str):
            return value
        if isinstance(value, tuple):
            return tuple(self.written(v, unit) for v in value)
        name, factor = LITERALS[unit]
        return f"{float(value) * factor!r} {name}"


PLAIN = Look()


def coordinate_names(plan: Blueprint, look: Look = PLAIN) -> list[list[str]]:
    """Names of the coordinates of every joint."""
    return [
        [f"{look.joint(i)}.{c.name}" for c in j.form(plan.planar).coordinates]
        for i, j in enumerate(plan.joints)
    ]


def build(plan: Blueprint, look: Look = PLAIN, start: dict[str, float] | None = None) -> Mechanism:
    """A blueprint as a mechanism. Without `start`, the coordinates it was drawn with and its rates as guesses."""
    m = Mechanism(f"random {plan.seed}", plane="xy" if plan.planar else None)
    m.folder = folder()
    bodies = {i: Body(look.body(i), **plan.solids[i]) for i in (look.order or range(len(plan.poses)))}
    holders: dict[int, Any] = {GROUND: m.ground, **bodies}

    def frame(body: int, name: str, X: Pose) -> str:
        here = look.world @ X if body == GROUND else plan.poses[body].inverse() @ X
        at, turn = placed(here, plan.planar)
        return str(holders[body].frame(name, look.written(at, "m"), look.written(turn, "rad")).path)

    for body in bodies.values():
        m.add(body)
    for i in look.joint_order or range(len(plan.joints)):
        j = plan.joints[i]
        if j.twin and look.without_twins:
            continue
        ends = [frame(j.base, f"f{i}", j.F), frame(j.follower, f"m{i}", j.F @ j.motion(plan.planar))]
        values = written(look, j.kind, j.values)
        m.add(j.kind(look.joint(i), *(reversed(ends) if i in look.swapped else ends), **values))
    names = coordinate_names(plan, look)
    for i in look.item_order or range(len(plan.items)):
        item = plan.items[i]
        where = [frame(end.body, f"e{i}{'ab'[k]}", end.X) for k, end in enumerate(item.ends)]
        where += [names[joint][k] for joint, k in item.on]
        m.add(item.kind(look.item(i), *where, **written(look, item.kind, item.values)))
    m.start(guess=start if start is not None else drawn_start(plan, look, m))
    return m


def written(look: Look, kind: type[Element], values: dict[str, Any]) -> dict[str, Any]:
    """Parameters in the other world and in other units."""
    found = {}
    fixed = issubclass(kind, Force) and kind.port in (Bulk, Point)  # vectors in ground components
    for key, value in values.items():
        if key in kind.choices:
            found[key] = value
            continue
        p = kind.params[key]
        if fixed and p.shape is Shape.VECTOR and look.world is not HERE:
            value = turned_text(look.world, value)
        plain = p.shape in (Shape.NUMBER, Shape.VECTOR, Shape.AXIAL)
        found[key] = look.written(value, p.unit) if plain else value
    return found


def placed(X: Pose, planar: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Position and turn of a frame as a user writes them."""
    if planar:
        return (X.p.x, X.p.y), (math.atan2(X.x.y, X.x.x),)
    return tuple(X.p), to_bryant(X.R)


def turned_text(world: Pose, vector: tuple[Any, ...]) -> tuple[str, ...]:
    """A vector of numbers or expressions, turned with the world."""
    axes = (world.x, world.y, world.z)[: len(vector)]
    rows = [[tuple(axis)[k] for axis in axes] for k in range(len(vector))]
    return tuple(" + ".join(f"{a!r}*({v})" for a, v in zip(row, vector, strict=True)) for row in rows)


def drawn_start(plan: Blueprint, look: Look, m: Mechanism) -> dict[str, float]:
    """The drawn coordinates and rates."""
    start: dict[str, float] = {}
    there = {j.name for j in m.joints}
    for i, names in enumerate(coordinate_names(plan, look)):
        if look.joint(i) in there:
            for k, name in enumerate(names):
                start |= {name: plan.joints[i].coordinates[k], f"{name}_dot": plan.rates[i, k]}
    for body in m.snapshot().floating:
        i = int(body.name.removeprefix(f"{look.prefix}b"))
        x, y, z, a, b, c = plan.twists[i]
        start |= free_start(body.name, plan.poses[i], Vec3(x, y, z), Vec3(a, b, c), plan.planar)
    return start


def seen_in(plan: Blueprint, look: Look, found: Any) -> dict[str, float]:
    """The state of an instant of the plain look, as start values for another look."""
    start: dict[str, float] = {}
    m = build(plan, look, {})
    there = {j.name for j in m.joints}
    both = zip(coordinate_names(plan), coordinate_names(plan, look), strict=True)
    for i, (old, new) in enumerate(both):
        if look.joint(i) not in there or (look.started is not None and i not in look.started):
            continue
        q = [found.number(n) for n in old]
        rates = [found.number(f"{n}_dot") for n in old]
        if i in look.swapped:
            q, rates = _reversed(plan, i, q, rates)
        for name, value, rate in zip(new, q, rates, strict=True):
            start |= {name: value, f"{name}_dot": rate}
    for body in m.snapshot().floating:
        i = int(body.name.removeprefix(f"{look.prefix}b"))
        X, v, w = motion_of(found, f"b{i}", plan.planar)
        R = look.world.R
        start |= free_start(body.name, look.world @ X, R * v, R * w, plan.planar)
    return start


def motion_of(found: Any, name: str, planar: bool) -> tuple[Pose, Vec3, Vec3]:
    """Pose, velocity and angular velocity of a body at an instant."""
    p, v = (Vec3(*found.vector(name, s), *([0.0] if planar else [])) for s in ("", "_dot"))
    if planar:
        return Pose(rot_z(found.number(f"{name}.psi")), p), v, Vec3(0.0, 0.0, found.number(f"{name}.psi_dot"))
    return Pose(from_quaternion(*found[f"{name}.quaternion"]), p), v, Vec3(*found[f"{name}.w"])


def free_start(name: str, X: Pose, v: Vec3, w: Vec3, planar: bool) -> dict[str, float]:
    """Start values of a floating body."""
    if planar:
        q: dict[str, float] = {"x": X.p.x, "y": X.p.y, "psi": math.atan2(X.x.y, X.x.x)}
        rates = [v.x, v.y, w.z]
    else:
        angles = to_bryant(X.R)
        q = dict(zip(("x", "y", "z", "a1", "a2", "a3"), (*X.p, *angles), strict=True))
        rates = [*v, *angle_rates(BRYANT, angles, w)]
    found = {f"{name}.{c}": float(a) for c, a in q.items()}
    return found | {f"{name}.{c}_dot": float(r) for c, r in zip(q, rates, strict=True)}


def angle_rates(sequence: str, angles: tuple[float, ...], w: Vec3) -> np.ndarray:
    """Rates of the angles of a sequence for an angular velocity in base components."""
    axes = [axis for _, axis in from_angles(sequence, angles).turns]
    return np.linalg.solve(np.array([[*a] for a in axes]).T, np.array([*w]))


def swappable(plan: Blueprint, i: int) -> bool:
    """Whether a joint read from follower to base is a joint of the same kind, and nothing stands on it."""
    j = plan.joints[i]
    if not j.kind.rows or i in plan.carriers:
        return False
    X, form = j.motion(plan.planar).inverse(), j.form(plan.planar)
    if max((abs(r) for r in form.closure(X)), default=0.0) > 1e-12:
        return False
    if form.inner:
        return len(form.coordinates) == 3
    pairs = zip(form.fit(X), j.coordinates, strict=True)
    return all(abs(math.remainder(a + b, 2 * math.pi)) < 1e-12 for a, b in pairs)


def _reversed(plan: Blueprint, i: int, q: list[float], rates: list[float]) -> tuple[list[float], list[float]]:
    if not plan.joints[i].kind.inner:
        return [-a for a in q], [-a for a in rates]
    sequence = plan.joints[i].form(plan.planar).turn_sequence
    R = from_angles(sequence, q)
    w = Vec3(0.0, 0.0, 0.0)
    for (_, axis), rate in zip(R.turns, rates, strict=True):
        w = w + axis * rate
    angles = to_angles(sequence, R.inverse())
    return [*angles], [*angle_rates(sequence, angles, -R.back(w))]
