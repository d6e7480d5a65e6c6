"""Seeded random mechanisms over the whole catalogue.

A blueprint is numbers only: poses and motions of nothing but bodies and joint frames in the world. Bodies are placed
first, at random. A joint is then given a frame F somewhere on its base and coordinates, and its frame M on the follower
is put where the joint's `motion` says; so every loop closes by construction, whatever the joints. In the "flat" family
the joint frames share one plane, turned somewhere in space: planar loops built of spatial joints, with redundant rows.
Bodies and frames can be renumbered, renamed, turned with the whole world, and joints walked the other way round.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from sarrus import Body, Mechanism
from sarrus.analysis.mobility import constraint_matrix, massless_motion, scaled
from sarrus.analysis.start import Start, find_start
from sarrus.elements import SHELVES
from sarrus.elements.base import Param, Shape
from sarrus.elements.forces.base import Bulk, Line, Own, Pair, Point
from sarrus.elements.joints.base import Joint
from sarrus.errors import ModelError
from sarrus.solvers.rank import rank_report
from sarrus.solvers.status import Status
from sarrus.spatial import Pose, Vec3, from_bryant, from_quaternion, rot_z, to_bryant

GROUND = -1
HERE = Pose()


def sized(shelf: str) -> tuple[Any, ...]:
    """Elements all of whose parameters have a fixed number of numbers: those that can be drawn."""
    return tuple(k for k in SHELVES[shelf] if all(p.shape.size(False) for p in k.params.values()))


def drawable_forces() -> tuple[type, ...]:
    """Forces between frames or in a field; those on a joint coordinate are left out, they have no frames to draw."""
    return tuple(k for k in sized("forces") if k.port in (Line, Pair, Point, Own, Bulk))


MOTION = next(k for k in SHELVES["drivers"] if k.keyword == "motion")


@dataclass(frozen=True)
class JointPlan:
    """A joint: its kind, ends (body numbers), frame F in the world, coordinates, parameters."""

    kind: type[Joint]
    base: int
    follower: int
    F: Pose
    coordinates: tuple[float, ...]
    values: dict[str, Any]

    def motion(self, planar: bool) -> Pose:
        """X_FM."""
        joint = self.kind("j", "a", "b", **self.values)
        joint = joint.in_plane() if planar else joint
        joint = joint.bind(lambda path, value, unit: float(value), planar)
        return joint.motion(*joint.place(self.coordinates))


@dataclass(frozen=True)
class ForcePlan:
    """A force: its kind, ends as (body, pose in the world), parameters."""

    kind: type
    ends: tuple[tuple[int, Pose], ...]
    values: dict[str, Any]


@dataclass(frozen=True)
class Blueprint:
    """Everything about a random mechanism, as numbers."""

    seed: int
    family: str
    poses: tuple[Pose, ...]
    solids: tuple[dict[str, Any], ...]
    joints: tuple[JointPlan, ...]
    forces: tuple[ForcePlan, ...]
    rates: dict[tuple[int, int], float]
    twists: tuple[tuple[float, ...], ...] = ()
    drivers: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)

    @property
    def planar(self) -> bool:
        """Whether its bodies are planar."""
        return self.family == "plane"

    @property
    def loops(self) -> int:
        """Joints more than bodies."""
        return len(self.joints) - len(self.poses)


@dataclass(frozen=True)
class Look:
    """How a blueprint is written down; physics must not depend on it."""

    order: tuple[int, ...] = ()
    joint_order: tuple[int, ...] = ()
    swapped: frozenset[int] = frozenset()
    world: Pose = HERE
    prefix: str = ""

    def body(self, i: int) -> str:
        """Name of a body."""
        return "ground" if i == GROUND else f"{self.prefix}b{i}"

    def joint(self, i: int) -> str:
        """Name of a joint."""
        return f"{self.prefix}j{i}"


class Maker:
    """Draws blueprints."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = np.random.default_rng(seed)
        self.family = ("plane", "space", "flat")[int(self.random.choice(3, p=(0.3, 0.4, 0.3)))]
        self.planar = self.family == "plane"
        self.world = self.pose() if self.family == "flat" else Pose()
        self.kinds = tuple(k for k in SHELVES["joints"] if not self.planar or self.fits_plane(k))

    def fits_plane(self, kind: type[Joint]) -> bool:
        """Whether planar bodies may have such a joint."""
        body = Body("b", mass=1, inertia=1)
        return self.accepts(body, kind("j", "ground", body, **self.values(kind)))

    def accepts(self, *items: Any) -> bool:
        """Whether a mechanism of these alone passes its checks."""
        m = Mechanism("trial", plane="xy" if self.planar else None)
        for item in items:
            m.add(item)
        try:
            m.snapshot()
        except ModelError:
            return False
        return True

    def uniform(self, low: float, high: float) -> float:
        """A number, written with few digits so that a failing case can be copied."""
        return round(float(self.random.uniform(low, high)), 3)

    def pose(self, reach: float = 1.0) -> Pose:
        """Anywhere."""
        x, y, z, a, b, c = (self.uniform(-reach, reach) for _ in range(6))
        if self.planar:
            return Pose(rot_z(3.0 * a), Vec3(x, y, 0.0))
        return Pose(from_bryant(3.0 * a, 1.4 * b, 3.0 * c), Vec3(x, y, z))

    def joint_frame(self) -> Pose:
        """Where a joint stands in the world; in the flat family with z along the common normal."""
        if self.family != "flat":
            return self.pose()
        x, y, z, a = (self.uniform(-1.0, 1.0) for _ in range(4))
        return self.world @ Pose(rot_z(3.0 * a), Vec3(x, y, z))

    def values(self, kind: type) -> dict[str, Any]:
        """Parameters within their ranges."""
        return {key: self.value(p) for key, p in kind.params.items()}  # type: ignore[attr-defined]

    def value(self, p: Param) -> Any:
        """A number or a list of them; expressions of time where they are allowed."""
        low = 0.2 if p.ge is not None or p.gt is not None else -2.0
        numbers: list[Any] = [self.uniform(low, 2.0) for _ in range(p.shape.size(self.planar))]
        if p.varies:
            numbers = [f"{n!r} + {self.uniform(-1, 1)!r} * t" for n in numbers]
        return tuple(numbers) if p.shape is not Shape.NUMBER and len(numbers) > 1 else numbers[0]

    def solid(self) -> dict[str, Any]:
        """A solid of the catalogue, or plain numbers, sometimes a point mass."""
        kinds = sized("solids")
        k = int(self.random.integers(len(kinds) + 2))
        while k < len(kinds):
            body = Body("b", kinds[k](**self.values(kinds[k])))
            if self.accepts(body):  # the numbers of a tube must fit each other
                return {"solid": body.solid}
        mass = self.uniform(0.3, 3.0)
        center = tuple(self.uniform(-0.4, 0.4) for _ in range(2 if self.planar else 3))
        if self.planar:
            return {"mass": mass, "center": center, "inertia": self.uniform(0.05, 0.5)}
        a, b = self.uniform(0.1, 0.5), self.uniform(0.1, 0.5)
        return {
            "mass": mass,
            "center": center,
            "inertia": (a, b, round(0.6 * (a + b) + 0.05, 3)),
            "products": tuple(self.uniform(-0.01, 0.01) for _ in range(3)),
        }

    def joint(self, base: int, follower: int, kinds: tuple[type[Joint], ...]) -> JointPlan:
        """A joint between two bodies."""
        kind = kinds[int(self.random.integers(len(kinds)))]
        form = kind("j", "a", "b", **self.values(kind))
        form = form.in_plane() if self.planar else form
        q = tuple(self.uniform(-1.3, 1.3) for _ in form.coordinates)
        return JointPlan(kind, base, follower, self.joint_frame(), q, self.values(kind))

    def blueprint(self) -> Blueprint:
        """Draw one."""
        n = int(self.random.choice(8, p=(0.1, 0.15, 0.35, 0.23, 0.1, 0.03, 0.02, 0.02))) + 1
        loops = 0 if n == 1 else int(self.random.choice(4, p=(0.2, 0.4, 0.3, 0.1)))
        if (
            self.random.random() < 0.85
        ):  # more loops than this lock a planar mechanism; a few such ones are welcome
            loops = min(loops, (n - 1) // 2)
        joints = []
        moving = tuple(k for k in self.kinds if k.coordinates)
        flat_loop = tuple(k for k in moving if len(k.coordinates) < 6)
        for i in range(n):
            base = int(self.random.integers(-1, i))
            if self.random.random() < 0.1 and i:  # left floating, alone or with what follows it
                continue
            base, other = (base, i) if self.random.random() < 0.7 else (i, base)
            joints.append(self.joint(base, other, self.kinds if self.random.random() < 0.3 else flat_loop))
        for _ in range(loops):
            one, two = (int(a) for a in self.random.choice(n + 1, 2, replace=False) - 1)
            loose = tuple(k for k in flat_loop if len(k.coordinates) > 1)
            joints.append(self.joint(one, two, loose if loose and self.random.random() < 0.5 else flat_loop))
        forces = []
        for kind in drawable_forces():
            if self.random.random() < 0.7:
                ends = [self.end(n) for _ in kind.ends]  # type: ignore[attr-defined]
                if len(ends) == 2 and ends[0][0] == ends[1][0]:
                    ends[1] = ((ends[0][0] + 2) % (n + 1) - 1, ends[1][1])
                forces.append(ForcePlan(kind, tuple(ends), self.values(kind)))
        plan = Blueprint(
            self.seed,
            self.family,
            tuple(self.pose() for _ in range(n)),
            tuple(self.solid() for _ in range(n)),
            tuple(joints),
            tuple(forces),
            {},
        )
        rates = {(i, k): self.uniform(-2, 2) for i, j in enumerate(joints) for k in range(len(j.coordinates))}
        twists = tuple(tuple(self.uniform(-1, 1) for _ in range(6)) for _ in range(n))
        return replace(plan, rates=rates, twists=twists)

    def end(self, n: int) -> tuple[int, Pose]:
        """A frame on ground or a body, given in the world."""
        return int(self.random.integers(-1, n)), self.pose()


@lru_cache(maxsize=4)
def prepared(seed: int) -> tuple[Blueprint, Start]:
    """The blueprint of a seed with its start.

    Where a motion without inertia is free (a thin rod between balls), every body is given inertia. Sometimes a
    coordinate that is still free gets a driver.
    """
    maker = Maker(seed)
    plan = maker.blueprint()
    found = closed(build(plan))
    changed = False
    if massless_motion(found.equations, 0.0, found.x):
        plain: list[dict[str, Any]] = []
        while len(plain) < len(plan.solids):
            solid = maker.solid()
            plain += [solid] if "solid" not in solid else []
        plan, changed = replace(plan, solids=tuple(plain)), True
    if maker.random.random() < 0.4:
        free = _drivable(plan, found)
        if free:
            place = free[int(maker.random.integers(len(free)))]
            plan = replace(plan, drivers={place: (maker.uniform(-2, 2), maker.uniform(-2, 2))})
            changed = True
    if changed:
        found = closed(build(plan))
    return plan, found


def closed(m: Mechanism) -> Start:
    """The start, which must be found without moving a coordinate: the loops are closed already."""
    found = find_start(m.snapshot())
    assert found.status is Status.OK, found.message
    moved = {n: b - a for n, (a, b) in found.moved.items() if not n.endswith("_dot")}
    assert all(abs(math.remainder(d, 2 * math.pi)) < 1e-9 for d in moved.values()), moved
    return found


def _drivable(plan: Blueprint, found: Start) -> list[tuple[int, int]]:
    """Coordinates that a free motion changes well."""
    e = found.equations
    motions = (
        rank_report(scaled(e, constraint_matrix(e, 0.0, found.x))).motions
        if e.rows
        else np.eye(len(e.speeds))
    )
    slopes = np.zeros((len(e.measured), len(e.speeds)))
    for (i, j), value in zip(
        e.measure_pattern, e.kernels["measure"]([0.0], list(found.x), e.constants)[2], strict=True
    ):
        slopes[i, j] = value
    moved = dict(zip(e.measured, np.linalg.norm(slopes @ motions, axis=1), strict=True))
    names = _coordinate_names(plan, Look())
    return [
        (i, k)
        for i, row in enumerate(names)
        for k, name in enumerate(row)
        if moved[name] > 0.1 and not plan.joints[i].kind.inner
    ]


def placed(X: Pose, planar: bool) -> dict[str, tuple[float, ...]]:
    """A pose as the numbers a user writes for a frame."""
    if planar:
        return {"at": (X.p.x, X.p.y), "turn": (math.atan2(X.x.y, X.x.x),)}
    return {"at": tuple(X.p), "turn": to_bryant(X.R)}


def bryant_rates(angles: tuple[float, ...], w: Vec3) -> np.ndarray:
    """Rates of Bryant angles for an angular velocity in base components."""
    axes = [axis for _, axis in from_bryant(*angles).turns]
    return np.linalg.solve(np.array([[*a] for a in axes]).T, np.array([*w]))


def free_start(name: str, X: Pose, v: Vec3, w: Vec3, planar: bool) -> dict[str, float]:
    """Start values of a floating body."""
    if planar:
        q: dict[str, float] = {"x": X.p.x, "y": X.p.y, "psi": math.atan2(X.x.y, X.x.x)}
        rates = [v.x, v.y, w.z]
    else:
        angles = to_bryant(X.R)
        q = dict(zip(("x", "y", "z", "a1", "a2", "a3"), (*X.p, *angles), strict=True))
        rates = [*v, *bryant_rates(angles, w)]
    found = {f"{name}.{c}": float(a) for c, a in q.items()}
    return found | {f"{name}.{c}_dot": float(r) for c, r in zip(q, rates, strict=True)}


def build(plan: Blueprint, look: Look | None = None, start: dict[str, float] | None = None) -> Mechanism:
    """A blueprint as a mechanism. Without `start`, the coordinates it was drawn with and its rates as guesses."""
    look = look or Look()
    m = Mechanism(f"random {plan.seed}", plane="xy" if plan.planar else None)
    bodies = {i: Body(look.body(i), **plan.solids[i]) for i in (look.order or range(len(plan.poses)))}
    holders: dict[int, Any] = {GROUND: m.ground, **bodies}

    def frame(body: int, name: str, X: Pose) -> str:
        here = look.world @ X if body == GROUND else plan.poses[body].inverse() @ X
        return str(holders[body].frame(name, **placed(here, plan.planar)).path)

    for body in bodies.values():
        m.add(body)
    for i in look.joint_order or range(len(plan.joints)):
        j = plan.joints[i]
        ends = [
            frame(j.base, f"f{i}", j.F),
            frame(j.follower, f"m{i}", j.F @ j.motion(plan.planar)),
        ]
        m.add(j.kind(look.joint(i), *(reversed(ends) if i in look.swapped else ends), **j.values))
    for i, f in enumerate(plan.forces):
        values = dict(f.values)
        if f.kind.port in (Bulk, Point):  # type: ignore[attr-defined]
            for key, p in f.kind.params.items():  # type: ignore[attr-defined]
                if p.shape is Shape.VECTOR:
                    values[key] = turned(look.world, values[key])
        m.add(f.kind(f"{look.prefix}p{i}", *(frame(b, f"e{i}", X) for b, X in f.ends), **values))
    names = _coordinate_names(plan, look)
    for (i, k), (rate, bend) in plan.drivers.items():
        q = plan.joints[i].coordinates[k]
        m.add(
            MOTION(f"{look.prefix}d{i}", names[i][k], **{"function": f"{q!r} + {rate!r}*t + {bend!r}*t**2"})
        )
    m.start(guess=start if start is not None else _drawn_start(plan, look, m))
    return m


def turned(world: Pose, vector: tuple[Any, ...]) -> tuple[str, ...]:
    """A vector of numbers or expressions, turned with the world."""
    axes = (world.x, world.y, world.z)[: len(vector)]
    rows = [[tuple(axis)[k] for axis in axes] for k in range(len(vector))]
    return tuple(" + ".join(f"{a!r}*({v})" for a, v in zip(row, vector, strict=True)) for row in rows)


def _coordinate_names(plan: Blueprint, look: Look) -> list[list[str]]:
    found = []
    for i, j in enumerate(plan.joints):
        form = j.kind("j", "a", "b", **j.values)
        form = form.in_plane() if plan.planar else form
        found.append([f"{look.joint(i)}.{c.name}" for c in form.coordinates])
    return found


def _drawn_start(plan: Blueprint, look: Look, m: Mechanism) -> dict[str, float]:
    start: dict[str, float] = {}
    for i, names in enumerate(_coordinate_names(plan, look)):
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
    for i, (old, new) in enumerate(
        zip(_coordinate_names(plan, Look()), _coordinate_names(plan, look), strict=True)
    ):
        q = [found.number(n) for n in old]
        rates = [found.number(f"{n}_dot") for n in old]
        if i in look.swapped:
            q, rates = _reversed(plan, i, q, rates)
        for name, value, rate in zip(new, q, rates, strict=True):
            start |= {name: value, f"{name}_dot": rate}
    for body in build(plan, look, {}).snapshot().floating:
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


def swappable(plan: Blueprint, i: int) -> bool:
    """Whether a joint read from follower to base is a joint of the same kind."""
    j = plan.joints[i]
    if not j.kind.rows:
        return False
    X = j.motion(plan.planar).inverse()
    form = j.kind("j", "a", "b", **j.values).bind(lambda path, value, unit: float(value), plan.planar)
    if max((abs(r) for r in form.closure(X)), default=0.0) > 1e-12:
        return False
    if form.inner:
        return len(form.coordinates) == 3
    return max((abs(a + b) for a, b in zip(form.fit(X), j.coordinates, strict=True)), default=0.0) < 1e-12


def _reversed(plan: Blueprint, i: int, q: list[float], rates: list[float]) -> tuple[list[float], list[float]]:
    if not plan.joints[i].kind.inner:
        return [-a for a in q], [-a for a in rates]
    R = from_bryant(*q)
    w = Vec3(0.0, 0.0, 0.0)
    for (_, axis), rate in zip(R.turns, rates, strict=True):
        w = w + axis * rate
    angles = to_bryant(R.inverse())
    return [*angles], [*bryant_rates(angles, -R.back(w))]


def sampled(count: int, seeds: int = 100) -> tuple[int, ...]:
    """A few seeds of small mechanisms that differ as much as can be: each brings the most that is new, then others."""
    features, chosen, seen = {}, list[int](), set[Any]()
    for seed in range(seeds):
        plan = Maker(seed).blueprint()
        if len(plan.poses) <= 4:
            kinds = {e.kind for e in (*plan.joints, *plan.forces)}
            features[seed] = kinds | {plan.family, (plan.family, plan.loops > 0), min(plan.loops, 2)}
    while len(chosen) < count:
        best = max((s for s in features if s not in chosen), key=lambda s: (len(features[s] - seen), -s))
        chosen.append(best)
        seen |= features[best]
    return tuple(chosen)


@dataclass(frozen=True)
class Workshop:
    """What the tests of random mechanisms use."""

    prepared: Callable[[int], tuple[Blueprint, Start]] = prepared
    build: Callable[..., Mechanism] = build
    closed: Callable[[Mechanism], Start] = closed
    look: type[Look] = Look
    seen_in: Callable[..., dict[str, float]] = seen_in
    motion_of: Callable[..., tuple[Pose, Vec3, Vec3]] = motion_of
    swappable: Callable[[Blueprint, int], bool] = swappable
    sampled: Callable[..., tuple[int, ...]] = sampled
    maker: type[Maker] = Maker
    drawable_forces: Callable[[], tuple[type, ...]] = drawable_forces
    sized: Callable[[str], tuple[Any, ...]] = sized


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Seeds of the compiled sample."""
    if "sample_seed" in metafunc.fixturenames:
        count = 60 if os.environ.get("SARRUS_DEEP") else 8
        metafunc.parametrize("sample_seed", [pytest.param(s, id=f"seed{s}") for s in sampled(count)])


@pytest.fixture(scope="session")
def workshop() -> Workshop:
    """The generator and its tools."""
    return Workshop()
