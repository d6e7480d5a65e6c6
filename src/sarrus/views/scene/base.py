"""What there is to draw of a mechanism, and how it moves; no colours and no pixels.

A scene is complete: every view (the page, pictures, films, glTF) draws the same few things and knows no element.

    Drawn   primitives that are fixed on a body, or on ground: bodies, joint symbols, hatching
    Span    lines stretched between two bodies: springs, dampers, ropes, struts
    Arrow   a vector at a point: reactions, applied forces, torques
    Mark    a named point or frame, and the curve it runs through

Lengths are metres, positions those of the body frame unless said otherwise, quaternions w x y z. Colours are chosen by
the views from `role` and the number of the body, see `views/palette.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

GROUND = -1
"""Number of the body that does not move."""
UNTURNED: Quaternion = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Ball:
    """A full sphere."""

    center: Vector
    radius: float


@dataclass(frozen=True)
class Round:
    """A cylinder, cone or tube about the line from start to end."""

    start: Vector
    end: Vector
    start_radius: float
    end_radius: float
    hole: float = 0.0
    """Radius of a hole along all of it."""


@dataclass(frozen=True)
class Block:
    """A box about its center, turned, with its full sizes along its own axes."""

    center: Vector
    turn: Quaternion
    size: Vector


@dataclass(frozen=True)
class Path:
    """Straight lines through points; an area where it is closed and filled. Its points lie in one plane.

    Attributes:
        points: of the line.
        closed: whether the last point is joined to the first.
        fill: "none", "paper" (colour of the background), "tint" (pale colour of its role) or "full".
        weight: width of the line in multiples of a normal one, on the screen; 0 for none.
        dashed: whether the line is broken.
    """

    points: tuple[Vector, ...]
    closed: bool = False
    fill: str = "none"
    weight: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Circle:
    """A circle about an axis; attributes as of `Path`."""

    center: Vector
    radius: float
    normal: Vector = (0.0, 0.0, 1.0)
    fill: str = "none"
    weight: float = 1.0
    dashed: bool = False


Primitive = Ball | Round | Block | Path | Circle


@dataclass(frozen=True)
class Anchor:
    """A frame fixed on a body."""

    body: int
    p: Vector = (0.0, 0.0, 0.0)
    turn: Quaternion = UNTURNED


@dataclass(frozen=True)
class Drawn:
    """Primitives that move with one body.

    Attributes:
        owner: name of the body or element it shows; "ground" for ground.
        kind: "body", "ground", "joint", "constraint", "force", "driver" or "sensor".
        role: what chooses its colour: "body" (by the number of the body), "ground", "joint", "spring", "damper",
            "driver", "constraint", "sensor", "force".
        body: that it moves with.
        layer: order of drawing in the plane, higher ones above.
        primitives: what is drawn.
    """

    owner: str
    kind: str
    role: str
    body: int
    layer: int
    primitives: tuple[Primitive, ...]


Profile = tuple[tuple[float, float, float, float], ...]
"""A line along a span. Each point is (u, l, a, b):

    p = start + (u L + l) e + a n1 + b n2        L, e: length and direction of the span now

so that parts with u = 0 or 1 keep their size, and those in between are stretched. In the plane n1 is e turned by +90
degrees and n2 is z; in space n1 is the unit vector along z x e (along x x e where e is parallel to z), n2 = e x n1.
"""


@dataclass(frozen=True)
class Span:
    """Lines between two points of different bodies; owner, kind, role and layer as of `Drawn`.

    Attributes:
        start, end: its ends.
        lines: profiles.
        weight, dashed: of the lines, as of `Path`.
    """

    owner: str
    kind: str
    role: str
    layer: int
    start: Anchor
    end: Anchor
    lines: tuple[Profile, ...]
    weight: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, eq=False)
class Arrow:
    """A vector at a point of a body, for each row.

    Attributes:
        owner: element it belongs to.
        role: "reaction", "applied" or "driver".
        quantity: "force" [N] or "torque" [N m].
        at: where it acts; what it acts on is `at.body`.
        values: ground components, shape (rows, 3).
    """

    owner: str
    role: str
    quantity: str
    at: Anchor
    values: Array


@dataclass(frozen=True)
class Mark:
    """A named frame, e.g. "coupler.tip"; its way over all rows is its trace.

    Attributes:
        name: as the user wrote it.
        at: where it is.
        is_traced: whether its trace is shown without being asked for.
    """

    name: str
    at: Anchor
    is_traced: bool = False


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything there is to see of a mechanism.

    Attributes:
        name: of the mechanism.
        planar: whether it is drawn flat, seen against z.
        up: unit vector against gravity; y in the plane and z in space where there is none.
        size: length that symbols are scaled by, about that of a typical body [m].
        low, high: corners of a box that holds every body at all times [m].
        bodies: names, in the order of their numbers.
        t: time of each row [s].
        poses: of every body, shape (rows, bodies, 7): position, then quaternion w x y z.
        psi: turn of every planar body about z [rad], over full turns, shape (rows, bodies); without columns in space.
        is_stepped: whether rows are so far apart for this motion that nothing is shown between them.
        drawn, spans, arrows, marks: what is drawn.
        force_scale, torque_scale: metres of arrow per newton and per newton metre, at which arrows look sensible.
    """

    name: str
    planar: bool
    up: Vector
    size: float
    low: Vector
    high: Vector
    bodies: tuple[str, ...]
    t: Array
    poses: Array
    psi: Array
    is_stepped: bool
    drawn: tuple[Drawn, ...]
    spans: tuple[Span, ...]
    arrows: tuple[Arrow, ...]
    marks: tuple[Mark, ...]
    force_scale: float
    torque_scale: float
