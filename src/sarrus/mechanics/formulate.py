"""The two numeric formulations, from the same elements and the same passes.

relative  coordinates of the joints on a spanning tree; the cut joints close by rows
absolute  position and turn of every body; every joint closes by rows
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.elements.closing import Closing
from sarrus.elements.joints import UNBOUND
from sarrus.elements.joints.base import Joint
from sarrus.mechanics.base import Equations
from sarrus.mechanics.kernels import StraightTables
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.numbers import StraightNumbers
from sarrus.mechanics.orchestration import Mechanics
from sarrus.mechanics.parameters import Parameters
from sarrus.mechanics.scales import Scales
from sarrus.mechanics.straight import Straight
from sarrus.model import Snapshot
from sarrus.quiet import no_collection
from sarrus.scalar import Graph
from sarrus.topology import GROUND, Branch, Tree, span

FORMULATIONS = ("relative", "absolute")
MOST_UNROLLED = 8
"""Bodies up to which straight-line kernels are faster, taking their compilation into account."""
MOST_FRAMES = 32
"""Frames on bodies up to which that holds: each is published, and lengthens the code by as much."""


@no_collection()
def formulate(
    model: Snapshot, formulation: str = "relative", rolled: bool | None = None, alive: bool = False
) -> Equations:
    """The equations of a mechanism, ready to be interpreted or compiled.

    Args:
        model: the mechanism.
        formulation: relative or absolute.
        rolled: whether kernels are loops over tables, or straight-line code for this mechanism alone; by default
            what is faster.
        alive: whether the constants of loops are to be known as functions of the numbers of the model. Then no number is
            structure. Those of straight-line code always are.
    """
    on_tree = formulation == "relative"
    tree = span(model)
    tree = tree if on_tree else _star(model)
    closed = closed_by_rows(model, tree)
    if _is_large(model) if rolled is None else rolled:
        from sarrus.mechanics.looped import record  # small mechanisms never need it

        return _equations(formulation, *record(model, tree, closed, on_tree, alive))
    mechanics, rec, parameters = trace(model, tree, closed, on_tree)
    return _equations(formulation, mechanics, StraightTables(mechanics, rec, parameters))


def closed_by_rows(model: Snapshot, tree: Tree) -> tuple[Closing, ...]:
    """What is closed by rows over a tree, in the order of the senses that the kernel "closure" tells."""
    if not tree.is_star:
        return (*tree.cuts, *model.closings)
    each = 3 if model.planar else 6
    return (*(j for j in model.all_joints if j.freedoms < each), *model.closings)


def _is_large(model: Snapshot) -> bool:
    return len(model.bodies) > MOST_UNROLLED or sum(len(b.frame_names()) for b in model.bodies) > MOST_FRAMES


def _star(model: Snapshot) -> Tree:
    """Every body on ground by itself, free."""
    joints = [UNBOUND(b.name, "ground", b.name) for b in model.bodies]
    forms: list[Joint] = [j.in_plane() if model.planar else j for j in joints]
    return Tree(tuple(Branch(i, GROUND, j, "", "", False) for i, j in enumerate(forms)), (), is_star=True)


def trace(
    model: Snapshot, tree: Tree, closed: Sequence[Closing], on_tree: bool
) -> tuple[Mechanics, Straight, Parameters]:
    """A mechanism on the expressions of one graph."""
    graph = Graph()
    parameters = Parameters(graph, model, graph.symbol("t"))
    joints = [*(branch.joint for branch in tree.branches), *model.owning]
    state = [f"q.{j.name}.{c}" for j in joints for c in j.inner_names]
    state += [f"v.{j.name}.{k + 1}" for j in joints for k in range(j.freedoms)]
    rec = Straight(
        graph,
        {
            "t": lambda i: "t",
            "x": lambda i: state[i] if i < len(state) else f"z.{i - len(state)}",
            "vdot": lambda i: f"a.{i}",
            "lam": lambda i: f"lam.{i}",
            "step": lambda i: f"step.{i}",
            "tau": lambda i: f"tau.{i}",
            "u": lambda i: f"u.{i}",
        },
    )
    layout = Layout(StraightNumbers(model, Scales(model), parameters), tree, rec)
    return Mechanics(layout, rec, closed, on_tree), rec, parameters


def _equations(formulation: str, mechanics: Mechanics, tables: Any) -> Equations:
    layout = mechanics.layout
    return Equations(
        model=layout.model,
        formulation=formulation,
        tree=layout.tree,
        states=mechanics.states,
        inputs=mechanics.inputs,
        rows=tuple(mechanics.row_infos),
        gap_rows=tuple(mechanics.gap_infos),
        pushes=tuple(push.force.name for push in mechanics.pushes),
        inertial=tuple(push.is_inertial for push in mechanics.pushes),
        measured=tuple(f"{m.joint.name}.{m.coordinate.name}" for m in mechanics.coordinates),
        aims=tuple(s.name for s in layout.model.aims) if mechanics.aimed else (),
        kernels=tables.kernels,
        guarded=tuple(mechanics.applied.guarded),
        tables=tables,
        scales=layout.scales,
    )
