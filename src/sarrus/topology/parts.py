"""Which bodies belong together: parts of a model that ground alone joins, and regions that look at each other.

What is in another part changes nothing: no row, no inertia, no tolerance of this one. Parts that a force acts between
move each other all the same, and measure where they are from one origin: they are one region.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sarrus.elements.base import Element
from sarrus.model import Place, Snapshot
from sarrus.topology.groups import Groups
from sarrus.topology.tree import Tree, body_at


@dataclass(frozen=True)
class Parts:
    """The parts of a model, numbered in the order of their first bodies.

    Attributes:
        of_body: for each body its part.
        region: for each part its region.
        held_at: for each part the frames on ground that its joints, constraints and forces use.
    """

    model: Snapshot
    of_body: tuple[int, ...]
    region: tuple[int, ...]
    held_at: tuple[tuple[str, ...], ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.region)

    @cached_property
    def of_element(self) -> dict[str, int]:
        """The part of every joint, constraint and driver by name; what is on ground alone belongs to the first."""
        model = self.model
        found = {e.name: self.at(model.ends_of(e)) for e in (*model.all_joints, *model.closings)}
        for relation in model.relations:
            joints = [joint.name for joint, _, _ in model.coordinates_of(relation)]
            spanned = [place for places in model.spans_of(relation) for place in places]
            found[relation.name] = found[joints[0]] if joints else self.at(tuple(spanned))
        return found

    def of_owners(self, tree: Tree) -> list[int]:
        """The part of every joint of a tree, then of every constraint with coordinates of its own."""
        joints = [self.of_body[branch.body] for branch in tree.branches]
        return joints + [self.of_element[c.name] for c in self.model.owning]

    def at(self, places: tuple[Place, ...]) -> int:
        """The part of the first of some places that is on a body."""
        return next((self.of_body[i] for i in _bodies(self.model, places)), 0)


def model_parts(model: Snapshot) -> Parts:
    """Take a model apart where nothing but ground joins it."""
    tied = Groups(len(model.bodies))
    for element in (*model.all_joints, *model.closings):
        tied.unite(_bodies(model, model.ends_of(element)))
    for relation in model.relations:
        joints = [joint for joint, _, _ in model.coordinates_of(relation)]
        spanned = [*map(model.ends_of, joints), *model.spans_of(relation)]
        tied.unite([i for places in spanned for i in _bodies(model, places)])
    of_body = tuple(tied.numbered)
    count = max(of_body, default=-1) + 1
    regions = Groups(count)
    held_at: list[dict[str, None]] = [{} for _ in range(count)]
    for force in _between_frames(model):
        regions.unite([of_body[i] for i in _bodies(model, model.ends_of(force))])
    for places in map(model.ends_of, (*model.all_joints, *model.closings, *_between_frames(model))):
        for part in {of_body[i] for i in _bodies(model, places)}:
            held_at[part] |= {place.frame: None for place in places if place.body is None}
    return Parts(model, of_body, tuple(regions.numbered), tuple(tuple(found) for found in held_at))


def _between_frames(model: Snapshot) -> Iterator[Element]:
    return (force for force in model.forces if not force.on_coordinates)


def _bodies(model: Snapshot, places: tuple[Place, ...]) -> list[int]:
    return [body_at(model, place) for place in places if place.body is not None]
