"""The two numeric formulations, from the same elements.

relative  coordinates of the joints on a spanning tree; the cut joints close by rows
absolute  position and turn of every body; every joint closes by rows
"""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.elements.closing import Closing
from sarrus.elements.joints import UNBOUND
from sarrus.elements.joints.base import Joint
from sarrus.equations.assembly import gaps, retracted, senses
from sarrus.equations.base import ChannelInfo, Equations, Fixed, Pattern, RowInfo
from sarrus.equations.inertia import on_bodies, on_tree
from sarrus.equations.kernels import Trace, finish
from sarrus.equations.loads import applied
from sarrus.equations.outputs import Channel, publish
from sarrus.equations.rows import closure_rows, measure, relation_rows
from sarrus.equations.scene import Scene, build_scene
from sarrus.model import Snapshot
from sarrus.topology import GROUND, Branch, Tree, span

FORMULATIONS = ("relative", "absolute")
MOST_UNROLLED = 8
"""Bodies up to which straight-line kernels are faster, taking their compilation into account."""
MOST_FRAMES = 32
"""Frames on bodies up to which that holds: each is published, and lengthens the code by as much."""


def formulate(model: Snapshot, formulation: str = "relative", rolled: bool | None = None) -> Equations:
    """The equations of a mechanism, ready to be interpreted or compiled.

    Args:
        model: the mechanism.
        formulation: relative or absolute.
        rolled: whether kernels are loops over tables, or straight-line code for this mechanism alone; by default
            what is faster.
    """
    tree = span(model)
    closed: Sequence[Closing] = (*tree.cuts, *model.closings)
    if formulation == "absolute":
        each = 3 if model.planar else 6
        closed = (*(j for j in model.all_joints if j.freedoms < each), *model.closings)
        tree = _star(model)
    if _is_large(model) if rolled is None else rolled:
        return _rolled(formulation, model, tree, closed)
    return _equations(formulation, build_scene(model, tree), closed)


def _is_large(model: Snapshot) -> bool:
    return len(model.bodies) > MOST_UNROLLED or sum(len(b.frame_names()) for b in model.bodies) > MOST_FRAMES


def _rolled(formulation: str, model: Snapshot, tree: Tree, closed: Sequence[Closing]) -> Equations:
    from sarrus.equations.rolled.formulate import Recording  # small mechanisms never need it

    recording = Recording(model, tree, closed, formulation == "relative")
    names = [(b.joint.name, b.joint) for b in tree.branches]
    return Equations(
        model=model,
        formulation=formulation,
        tree=tree,
        coordinates=tuple(f"{n}.{c}" for n, j in names for c in j.inner_names),
        speeds=tuple(f"{n}.{k + 1}" for n, j in names for k in range(j.freedoms)),
        speed_units=tuple("1" if turns else "m" for limb in recording.stage.limbs for _, turns in limb.masks),
        quadratures=recording.quadratures,
        rows=tuple(recording.rows),
        gap_rows=tuple(recording.gap_rows),
        measured=tuple(f"{j.name}.{c.name}" for j in model.all_joints for c in j.coordinates),
        kernels=recording,
        guards=recording.guards,
        tables=recording,
        scales=recording.stage.scales,
    )


def _star(model: Snapshot) -> Tree:
    """Every body on ground by itself, free."""
    joints = [UNBOUND(b.name, "ground", b.name) for b in model.bodies]
    forms: list[Joint] = [j.in_plane() if model.planar else j for j in joints]
    return Tree(tuple(Branch(i, GROUND, j, "", "", False) for i, j in enumerate(forms)), (), is_star=True)


def _equations(formulation: str, scene: Scene, closed: Sequence[Closing]) -> Equations:
    model = scene.model
    trace = _trace(formulation, scene, closed)
    kernels, constants = finish(trace)
    return Equations(
        model=model,
        formulation=formulation,
        tree=scene.tree,
        coordinates=tuple(s.name[2:] for s in scene.coordinates),
        speeds=tuple(s.name[2:] for s in scene.speeds),
        speed_units=_speed_units(scene),
        quadratures=tuple(trace.quadratures),
        rows=tuple(RowInfo(r.name, r.owner, r.unit) for r in trace.rows),
        gap_rows=tuple(RowInfo(gap.owner, gap.owner, gap.unit) for gap in trace.gaps),
        measured=tuple(f"{j.name}.{c.name}" for j in model.all_joints for c in j.coordinates),
        kernels=kernels,
        guards=len(trace.guards),
        tables=Fixed(_patterns(trace), _channels(trace.channels), constants),
        scales=scene.scales,
    )


def _patterns(trace: Trace) -> dict[str, Pattern]:
    """Where entries stand that are not zero by structure."""
    return {
        "M": tuple(trace.M),
        "G": tuple((i, s) for i, r in enumerate(trace.rows) for s in sorted(r.entries)),
        "gap": tuple((i, s) for i, gap in enumerate(trace.gaps) for s in sorted(gap.slopes)),
        "measure": tuple((k, s) for k, m in enumerate(trace.coordinates) for s in sorted(m.entries)),
    }


def _trace(formulation: str, scene: Scene, closed: Sequence[Closing]) -> Trace:
    graph, model = scene.graph, scene.model
    measured = {j.name: measure(scene, j) for j in model.all_joints}
    loads = applied(scene, measured)
    M, f = on_tree(scene, loads) if formulation == "relative" else on_bodies(scene, loads)
    rows = [*closure_rows(scene, closed), *relation_rows(scene, model.relations, measured)]
    vdot = list(graph.symbols(f"a.{i}" for i in range(len(scene.speeds))))
    lam = list(graph.symbols(f"lam.{i}" for i in range(len(rows))))
    supplied = graph.lift(loads.supplied)
    for row, multiplier in zip(rows, lam, strict=True):
        supplied = supplied + multiplier * row.alpha  # only drivers move their rows
    flows = {"energy.dissipated": graph.lift(loads.lost), "energy.supplied": supplied}
    quadratures = {n: graph.symbol(f"z.{n}") for n in flows} | scene.turns
    for name in scene.turns:
        joint, k, _ = model.coordinates[name]
        flows[name] = measured[joint.name][k].rate
    step = list(graph.symbols(f"step.{i}" for i in range(len(scene.speeds))))
    return Trace(
        scene=scene,
        M=M,
        f=f,
        rows=rows,
        coordinates=[m for j in model.all_joints for m in measured[j.name]],
        gaps=gaps(scene, closed) if formulation == "relative" else [],  # assembly runs in tree coordinates
        senses=senses(scene, closed),
        vdot=vdot,
        lam=lam,
        step=step,
        retracted=retracted(scene, step),
        quadratures=quadratures,
        flows=list(flows.values()),
        channels=publish(scene, loads, rows, measured, vdot, lam, quadratures),
        guards=[g for found in loads.switches.values() for g in found],
    )


def _speed_units(scene: Scene) -> tuple[str, ...]:
    """Whether a speed moves ("m") or turns ("1"), told by its column."""
    zero = scene.graph.zero
    return tuple(
        "1" if any(scene.graph.lift(a) is not zero for a in column.w) else "m"
        for columns in scene.columns
        for column in columns
    )


def _channels(channels: list[Channel]) -> tuple[ChannelInfo, ...]:
    found, start = [], 0
    for c in channels:
        found.append(ChannelInfo(c.name, c.unit, start, len(c.nodes)))
        start += len(c.nodes)
    return tuple(found)
