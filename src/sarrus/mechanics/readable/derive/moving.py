"""Bodies by their letters, and the rules by which what is fixed on them moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from sarrus.mechanics.readable.algebra.build import IDENTITY, ZERO, cross, mul, neg, number
from sarrus.mechanics.readable.algebra.rates import rate, turning
from sarrus.mechanics.readable.algebra.terms import COLUMN, MATRIX, Name, Null, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.model.snapshot import Place

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
    def u(self) -> Name:
        """Velocity of the frame origin, body components."""
        return self._name("u")

    @property
    def along_axes(self) -> tuple[Name, Name]:
        """Its components in the plane."""
        return Name("u", ("x", self.name)), Name("u", ("y", self.name))

    @property
    def Q(self) -> Name:
        """What makes the angular velocity in body components from the rates of the angles."""
        return self._name("Q", MATRIX)

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
class Moving(ABC):
    """Points and axes of places, with their definitions and their rules of motion.

    Attributes:
        definitions: of points and turned axes, in order of use.
        motion: of their rates.
        rates: name -> rate.
        second: rate -> its own rate without accelerations of the speeds.
        slopes: name -> speed -> entry.
        arms: point -> its place on the body, in body components (space only).
    """

    numbers: NamedNumbers
    definitions: list[Definition] = field(default_factory=list)
    motion: dict[Name, Definition] = field(default_factory=dict)
    rates: dict[Name, Term] = field(default_factory=dict)
    second: dict[Name, Term] = field(default_factory=dict)
    slopes: dict[Name, dict[Name, Term]] = field(default_factory=dict)
    arms: dict[Name, Definition] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make room for what the places are."""
        self.planar = self.numbers.model.planar
        self.prepare()

    @abstractmethod
    def prepare(self) -> None:
        """Name the bodies."""

    @abstractmethod
    def axes(self, place: Place) -> tuple[Name, ...]:
        """Unit vectors of a frame."""

    @abstractmethod
    def point(self, place: Place) -> Term:
        """Position of a frame's origin."""

    def body(self, name: str) -> BodyNames:
        """Letters of a body."""
        return BodyNames(name, self.planar)

    def owner(self, place: Place) -> str:
        """Name of the body a place is on, or ground."""
        return place.body.name if place.body else GROUND

    def add_body(self, body: BodyNames) -> None:
        """Rules for the frame of a body."""
        self.rates[body.r] = body.rdot
        self.slopes[body.r] = {body.rdot: IDENTITY}
        if self.planar:
            self.rates[body.psi] = body.turn
            self.slopes[body.psi] = {body.turn: number(1.0)}

    def turn_with(self, body: BodyNames, axes: tuple[Name, ...]) -> None:
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
