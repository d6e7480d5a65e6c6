"""The equations of a kind of element, between any frames: derived from its definition, never typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from sarrus.cli.explain.forms import (
    COORDINATES,
    READING,
    plain_values,
    reads_signals,
    sample_ends,
)
from sarrus.elements.base import Choice, Element, Shape
from sarrus.elements.closing import Closing
from sarrus.elements.joints.base import Joint
from sarrus.elements.outside import shelf_of
from sarrus.elements.sensors.base import Computed, LoadSensor
from sarrus.errors import ModelError
from sarrus.model.check import keeps_plane

if TYPE_CHECKING:
    from sarrus.mechanics.readable.print.document import Document
    from sarrus.model import Snapshot

__all__ = ["READING_EQUATIONS", "document_of", "equations_of", "sample_elements", "sample_values"]

_FRAMES = (
    "Of a frame, p is the position of its origin; e and n are its axes in the plane, x, y and z in space; psi and Omega tell "
    "how it turns. All are in components of ground, and a dot is a rate."
)
READING_EQUATIONS = {
    "joints": f"F is the frame on the base, M the one on the follower. {_FRAMES} The rows g vanish. Their multipliers "
    "lambda and mu give the load on the follower, a force F and a torque tau at the origin of M; the base feels the opposite "
    "there.",
    "constraints": f"F is the frame on the base, M the one on the follower. {_FRAMES} The rows g vanish, and so do rows s of "
    "velocities. Their multipliers mu give the load on the follower, a force F and a torque tau at the origin of M; the base "
    "feels the opposite there. Between coordinates q, or signals, a multiplier gives an effort Q along each.",
    "forces": f"F is the frame on the base, or where the force acts, M the one on the follower; P and Q are points. {_FRAMES} "
    "q is a joint coordinate and Q the effort along it, V the energy, P with the index lost the power that turns into heat, and "
    "P with the index in the power brought in. L is the load of a joint, with z along the axis of its coordinate.",
    "drivers": "q is the coordinate that is driven, mu the multiplier of the row g, which vanishes, Q the effort that the "
    "driver needs, and P its power.",
    "sensors": f"F is the frame that looks, M the one that is looked at. {_FRAMES}",
}
"""What the letters in the equations of elements are, by shelf."""
SEEDS = (0, 2, 4)
"""Samples of elements that can be made in several ways."""


def equations_of(kind: type[Element], printed: Callable[[Document], str]) -> list[tuple[str, str]]:
    """What is printed of a kind, each with a title: in the plane and in space, once where these are the same.

    Args:
        kind: of elements.
        printed: how a document is written down.
    """
    if shelf_of(kind) == "solids":
        return []
    if issubclass(kind, Computed | LoadSensor):
        return [("", "It has no equation of its own: it publishes what others say.\n")]
    if len(kind.ends) > 2 and not kind.on_coordinates:
        told = (
            f"It has {len(kind.ends)} ends. Only elements with one or two frames are printed by themselves."
        )
        return [("", f"{told} 'sarrus equations MODEL' prints it in a model.\n")]
    texts = {planar: _variants(kind, planar, printed) for planar in (True, False)}
    if texts[True] == texts[False] or not texts[True]:
        where = "" if texts[True] else "in space"
        return [(_title(where, label), text) for label, text in texts[False]]
    return [
        (_title("in the plane" if planar else "in space", label), text)
        for planar, found in texts.items()
        for label, text in found
    ]


def _title(where: str, label: str) -> str:
    return ", ".join(filter(None, (where, label)))


def _variants(kind: type[Element], planar: bool, printed: Callable[[Document], str]) -> list[tuple[str, str]]:
    """Label and text of every way in which the formulas differ; none where the kind does not fit the plane."""
    found: list[tuple[str, str]] = []
    try:
        for element, label in sample_elements(kind, planar):
            text = printed(document_of(element, planar))
            if text not in [other for _, other in found]:
                found.append((label, text))
    except ModelError as refusal:
        what = refusal.problems[0].what.rstrip(".")
        return [("", f"The equations to read cannot print it: {what}.\n")]
    return found


def document_of(element: Element, planar: bool) -> Document:
    """The equations of a sample, of which only what it names as its ends must be known."""
    from sarrus.mechanics.readable.page.catalogue import element_document

    return element_document(_mechanism(planar), element)


def sample_elements(kind: type[Element], planar: bool) -> Iterator[tuple[Element, str]]:
    """Elements of a kind as far as they fit, with what was chosen for them."""
    for number, values in enumerate(sample_values(kind, planar)):
        if reads_signals(kind):
            yield kind("any", READING, **{k: v for k, v in values.items() if k != kind.primary}), ""
            return
        element = kind("any", *(sample_ends(kind) if kind.ends else ()), **values)
        if planar and isinstance(element, Closing) and _leaves_plane(element):
            continue
        words = (f"{p.key or key} `{values[key]}`" for key, p in kind.choices.items() if key in values)
        yield element, "with " + " and ".join(words) if number and kind.choices else ""


def _leaves_plane(element: Closing) -> bool:
    if isinstance(element, Joint):
        return not keeps_plane(element.in_plane())
    return element.misfit_in_plane() is not None


def sample_values(kind: type[Element], planar: bool) -> Iterator[dict[str, Any]]:
    """Values for an element: as it likes to be tried, else plain ones with its words in turn."""
    if kind.sample("rad", 0):
        yield from (kind.sample("rad", seed) for seed in SEEDS)
        return
    numbers = plain_values(kind)
    for key, p in kind.params.items():
        if planar and key in numbers and p.shape in (Shape.VECTOR, Shape.AXIAL):
            size = p.shape.size(planar)
            numbers[key] = numbers[key][0] if size == 1 else numbers[key][:size]
    yield numbers
    for key, choice in kind.choices.items():
        if isinstance(choice, Choice) and planar:
            yield from ({**numbers, key: word} for word in choice.words if word != choice.default)


@cache
def _mechanism(planar: bool) -> Snapshot:
    """What the ends of samples name: bodies, their joints A, B and slide, signals a and b."""
    from sarrus.elements.body import Body
    from sarrus.elements.joints import CATALOGUE
    from sarrus.model import Mechanism

    turn, slide = (
        next(j for j in CATALOGUE if tuple(c.unit for c in j.coordinates) == (unit,)) for unit in ("rad", "m")
    )
    m = Mechanism("any", plane="xy" if planar else None)
    inertia: Any = 1.0 if planar else (1.0, 1.0, 1.0)
    bar = m.add(Body("bar", mass=1.0, inertia=inertia))
    m.add(Body("other", mass=1.0, inertia=inertia))
    bar.frame("end", (1.0, 0.0) if planar else (1.0, 0.0, 0.0))
    m.add(turn("A", "ground", "bar"))
    m.add(turn("B", "bar.end", "other"))
    m.add(slide("slide", "ground", "other"))
    m.signals(a=COORDINATES[0], b=COORDINATES[1])
    return m.snapshot()
