"""Constraint rows: joints that are closed by rows, and drivers.

g = 0        G v = alpha        G vdot = beta        reactions G^T lam
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sarrus.elements.drivers.base import Driver
from sarrus.elements.joints.base import Joint
from sarrus.equations.scene import Scene
from sarrus.scalar import Node, Scalar, wrap
from sarrus.scalar.derivative import along, gradient
from sarrus.scalar.rewrite import substitute
from sarrus.spatial import Vec3, Wrench


@dataclass(frozen=True)
class Row:
    """One scalar equation.

    Attributes:
        name: "C.p_FM.x_F", or the driver's name.
        owner: name of the joint or driver.
        unit: "m", or "1" for products of unit vectors and angles.
        g: residual.
        entries: row of G, speed -> expression.
        alpha, beta: right-hand sides at velocity and acceleration level.
        base, follower: bodies it acts between.
        wrench: load on the follower for a unit multiplier, at `point`, ground components; None where the row acts on
            a tree coordinate itself.
    """

    name: str
    owner: str
    unit: str
    g: Node
    entries: dict[int, Node]
    alpha: Node
    beta: Node
    base: int
    follower: int
    wrench: Wrench | None
    point: Vec3


def closure_rows(scene: Scene, joints: Iterable[Joint]) -> list[Row]:
    """Rows of joints that are not on the tree. Rows that cannot act in the plane vanish as expressions."""
    found = []
    for joint in joints:
        base, follower = (scene.body_index(p) for p in scene.model.ends_of(joint))
        functions, F, M = scene.functions_of(joint, lambda bound, X_FM: bound.closure(X_FM))
        for name, f in zip(joint.rows, functions, strict=True):
            if f.value is scene.graph.zero:
                continue
            load = Wrench(F.X.R * f.wrench.force, F.X.R * f.wrench.torque)
            entries = scene.between(base, follower, load, M.X.p)
            unit = "m" if name.startswith("p") else "1"
            zero = scene.graph.zero
            found.append(
                Row(
                    f"{joint.name}.{name}",
                    joint.name,
                    unit,
                    f.value,
                    entries,
                    zero,
                    -f.bias,
                    base,
                    follower,
                    load,
                    M.X.p,
                )
            )
    return found


@dataclass(frozen=True)
class Measured:
    """A joint coordinate as an expression of the state, however the joint is treated.

    Attributes:
        value, rate, bias: the coordinate, its rate, and its second derivative without accelerations of the speeds.
        entries: how each speed changes it.
        wrench: load on the follower at the origin of M for a unit effort along the coordinate, ground components.
        point: origin of M.
        own: whether it is a coordinate of the state, counted over full turns.
    """

    value: Node
    rate: Node
    bias: Node
    entries: dict[int, Node]
    wrench: Wrench
    point: Vec3
    base: int
    follower: int
    own: bool


def measure(scene: Scene, joint: Joint) -> list[Measured]:
    """The published coordinates of a joint."""
    base, follower = (scene.body_index(p) for p in scene.model.ends_of(joint))
    functions, F, M = scene.functions_of(joint, lambda bound, X_FM: bound.fit(X_FM))
    branch = next((i for i, b in enumerate(scene.tree.branches) if b.joint.name == joint.name), None)
    found = []
    for k, f in enumerate(functions):
        load = Wrench(F.X.R * f.wrench.force, F.X.R * f.wrench.torque)
        if branch is not None and not joint.inner:
            speed = scene.first_speed[branch] + k
            value, rate, one = scene.q[branch][k], scene.v[branch][k], scene.graph.one
            found.append(
                Measured(value, rate, scene.graph.zero, {speed: one}, load, M.X.p, base, follower, True)
            )
        else:
            entries = scene.between(base, follower, load, M.X.p)
            found.append(Measured(f.value, f.rate, f.bias, entries, load, M.X.p, base, follower, False))
    return found


def driver_rows(scene: Scene, drivers: Iterable[Driver]) -> list[Row]:
    """Rows of drivers: a coordinate that follows a function of time."""
    graph, t = scene.graph, scene.t
    c, rate = graph.symbols(("@c", "@cdot"))
    found = []
    for written in drivers:
        joint, k, coordinate = scene.model.driven(written)

        def resolve(path: str, value: object, unit: str, of: str = coordinate.unit) -> Scalar:
            return scene.parameters.resolve(path, value, of if unit == "coordinate" else unit)  # type: ignore[arg-type]

        driver = written.bind(resolve, scene.model.planar)
        m = measure(scene, joint)[k]
        r = graph.lift(driver.residual(c))
        slope = gradient(r, [c])[0]
        by_time = along([r], {t: 1.0})[0]
        bias = along([slope * rate + by_time], {c: rate, t: 1.0})[0] + slope * m.bias
        actual = {c: m.value, rate: m.rate}
        g, slope, alpha, beta = substitute([r, slope, -by_time, -bias], actual)
        if coordinate.is_angle and not m.own:
            g = graph.lift(wrap(g))  # a fitted angle is known up to full turns only; the residual is small
        entries = {speed: slope * e for speed, e in m.entries.items()}
        found.append(
            Row(
                written.name,
                written.name,
                coordinate.unit if coordinate.unit == "m" else "1",
                g,
                entries,
                alpha,
                beta,
                m.base,
                m.follower,
                None if m.own else m.wrench * slope,
                m.point,
            )
        )
    return found
