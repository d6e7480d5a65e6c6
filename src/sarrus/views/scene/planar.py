"""Symbols of joints in the plane, as textbooks draw them. Each function draws the symbol that has its name.

x_F, y_F are the axes of the drawing where nothing else is said; lengths are multiples of the size of the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sarrus.views.scene.base import Circle, Drawn, Path, Vector
from sarrus.views.scene.forms import HALF_BAR, outline, rounded
from sarrus.views.scene.geometry import ORIGIN, unit, vector
from sarrus.views.scene.site import Layer, Site

PIN = 0.028
STAND, STAND_WIDTH = 0.15, 0.1
HATCH = 0.055
"""Distance of the strokes of hatching, and how far they go."""
MOST_STROKES = 60
BLOCK, BLOCK_HEIGHT = 0.3, 0.18
SHOE = 0.022


def pin(site: Site) -> Iterator[Drawn]:
    """A circle; on ground it stands on a triangle."""
    site = site.ground_first()
    if site.is_grounded:
        yield site.on_base("ground", Layer.GROUND, *stand(site.down, site.size))
    yield site.on_follower("joint", Layer.JOINT, _circle(PIN * site.size))


def slider(site: Site) -> Iterator[Drawn]:
    """A block along a guide, or a bar through a sleeve; on ground the guide is hatched."""
    site = site.ground_first()
    s = site.size
    if site.is_bar_along(site.follower, 0):
        yield from _sleeve(site)
        return
    low: Vector = (-BLOCK * s / 2.0, -BLOCK_HEIGHT * s / 2.0, 0.0)
    high = vector(np.negative(low))
    if site.is_thick(site.follower):
        low, high = site.span_of(site.follower)
    else:
        yield site.on_follower("body", Layer.BLOCK, _rectangle(low, high))
    first, last = site.travel(0)
    left, right = first + low[0] - 0.1 * s, last + high[0] + 0.1 * s
    if site.is_grounded:
        # below the block; an upright guide has ground on the side of -y
        side = 1.0 if site.down[1] > 0.1 else -1.0
        y = high[1] if side > 0.0 else low[1]
        edge = hatching((left, y, 0.0), (right, y, 0.0), (0.0, side, 0.0), s)
        yield site.on_base("ground", Layer.GROUND, *edge)
        yield site.on_follower("joint", Layer.JOINT, _shoe(low[0], high[0], y, -side, s))
    else:
        half = HALF_BAR * s / 2.0
        yield site.on_base("body", Layer.BLOCK, outline(rounded([(left, 0.0), (right, 0.0)], half)))
        shoes = [_shoe(low[0], high[0], side * half, side, s) for side in (-1.0, 1.0)]
        yield site.on_follower("joint", Layer.JOINT, *shoes)


def _sleeve(site: Site) -> Iterator[Drawn]:
    """What a bar slides through, fixed on the base."""
    s = site.size
    x = BLOCK * s / 2.0
    for side in (-1.0, 1.0):
        near = side * HALF_BAR * s
        far = near + side * SHOE * s
        if site.is_grounded:
            edge = hatching((-x, far, 0.0), (x, far, 0.0), (0.0, side, 0.0), s)
            yield site.on_base("ground", Layer.GROUND, *edge)
        yield site.on_base("joint", Layer.JOINT, _shoe(-x, x, near, side, s))


def weld(site: Site) -> Iterator[Drawn]:
    """A full square; on ground a wall."""
    site = site.ground_first()
    if site.is_grounded:
        away = np.negative(site.towards(site.follower))  # F and M coincide
        yield site.on_base("ground", Layer.GROUND, *wall(unit(away, site.down), site.size))
    half = 0.022 * site.size
    square = ((-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0))
    yield site.on_follower("joint", Layer.JOINT, Path(square, closed=True, fill="full"))


def slot(site: Site) -> Iterator[Drawn]:
    """A slot along x_F, and the pin in it."""
    s = site.size
    first, last = site.travel(0)
    ends = [(first - PIN * s, 0.0), (last + PIN * s, 0.0)]
    yield site.on_base("body", Layer.BLOCK, outline(rounded(ends, 2.6 * PIN * s)))
    inner = Path(tuple(rounded(ends, 1.35 * PIN * s)), closed=True, fill="paper", weight=1.2)
    yield site.on_base("constraint", Layer.BLOCK, inner)
    yield site.on_follower("constraint", Layer.JOINT, _circle(PIN * s))


def bushing(site: Site) -> Iterator[Drawn]:
    """A sleeve on the base, a pin on the follower, and soft stuff between them."""
    r = 2.2 * PIN * site.size
    yield site.on_base("force", Layer.BLOCK, Circle(ORIGIN, r, fill="paper", weight=1.5))
    yield site.on_base("force", Layer.BLOCK, Circle(ORIGIN, 0.75 * r, weight=0.8, dashed=True))
    yield site.on_follower("force", Layer.JOINT, _circle(PIN * site.size))


def rolling(site: Site) -> Iterator[Drawn]:
    """A wheel with a spoke on a line along x_F, hatched where it is ground."""
    assert site.wheel is not None
    rim = float(site.wheel.radius) + float(site.wheel.tube)
    first, last = site.travel(0)
    ends = (first - 1.2 * rim, 0.0, 0.0), (last + 1.2 * rim, 0.0, 0.0)
    if site.is_grounded:
        yield site.on_base("ground", Layer.GROUND, *hatching(*ends, (0.0, -1.0, 0.0), site.size))
    else:
        yield site.on_base("constraint", Layer.JOINT, Path(ends, weight=1.5))
    spoke = Path((ORIGIN, (rim, 0.0, 0.0)), weight=0.8)
    yield site.on_follower("constraint", Layer.WHEEL, Circle(ORIGIN, rim, fill="paper", weight=1.5), spoke)


def none(site: Site) -> Iterator[Drawn]:
    """Nothing: nothing is held."""
    yield from ()


def dot(site: Site) -> Iterator[Drawn]:
    """What is drawn for a symbol that has no function here."""
    yield site.on_follower(site.kind, Layer.JOINT, Circle(ORIGIN, 0.02 * site.size, fill="full"))


SYMBOLS: dict[str, Callable[[Site], Iterator[Drawn]]] = {
    f.__name__: f for f in (pin, slider, weld, slot, bushing, rolling, none)
}


def stand(down: Vector, size: float) -> list[Path]:
    """A triangle on hatched ground below the origin."""
    h, w = STAND * size, STAND_WIDTH * size
    d = np.array(down)
    side = np.array([-d[1], d[0], 0.0])
    left, right = vector(h * d - w * side), vector(h * d + w * side)
    ends = vector(h * d - 1.5 * w * side), vector(h * d + 1.5 * w * side)
    return [Path((ORIGIN, left, right), closed=True, fill="paper", weight=1.3), *hatching(*ends, down, size)]


def wall(outwards: Vector, size: float) -> list[Path]:
    """A hatched line through the origin, ground on the side it is told."""
    side = 0.16 * size * np.array([-outwards[1], outwards[0], 0.0])
    return hatching(vector(-side), vector(side), outwards, size)


def hatching(start: Vector, end: Vector, outwards: Vector, size: float) -> list[Path]:
    """A line with strokes on one side: the edge of ground."""
    a, b, out = np.array(start), np.array(end), np.array(outwards)
    length = float(np.linalg.norm(b - a))
    along, step = (b - a) / length, HATCH * size
    count = min(max(2, round(length / step)), MOST_STROKES)
    lean = 0.8 * step * (out - along)
    marks = [a + along * length * (k + 0.75) / count for k in range(count)]
    return [Path((start, end), weight=1.5), *(Path((vector(m), vector(m + lean)), weight=0.8) for m in marks)]


def _shoe(left: float, right: float, y: float, side: float, size: float) -> Path:
    """What slides on an edge: a thin bar on one side of it."""
    far = y + side * SHOE * size
    points = ((left, y, 0.0), (right, y, 0.0), (right, far, 0.0), (left, far, 0.0))
    return Path(points, closed=True, fill="full", weight=0.5)


def _rectangle(low: Vector, high: Vector) -> Path:
    return outline([low, (high[0], low[1], 0.0), high, (low[0], high[1], 0.0)])


def _circle(radius: float) -> Circle:
    return Circle(ORIGIN, radius, fill="paper", weight=1.5)
