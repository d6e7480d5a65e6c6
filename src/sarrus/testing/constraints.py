"""What a constraint must keep: rows that can vanish and are independent, right rates, and reactions that do no work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

import numpy as np

from sarrus.elements.constraints.base import FrameConstraint, Relation
from sarrus.elements.joints import UNBOUND
from sarrus.mechanics import formulate
from sarrus.mechanics.derive import twist_functions
from sarrus.mechanics.infos import Level
from sarrus.model import Mechanism
from sarrus.scalar import Node, Scalar
from sarrus.spatial import Kinematics, Pose, Twist, Vec3
from sarrus.testing.cut_joints import check_on_cut_joints
from sarrus.testing.expressions import Expressions, RowExpression
from sarrus.testing.formulations import absolute, chain, compare, published, random_state, rows_of, settle
from sarrus.testing.loops import check_loops
from sarrus.testing.numbers import CLOSE, difference
from sarrus.testing.poses import PoseTrial, common_motion_changes_nothing, floats_and_expressions_agree
from sarrus.testing.relations import RELATION_CHECKS, RelationTrial
from sarrus.testing.rows import (
    actions_do_the_work_of_rows,
    entries_are_slopes,
    product,
    rows_follow_the_motion,
    velocities_follow_the_motion,
)
from sarrus.testing.samples import Flow, example, settings, star, two_bodies
from sarrus.topology.tree import acting_rows

TIME = 0.4


class ConstraintTrial(PoseTrial[FrameConstraint]):
    """One constraint between frames of two bodies."""

    @property
    def count(self) -> int:
        """How many of its rows act on these bodies."""
        return acting_rows(self.written, self.planar)

    def own(self) -> tuple[Node, ...]:
        """Any values of coordinates of its own."""
        return tuple(self.symbol(f"own.{c.name}") for c in self.written.coordinates)

    def free(self) -> Mechanism:
        """The constraint between two bodies that are otherwise free."""
        mechanism = two_bodies(self.planar, self.seed)
        mechanism.add(self.written)
        return mechanism


def _rows_are_named_and_counted(trial: ConstraintTrial) -> None:
    """As many rows as names; in the plane those that vanish by structure are not counted."""
    constraint = trial.bound(trial.written)
    closure: Callable[..., Sequence[Scalar]] = constraint.closure
    stated, names = closure(trial.pose("Y"), *trial.own()), constraint.rows
    trial.require(
        len(stated) == len(names), f"closure has {len(stated)} rows, but `rows` names {len(names)}."
    )
    slips = constraint.slip(trial.pose("Y"), trial.twist("V")) if constraint.slip else ()
    trial.require(
        len(slips) == len(constraint.slips),
        f"slip has {len(slips)} rows, but `slips` names {len(constraint.slips)}.",
    )
    rows = star(trial.free()).rows(trial.written.name)
    trial.require(
        len(rows) == trial.count, f"{len(rows)} rows act, but {trial.count} are counted for the mobility."
    )


def _rows_vanish_somewhere_and_are_independent(trial: ConstraintTrial) -> None:
    """States that obey it exist, and there no row depends on the others."""
    equations = formulate(trial.free().snapshot(), "absolute")
    x = settle(equations, TIME, random_state(equations, trial.seed))
    g, G, alpha = rows_of(equations, TIME, x)
    # singular values are of size one or zero at a generic state of size one
    rank = int(np.linalg.matrix_rank(G, tol=1e-9)) if len(g) else 0
    trial.require(rank == trial.count, f"the rows have rank {rank}, but there are {trial.count} of them.")
    v = x[len(equations.coordinates) :][: len(equations.speeds)]
    left = float(np.abs(G @ v - alpha).max(initial=0.0))
    trial.require(left < 1e-12, f"no speeds obey its rows; {left:.3g} is left.")


def _rows_follow_the_bodies(trial: ConstraintTrial) -> None:
    """Rate, second derivative and slopes of rows and gaps off the constraint, and the work of its reaction."""
    scene = star(trial.free())
    flow = Flow(scene, trial.seed)
    every = scene.rows(trial.written.name)
    rows = [row for row in every if row.level is Level.POSITION]
    for check in (rows_follow_the_motion, entries_are_slopes):
        check(trial.require, flow, rows)
    actions_do_the_work_of_rows(trial.require, flow, every)
    _velocities_follow_the_bodies(trial, scene, flow, every[len(rows) :])
    opened = scene.gaps(trial.written.name)
    falling = flow.now(*(product(scene, gap.entries, scene.speeds) for gap in opened))
    error = difference(falling, flow.derivatives([gap.value for gap in opened])[0])
    trial.require(error < CLOSE, f"the slopes of the gap are off by {float(error):.3g}.")


def _velocities_follow_the_bodies(
    trial: ConstraintTrial, scene: Expressions, flow: Flow, rows: Sequence[RowExpression]
) -> None:
    """Rows of velocities say what `slip` states of the motion of M as seen from F."""
    bound = trial.written.bind(scene.parameters.resolve, trial.planar)
    if bound.slip is None:
        return
    F, M = scene.frames(trial.written)
    stated = [scene.graph.lift(value) for value in bound.slip(*F.relative(M)[:2])]
    acting = [value for value in stated if value is not scene.graph.zero]
    velocities_follow_the_motion(trial.require, flow, rows, acting)


def _common_motion_changes_nothing(trial: ConstraintTrial) -> None:
    """Rows see only the pose of M against F."""
    bound = trial.bound(trial.written)
    own, closure = trial.own(), cast(Callable[..., Sequence[Scalar]], bound.closure)
    common_motion_changes_nothing(trial, lambda X: closure(X, *own), "a row")
    if bound.slip is None:
        return
    X, F = trial.pose("Y"), Kinematics().then(trial.pose("Z"), trial.twist("V0"), trial.twist("A0"))
    V, A = trial.twist("V"), trial.twist("A")
    carried = twist_functions(trial.graph, bound, *F.relative(F.then(X, V, A)))
    for f, g in zip(carried, twist_functions(trial.graph, bound, X, V, A), strict=True):
        said = "moving both bodies together changes a row of velocities"
        trial.require_same((f.value, f.bias), (g.value, g.bias), said)


def _floats_and_expressions_agree(trial: ConstraintTrial) -> None:
    """Whatever it states of a pose, and of a motion."""
    moving = Twist(Vec3(0.3, -0.7, 0.0), Vec3(0.0, 0.0, 0.9))
    own = [0.4 + 0.3 * k for k in range(trial.written.freedoms)]

    def stated(c: FrameConstraint, X: Pose) -> list[Scalar]:
        closure: Callable[..., Sequence[Scalar]] = c.closure
        slips = c.slip(X, moving) if c.slip else ()
        return [*closure(X, *own), c.sense_at(X, *own), *c.gap(X, *own), *slips]

    floats_and_expressions_agree(trial, trial.written, stated)


def _formulations_agree(trial: ConstraintTrial) -> None:
    """The same motion and loads in relative and absolute coordinates, between bodies of a chain."""
    mechanism = chain(UNBOUND, trial.planar, trial.seed)
    mechanism.add(trial.written)
    equations = formulate(mechanism.snapshot())
    x = settle(equations, TIME, random_state(equations, trial.seed))
    found = published(equations, TIME, x)
    compare(trial.label, found, published(*absolute(equations, TIME, x)))
    reaction = found[f"{trial.written.name}.reaction"]
    trial.require(float(np.abs(reaction).max()) > 1e-6, "it carries no load although the bodies would part.")


CONSTRAINT_CHECKS: tuple[Callable[[ConstraintTrial], None], ...] = (
    _rows_are_named_and_counted,
    _rows_vanish_somewhere_and_are_independent,
    _rows_follow_the_bodies,
    _common_motion_changes_nothing,
    _floats_and_expressions_agree,
    _formulations_agree,
)


def _fits_plane(kind: type[FrameConstraint] | type[Relation]) -> bool:
    """Whether it can stand between planar bodies; where words are to be chosen, with some of them."""
    if not issubclass(kind, FrameConstraint) or kind.choices:
        return True
    return example(kind, "J", "one.a", "two.b", planar=True).misfit_in_plane() is None


def check_constraint(kind: type[FrameConstraint] | type[Relation], seeds: Iterable[int] = (0, 1)) -> None:
    """Prove that what is derived from a constraint's closure, slip or residual is right, in space and in the plane.

    A constraint that says that it does not fit between planar bodies is tried in space alone.

    In small mechanisms and in large ones, where code runs in loops; a relation on joints of the tree and on joints that
    close loops, some turns from where they began.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    for planar in (False, True) if _fits_plane(kind) else (False,):
        for seed in seeds:
            if issubclass(kind, FrameConstraint):
                for check in CONSTRAINT_CHECKS:
                    check(ConstraintTrial(kind, planar, seed))
            else:
                for setting in settings(kind, planar):
                    for relation_check in RELATION_CHECKS:
                        relation_check(RelationTrial(kind, setting, planar, seed))
                check_on_cut_joints(kind, planar, seed)
            check_loops(kind, planar, seed)
