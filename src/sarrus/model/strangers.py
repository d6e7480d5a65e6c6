"""Ends that were given as frames of bodies which are not those of the mechanism, although they are called alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sarrus.errors import Problem
from sarrus.model.wording import label

if TYPE_CHECKING:
    from sarrus.model.mechanism import Mechanism

__all__ = ["strangers"]


def strangers(mechanism: Mechanism) -> Iterator[Problem]:
    """A problem for each end that is a frame of a body of the same name in another mechanism."""
    own = {holder.name: holder for holder in (mechanism.ground, *mechanism.bodies)}
    shelves = (mechanism.joints, mechanism.constraints, mechanism.forces, mechanism.sensors)
    for element in (element for shelf in shelves for element in shelf):
        for end in element.at:
            holder = getattr(end, "holder", None)
            if holder is None or own.get(holder.name, holder) is holder:
                continue  # a path, or a name that nobody has: that is found with the paths
            of = "another mechanism" if holder.name == mechanism.ground.name else "another body of that name"
            yield Problem(
                mechanism.sources.get(element.name, ""),
                f"{label(element)} is given '{end}' of {of}, not of mechanism '{mechanism.name}'",
                "Its ends are frames of its own ground and of bodies that were added to it",
                "Add the body, or use the one that was added",
            )
