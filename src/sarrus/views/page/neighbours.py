"""What is beside what: the elements at a body, and the bodies or joints of an element."""

from __future__ import annotations

from sarrus.elements.base import Element
from sarrus.model import Snapshot

__all__ = ["neighbours"]


def neighbours(model: Snapshot) -> dict[str, list[str]]:
    """Names beside each name, both ways, in the order of the model; ground is not among the names."""
    found: dict[str, dict[str, None]] = {}
    for element in model.elements:
        for name in _ends(model, element):
            found.setdefault(name, {})[element.name] = None
            found.setdefault(element.name, {})[name] = None
    return {name: list(others) for name, others in found.items()}


def _ends(model: Snapshot, element: Element) -> list[str]:
    if element.on_coordinates:
        return [joint.name for joint, _, _ in model.coordinates_of(element)]
    return [place.body.name for place in model.ends_of(element) if place.body]
