"""Laws that every instant obeys, checked on published quantities by code of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from drawing import Blueprint, motion_of

from sarrus.elements.base import Element
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.forces.base import Bulk, Line, Loaded, Own, Pair, Point, Relative, Turn
from sarrus.elements.joints.base import Joint
from sarrus.spatial import Pose, Vec3
from sarrus.spatial.rotation import from_axis_angle

# Frames that hold equations are not shown when a test fails: an expression prints itself in full.
__tracebackhide__ = True

AXES = (Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
NONE = Vec3(0.0, 0.0, 0.0)
Load = tuple[str, Any, Any, Any]
"""Frame whose body it acts on, force, torque, point."""


class Balance:
    """Newton and Euler for every body of an instant, from published motion and published loads alone."""

    def __init__(self, plan: Blueprint, instant: Any) -> None:
        self.plan, self.instant = plan, instant
        self.model = instant.equations.model
        self.frames: dict[str, Pose] = {}
        ground = self.model.ground.poses(self.resolve, plan.planar)
        self.frames |= {f"ground.{n}" if n else "ground": P for n, P in ground.items()}
        self.center: dict[str, np.ndarray] = {}
        self.inertial: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        for body in self.model.bodies:
            self._add_body(body)

    def resolve(self, path: str, value: Any, unit: str) -> float:
        """Written values as numbers at the time of the instant."""
        return float(self.model.number(path, value, unit, self.instant.t))

    def bound(self, element: Element) -> Any:
        """An element of the model on plain numbers."""
        return element.bind(self.model.resolver(element, self.resolve), self.plan.planar)

    def _add_body(self, body: Any) -> None:
        planar, name = self.plan.planar, body.name
        X, _, w = motion_of(self.instant, name, planar)
        poses = body.poses(self.resolve, planar)
        self.frames |= {f"{name}.{n}" if n else name: X @ P for n, P in poses.items()}
        mass, center, J = body.mass_properties(self.resolve, planar)
        a = np.array([*self.instant.vector(f"{name}.center", "_ddot"), *([0.0] if planar else [])])
        alpha = (
            [0.0, 0.0, self.instant.number(f"{name}.psi_ddot")] if planar else self.instant[f"{name}.alpha"]
        )
        R = np.array([[*X.x], [*X.y], [*X.z]]).T
        Jw = R @ np.array([[*(J * e)] for e in AXES]) @ R.T
        self.center[name] = np.array([*(X @ Pose(p=center)).p])
        self.inertial[name] = float(mass) * a, Jw @ alpha + np.cross([*w], Jw @ [*w])

    def loads(self) -> Iterator[Load]:
        """Everything that acts on a body."""
        for closing in (*self.model.joints, *self.model.closings):
            F, T = self.instant[f"{closing.name}.reaction"], self.instant[f"{closing.name}.torque"]
            yield from opposite(closing.at[0], closing.at[1], F, T, self.frames[closing.at[1]].p)
        for force in self.model.forces:
            yield from self._applied(force)
        for relation in self.model.relations:
            yield from self._related(relation)

    def _applied(self, force: Any) -> Iterator[Load]:
        """Loads of a force by its port, found from what it states, not by the program's differentiation."""
        bound, port = self.bound(force), force.port
        if port is Line:
            P, Q = (np.array([*self.frames[path].p]) for path in force.at)
            pull = self.instant.number(f"{force.name}.magnitude") * (Q - P) / np.linalg.norm(Q - P)
            yield force.at[0], pull, np.zeros(3), P
            yield force.at[1], -pull, np.zeros(3), Q
        elif port is Pair:
            base = self.frames[force.at[0]]
            torque = base.R * Vec3(*(bound.power(Pair(NONE), Pair(e)) for e in AXES))
            yield from opposite(force.at[0], force.at[1], np.zeros(3), np.array([*torque]), base.p)
        elif port in (Point, Own):
            frame = self.frames[force.at[0]]
            push = Vec3(*(bound.power(port(NONE), port(e)) for e in AXES))
            yield force.at[0], [*(frame.R * push if port is Own else push)], np.zeros(3), frame.p
        elif port in (Turn, Loaded):
            joint, k, _ = self.model.coordinates_of(force)[0]
            yield from self._along(joint, k, self.instant.number(f"{force.name}.{port.shown}"))
        elif port is Relative:  # its load itself is held against the reference
            pull, torque = (np.array(self.instant[f"{force.name}.{what}"]) for what in ("force", "torque"))
            yield from opposite(force.at[0], force.at[1], pull, torque, self.frames[force.at[1]].p)
        else:
            assert port is Bulk, f"{force} acts through a port that this balance does not know"
            for body in self.model.bodies:
                mass = float(body.mass_properties(self.resolve, self.plan.planar)[0])
                yield (
                    body.name,
                    self._pull(bound, mass, self.center[body.name]),
                    np.zeros(3),
                    self.center[body.name],
                )

    def _pull(self, bound: Any, mass: float, p: np.ndarray) -> list[float]:
        """Slope of a field's energy; the central difference over 1 m is exact for fields up to uniform gradients."""
        at = [[bound.energy(Bulk(mass, Vec3(*p) + e * s, NONE)) for s in (0.5, -0.5)] for e in AXES]
        return [float(behind - ahead) for ahead, behind in at]

    def _related(self, relation: Any) -> Iterator[Load]:
        """The effort of a relation on each of its coordinates, in the ratio of the slopes of its residual.

        Bodies in mesh push each other where they touch.
        """
        if isinstance(relation, Mesh):
            F, point = (self.instant[f"{relation.name}.{what}"] for what in ("reaction", "contact"))
            yield from opposite(*in_mesh(self.model, relation), F, np.zeros(3), point)
            return
        bound, t = self.bound(relation), self.instant.t
        ends = self.model.coordinates_of(relation)
        numbers = [self.instant.number(path) for path in relation.at]
        slopes = []
        for i in range(len(numbers)):
            near = [[c + s * (i == k) for k, c in enumerate(numbers)] for s in (0.5, -0.5)]
            ahead, behind = (float(bound.residual(t, *c)) for c in near)
            slopes.append(ahead - behind)  # exact for residuals up to the second degree
        effort = self.instant.number(f"{relation.name}.effort")
        for (joint, k, _), slope in zip(ends, slopes, strict=True):
            yield from self._along(joint, k, effort * slope / slopes[0])

    def _along(self, joint: Joint, k: int, effort: float) -> Iterator[Load]:
        """An effort along a joint coordinate: the slopes of `fit` on the twist of M.

        Differences of sixth order with steps of 2e-3: error and rounding below 1e-12, also for the middle one of three
        angles 0.2 away from its end.
        """
        bound = self.bound(joint)
        F, M = (self.frames[path] for path in joint.at)
        X = F.inverse() @ M
        slopes = []
        for i in range(6):
            total = 0.0
            for n, weight in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60)):
                ahead, behind = (bound.fit(_stepped(X, i, s * n * 2e-3))[k] for s in (1.0, -1.0))
                total += weight * math.remainder(ahead - behind, 2 * math.pi) / 2e-3
            slopes.append(total)
        force, torque = (np.array([*(F.R * Vec3(*part))]) * effort for part in (slopes[:3], slopes[3:]))
        yield from opposite(joint.at[0], joint.at[1], force, torque, M.p)

    def check(self, rtol: float) -> None:
        """Sum of all loads on each body = rate of its momenta; for what floats, the sum over all bodies vanishes."""
        rest = {n: [-force, -torque] for n, (force, torque) in self.inertial.items()}
        size = max([1.0, *(float(np.abs(v).max()) for pair in rest.values() for v in pair)])
        for path, force, torque, point in self.loads():
            force, torque = np.array([*force], float), np.array([*torque], float)
            name = path.split(".")[0]
            size = max(size, float(np.abs(force).max()), float(np.abs(torque).max()))
            if name in rest:
                arm = np.array([*point]) - self.center[name]
                rest[name] = [rest[name][0] + force, rest[name][1] + torque + np.cross(arm, force)]
        for name, pair in rest.items():
            left = max(float(np.abs(v).max()) for v in pair)
            assert left <= rtol * size, f"{name}: {left:.3g} of {size:.3g} is left over"
        if self.plan.afloat:
            linear = sum(force for force, _ in self.inertial.values())
            angular = sum(T + np.cross(self.center[n], force) for n, (force, T) in self.inertial.items())
            left = max(float(np.abs(linear).max()), float(np.abs(angular).max()))
            assert left <= rtol * size, f"momentum changes by {left:.3g} of {size:.3g} with nothing outside"


