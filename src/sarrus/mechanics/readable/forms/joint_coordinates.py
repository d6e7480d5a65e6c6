"""What forms in joint coordinates share: what they read of a state, and what they publish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus.elements.joints.base import Joint
from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, dot, mul, neg
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import Components, Name, Stack, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.tree.motion import TreeMotion
from sarrus.mechanics.readable.derive.tree.ordering import ordered
from sarrus.mechanics.readable.derive.tree.points import TreeCoordinates, on_tree
from sarrus.mechanics.readable.derive.tree.system import TreeSystem
from sarrus.mechanics.readable.forms.base import GivenQuantity, Row, Unknown
from sarrus.mechanics.readable.print.document import Equation

__all__ = [
    "angle_accelerations",
    "cut_coordinates",
    "givens",
    "knowing",
    "published",
    "unknown_multipliers",
    "word_of",
]


def word_of(name: Name) -> str:
    """A name as a word for symbols."""
    return "_".join(
        [name.letter, *(part.replace(".", "_") for part in name.index), *([name.mark] if name.mark else [])]
    )


def _number(name: str) -> Callable[[Row], Any]:
    return lambda row: float(np.ravel(row[name])[0])


def givens(tree: TreeSystem) -> tuple[GivenQuantity, ...]:
    """Coordinates of the tree, their rates, and states of forces."""
    found = []
    for c in tree.tree.coordinates:
        word = c.published.replace(".", "_")
        found.append(GivenQuantity(c.name, 0, _number(c.published), (word,)))
        found.append(GivenQuantity(c.dot, 0, _number(f"{c.published}_dot"), (f"{word}_dot",)))
    for s in tree.system.loads.states:
        name = f"{s.force}.{s.state.name}"
        found.append(GivenQuantity(s.name, 0, _number(name), (name.replace(".", "_"),)))
    return tuple(found)


def knowing(motion: TreeMotion) -> list[Definition]:
    """Everything that follows from a state, before the sums."""
    tree = motion.tree
    shared = [d.at(body) for body in tree.bodies for d in motion.tensors]
    applied = [*motion.applied, *motion.defaults, *motion.zeros]
    return ordered([*tree.definitions, *shared, *(Definition(d.name, tree.put(d.value)) for d in applied)])


def unknown_multipliers(tree: TreeSystem) -> list[Unknown]:
    """Multipliers of all rows."""
    size = 2 if tree.planar else 3
    found = []
    for row in tree.rows:
        lam = row.row.multiplier
        words = tuple(label.replace(".", "_") for label in row.row.labels)
        found.append(Unknown(lam, size if lam.rank else 0, words))
    return found


def angle_accelerations(tree: TreeSystem) -> tuple[list[Unknown], list[Equation]]:
    """Second rates of angles whose rates are no speeds, and the kinematic equations once more differentiated."""
    unknowns, equations = [], []
    for limb in tree.tree.limbs:
        traced = limb.traced
        if not traced.kinematic:
            continue
        angles = [traced.coordinates[k] for k in traced.joint.turn_places]
        rules = {**traced.rates, **{c.dot: c.name.marked("ddot") for c in angles}}
        for c in angles:
            word = c.published.replace(".", "_")
            unknowns.append(Unknown(c.name.marked("ddot"), 0, (f"{word}_ddot",)))
        for d in traced.kinematic:
            equations.append(Equation(d.name.marked("dot"), rate(d.value, rules)))
    return unknowns, equations


def cut_coordinates(motion: TreeMotion) -> tuple[list[Definition], dict[str, Term]]:
    """Accelerations of the coordinates of cut joints, and what they need."""
    tree, points = motion.tree, motion.tree.points
    measured = TreeCoordinates(points)
    found: dict[str, Term] = {}
    for joint in tree.system.joints:
        bound = joint.joint
        if not isinstance(bound, Joint):
            continue
        for k, coordinate in enumerate(bound.coordinates):
            change = measured.change((bound, k, coordinate))
            by_speed = {f.speed: f.acceleration for f in tree.tree.freedoms}
            shares = [mul(tree.put(entry), by_speed[j]) for j, entry in on_tree(change.slopes).items()]
            found[f"{bound.name}.{coordinate.name}_ddot"] = add(tree.put(change.bias), *shares)
    made = {d.name for d in tree.definitions}
    more = [Definition(d.name, tree.put(d.value)) for d in measured.definitions if d.name not in made]
    return more, found


def published(motion: TreeMotion) -> dict[str, Term]:
    """Accelerations of coordinates and bodies, loads of joints, efforts of drivers."""
    tree = motion.tree
    found: dict[str, Term] = {f"{c.published}_ddot": c.name.marked("ddot") for c in tree.tree.coordinates}
    found |= _bodies(motion)
    meshed = {name for mesh in tree.model.meshes for name in tree.model.meshing(mesh).outer}
    for limb in tree.tree.limbs:
        if limb.traced.joint.freedoms == (3 if tree.planar else 6) or limb.name in meshed:
            continue
        force: Term = motion.load(limb.name)
        torque: Term = tree.points.no_torque if motion.turns_freely(limb) else motion.twist(limb.name)
        found |= _load(tree, limb.name, *((neg(force), neg(torque)) if limb.is_backward else (force, torque)))
    for joint in tree.system.joints:
        if joint.joint.name in meshed:
            continue
        force = add(tree.points.zero, *(row.force for row in joint.rows if row.force is not None))
        torque = add(tree.points.no_torque, *(row.torque for row in joint.rows if row.torque is not None))
        found |= _load(tree, joint.joint.name, tree.put(force), tree.put(torque))
    drivers = {d.name for d in tree.model.drivers}
    for row in tree.rows:
        if row.row.owner in drivers:
            found[f"{row.row.owner}.effort"] = row.row.multiplier
    return found


def _load(tree: TreeSystem, joint: str, force: Term, torque: Term) -> dict[str, Term]:
    """Three components each, also in the plane."""
    if tree.planar:
        force, torque = Stack((force, ZERO)), Stack((ZERO, ZERO, torque))
        return {f"{joint}.reaction": force, f"{joint}.torque": torque}
    found = {f"{joint}.reaction": force, f"{joint}.torque": torque}
    if joint not in tree.model.joints_by_name:
        return found
    for frame, place in zip("FM", tree.model.ends_of(tree.model.joint(joint)), strict=True):
        axes = [tree.put(a) for a in tree.points.axes(place)]
        found[f"{joint}.reaction_{frame}"] = Stack(tuple(dot(a, force) for a in axes))
        found[f"{joint}.torque_{frame}"] = Stack(tuple(dot(a, torque) for a in axes))
    return found


def _bodies(motion: TreeMotion) -> dict[str, Term]:
    """Accelerations of mass centres and of turns."""
    tree = motion.tree
    units = [
        Components(tuple(ONE if k == n else ZERO for k in range(2 if tree.planar else 3))) for n in range(3)
    ]
    found: dict[str, Term] = {}
    for body in tree.bodies:
        for axis, unit in zip("xy" if tree.planar else "xyz", units, strict=False):
            found[f"{body}.center.{axis}_ddot"] = dot(motion.acceleration(body), unit)
        found[f"{body}.psi_ddot" if tree.planar else f"{body}.alpha"] = motion.alpha(body, "")
    return found
