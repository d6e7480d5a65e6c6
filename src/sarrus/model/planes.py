"""Which elements stand between planar bodies, where some bodies of a mechanism have planes of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sarrus.elements.closing import Closing
from sarrus.elements.joints.base import Joint
from sarrus.elements.lying import guide_of
from sarrus.elements.planes import Guide, flat

if TYPE_CHECKING:
    from sarrus.model.snapshot import Place, Snapshot

C = TypeVar("C", bound=Closing)


def guides_of(model: Snapshot) -> tuple[Guide, ...]:
    """What holds bodies that have planes of their own."""
    held = (body for body in model.bodies if body.guided)
    return tuple(Guide(guide_of(b.name), b.guided, b.name, layer=b.layer or 0.0) for b in held)


def is_in_plane(model: Snapshot, closing: Closing) -> bool:
    """Whether an element stands between planar bodies: all are planar, or both of its frames lie in one plane."""
    if model.planar or not model.guides:
        return model.planar
    one, two = (_planes_at(model, place) for place in model.ends_of(closing))
    return not one.isdisjoint(two)


def in_its_plane(model: Snapshot, closing: C) -> C:
    """The form that an element takes in a mechanism."""
    if not is_in_plane(model, closing):
        return closing
    form: C = closing.in_plane() if isinstance(closing, Joint) else closing  # type: ignore[assignment]
    return form if model.planar else flat(form)


def _planes_at(model: Snapshot, place: Place) -> frozenset[str]:
    """The planes that a frame lies parallel to by structure, each by the frame on ground whose x-y plane it is."""
    if place.body is not None:
        return frozenset({place.body.guided} - {""})
    found, frame = set(), place.frame
    while frame:
        found.add(f"ground.{frame}")
        placed = model.ground.placements[frame]
        if placed.form or len(placed.turn) > 1:
            return frozenset(found)
        frame = placed.on
    return frozenset({*found, "ground"})
