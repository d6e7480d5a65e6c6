"""What a joint must keep: `motion` and `closure` say the same, and all that is derived from them is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from sarrus.elements.joints.base import Joint
from sarrus.mechanics.derive import pose_functions
from sarrus.scalar import Scalar
from sarrus.scalar.derivative import along
from sarrus.spatial import Pose, Twist, Vec3, from_bryant, rot_x, rot_y, rot_z
from sarrus.spatial.pose import flat_pose, pose_from
from sarrus.spatial.sequences import returns
from sarrus.testing.formulations import check_tree_and_cut
from sarrus.testing.loops import check_loops
from sarrus.testing.numbers import CLOSE, STEP, difference, mp
from sarrus.testing.poses import PoseTrial, common_motion_changes_nothing, floats_and_expressions_agree
from sarrus.testing.rows import product
from sarrus.testing.samples import Flow, fits_plane, star, two_bodies
from sarrus.testing.turns import check_turns


class JointTrial(PoseTrial[Joint]):
    """One joint on symbols that have random values, at a pose it allows."""

    def __init__(self, kind: type[Joint], planar: bool, seed: int) -> None:
        super().__init__(kind, planar, seed)
        self.form = self.written.in_plane() if planar else self.written
        self.joint = self.bound(self.form)
        self.q = [self.symbol(f"q.{n}") for n in self.joint.inner_names]
        self.v = [self.symbol(f"v.{i}") for i in range(self.joint.freedoms)]
        self.X = self.joint.motion(*self.q)

    def fixed(self, X: Pose, name: str) -> Pose:
        """The numbers of a pose on symbols of their own; zeros out of the plane stay structure."""
        numbers = self.numbers(flat_pose(X))
        free = (0, 1, 3, 4, 9, 10) if self.planar else range(12)
        flat: list[Scalar] = [float(n) for n in numbers]
        for i in free:
            flat[i] = self.symbol(f"{name}{i}", numbers[i])
        return pose_from(flat)

    def gap(self, X: Pose) -> Any:
        """How far a pose is from the nearest allowed one."""
        rest = self.numbers(flat_pose(self.joint.nearest(X).inverse() @ X))
        return max(abs(a - b) for a, b in zip(rest, flat_pose(Pose()), strict=True))


def _motion_obeys_closure(trial: JointTrial) -> None:
    """closure(motion(q)) = 0 and sense > 0; a sense that is not positive would refuse a right assembly."""
    rows, names = trial.joint.closure(trial.X), trial.joint.rows
    trial.require(len(rows) == len(names), f"closure has {len(rows)} rows, but `rows` names {len(names)}.")
    for name, value in zip(names, trial.numbers(rows), strict=True):
        trial.require(abs(value) < CLOSE, f"row {name} is {float(value):.3g} at a pose that `motion` allows.")
    (sense,) = trial.numbers([trial.joint.sense(trial.X)])
    trial.require(
        sense > 0, f"sense is {float(sense):.3g} at a pose that `motion` allows; it must be positive."
    )


def _rows_forbid_the_rest(trial: JointTrial) -> None:
    """Rows and freedoms make six (three in the plane), and no row depends on the others."""
    graph, joint = trial.graph, trial.joint
    functions = pose_functions(
        graph, joint.closure, trial.fixed(trial.X, "X"), joint.twist(trial.q, trial.v), Twist()
    )
    found = {n: f for n, f in zip(joint.rows, functions, strict=True) if f.value is not graph.zero}
    for name, f in found.items():
        (rate,) = trial.numbers([f.rate])
        trial.require(abs(rate) < CLOSE, f"row {name} does work on a motion that `motion` allows.")
    wrenches = [
        [float(a) for a in trial.numbers([*f.wrench.force, *f.wrench.torque])] for f in found.values()
    ]
    matrix = np.array(wrenches).reshape(len(found), 6)
    # singular values are of size one or zero at a generic pose of size one
    rank = int(np.linalg.matrix_rank(matrix[:, [0, 1, 5]] if trial.planar else matrix, tol=1e-9))
    wanted = (3 if trial.planar else 6) - joint.freedoms
    trial.require(
        len(found) == wanted, f"{len(found)} rows and {joint.freedoms} freedoms: {wanted} rows fit."
    )
    trial.require(
        rank == wanted, f"the rows have rank {rank}; with {joint.freedoms} freedoms it is {wanted}."
    )


def _fit_undoes_motion(trial: JointTrial) -> None:
    """fit(motion(place(c))) = c within a turn, and the same pose again from any c."""
    joint = trial.joint
    for reach in (1.0, 2.2):  # within +-1.4, where every angle is read as it was written, and within a turn
        drawn = [trial.draw.uniform(-1.4, 1.4) * reach for _ in joint.coordinates]
        if joint.turn_places and returns(joint.turn_sequence):  # a2 is read between 0 and 180 deg
            drawn[joint.turn_places[1]] = abs(drawn[joint.turn_places[1]])
        c = [trial.symbol(f"c.{k.name}.{reach}", a) for k, a in zip(joint.coordinates, drawn, strict=True)]
        X = joint.motion(*joint.place(c))
        read = joint.fit(X)
        trial.require(len(read) == joint.freedoms, "`fit` does not give one number per coordinate.")
        if reach == 1.0 or not joint.inner:
            trial.require_same(read, c, "`fit` does not read the coordinates that `motion` was given")
        again = joint.motion(*joint.place(read))
        trial.require_same(
            flat_pose(again), flat_pose(X), "the pose of the coordinates that `fit` reads is another one"
        )


def _nearest_is_allowed(trial: JointTrial) -> None:
    """nearest(X) = X exactly where X is allowed, an allowed pose elsewhere, and close by for a small error."""
    joint, X = trial.joint, trial.pose("Y")
    trial.require(trial.gap(trial.X) < CLOSE, "`nearest` moves a pose that `motion` allows.")
    nearest = joint.nearest(X)
    rows = trial.numbers(joint.closure(nearest))
    trial.require(all(abs(r) < CLOSE for r in rows), "`nearest` gives a pose that `closure` forbids.")
    trial.require(trial.numbers([joint.sense(nearest)])[0] > 0, "`nearest` gives a pose turned over.")
    open_rows = max(map(abs, trial.numbers(joint.closure(X))), default=0)
    trial.require((trial.gap(X) > 1e-6) == (open_rows > 1e-6), "`nearest` and `closure` disagree on a pose.")
    e = trial.symbol("e", 1e-6)
    off = trial.X @ Pose(
        rot_z(e) if trial.planar else from_bryant(e, -e, e), Vec3(e, -e, 0.0 if trial.planar else e)
    )
    # an error of 1e-6 in each direction, seen from a pose of size one
    trial.require(trial.gap(off) < 2e-5, "`nearest` is far from a pose that is almost allowed.")


def _twist_is_the_rate_of_motion(trial: JointTrial) -> None:
    """V_FM: dp/dt = v and dR/dt = w x R along rates(q, v), also for coordinates off their unit length."""
    joint, v = trial.joint, trial.v
    V = joint.twist(trial.q, v)
    rates = trial.numbers(joint.rates(trial.q, v))
    trial.require(len(rates) == len(trial.q), "`rates` does not give one number per inner coordinate.")
    ends = []
    for side in (STEP, -STEP):
        moved = {s: trial.values[s] + side * r for s, r in zip(trial.q, rates, strict=True)}
        ends.append(trial.numbers(flat_pose(trial.X), {**trial.values, **moved}))
    found = [(a - b) / (2 * STEP) for a, b in zip(*ends, strict=True)]
    R = trial.X.R
    stated = trial.numbers([*V.w.cross(R.x), *V.w.cross(R.y), *V.w.cross(R.z), *V.v])
    error = difference(found, stated)
    trial.require(error < CLOSE, f"`twist` is not the rate of `motion`; they differ by {float(error):.3g}.")
    flat = [trial.graph.lift(a) for a in (*V.v, *V.w)]
    columns = [along(flat, {s: 1.0}) for s in v]
    whole = [sum((c[i] * s for c, s in zip(columns, v, strict=True)), trial.graph.zero) for i in range(6)]
    trial.require_same(whole, flat, "`twist` is not proportional to the speeds")
    rank = np.linalg.matrix_rank(
        np.array([[float(a) for a in trial.numbers(c)] for c in columns]).reshape(-1, 6)
    )
    trial.require(rank == joint.freedoms, f"{joint.freedoms} speeds make only {rank} independent motions.")


def _rows_follow_the_bodies(trial: JointTrial) -> None:
    """G v and beta are the time derivatives of g off the constraint, and those of `fit` too."""
    mechanism = two_bodies(trial.planar, trial.seed)
    mechanism.add(trial.written)
    scene = star(mechanism)
    flow = Flow(scene, trial.seed)
    joint = scene.model.all_joints[0]
    rows, measured, opened = scene.rows(joint.name), scene.measured(joint.name), scene.gaps(joint.name)
    falling = flow.now(*(product(scene, gap.entries, scene.speeds) for gap in opened))
    error = difference(falling, flow.derivatives([gap.value for gap in opened])[0])
    trial.require(error < CLOSE, f"the slopes of the gap are off by {float(error):.3g}.")
    names = [r.name for r in rows] + [f"J.{c.name}" for c in joint.coordinates]
    entries = [*(r.entries for r in rows), *(m.entries for m in measured)]
    biases = [*(-r.beta for r in rows), *(m.bias for m in measured)]
    first, second = flow.derivatives([*(r.g for r in rows), *(m.value for m in measured)])
    rates = flow.now(*(product(scene, e, scene.speeds) for e in entries))
    stated = flow.now(*(m.rate for m in measured))
    trial.require(
        difference(stated, rates[len(rows) :]) < CLOSE, "rates of the coordinates do not follow their slopes."
    )
    bent = flow.now(
        *(product(scene, e, flow.accelerations) + b for e, b in zip(entries, biases, strict=True))
    )
    for name, rate, acceleration, one, two in zip(names, rates, bent, first, second, strict=True):
        error = difference([rate], [one])
        trial.require(
            error < CLOSE, f"the rate of '{name}' is off by {float(error):.3g} for bodies that move freely."
        )
        error = difference([acceleration], [two])
        trial.require(error < CLOSE, f"the second derivative of '{name}' is off by {float(error):.3g}.")


def _common_motion_changes_nothing(trial: JointTrial) -> None:
    """Rows see only the pose of M against F."""
    common_motion_changes_nothing(trial, trial.joint.closure, "a row")


def _sense_excludes_turned_poses(trial: JointTrial) -> None:
    """Where M is turned over and the rows still vanish, either the pose is allowed or the sense says it is not."""
    joint = trial.joint
    for axis, turn in (("x", rot_x), ("y", rot_y), ("z", rot_z)):
        if trial.planar and axis != "z":
            continue
        # pi to 50 digits on a symbol: the rows of a pose turned by a rounded pi would only nearly vanish
        X = trial.X @ Pose(turn(trial.symbol("half", mp.pi)))
        if all(abs(r) < CLOSE for r in trial.numbers(joint.closure(X))):
            (sense,), allowed = trial.numbers([joint.sense(X)]), trial.gap(X) < CLOSE
            trial.require(
                allowed == (sense > 0),
                f"M turned over about its {axis} axis: closure vanishes and sense is {float(sense):.3g}, but the pose "
                f"is {'' if allowed else 'not '}allowed.",
            )


def _retract_keeps_the_pose(trial: JointTrial) -> None:
    """retract(q) is the same pose, done once; after a straight step the pose is right to second order."""
    joint, q = trial.joint, trial.q
    back = joint.retract(q)
    trial.require_same(flat_pose(joint.motion(*back)), flat_pose(trial.X), "`retract` changes the pose")
    trial.require_same(joint.retract(back), back, "`retract` twice is not `retract` once")
    placed = [abs(a) for a in trial.numbers(joint.place(joint.fit(joint.motion(*back))))]
    error = difference(
        placed, [abs(a) for a in trial.numbers(back)]
    )  # a quaternion and its opposite are one pose
    trial.require(error < CLOSE, "`retract` does not put the coordinates where `place` puts them.")
    V = joint.twist(q, trial.v)
    e = trial.symbol("e", 1e-9)
    straight = [a + e * r for a, r in zip(q, joint.rates(q, trial.v), strict=True)]
    moved = flat_pose(joint.motion(*joint.retract(straight)))
    R = trial.X.R
    first = [*V.w.cross(R.x), *V.w.cross(R.y), *V.w.cross(R.z), *V.v]
    meant = [a + e * b for a, b in zip(flat_pose(trial.X), first, strict=True)]
    # second-order terms of a step of 1e-9 at speeds of about one
    error = difference(trial.numbers(moved), trial.numbers(meant))
    trial.require(error < 1e-16, f"a small step and `retract` miss the motion by {float(error):.3g}.")


def _floats_and_expressions_agree(trial: JointTrial) -> None:
    """Whatever a joint states of a pose, and the pose of its coordinates."""

    def stated(joint: Joint, X: Pose) -> list[Scalar]:
        q = joint.retract(joint.place(joint.fit(X)))
        return [
            *flat_pose(joint.motion(*q)),
            *joint.closure(X),
            *joint.fit(X),
            joint.sense(X),
            *flat_pose(joint.nearest(X)),
        ]

    floats_and_expressions_agree(trial, trial.form, stated)


JOINT_CHECKS: tuple[Callable[[JointTrial], None], ...] = (
    _motion_obeys_closure,
    _rows_forbid_the_rest,
    _fit_undoes_motion,
    _nearest_is_allowed,
    _twist_is_the_rate_of_motion,
    _rows_follow_the_bodies,
    _common_motion_changes_nothing,
    _sense_excludes_turned_poses,
    _retract_keeps_the_pose,
    _floats_and_expressions_agree,
)


def check_joint(kind: type[Joint], seeds: Iterable[int] = (0, 1)) -> None:
    """Prove that what a joint lets happen and what it forbids agree, and that all that is derived is right.

    On the tree, as a cut joint and in body coordinates; over several turns; in small mechanisms and in large ones, where
    code runs in loops.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    for planar in (False, True) if fits_plane(kind) else (False,):
        for seed in seeds:
            for check in JOINT_CHECKS:
                check(JointTrial(kind, planar, seed))
            check_tree_and_cut(kind, planar, seed)
            check_turns(kind, planar, seed)
            check_loops(kind, planar, seed)
