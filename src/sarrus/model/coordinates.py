"""Coordinates by their names, for the elements that act on them: which there are, which may be meant, who may act on which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.elements.base import Coordinate, Element
from sarrus.elements.constraints.base import FrameConstraint, Mesh, Relation
from sarrus.elements.joints.base import Joint
from sarrus.errors import ModelError, quote
from sarrus.model.wording import coordinates_near, label

if TYPE_CHECKING:
    from sarrus.model.snapshot import Snapshot

CoordinateAt = tuple[Joint | FrameConstraint, int, Coordinate]
"""A published coordinate: whose it is, its place among those, what it is."""


def find_coordinate(model: Snapshot, path: str, user: Element) -> CoordinateAt:
    """The coordinate that a path means, for the element that uses it.

    Raises:
        ModelError: there is none of that name, or none that such an element may act on.
    """
    found = model.coordinates.get(path)
    if found is None:
        raise ModelError.one(
            model.at(user.name),
            f"{label(user)} acts on {quote(path)}, which is not a coordinate",
            *coordinates_near(model.coordinates, path, user=user),
        )
    if isinstance(found[0], FrameConstraint) and (isinstance(user, Mesh) or not isinstance(user, Relation)):
        raise ModelError.one(
            model.at(user.name),
            f"{label(user)} acts on {quote(path)}, a coordinate of {label(found[0])}, which has no inertia",
            "Drivers, couplers and conditions act on such a coordinate; forces and meshes act on coordinates of joints",
            f"Let it act on a joint, or between the frames of {label(found[0])}",
        )
    return found
