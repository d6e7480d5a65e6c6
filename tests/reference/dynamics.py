"""Newton and Euler for every body, virtual power for every element.

    M a = f + G^T lam      G a = beta

a: accelerations of mass centres, angular accelerations; ground components. Rows of G are slopes of what joints,
constraints and drivers state along these speeds; beta is minus their second derivative where no body accelerates. Rows of
velocities are stated of twists, and a twist is a difference of poses: G is what they are for unit speeds, beta minus their
derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from sarrus.elements.base import Element
from sarrus.elements.forces.base import Bulk, Force, Line, Loaded, Own, Pair, Point, Relative, Turn
from sarrus.elements.joints.base import Joint
from sarrus.model import Snapshot
from sarrus.scalar.expression import Expression
from sarrus.spatial import Pose, Rotation, Twist, Vec3, Wrench, from_quaternion

from .numbers import STEP, WRITTEN, Number, bend, mp, number, slope

DEPENDENT = 1e-9  # singular values of rows of unit length below which they say nothing new
NONE, *AXES = (Vec3(*map(number, e)) for e in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
Bodies = Mapping[str, tuple[Pose, Vec3, Vec3]]
Poses = Mapping[str, Pose]
Quantity = Callable[[Number, Poses], Iterable[Any]]  # of time, and of where ground and bodies are


class Dynamics:
    """A mechanism in a state that obeys its constraints.

    Args:
        bodies: pose of each one's frame, velocity of its origin, angular velocity; ground components, `number`s.
        counted: joint coordinates by path; not exact, they tell on which turn an angle stands.
    """

    def __init__(self, model: Snapshot, t: float, bodies: Bodies, counted: Mapping[str, float]) -> None:
        self.model, self.t, self.counted = model, number(t), counted
        self.axes = (0, 1, 5) if model.planar else range(6)
        self.moving = {"ground": (Pose(), NONE, NONE), **bodies}
        self.poses = {name: X for name, (X, _, _) in self.moving.items()}
        known = partial(self._resolved, self.t), model.planar
        self.frames = {name: holder.poses(*known) for name, holder in model.holders.items()}
        self.inertial = {b.name: b.mass_properties(*known) for b in model.bodies}
        self.arm = {n: self.poses[n].R * c for n, (_, c, _) in self.inertial.items()} | {"ground": NONE}
        self.columns = {name: slice(6 * i, 6 * i + 6) for i, name in enumerate(self.moving)}
        self.closings = (*(model.joint(j.name) for j in model.joints), *model.closings)
        self.forbids = {e.name: (e, partial(self._closure, e)) for e in self.closings}
        self.loads: dict[str, tuple[Wrench, Vec3]] = {}  # of joints, by the forces that depend on them
        self.forbids |= {e.name: (e, partial(self._residual, e)) for e in model.relations}

    def _resolved(self, t: Number, path: str, value: Any, unit: str, read: Any = None) -> Number:
        if isinstance(value, Expression) and value.names() & {"t", *(read or ())}:
            known = {name: number(x) for name, x in self.model.numbers.items()}
            return value.evaluate({**known, "t": t, **(read or {})}, WRITTEN, number)
        return number(self.model.number(path, value, unit))

    def _bound(self, element: Element, t: Number, read: Any = None) -> Any:
        """An element with numbers, at a time and with the values of the signals that it reads."""
        resolve = partial(self._resolved, t, read=read)
        return element.bind(self.model.resolver(element, resolve), self.model.planar)

    def _moved(self, name: str, v: Vec3, w: Vec3, h: Number) -> Pose:
        """A body after a short even motion of its mass centre; (1, w h/2) turns by w h and terms of third order."""
        R, arm = from_quaternion(number(1), *(w * (0.5 * h))), self.arm[name]
        return Pose(R @ self.poses[name].R, self.poses[name].p + arm + v * h - R * arm)

    def _slopes(self, quantity: Quantity, names: Iterable[str]) -> np.ndarray:
        """Derivatives along the six speeds of ground and each body; those of bodies not named, or out of plane, are zero."""
        found = np.zeros((len([*quantity(self.t, self.poses)]), 6 * len(self.columns)))
        for name in names:
            for k in self.axes:
                moved = partial(self._moved, name, *((AXES[k], NONE) if k < 3 else (NONE, AXES[k - 3])))
                stepped = partial(lambda h, n, m: quantity(self.t, {**self.poses, n: m(h)}), n=name, m=moved)
                found[:, self.columns[name].start + k] = slope(stepped)
        return found

    def _later(self, quantity: Quantity, h: Number) -> Iterable[Any]:
        """A quantity after a short time in which no body accelerates."""
        speeds = {n: (v + w.cross(self.arm[n]), w) for n, (_, v, w) in self.moving.items()}
        return quantity(self.t + h, {n: self._moved(n, *speed, h) for n, speed in speeds.items()})

    def _frames(self, element: Any, poses: Poses) -> list[Pose]:
        return [poses[holder(p)] @ self.frames[holder(p)][p.frame] for p in self.model.ends_of(element)]

    def _ends(self, element: Any) -> set[str]:
        """Bodies (or ground) whose motion an element sees."""
        carriers = self.model.coordinates_of(element) if element.on_coordinates else [(element,)]
        return {holder(place) for joint, *_ in carriers for place in self.model.ends_of(joint)}

    def _relative(self, element: Any, poses: Poses) -> Pose:
        return (X := self._frames(element, poses))[0].inverse() @ X[1]

    def _closure(self, closing: Any, t: Number, poses: Poses) -> Any:
        return self._bound(closing, t).closure(self._relative(closing, poses))

    def _residual(self, relation: Any, t: Number, poses: Poses) -> Any:
        ends = self.model.coordinates_of(relation)
        values = [self._coordinate(joint, k, t, poses)[0] for joint, k, _ in ends]
        read = dict(zip(self.model.reads(relation), values, strict=False))
        return [self._bound(relation, t, read).residual(t, *self.model.arguments(relation, values))]

    def _coordinate(self, joint: Joint, k: int, t: Number, poses: Poses) -> Sequence[Number]:
        """A joint coordinate, on the turn on which it was counted."""
        found = number(self._bound(joint, t).fit(self._relative(joint, poses))[k])
        near = self.counted[f"{joint.name}.{joint.coordinates[k].name}"]
        turns = round((near - float(found)) / (2 * np.pi)) if joint.coordinates[k].period else 0
        return [found + 2 * mp.pi * turns]

    def _ports(self, force: Force) -> Iterator[tuple[Quantity, Any, set[str]]]:
        """What a force acts on: a quantity that changes at the rate of the port, the port for both, and bodies."""
        if force.port is Bulk:
            for n, (mass, c, _) in self.inertial.items():
                center = partial(lambda t, poses, n, c: (poses[n] @ Pose(p=c)).p, n=n, c=c)
                yield center, partial(lambda x, v, mass: Bulk(mass, Vec3(*x), Vec3(*v)), mass=mass), {n}
            return
        if force.port in (Turn, Loaded):
            joint, k, c = self.model.coordinates_of(force)[0]
            load = self.loads.get(force.name, (Wrench(NONE, NONE), NONE))
            turns = c.unit != "m"
            make = (
                (lambda x, v: Loaded(*x, *v, *load, turns))
                if force.port is Loaded
                else lambda x, v: Turn(*x, *v)
            )
            yield partial(self._coordinate, joint, k), make, self._ends(force)
            return
        frames, relative = partial(self._frames, force), partial(self._relative, force)
        now = frames(self.poses)[0].R
        back = now if len(force.at) < 2 else relative(self.poses).R.inverse()
        quantity, make = {
            Line: (lambda t, at: [relative(at).p.norm()], lambda x, v: Line(*x, *v)),
            Pair: (lambda t, at: turn(relative(at).R @ back), lambda x, v: Pair(Vec3(*v))),
            Point: (lambda t, at: frames(at)[0].p, lambda x, v: Point(Vec3(*v))),
            Relative: (
                lambda t, at: [*relative(at).p, *turn(relative(at).R @ back)],
                lambda x, v: Relative(
                    Pose(
                        from_quaternion(number(1), *(0.5 * a for a in x[3:])) @ back.inverse(), Vec3(*x[:3])
                    ),
                    Twist(Vec3(*v[:3]), Vec3(*v[3:])),
                ),
            ),
            Own: (lambda t, at: now.back(frames(at)[0].p), lambda x, v: Own(Vec3(*v))),
        }[force.port]
        yield quantity, make, self._ends(force)

    def _efforts(self, force: Force, quantity: Quantity, make: Any) -> np.ndarray:
        """- d energy / d quantity - d dissipation / d rate + d power / d virtual rate, of one port."""
        bound, none = self._bound(force, self.t), number(0)
        x, v = [*quantity(self.t, self.poses)], [number(a) for a in slope(partial(self._later, quantity))]

        def stated(h: Number, i: int) -> list[Any]:
            off = [h if i == k else none for k in range(len(v))]
            moved, faster = ([a + b for a, b in zip(part, off, strict=True)] for part in (x, v))
            energy = bound.energy(make(moved, v)) if force.energy else none
            dissipation = bound.dissipation(make(x, faster)) if force.dissipation else none
            power = bound.power(make(x, v), make(x, off)) if force.power else none
            return [power - energy - dissipation]

        return np.concatenate([slope(partial(stated, i=i)) for i in range(len(v))])

    @cached_property
    def equations(self) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray], np.ndarray]:
        """M, f, G by elements, beta: m a = F, J alpha + w x J w = T with the loads of all forces, and all rows."""
        size = 6 * len(self.columns)
        M, f = np.zeros((size, size)), np.zeros(size)
        for name, (mass, _, J) in self.inertial.items():
            R, w, at = self.poses[name].R, self.moving[name][2], self.columns[name].start
            M[at : at + 3, at : at + 3] = float(mass) * np.eye(3)
            M[at + 3 : at + 6, at + 3 : at + 6] = [floats(R * (J * R.back(e))) for e in AXES]
            f[at + 3 : at + 6] = -floats(w.cross(R * (J * R.back(w))))
        for force in self.model.forces:
            if force.reads_load:
                continue
            for quantity, make, names in self._ports(force):
                f += self._efforts(force, quantity, make) @ self._slopes(quantity, names)
        G = {
            name: np.vstack([self._slopes(q, self._ends(e)), self._slip_slopes(e)])
            for name, (e, q) in self.forbids.items()
        }
        beta = [
            -a for e, q in self.forbids.values() for a in (bend(partial(self._later, q)), self._slipping(e))
        ]
        return M, f, G, np.concatenate([*beta, []])

    def _slip(self, closing: Any, at: Callable[[Number], Poses], h: Number) -> list[Any]:
        """Rows of velocities of an element at a time on some motion."""
        now, (before, after) = (
            self._relative(closing, at(h)),
            (self._relative(closing, at(h + step)) for step in (-STEP, STEP)),
        )
        v = (after.p - before.p) * (0.5 / STEP)
        w = Vec3(*turn(after.R @ before.R.inverse())) * (0.5 / STEP)
        return [number(a) for a in self._bound(closing, self.t).slip(now, Twist(v, w))]

    def _slip_slopes(self, element: Any) -> np.ndarray:
        """What rows of velocities are where one speed of ground or of a body is 1."""
        count = len(getattr(element, "slips", ()))
        found = np.zeros((count, 6 * len(self.columns)))
        for name in self._ends(element) if count else ():
            for k in self.axes:
                speed = (AXES[k], NONE) if k < 3 else (NONE, AXES[k - 3])
                at = partial(lambda h, n, s: {**self.poses, n: self._moved(n, *s, h)}, n=name, s=speed)
                found[:, self.columns[name].start + k] = [
                    float(a) for a in self._slip(element, at, number(0))
                ]
        return found

    def _slipping(self, element: Any) -> np.ndarray:
        """Derivatives of rows of velocities where no body accelerates."""
        if not getattr(element, "slips", ()):
            return np.zeros(0)
        at = partial(self._later, lambda t, poses: poses)
        return slope(partial(self._slip, element, at))

    @cached_property
    def solution(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """a; the smallest lam; multipliers that load no body, as columns.

        Forces that depend on loads are found by turns with the loads, from none: a fixed point, if there is one.
        """
        found = self._solved(self.equations[1])
        reading = [force for force in self.model.forces if force.reads_load]
        before = None
        while reading and (
            before is None or np.abs(found[0] - before).max() > 1e-14 * np.abs(found[0]).max()
        ):
            before, acting = found[0], np.zeros_like(self.equations[1])
            loads = self._loads(found[1])
            for force in reading:
                joint, _, c = self.model.coordinates_of(force)[0]
                F, _ = self._frames(joint, self.poses)
                axis = AXES[2] if c.unit == "rad" else AXES[0]
                pull, torque = (F.R.back(Vec3(*map(number, part))) for part in np.split(loads[joint.name], 2))
                self.loads[force.name] = Wrench(pull, torque), axis
                for quantity, make, names in self._ports(force):
                    acting += self._efforts(force, quantity, make) @ self._slopes(quantity, names)
            found = self._solved(self.equations[1] + acting)
        return found

    def _solved(self, f: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        M, _, rows, beta = self.equations
        able = [self.columns[body.name].start + k for body in self.model.bodies for k in self.axes]
        M, f, G = M[np.ix_(able, able)], f[able], np.vstack([*rows.values(), np.zeros((0, len(f)))])[:, able]
        scale = 1.0 / np.maximum(np.linalg.norm(G, axis=1), 1e-30)
        U, s, Vt = np.linalg.svd(scale[:, None] * G)
        r = int((s > DEPENDENT).sum())
        a, Z = Vt[:r].T @ ((U[:, :r].T @ (scale * beta)) / s[:r]), Vt[r:].T
        a = a + Z @ np.linalg.solve(Z.T @ M @ Z, Z.T @ (f - M @ a))
        assert np.abs(scale * (G @ a - beta)).max(initial=0.0) <= 1e-9 * (1.0 + np.abs(a).max())
        lam = scale * (U[:, :r] @ ((Vt[:r] @ (M @ a - f)) / s[:r]))
        return np.bincount(able, a, 6 * len(self.columns)), lam, scale[:, None] * U[:, r:]

    def accelerations(self) -> dict[str, np.ndarray]:
        """Of the origin of every body's frame, and angular."""
        found = {}
        for name in self.inertial:
            a, alpha = np.split(self.solution[0][self.columns[name]], 2)
            w, arm = floats(self.moving[name][2]), floats(self.arm[name])
            found[name] = np.array([*(a - np.cross(alpha, arm) - np.cross(w, np.cross(w, arm))), *alpha])
        return found

    def reactions(self) -> dict[str, np.ndarray]:
        """Force and torque of joints and constraints on followers, at the origin of M, where they are unique."""
        # not of those that guide bodies in mesh: their loads depend on where these touch
        guides = {j.name for mesh in self.model.meshes for j, _, _ in self.model.coordinates_of(mesh)}
        _, lam, stress = self.solution
        is_shared = {name: np.abs(W).max(initial=0.0) for name, W in self._loads(stress).items()}
        found = self._loads(lam)
        return {n: load for n, load in found.items() if n not in guides and is_shared[n] < 1e-7}

    def _loads(self, lam: np.ndarray) -> dict[str, np.ndarray]:
        """Force and torque on followers, at the origin of M, that belong to some multipliers."""
        found, start = {}, 0
        for e in self.closings:
            rows, follower = self.equations[2][e.name], holder(self.model.ends_of(e)[1])
            place, start = slice(start, start + len(rows)), start + len(rows)
            arm = self._frames(e, self.poses)[1].p - self.poses[follower].p - self.arm[follower]
            W = rows[:, self.columns[follower]].T
            found[e.name] = np.vstack([W[:3], W[3:] - np.cross(floats(arm), W[:3], axis=0)]) @ lam[place]
        return found


def holder(place: Any) -> str:
    return place.body.name if place.body else "ground"


def turn(R: Rotation) -> list[Any]:
    """The turn of a rotation near identity."""
    return [0.5 * (R.y.z - R.z.y), 0.5 * (R.z.x - R.x.z), 0.5 * (R.x.y - R.y.x)]


def floats(v: Vec3) -> np.ndarray:
    return np.array([float(a) for a in v])