def in_mesh(model: Any, mesh: Mesh) -> tuple[str, str]:
    """The two bodies that touch: what the joints join to their common body, or to two bodies that a joint joins."""
    joints = [model.coordinate(path, mesh)[0] for path in mesh.at]
    one, two = ([path.split(".")[0] for path in joint.at] for joint in joints)
    if joints[0] is joints[1]:
        return one[0], one[1]
    pairs = [(a, b) for a in one for b in two]
    joined = [{path.split(".")[0] for path in joint.at} for joint in model.joints]
    carriers = [p for p in pairs if p[0] == p[1]] or [p for p in pairs if set(p) in joined]
    (carrier,) = carriers
    return next(a for a in one if a != carrier[0]), next(b for b in two if b != carrier[1])


def opposite(base: str, follower: str, force: Any, torque: Any, point: Any) -> Iterator[Load]:
    """A load on the follower and its opposite on the base, at one point."""
    yield follower, force, torque, point
    yield base, -force, -torque, point


def _stepped(X: Pose, axis: int, step: float) -> Pose:
    if axis < 3:
        return Pose(X.R, X.p + AXES[axis] * step)
    return Pose(from_axis_angle(AXES[axis - 3], step) @ X.R, X.p)


def check_motion(instant: Any, rtol: float) -> None:
    """M vdot = f + G^T lam, G v = alpha and G vdot = beta, in the matrices as the kernels give them."""
    e = instant.equations
    nq, nv = len(e.coordinates), len(e.speeds)
    v = instant.x[nq : nq + nv]
    alpha = np.array(e.evaluate("closure", [instant.t], instant.x)[2])
    beta = np.array(e.evaluate("dynamics", [instant.t], instant.x)[3])
    # nearly parallel rows carry loads far larger than what is left of them
    carried = np.abs(instant.G.T) @ np.abs(instant.lam)
    sides = (
        (instant.M @ instant.vdot, instant.f + instant.G.T @ instant.lam, carried),
        (instant.G @ v, alpha, alpha),
        (instant.G @ instant.vdot, beta, beta),
    )
    for left, right, summands in sides:
        sizes = (instant.vdot, right, summands)
        size = max(1.0, *(float(np.abs(part).max(initial=0.0)) for part in sizes))
        assert float(np.abs(left - right).max(initial=0.0)) <= rtol * size * 10.0


