"""Symbols between two points that move: springs, dampers, ropes, struts. Each function draws the symbol of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sarrus.elements.base import Element
from sarrus.views.scene.base import Anchor, Profile, Span
from sarrus.views.scene.geometry import whole
from sarrus.views.scene.site import Layer
from sarrus.views.scene.stage import SceneStage

COILS = 7
WIDTH = 0.05
"""Radius of a coil, in multiples of the size of the scene."""


@dataclass(frozen=True)
class DrawnLine:
    """A line between two ends, and the element it shows, on numbers."""

    stage: SceneStage
    element: Element
    kind: str
    start: Anchor
    end: Anchor

    @property
    def is_flat(self) -> bool:
        """Whether it is drawn in the plane."""
        return self.stage.model.planar

    def lengths(self) -> tuple[float, float]:
        """Shortest and longest."""
        apart = whole(self.stage.way(self.end) - self.stage.way(self.start))
        found = np.linalg.norm(apart, axis=1) if len(apart) else np.zeros(1)
        return float(found.min()), float(found.max())

    def has(self, parameter: str) -> bool:
        """Whether a parameter exists and is not zero."""
        return parameter in self.element.params and float(getattr(self.element, parameter)) > 0.0

    def span(self, role: str, *lines: Profile, weight: float = 1.0, dashed: bool = False) -> Span:
        """Lines of this element."""
        return Span(
            self.element.name, self.kind, role, Layer.SPAN, self.start, self.end, lines, weight, dashed
        )


def spring(line: DrawnLine) -> Iterator[Span]:
    """A coil that stretches, with a dashpot beside it where there is damping."""
    w = WIDTH * line.stage.size
    if not line.has("damping"):
        yield line.span("spring", _coil(w, 0.0, 0.12, line.is_flat), weight=1.2)
        return
    beside = 1.5 * w
    yield line.span(
        "spring",
        ((0.0, 0.0, 0.0, 0.0), (0.06, 0.0, 0.0, 0.0)),
        ((0.06, 0.0, -beside, 0.0), (0.06, 0.0, beside, 0.0)),
        _coil(w, beside, 0.06, line.is_flat, lead=0.06),
        ((0.94, 0.0, -beside, 0.0), (0.94, 0.0, beside, 0.0)),
        ((0.94, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)),
        weight=1.2,
    )
    yield line.span("damper", *_dashpot(line, 0.7 * w, -beside), weight=1.2)


def rope(line: DrawnLine) -> Iterator[Span]:
    """A straight line."""
    yield line.span("spring", STRAIGHT, weight=1.6)


def stop(line: DrawnLine) -> Iterator[Span]:
    """A pad on the first point, and a thin line to what it stops."""
    w, h = 1.4 * WIDTH * line.stage.size, 1.6 * WIDTH * line.stage.size
    pad = [(0.0, 0.0, -w, 0.0), (0.0, h, -0.6 * w, 0.0), (0.0, h, 0.6 * w, 0.0), (0.0, 0.0, w, 0.0)]
    yield line.span(
        "spring", (*pad, pad[0]), *(() if line.is_flat else (_upright((*pad, pad[0])),)), weight=1.4
    )
    yield line.span("spring", STRAIGHT, weight=0.7, dashed=True)


def strut(line: DrawnLine) -> Iterator[Span]:
    """A bar without mass, with an eye at each end."""
    r = 0.02 * line.stage.size
    yield line.span("constraint", ((0.0, r, 0.0, 0.0), (1.0, -r, 0.0, 0.0)), weight=2.5)
    yield line.span("constraint", *_eyes(r, line.is_flat), weight=1.2)


def measure(line: DrawnLine) -> Iterator[Span]:
    """A thin broken line: something is looked at."""
    yield line.span("sensor", STRAIGHT, weight=0.8, dashed=True)


def tie(line: DrawnLine) -> Iterator[Span]:
    """A thin broken line: two coordinates depend on each other."""
    yield line.span("constraint", STRAIGHT, weight=1.0, dashed=True)


def plain(line: DrawnLine) -> Iterator[Span]:
    """What is drawn for a symbol that has no function here."""
    yield line.span(line.kind, STRAIGHT)


STRAIGHT: Profile = ((0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))

SYMBOLS: dict[str, Callable[[DrawnLine], Iterator[Span]]] = {
    f.__name__: f for f in (spring, rope, stop, strut)
}


def _coil(radius: float, beside: float, margin: float, flat: bool, lead: float = 0.1) -> Profile:
    """A zigzag in the plane, a helix in space; straight for a lead at each end."""
    first, last = margin + lead, 1.0 - margin - lead
    steps = 2 * COILS if flat else 14 * COILS
    turns = (np.arange(steps) + 0.5) / steps if flat else np.linspace(0.0, 1.0, steps + 1)
    points = [(margin if beside else 0.0, 0.0, beside, 0.0), (first, 0.0, beside, 0.0)]
    for i, u in enumerate(turns.tolist()):
        phase = 2.0 * np.pi * COILS * u
        across = (
            (radius * (1 if i % 2 else -1), 0.0) if flat else (radius * np.sin(phase), radius * np.cos(phase))
        )
        points.append((first + (last - first) * u, 0.0, beside + float(across[0]), float(across[1])))
    return (*points, (last, 0.0, beside, 0.0), (1.0 - margin if beside else 1.0, 0.0, beside, 0.0))


def _dashpot(line: DrawnLine, radius: float, beside: float) -> list[Profile]:
    """A cup on the first end and a piston on the second.

    Cup and piston keep their lengths where the stroke leaves room for that, else all of it is stretched.
    """
    short, long = line.lengths()
    room = 0.06 * long
    bottom, stroke = 0.25 * short, long - short
    reach = stroke + 0.25 * short
    if bottom + reach + room < 0.94 * short:
        cup = (0.0, bottom), (0.0, bottom + reach)
        piston = (1.0, bottom + 0.1 * short - short)
    else:
        cup = (0.3, 0.0), (0.7, 0.0)
        piston = (0.52, 0.0)
    found: list[Profile] = [
        ((0.06, 0.0, beside, 0.0), (*cup[0], beside, 0.0)),
        tuple(
            (*place, beside + side * radius, 0.0)
            for place, side in ((cup[1], 1.0), (cup[0], 1.0), (cup[0], -1.0), (cup[1], -1.0))
        ),
        ((*piston, beside - 0.8 * radius, 0.0), (*piston, beside + 0.8 * radius, 0.0)),
        ((*piston, beside, 0.0), (0.94, 0.0, beside, 0.0)),
    ]
    if not line.is_flat:
        found += [_ring(place, beside, radius) for place in cup]
        found.append(_ring(piston, beside, 0.8 * radius))
    return found


def _ring(place: tuple[float, float], beside: float, radius: float) -> Profile:
    angles = np.linspace(0.0, 2.0 * np.pi, 17).tolist()
    return tuple((*place, beside + radius * float(np.cos(a)), radius * float(np.sin(a))) for a in angles)


def _eyes(radius: float, flat: bool) -> list[Profile]:
    """A small circle at each end."""
    angles = np.linspace(0.0, 2.0 * np.pi, 17).tolist()
    around = [(radius * float(np.cos(a)), radius * float(np.sin(a))) for a in angles]
    found: list[Profile] = [tuple((u, x, y, 0.0) for x, y in around) for u in (0.0, 1.0)]
    return found if flat else found + [_upright(profile) for profile in found]


def _upright(profile: Profile) -> Profile:
    """The same line in the other plane through the span."""
    return tuple((u, l, b, a) for u, l, a, b in profile)
