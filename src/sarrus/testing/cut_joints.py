"""An element on coordinates of joints: the same whether the joints are on the tree or close loops, also after turns.

On the tree a coordinate is a number of the state. Where its joint closes a loop, and in body coordinates, it is fitted to
a pose, and its turns are counted beside it; a force or a relation must not see the difference.
"""

from __future__ import annotations

import math

import numpy as np

from sarrus.elements.forces.base import Force, Turn
from sarrus.elements.relation import Relation
from sarrus.mechanics import Equations, formulate
from sarrus.model import Mechanism
from sarrus.scalar import Scalar
from sarrus.solvers.arrays import Floats
from sarrus.testing.formulations import (
    absolute,
    chain,
    compare,
    loose_state,
    published,
    random_state,
    settle,
)
from sarrus.testing.samples import Setting, example, give_signals, settings
from sarrus.testing.turns import TIME, TURNS, measured, with_turns


class _Idle(Force):
    """Nothing on a coordinate, which keeps its joint on the tree as anything does that acts on one."""

    ends = ("coordinate",)
    port = Turn

    def power(self, turn: Turn, virtual: Turn) -> Scalar:
        return 0.0 * virtual.rate


def check_on_cut_joints(kind: type[Relation] | type[Force], planar: bool, seed: int) -> None:
    """Motion, efforts and loads with the element on joints of the tree, on joints that close loops, and on free bodies.

    The joints stand some turns from where they began, unless the element says where they stand.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    for setting in settings(kind, planar):
        plane = " in the plane" if planar else ""
        label = f"{kind.keyword} on {setting.label}{plane}, some turns on (seed {seed})"
        tree = formulate(_with_it(kind, setting, planar, seed, loose=False).snapshot())
        x = _settled(tree, seed)
        reference = published(tree, TIME, x)
        other, t, state = absolute(tree, TIME, x)
        compare(f"{label}, tree and absolute", reference, published(other, t, state))
        cut = formulate(_with_it(kind, setting, planar, seed, loose=True).snapshot())
        free = 3 if planar else 6
        closing = [j.name for j in tree.model.all_joints if j.freedoms < free]
        if [c.name for c in cut.tree.cuts] != closing:
            raise AssertionError(f"{label}: the joints are not cut as they should be.")
        again = with_turns(cut, loose_state(cut, state), measured(tree, x))
        compare(f"{label}, tree and cut", reference, published(cut, TIME, again))


def _with_it(
    kind: type[Relation] | type[Force], setting: Setting, planar: bool, seed: int, *, loose: bool
) -> Mechanism:
    mechanism = chain(setting.joints, planar, seed, loose=loose, level=setting.level)
    give_signals(mechanism, kind, *setting.ends)
    mechanism.add(example(kind, "it", *setting.ends, planar=planar, seed=seed, unit=setting.unit))
    if loose:
        mechanism.add(_Idle("idle-1", "first.x"))
        mechanism.add(_Idle("idle-2", "second.x"))
    return mechanism


def _settled(equations: Equations, seed: int) -> Floats:
    """A state that obeys all rows, some turns from where the joints began; nearer where there is none."""
    x = random_state(equations, seed)
    for turns in (TURNS, 1):
        try:
            return settle(equations, TIME, _turned(equations, x, turns))
        except AssertionError:
            continue  # a relation may want the other coordinate farther away than it can be sought
    return settle(equations, TIME, x)


def _turned(equations: Equations, x: Floats, turns: int) -> Floats:
    """Every angle by full turns further."""
    angles = [
        math.tau * turns if c.is_angle else 0.0 for b in equations.tree.branches for c in b.joint.coordinates
    ]
    moved: Floats = x + np.array([*angles, *([0.0] * (len(x) - len(angles)))])
    return moved
