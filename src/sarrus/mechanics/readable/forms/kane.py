"""Kane's equations in joint coordinates: partial velocities, [A] and {f}, loads of joints afterwards.

The joints of a spanning tree carry the bodies from ground outward, so that places and turns follow from joint coordinates,
one short line for each body. Velocities are linear in the speeds y: the column V_i of a speed is the velocity that it alone
gives the mass centre of body i, its partial velocity, and W_i is the partial angular velocity. What every force and every
inertia does along such a column, added up, vanishes:

    [A] = sum_i m_i V_i^T V_i + W_i^T I_i W_i
    {f} = sum_i V_i^T (F_i - m_i a°_i) + W_i^T (T_i - I_i alpha°_i - w_i x I_i w_i)

Joints of the tree need no multipliers: they are in the coordinates. Joints that close loops give rows B ydot = beta, and
[A] ydot = {f} + B^T lambda. A driver that says a coordinate takes it out of the unknowns; the equation left over gives its
effort. The load of a joint of the tree is what the bodies beyond it need, in axes of the base and of the follower.
"""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import add, chain, transpose
from sarrus.mechanics.readable.algebra.terms import Term
from sarrus.mechanics.readable.derive.tree.build import build_tree
from sarrus.mechanics.readable.derive.tree.motion import BETA, EFFORTS, LAMBDA, A, B, F, TreeMotion, Y
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, Unknown, WrittenForm
from sarrus.mechanics.readable.forms.joint_coordinates import (
    angle_accelerations,
    cut_coordinates,
    givens,
    knowing,
    published,
    unknown_multipliers,
    word_of,
)
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.kane import write_kane
from sarrus.mechanics.readable.print.document import Equation
from sarrus.model import Snapshot

__all__ = ["Kane"]

STATEMENTS = ("closure", "residual", "energy", "dissipation", "power", "flow", "measure")


class Kane(Form):
    """Kane's equations over the spanning tree.

        [A] ydot = {f} + B^T lambda        B ydot = beta

    Coordinates are those of the joints of the tree, speeds their rates; for a turn of three angles the components of the
    angular velocity. Joints that close loops give the rows B. A driver of a coordinate of the tree says its acceleration, and
    its effort follows afterwards.

    References:
        Kane and Levinson (1985), chapters 2, 4 and 6.
    """

    keyword = "kane"
    says = "joint coordinates of the spanning tree, partial velocities, multipliers for cut joints"
    knows = frozenset(STATEMENTS)
    takes = frozenset()

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """Derive the equations of a checked mechanism."""
        absolute.refuse(model, self.keyword, self.knows)
        motion = TreeMotion(build_tree(model, asked.general))
        tree = motion.tree
        document = write_kane(motion, asked)
        turning, more = angle_accelerations(tree)
        unknowns = [Unknown(n, 0, (word_of(n),)) for n in motion.unknown]
        unknowns += unknown_multipliers(tree)
        unknowns += turning
        behind, cut = cut_coordinates(motion)
        size = 2 if tree.planar else 3
        return WrittenForm(
            document,
            tree.system.numbers,
            givens(tree),
            tuple(
                [
                    *knowing(motion),
                    *motion.tables,
                    *motion.rows,
                    *(motion.sums if motion.columns else ()),
                    *motion.prescribed,
                ]
            ),
            tuple(unknowns),
            tuple(
                [
                    *(motion.vectors if motion.columns else ()),
                    *motion.accelerations,
                    *motion.torques,
                    *motion.loads,
                    *behind,
                ]
            ),
            (*equations(motion), *more),
            {**published(motion), **cut},
            size,
            tree.system.function,
        )


def equations(motion: TreeMotion) -> list[Equation]:
    """The equations of motion, and the rows."""
    ydot = Y.marked("dot")
    if not motion.columns:
        return []
    right: list[Term] = [F]
    right += [chain(transpose(B), LAMBDA)] if motion.closing else []
    right += [EFFORTS] if motion.tree.known else []
    found = [Equation(chain(A, ydot), add(*right))]
    return [*found, Equation(chain(B, ydot), BETA)] if motion.closing else found
