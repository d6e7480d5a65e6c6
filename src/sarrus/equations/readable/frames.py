"""Points and axes of a mechanism under their printed names, and how they move.

    plane   e_i = (cos psi_i, sin psi_i)      p = r_i + s_x e_i + s_y n_i
    space   A_i = [x_i y_i z_i]               p = r_i + s_x x_i + s_y y_i + s_z z_i

A frame that is turned against its body gets axes of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.elements.body import Frames as Holder
from sarrus.equations.readable.build import IDENTITY, ZERO, add, chain, components, cross, mul, neg, number
from sarrus.equations.readable.numbers import Numbers
from sarrus.equations.readable.rates import rate, slopes, turning
from sarrus.equations.readable.terms import BODY, COLUMN, MATRIX, Name, Null, Term, Tilde
from sarrus.equations.readable.trees import Definition
from sarrus.model.snapshot import Place
from sarrus.spatial import Pose

GROUND = "ground"


@dataclass(frozen=True)
class BodyNames:
    """The letters of one body, or of any body with index `BODY`."""

    name: str
    planar: bool

    def _name(self, letter: str, kind: int = COLUMN, mark: str = "") -> Name:
        return Name(letter, (self.name,), kind, mark)

    @property
    def r(self) -> Name:
        """Position of the frame origin."""
        return self._name("r")

    @property
    def rdot(self) -> Name:
        """Its velocity, ground components."""
        return self._name("r", mark="dot")

    @property
    def psi(self) -> Name:
        """Turn in the plane."""
        return self._name("psi", 0)

    @property
    def turn(self) -> Name:
        """The turning speed: psi dot in the plane, the angular velocity in body components in space."""
        return self._name("psi", 0, "dot") if self.planar else self._name("omega")

    @property
    def Omega(self) -> Name:
        """Angular velocity in ground components."""
        return self._name("Omega")

    @property
    def A(self) -> Name:
        """Attitude matrix, its columns the axes."""
        return self._name("A", MATRIX)

    @property
    def eta(self) -> Name:
        """Bryant angles."""
        return self._name("eta")

    @property
    def angles(self) -> tuple[Name, Name, Name]:
        """The three Bryant angles."""
        one, two, three = (Name("a", (n,), of=self.name) for n in "123")
        return one, two, three

    @property
    def axes(self) -> tuple[Name, ...]:
        """Unit vectors of the body frame."""
        return tuple(self._name(letter) for letter in ("en" if self.planar else "xyz"))


@dataclass
class Points:
    """Every point and axis an element uses, with its definition and its rules of motion.

    Attributes:
        definitions: of points and turned axes, in order of use.
        motion: of their rates.
        rates: name -> rate.
        second: rate -> its own rate without accelerations of the speeds.
        slopes: name -> speed -> entry.
        arms: point -> its place on the body, in body components (space only).
    """

    numbers: Numbers
    definitions: list[Definition] = field(default_factory=list)
    motion: dict[Name, Definition] = field(default_factory=dict)
    rates: dict[Name, Term] = field(default_factory=dict)
    second: dict[Name, Term] = field(default_factory=dict)
    slopes: dict[Name, dict[Name, Term]] = field(default_factory=dict)
    arms: dict[Name, Definition] = field(default_factory=dict)
    _poses: dict[str, dict[str, Pose]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Name the bodies and trace the frames on them."""
        model = self.numbers.model
        self.planar = model.planar
        for name, holder in model.holders.items():
            self._poses[name] = _traced(holder, self.numbers)
            if name != GROUND:
                body = self.body(name)
                self.rates[body.r] = body.rdot
                self.slopes[body.r] = {body.rdot: IDENTITY}
                if self.planar:
                    self.rates[body.psi] = body.turn
                    self.slopes[body.psi] = {body.turn: number(1.0)}
                self._turning(body, body.axes)

    def body(self, name: str) -> BodyNames:
        """Letters of a body."""
        return BodyNames(name, self.planar)

    def _turning(self, body: BodyNames, axes: tuple[Name, ...]) -> None:
        """Rules for unit vectors fixed on a body."""
        if self.planar:
            e, n = axes
            for axis, across in ((e, n), (n, neg(e))):
                self.rates[axis] = mul(body.turn, across)
                self.slopes[axis] = {body.turn: across}
            return
        for axis in axes:
            if axis not in body.axes:  # those of the body itself are said once for all bodies
                dot = axis.marked("dot")
                self.motion[axis] = Definition(dot, cross(body.Omega, axis))
                self.motion[dot] = Definition(axis.marked("ring"), cross(body.Omega, dot))
            self.rates[axis] = axis.marked("dot")
            self.second[axis.marked("dot")] = axis.marked("ring")
            self.slopes[axis] = {body.turn: turning(axis, body.A)}

    def owner(self, place: Place) -> str:
        """Name of the body a place is on, or ground."""
        return place.body.name if place.body else GROUND

    def pose(self, place: Place) -> Pose:
        """Traced pose of a frame on its body."""
        return self._poses[self.owner(place)][place.frame]

    def axes(self, place: Place) -> tuple[Name, ...]:
        """Unit vectors of a frame; those of its body unless it is turned."""
        owner, R = self.owner(place), self.pose(place).R
        body = self.body(owner)
        columns = [
            add(*(mul(self.numbers.formula(c), a) for c, a in zip(column, body.axes, strict=False)))
            for column in (R.x, R.y, R.z)[: len(body.axes)]
        ]
        if tuple(columns) == body.axes:
            return body.axes
        own = self.body(f"{owner}.{place.frame}").axes
        if not any(d.name == own[0] for d in self.definitions):
            self.definitions += [Definition(n, c) for n, c in zip(own, columns, strict=True)]
            if owner != GROUND:
                self._turning(body, own)
        return own

    def point(self, place: Place, offset: tuple[Term, ...] | None = None, label: str = "") -> Term:
        """Position of a frame's origin; on ground by components, else the body's origin or a named point."""
        owner = self.owner(place)
        body, label = self.body(owner), label or f"{owner}.{place.frame}"
        size = len(body.axes)
        if offset is None:
            offset = tuple(self.numbers.formula(c) for c in list(self.pose(place).p)[:size])
        arm = components(*offset)
        if owner == GROUND:
            return arm
        if all(part == ZERO for part in offset):
            return body.r
        p = Name("p", (label,), COLUMN)
        if p not in self.rates:
            value = add(body.r, *(mul(s, a) for s, a in zip(offset, body.axes, strict=True)))
            moving = rate(value, self.rates)
            self.definitions.append(Definition(p, value))
            self.motion[p] = Definition(p.marked("dot"), moving)
            self.rates[p] = p.marked("dot")
            self.second[p.marked("dot")] = rate(moving, self.rates | self.second)
            if self.planar:
                self.slopes[p] = slopes(value, self.slopes)
            else:
                s = Name("s", (label,), COLUMN)
                self.arms[p] = Definition(s, arm)
                self.slopes[p] = {body.rdot: IDENTITY, body.turn: neg(chain(body.A, Tilde((s,))))}
        return p

    @property
    def zero(self) -> Term:
        """No force."""
        return Null(COLUMN)

    @property
    def no_torque(self) -> Term:
        """No torque; a number in the plane."""
        return ZERO if self.planar else Null(COLUMN)

    def bias(self, term: Term) -> Term:
        """Second derivative in time without accelerations of the speeds."""
        return rate(rate(term, self.rates), self.rates | self.second)

    def spin(self, owner: str) -> Term:
        """Angular velocity of a body in ground components; a number in the plane."""
        if owner == GROUND:
            return self.no_torque
        return self.body(owner).turn if self.planar else self.body(owner).Omega


def _traced(holder: Holder, numbers: Numbers) -> dict[str, Pose]:
    return holder.poses(numbers.resolve, numbers.model.planar)


def axis_rates(planar: bool) -> list[Definition]:
    """How the axes of every body turn."""
    body = BodyNames(BODY, planar)
    if planar:
        e, n = body.axes
        return [
            Definition(e.marked("dot"), mul(body.turn, n)),
            Definition(n.marked("dot"), neg(mul(body.turn, e))),
        ]
    found = [Definition(body.Omega, chain(body.A, body.turn))]
    for axis in body.axes:
        found.append(Definition(axis.marked("dot"), cross(body.Omega, axis)))
        found.append(Definition(axis.marked("ring"), cross(body.Omega, axis.marked("dot"))))
    return found
