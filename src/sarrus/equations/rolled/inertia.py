"""Mass matrix and forces over tables: composite bodies along the tree, or every body on its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sarrus.equations.inertia import Matrix, alone, momentum
from sarrus.equations.rolled.rows import Pattern, only, power, split_loads
from sarrus.equations.rolled.space import Flat
from sarrus.equations.rolled.stage import Limb, Mask, Stage
from sarrus.equations.rolled.tape import Place, Recorder, Symbols
from sarrus.scalar import Graph, Node
from sarrus.spatial import Inertia
from sarrus.topology import GROUND


def on_tree(stage: Stage, rec: Recorder) -> Pattern:
    """M by composite bodies, f by one inward pass of Newton-Euler; the load of a body becomes its net load.

    Needs motion with columns, and loads.
    """
    rec.sweep()
    for body, slots in enumerate(stage.bodies):
        reads = [slots.pose, slots.twist, slots.rate, slots.load]
        rec.run("own inertia", partial(_own, stage), reads, [slots.inertia, slots.load], stage.masses[body])
    rec.sweep()
    for limb in reversed(stage.limbs):
        if limb.branch.parent != GROUND:
            outer, inner = stage.bodies[limb.branch.body], stage.bodies[limb.branch.parent]
            reads = [outer.pose, outer.inertia, outer.load, inner.pose, inner.inertia, inner.load]
            rec.run("inward", partial(_inward, stage), reads, [inner.inertia, inner.load])
    rec.sweep()
    for limb in stage.limbs:
        slots = stage.bodies[limb.branch.body]
        reads = [limb.columns, limb.point, slots.pose, slots.inertia, slots.load]
        writes = [limb.shares, Place("f", limb.first, limb.v.size)]
        rec.run(("shares", limb.masks), partial(_shares, stage, limb.masks), reads, writes)
    pattern: Pattern = []
    rec.sweep()
    for limb in stage.limbs:
        body = limb.branch.body
        while body != GROUND:
            other = stage.limbs[stage.tree.branch_index[body]]
            _pair(stage, rec, limb, other, pattern)
            body = other.branch.parent
    return pattern


def _own(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    s = stage.space
    k = s.to_kinematics(*groups[:3])
    inertia = Inertia.about_center(*s.to_mass(numbers)).turned(k.X.R)
    net = s.to_load(groups[3]) - inertia.force_for(k.a, k.alpha, k.w)
    return [s.flat_inertia(inertia), s.flat_load(net)]


def _inward(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    s = stage.space
    outer, outer_inertia, outer_load, inner, inertia, load = groups
    arm = s.to_pose(outer).p - s.to_pose(inner).p
    total = s.to_inertia(inertia) + s.to_inertia(outer_inertia).moved(arm)
    return [s.flat_inertia(total), s.flat_load(s.to_load(load) + s.to_load(outer_load).moved(arm))]


def _shares(
    stage: Stage, masks: Sequence[Mask], graph: Graph, groups: list[Symbols], numbers: Symbols
) -> list[Flat]:
    s = stage.space
    columns = [only(c, mask) for c, mask in zip(split_loads(stage, groups[0]), masks, strict=True)]
    arm = s.to_pose(groups[2]).p - s.to_vector(groups[1])
    inertia, net = s.to_inertia(groups[3]), s.to_load(groups[4])
    momenta = [momentum(inertia, c.force, c.torque, arm) for c in columns]
    return [[x for m in momenta for x in s.flat_load(m)], [power(c, net, arm) for c in columns]]


def _pair(stage: Stage, rec: Recorder, outer: Limb, inner: Limb, pattern: Pattern) -> None:
    """The block of M between two limbs."""
    is_same = outer is inner
    pairs = [(a, b) for a in range(outer.v.size) for b in range(inner.v.size) if not is_same or b <= a]
    if not pairs:
        return
    to = Place("M", len(pattern), len(pairs))
    pattern += [(outer.first + a, inner.first + b) for a, b in pairs]
    reads = [outer.shares, stage.bodies[outer.branch.body].pose, inner.columns, inner.point]
    structure = ("block", outer.v.size, inner.masks, is_same)
    rec.run(structure, partial(_block, stage, inner.masks, pairs), reads, [to])


def _block(
    stage: Stage,
    masks: Sequence[Mask],
    pairs: Sequence[tuple[int, int]],
    graph: Graph,
    groups: list[Symbols],
    numbers: Symbols,
) -> list[Flat]:
    s = stage.space
    momenta = split_loads(stage, groups[0])
    columns = [only(c, mask) for c, mask in zip(split_loads(stage, groups[2]), masks, strict=True)]
    arm = s.to_pose(groups[1]).p - s.to_vector(groups[3])
    return [[power(columns[b], momenta[a], arm) for a, b in pairs]]


def on_bodies(stage: Stage, rec: Recorder) -> Pattern:
    """M and f of every body on its own. Needs poses and loads."""
    graph = Graph()
    shape, _ = _alone(stage, graph)
    pattern: Pattern = []
    rec.sweep()
    for limb in stage.limbs:
        slots = stage.bodies[limb.branch.body]
        to = [Place("M", len(pattern), len(shape)), Place("f", limb.first, limb.v.size)]
        pattern += [(limb.first + a, limb.first + b) for a, b in shape]
        reads = [slots.pose, limb.v, slots.load]
        rec.run("alone", partial(_alone_cell, stage), reads, to, stage.masses[limb.branch.body])
    return pattern


def _alone(stage: Stage, graph: Graph) -> tuple[list[tuple[int, int]], int]:
    """Which entries a body's own block of M has."""
    s = stage.space
    sizes = (s.pose, s.motion, s.motion, s.inertia)
    *groups, numbers = (list(graph.symbols(f"{k}.{i}" for i in range(n))) for k, n in enumerate(sizes))
    M, f = _alone_parts(stage, graph, groups, numbers)
    return list(M), len(f)


def _alone_parts(
    stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols
) -> tuple[Matrix, list[Node]]:
    s = stage.space
    inertia = Inertia.about_center(*s.to_mass(numbers))
    return alone(graph, s.to_pose(groups[0]).R, inertia, groups[1], s.to_load(groups[2]))


def _alone_cell(stage: Stage, graph: Graph, groups: list[Symbols], numbers: Symbols) -> list[Flat]:
    M, f = _alone_parts(stage, graph, groups, numbers)
    return [list(M.values()), list(f)]