def check_power(instant: Any, published: Callable[..., dict[str, np.ndarray]]) -> None:
    """d/dt of energy = supplied - lost, along the state's own derivative.

    Central differences with steps h and h/2, extrapolated: error h^4 of the fifth derivative, about 1e-12 at 1e-3, and
    rounding of the energies over h. Where a spring comes into touch within the step, a smaller one tells.
    """
    e = instant.equations
    still = np.zeros(len(e.speeds)), np.zeros(e.multipliers)

    def energy(step: float) -> float:
        v = published(e, instant.t + step, instant.x + step * instant.xdot, *still)
        return float(v["energy.kinetic"][0] + v["energy.potential"][0])

    first_work = len(e.coordinates) + len(e.speeds)
    flow = dict(zip(e.quadratures, instant.xdot[-len(e.quadratures) :], strict=True))
    expected = flow["energy.supplied"] - flow["energy.dissipated"]
    momenta = np.abs(instant.M @ instant.x[len(e.coordinates) : first_work])
    work = float(momenta.max(initial=0.0) * np.abs(instant.vdot).max(initial=0.0))
    size = 1.0 + abs(energy(0.0)) + abs(expected) + work
    off = []
    for h in (1e-3, 2e-4, 4e-5):
        first, second = ((energy(s) - energy(-s)) / (2 * s) for s in (h, h / 2))
        off.append(abs((4.0 * second - first) / 3.0 - expected))
        if off[-1] <= 1e-9 * size:
            return
    raise AssertionError(f"energy changes otherwise than by {expected:.6g} W, by {min(off):.3g}")
