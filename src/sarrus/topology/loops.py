"""Loops: which joints lie around one, and which joints share loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import FrameConstraint, Relation
from sarrus.elements.joints.base import Joint
from sarrus.model import Snapshot
from sarrus.topology.tree import GROUND, Tree, body_at

E = TypeVar("E", bound=Element)


def loop_of(model: Snapshot, tree: Tree, cut: Closing) -> list[str]:
    """Names of the joints around the loop that a cut joint or a constraint closes."""
    inward, outward = tree.between(*(body_at(model, place) for place in model.ends_of(cut)))
    loop = [*(tree.branches[i].joint.name for i in (*inward, *outward)), cut.name]
    # begin with the joint that the user wrote first, and go on towards the one of its neighbours written earlier
    written = model.written_order
    first = loop.index(min(loop, key=written.__getitem__))
    loop = loop[first:] + loop[:first]
    if len(loop) > 2 and written[loop[-1]] < written[loop[1]]:
        loop = [loop[0], *reversed(loop[1:])]
    return loop


@dataclass(frozen=True)
class Component:
    """What has to be closed together: loops that share joints, and the relations between their coordinates.

    A closure row of a component moves with coordinates of its own joints only. Everything is in the order in which
    the user wrote it.
    """

    joints: tuple[Joint, ...]
    constraints: tuple[FrameConstraint, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True)
class LoopComponents:
    """A mechanism taken apart where no loop goes through.

    Attributes:
        coupled: the components, in the order of their first joints.
        bridges: joints on no loop, whose coordinates nothing ties.
    """

    coupled: tuple[Component, ...]
    bridges: tuple[Joint, ...]


def loop_components(model: Snapshot, tree: Tree) -> LoopComponents:
    """Joints, constraints and relations, grouped so that what shares a loop stays together.

    Bodies and ground are the nodes of a graph, joints and constraints its edges. Two edges on one circle belong to one
    biconnected component, and already the circles that single edges close with the tree tell which do: what lies on
    each of them is united. A relation unites the joints it ties; on a joint that is on no loop it makes a component,
    as a driver does. A joint that forbids nothing and is not on the tree closes no loop and is left out.

    Costs O(m log m) at most for m joints, constraints and relations.

    References:
        Oxley (2011), "Matroid Theory", chapter 4: the fundamental circuits of one basis give the components.
    """
    rings = _Rings(tree, (e.name for e in (*model.all_joints, *model.closings, *model.relations)))
    for closing in (*tree.cuts, *model.closings):
        rings.close(closing.name, *(body_at(model, place) for place in model.ends_of(closing)))
    for relation in model.relations:
        tied = [joint.name for joint, _, _ in model.coordinates_of(relation)]
        for places in model.spans_of(relation):
            ways = tree.between(*(body_at(model, place) for place in places))
            tied += [tree.branches[i].joint.name for way in ways for i in way]
        rings.tie([relation.name, *tied])
    joints = rings.grouped(model.all_joints)
    constraints = rings.grouped(model.closings)
    relations = rings.grouped(model.relations)
    coupled: list[Component] = []
    alone: list[Joint] = []
    for group, members in joints.items():
        found = Component(tuple(members), tuple(constraints.get(group, ())), tuple(relations.get(group, ())))
        if len(members) > 1 or found.constraints or found.relations:
            coupled.append(found)
        else:
            alone.append(members[0])
    carrying = {branch.joint.name for branch in tree.branches}
    return LoopComponents(tuple(coupled), tuple(joint for joint in alone if joint.name in carrying))


class _Rings:
    """Groups of elements that are being united, ring by ring.

    An element has a number; that of a joint on the tree is the number of its branch. The branches of a group hang
    together until relations tie groups, so the way inward leaves a group once: `beyond` says by which branch.
    """

    def __init__(self, tree: Tree, names: Iterable[str]) -> None:
        self.tree = tree
        self.number = {branch.joint.name: i for i, branch in enumerate(tree.branches)}
        for name in names:
            self.number.setdefault(name, len(self.number))
        self.group = list(range(len(self.number)))
        self.beyond = [*tree.parents, *(GROUND for _ in self.group[len(tree.parents) :])]

    def leader(self, element: int) -> int:
        """The element after which a group is called."""
        while self.group[element] != element:
            self.group[element] = self.group[self.group[element]]  # shorten the path for the next time
            element = self.group[element]
        return element

    def close(self, name: str, one: int, two: int) -> None:
        """Unite an element between two bodies with the branches on the way between them."""
        depths = self.tree.depths
        a, b = self.tree.carrying(one), self.tree.carrying(two)
        ring = [self.number[name]]
        while a != b:
            if a == GROUND or (b != GROUND and depths[a] < depths[b]):
                a, b = b, a
            ring.append(self.leader(a))
            a = self.beyond[
                ring[-1]
            ]  # a group that reaches further inward than the ring is passed from both sides
        self.beyond[self._unite(ring)] = a

    def tie(self, names: Iterable[str]) -> None:
        """Unite elements by name; after this no ring can be closed any more."""
        self._unite([self.number[name] for name in names])

    def _unite(self, elements: Sequence[int]) -> int:
        first = self.leader(elements[0])
        for element in elements[1:]:
            self.group[self.leader(element)] = first
        return first

    def grouped(self, elements: Sequence[E]) -> dict[int, list[E]]:
        """Elements by group, in the order in which they are given."""
        found: dict[int, list[E]] = {}
        for element in elements:
            found.setdefault(self.leader(self.number[element.name]), []).append(element)
        return found
