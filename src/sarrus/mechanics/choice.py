"""Which formulation costs less, estimated from the topology.

In joint coordinates every joint feels everything that hangs on it: the mass matrix of a deep tree is full, and a long
loop ties all its joints together. In body coordinates there are more unknowns, but each row touches two bodies only.
The figures are nanoseconds on the machine where they were found (docs/decisions/0010-formulation.md); only their
proportions matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sarrus.mechanics.infos import Level
from sarrus.model import Snapshot
from sarrus.topology import GROUND, Tree, body_at, span
from sarrus.topology.tree import acting_rows

if TYPE_CHECKING:
    from sarrus.mechanics.base import Equations

PER_BODY_RELATIVE = (150.0, 300.0)
"""Evaluating kernels along the tree, in the plane and in space."""
PER_BODY_ABSOLUTE = (600.0, 1300.0)
"""Evaluating kernels and factoring the rows of a body and its joint."""
PER_PRODUCT = 0.5
"""Factoring the full part of the mass matrix: each speed against all pairs of speeds that carry it."""


def cheaper_formulation(model: Snapshot) -> str:
    """The name of the formulation that is estimated to cost less per evaluation."""
    if any(force.shares_load for force in model.forces):
        return "absolute"  # where all joints are rows, and share loads alike
    tree = span(model)
    if not tree.cuts and not model.closings and not model.relations:
        return "relative"  # articulated bodies: linear in the number of bodies, and no rows at all
    return "relative" if relative_cost(model, tree) <= absolute_cost(model) else "absolute"


def relative_cost(model: Snapshot, tree: Tree) -> float:
    """Kernels, the mass matrix along every path, and the loops."""
    total = PER_BODY_RELATIVE[not model.planar] * len(tree.branches)
    speeds = [0] * len(tree.branches)
    for i, branch in enumerate(tree.branches):
        inner = tree.parents[i]
        speeds[i] = branch.joint.freedoms + (0 if inner == GROUND else speeds[inner])
        total += PER_PRODUCT * branch.joint.freedoms * speeds[i] ** 2
    for closing in (*tree.cuts, *model.closings):
        one, two = (body_at(model, p) for p in model.ends_of(closing))
        inward, outward = tree.between(one, two)
        around = sum(tree.branches[i].joint.freedoms for i in (*inward, *outward))
        total += PER_PRODUCT * acting_rows(closing, model.planar) * around**2
    return total


def absolute_cost(model: Snapshot) -> float:
    """Every body with its joint costs the same."""
    return PER_BODY_ABSOLUTE[not model.planar] * max(len(model.bodies), len(model.all_joints))


@dataclass(frozen=True)
class Refusal:
    """Why there is no closed form: a sentence without its full stop, that goes on after "because"."""

    reason: str


def unfit_to_close(e: Equations) -> Refusal | None:
    """Why a mechanism has no closed form, as far as that is seen without looking at its loops.

    Args:
        e: its equations in joint coordinates.
    """
    reason = _unfit(e)
    return Refusal(reason) if reason else None


def _unfit(e: Equations) -> str:
    model = e.model
    if not model.planar:
        return "it is for mechanisms in the plane, and this one moves in space"
    if not e.rows:
        return "no loop has to be closed"
    if not e.is_straight:
        return "it is made for a few bodies, and this mechanism has too many bodies or frames"
    if e.pushes:
        return f"the effort of '{e.pushes[0]}' depends on the loads of joints, or on accelerations"
    if model.owning:
        return f"'{model.owning[0].name}' has a coordinate of its own"
    sliding = [r.owner for r in e.rows if r.level is not Level.POSITION]
    if sliding:
        return f"'{sliding[0]}' forbids velocities alone"
    if any(len(b.joint.inner_names) != b.joint.freedoms for b in e.tree.branches):
        return "a joint has more coordinates than freedoms"
    return ""
