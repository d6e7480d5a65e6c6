"""Bodies: a solid of the catalogue, several of them, or plain numbers."""

from __future__ import annotations

from typing import Any

from sarrus import Body, Mechanism
from sarrus.elements import SHELVES
from sarrus.errors import ModelError

from .values import Draw


def draw_solid(draw: Draw, planar: bool) -> dict[str, Any]:
    """What `Body` takes beside its name."""
    kind = draw.count(0.6, 0.15, 0.2, 0.05)
    if kind == 0:
        return _fitting(draw, planar, lambda: {"solid": _solid(draw, planar)})
    if kind == 1:
        return _fitting(
            draw, planar, lambda: {"parts": {"one": _part(draw, planar), "two": _part(draw, planar)}}
        )
    plain = draw_plain(draw, planar)
    if kind == 3:  # a point mass
        plain = {k: v for k, v in plain.items() if k != "products"} | {"inertia": 0 if planar else (0, 0, 0)}
    return plain


def draw_plain(draw: Draw, planar: bool) -> dict[str, Any]:
    """Mass, mass centre and inertia, such that every motion has inertia."""
    mass, center = draw.uniform(0.3, 3.0), draw.numbers(2 if planar else 3, 0.4)
    if planar:
        return {"mass": mass, "center": center, "inertia": draw.uniform(0.05, 0.5)}
    a, b = draw.uniform(0.1, 0.5), draw.uniform(0.1, 0.5)
    inertia = (a, b, round(0.6 * (a + b) + 0.05, 3))
    return {"mass": mass, "center": center, "inertia": inertia, "products": draw.numbers(3, 0.01)}


def _solid(draw: Draw, planar: bool) -> Any:
    kind = draw.pick(SHELVES["solids"])
    return kind(**draw.values(kind, planar))


def _part(draw: Draw, planar: bool) -> tuple[Any, ...]:
    return _solid(draw, planar), draw.numbers(2 if planar else 3, 0.5), draw.numbers(1 if planar else 3, 1.4)


def _fitting(draw: Draw, planar: bool, make: Any) -> dict[str, Any]:
    """Draw again until the sizes fit each other: the hole of a tube is smaller than the tube."""
    while True:
        given: dict[str, Any] = make()
        trial = Mechanism("trial", plane="xy" if planar else None)
        trial.add(Body("b", **given))
        try:
            trial.snapshot()
        except ModelError:
            continue
        return given
