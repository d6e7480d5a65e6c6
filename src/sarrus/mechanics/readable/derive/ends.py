"""Any base and any follower: frames F and M that stand for the ends of every element of a kind.

plane   d = s_x e + s_y n      d' = s_x n - s_y e (across)      p = r + d      second derivative - psidot^2 d
space   p = r + A s            second derivative Omega x (Omega x A s)
"""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.elements.body import Body
from sarrus.mechanics.readable.algebra.build import (
    IDENTITY,
    ONE,
    ZERO,
    add,
    chain,
    components,
    cross,
    mul,
    neg,
    power,
)
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, MATRIX, Matrix, Name, Null, Term, Tilde
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.moving import GROUND, BodyNames, Moving
from sarrus.model.snapshot import Place

BASE, FOLLOWER = (Place(Body(role, mass=0.0), "") for role in "FM")


def arm_of(role: str) -> Name:
    """From the origin of the body to the frame, ground components (plane)."""
    return Name("d", (role,), COLUMN)


def place_of(role: str) -> Name:
    """The same in body components (space)."""
    return Name("s", (role,), COLUMN)


@dataclass
class Ends(Moving):
    """Frames F and M on any two bodies."""

    def prepare(self) -> None:
        """Rules of motion of both frames."""
        for role in "FM":
            body = self.body(role)
            self.add_body(body)
            self.turn_with(body, body.axes)
            p = Name("p", (role,), COLUMN)
            self.rates[p] = p.marked("dot")
            if self.planar:
                d = arm_of(role)
                across = d.marked("perp")
                self.rates[d] = mul(body.turn, across)
                self.slopes[p] = {body.rdot: IDENTITY, body.turn: across}
                self.second[p.marked("dot")] = neg(mul(power(body.turn, 2), d))
            else:
                arm = neg(chain(body.A, Tilde((place_of(role),))))
                self.slopes[p] = {body.rdot: IDENTITY, body.turn: arm}
                self.second[p.marked("dot")] = p.marked("ring")

    def axes(self, place: Place) -> tuple[Name, ...]:
        """Unit vectors of the frame."""
        return self.body(self.owner(place)).axes

    def point(self, place: Place) -> Term:
        """Its origin."""
        return Name("p", (self.owner(place),), COLUMN)


def frame_rules(planar: bool, needs_second: bool) -> list[Definition]:
    """How a frame at s on body i moves."""
    body = BodyNames(BODY, planar)
    p = Name("p", kind=COLUMN)
    if planar:
        (e, n), d, (x, y) = body.axes, Name("d", kind=COLUMN), (Name("s", (axis,)) for axis in "xy")
        return [
            Definition(d, add(mul(x, e), mul(y, n))),
            Definition(d.marked("perp"), add(mul(x, n), neg(mul(y, e)))),
            Definition(p, add(body.r, d)),
            Definition(p.marked("dot"), add(body.rdot, mul(body.turn, d.marked("perp")))),
        ]
    arm = chain(body.A, Name("s", kind=COLUMN))
    found = [
        Definition(p, add(body.r, arm)),
        Definition(p.marked("dot"), add(body.rdot, cross(body.Omega, arm))),
    ]
    ring = Definition(p.marked("ring"), cross(body.Omega, cross(body.Omega, arm)))
    return [*found, ring] if needs_second else found


def at_place(points: Points, place: Place, role: str) -> dict[Name, Term]:
    """What the names of an end stand for at one place of a mechanism."""
    owner = points.owner(place)
    here, there = BodyNames(role, points.planar), points.body(owner)
    size = len(here.axes)
    offset = [points.numbers.formula(c) for c in list(points.pose(place).p)[:size]]
    p, point = Name("p", (role,), COLUMN), points.point(place)
    found: dict[Name, Term] = {p: point, p.marked("dot"): rate(point, points.rates)}
    still = owner == GROUND
    found |= (
        {here.r: Null(COLUMN), here.rdot: Null(COLUMN)} if still else {here.r: there.r, here.rdot: there.rdot}
    )
    found |= _axes_at(points, place, here, still)
    if points.planar:
        e, n = (components(ONE, ZERO), components(ZERO, ONE)) if still else there.axes
        d = arm_of(role)
        found[d] = add(Null(COLUMN), mul(offset[0], e), mul(offset[1], n))
        found[d.marked("perp")] = add(Null(COLUMN), mul(offset[0], n), neg(mul(offset[1], e)))
        found |= {here.psi: ZERO, here.turn: ZERO} if still else {here.psi: there.psi, here.turn: there.turn}
        return found
    found |= {place_of(role): components(*offset), p.marked("ring"): points.bias(point)}
    none = {here.turn: Null(COLUMN), here.Omega: Null(COLUMN), here.A: IDENTITY}
    moving = {here.turn: there.turn, here.Omega: there.Omega, here.A: there.A}
    return found | (none if still else moving)


def _axes_at(points: Points, place: Place, here: BodyNames, still: bool) -> dict[Name, Term]:
    found: dict[Name, Term] = {}
    R = points.pose(place).R
    for name, axis, column in zip(here.axes, points.axes(place), (R.x, R.y, R.z), strict=False):
        own = components(*map(points.numbers.formula, list(column)[: len(here.axes)]))
        found[name] = own if still else axis
        for mark in ("dot", "ring"):
            found[name.marked(mark)] = Null(COLUMN) if still else axis.marked(mark)
    return found


def is_turned(points: Points, place: Place) -> bool:
    """Whether a frame is turned against its body."""
    return points.axes(place) != points.body(points.owner(place)).axes


def turn_of(points: Points, place: Place) -> Term:
    """The turn of a frame against its body: an angle in the plane, the matrix of its axes in space."""
    R, formula = points.pose(place).R, points.numbers.formula
    if points.planar:
        return add(ZERO, *(formula(angle * axis.z) for angle, axis in R.turns))
    rows = zip(R.x, R.y, R.z, strict=True)
    return (
        Matrix(tuple(formula(c) for row in rows for c in row)) if is_turned(points, place) else Null(MATRIX)
    )
