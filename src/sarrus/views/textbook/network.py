"""The network of a mechanism, said once: bodies, what joins them, and what acts between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from sarrus.elements.base import Element
from sarrus.elements.forces.base import Reach
from sarrus.model import Snapshot
from sarrus.phrases import around, count, first_of
from sarrus.topology.loops import loop_of
from sarrus.topology.tree import GROUND, body_at, span

__all__ = ["Network", "NetworkEnd", "NetworkLink", "NetworkTie", "network_of"]


@dataclass(frozen=True)
class NetworkLink:
    """Something between two bodies, by their numbers; -1 is ground.

    Attributes:
        name, kind: of the element.
        role: "joint", "constraint" or "force".
        ends: base and follower.
        loop: names of the joints around the loop that it closes; empty on the tree.
    """

    name: str
    kind: str
    role: str
    ends: tuple[int, int]
    loop: tuple[str, ...] = ()

    @property
    def is_cut(self) -> bool:
        """Whether it closes a loop."""
        return bool(self.loop)


@dataclass(frozen=True)
class NetworkTie:
    """A driver, a force or a relation that acts along coordinates of links, by their names."""

    name: str
    kind: str
    role: str
    links: tuple[str, ...]


@dataclass(frozen=True)
class NetworkEnd:
    """A force from outside on one body."""

    name: str
    kind: str
    body: int


@dataclass(frozen=True)
class Network:
    """A mechanism as a graph.

    Attributes:
        name: of the mechanism.
        bodies: names, in the order of their numbers.
        links, ties, ends: what is between them, on coordinates, and on single bodies.
        layers: for every body how many joints and constraints lie between it and ground; 1 for those that nothing holds.
        unlinked: sentences on what is not in the graph.
    """

    name: str
    bodies: tuple[str, ...]
    links: tuple[NetworkLink, ...]
    ties: tuple[NetworkTie, ...]
    ends: tuple[NetworkEnd, ...]
    layers: tuple[int, ...]
    unlinked: tuple[str, ...]

    @property
    def loops(self) -> list[str]:
        """Loops by the names of their joints."""
        return [around(link.loop) for link in self.links if link.is_cut]

    @property
    def loop_numbers(self) -> dict[str, int]:
        """Which loop each link closes that closes one, from 1."""
        return {link.name: k for k, link in enumerate((l for l in self.links if l.is_cut), 1)}

    @property
    def notes(self) -> list[str]:
        """Sentences below the drawing."""
        if not self.loops:
            return ["There is no loop.", *self.unlinked]
        loops = self.loops if len(self.loops) == 1 else [f"{k} is {l}" for k, l in enumerate(self.loops, 1)]
        return [f"Dashed lines close loops: {first_of(loops)}.", *self.unlinked]

    @property
    def told(self) -> str:
        """The drawing in words, for readers who cannot see it."""
        names = ("ground", *self.bodies)
        held = [f"{l.name} ({l.kind}) {names[l.ends[0] + 1]} to {names[l.ends[1] + 1]}" for l in self.links]
        size = f"{count(len(self.bodies), 'body', 'bodies')}, {count(len(self.loops), 'loop')}"
        return f"Network of {self.name}: {size}. {'; '.join(held)}"


def network_of(model: Snapshot) -> Network:
    """The graph of a mechanism: the tree on which its numbers are computed, and everything else."""
    links = (*_joints(model), *_force_links(model))
    known = {link.name for link in links}
    ties, unlinked = [], list(_fields(model))
    drivers = {d.name for d in model.drivers}
    on_coordinates: list[tuple[Element, str]] = [
        (r, "driver" if r.name in drivers else "constraint") for r in model.relations
    ]
    on_coordinates += [(f, "force") for f in model.forces if f.on_coordinates]
    for element, role in on_coordinates:
        at = tuple(dict.fromkeys(j.name for j, _, _ in model.coordinates_of(element) if j.name in known))
        if at:
            ties.append(NetworkTie(element.name, element.keyword, role, at))
        else:
            unlinked.append(f"{element.name} ({element.keyword}) acts along no joint that is drawn.")
    if model.floating:
        names = [body.name for body in model.floating]
        unlinked.append(f"{', '.join(names)} {'floats' if len(names) == 1 else 'float'} freely.")
    return Network(
        model.name,
        tuple(body.name for body in model.bodies),
        links,
        tuple(ties),
        tuple(_outside(model)),
        _layers(len(model.bodies), links),
        tuple(unlinked),
    )


def _joints(model: Snapshot) -> Iterator[NetworkLink]:
    """Joints and constraints between frames; those on the tree close no loop."""
    tree = span(model)
    branches = {branch.joint.name for branch in tree.branches}
    implied = {body.name for body in model.floating}
    for role, elements in (("joint", model.all_joints), ("constraint", model.closings)):
        for element in elements:
            if element.name in implied:
                continue
            base, follower = (body_at(model, place) for place in model.ends_of(element))
            loop = () if element.name in branches else tuple(loop_of(model, tree, element))
            yield NetworkLink(element.name, element.keyword, role, (base, follower), loop)


def _force_links(model: Snapshot) -> Iterator[NetworkLink]:
    """Forces between two bodies; one with several lines is one link for each."""
    for force in model.forces:
        if force.on_coordinates or force.port.reach is not Reach.FRAMES:
            continue
        ends, first = [body_at(model, place) for place in model.ends_of(force)], 0
        for port in force.ports:
            if port.ends == 2:
                yield NetworkLink(force.name, force.keyword, "force", (ends[first], ends[first + 1]))
            first += port.ends


def _outside(model: Snapshot) -> Iterator[NetworkEnd]:
    """Forces at single points."""
    for force in model.forces:
        if force.on_coordinates or force.port.reach is not Reach.FRAMES:
            continue
        ends, first = [body_at(model, place) for place in model.ends_of(force)], 0
        for port in force.ports:
            if port.ends == 1:
                yield NetworkEnd(force.name, force.keyword, ends[first])
            first += port.ends


def _fields(model: Snapshot) -> Iterator[str]:
    for force in model.forces:
        if force.port.reach is Reach.BODIES:
            yield f"{force.name} ({force.keyword}) acts on every body."


def _layers(bodies: int, links: tuple[NetworkLink, ...]) -> tuple[int, ...]:
    """Distances from ground, breadth first; what ground does not hold begins beside it."""
    near: dict[int, list[int]] = {}
    for link in links:
        if link.role != "force":
            one, two = link.ends
            near.setdefault(one, []).append(two)
            near.setdefault(two, []).append(one)
    found = {GROUND: 0}
    waiting = deque([GROUND])
    for start in (GROUND, *range(bodies)):
        if start not in found:
            found[start] = 1
            waiting.append(start)
        while waiting:
            here = waiting.popleft()
            for other in near.get(here, ()):
                if other not in found:
                    found[other] = found[here] + 1
                    waiting.append(other)
    return tuple(found[body] for body in range(bodies))
