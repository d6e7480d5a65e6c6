"""A random mechanism as numbers only, before it is written down as a model.

Bodies and joint frames are poses in the world. A joint's frame F stands somewhere on its base, and its frame M on the
follower where the joint's `motion` says; so every loop closes by construction, whatever the joints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sarrus.elements.base import Element
from sarrus.elements.drivers.base import Driver
from sarrus.elements.joints.base import Joint
from sarrus.spatial import Pose

from .values import bound

GROUND = -1
Place = tuple[int, int]
"""A joint and one of its coordinates, both by number."""


@dataclass(frozen=True)
class JointPlan:
    """A joint: its kind, ends (body numbers), frame F in the world, coordinates, parameters.

    A `twin` repeats another joint: it forbids nothing new.
    """

    kind: type[Joint]
    base: int
    follower: int
    F: Pose
    coordinates: tuple[float, ...]
    values: dict[str, Any]
    twin: bool = False

    def form(self, planar: bool) -> Joint:
        """The joint on plain numbers."""
        joint = self.kind("j", "a", "b", **self.values)
        return bound(joint.in_plane() if planar else joint, planar)

    def motion(self, planar: bool) -> Pose:
        """X_FM."""
        form = self.form(planar)
        return form.motion(*form.place(self.coordinates))


@dataclass(frozen=True)
class End:
    """A frame on a body, given by its pose in the world."""

    body: int
    X: Pose


@dataclass(frozen=True)
class Item:
    """Any other element: its kind, the frames or the coordinates it stands on, parameters."""

    kind: type[Element]
    values: dict[str, Any]
    ends: tuple[End, ...] = ()
    on: tuple[Place, ...] = ()

    @property
    def drives(self) -> bool:
        """Whether it prescribes a motion."""
        return issubclass(self.kind, Driver)


@dataclass(frozen=True)
class Blueprint:
    """Everything about a random mechanism.

    Attributes:
        family: "plane" (planar bodies), "space", or "flat": spatial bodies whose joint frames share one plane, turned
            somewhere in space: planar loops built of spatial joints, with redundant rows.
        afloat: whether nothing touches ground.
        t: the time at which it is looked at.
        rates: rates of all joint coordinates, as guesses.
        twists: velocity and angular velocity of each body, used where it floats.
    """

    seed: int
    family: str
    afloat: bool
    t: float
    poses: tuple[Pose, ...]
    solids: tuple[dict[str, Any], ...]
    joints: tuple[JointPlan, ...]
    items: tuple[Item, ...]
    rates: dict[Place, float]
    twists: tuple[tuple[float, ...], ...]

    @property
    def planar(self) -> bool:
        """Whether its bodies are planar."""
        return self.family == "plane"

    @property
    def kinds(self) -> set[type[Element]]:
        """Every element of the catalogue it is made of."""
        solids = [type(s["solid"]) for s in self.solids if "solid" in s]
        parts = [type(p[0]) for s in self.solids for p in s.get("parts", {}).values()]
        return {*(e.kind for e in (*self.joints, *self.items)), *solids, *parts}

    @property
    def carriers(self) -> set[int]:
        """Joints on whose coordinates something stands."""
        return {joint for item in self.items for joint, _ in item.on}
