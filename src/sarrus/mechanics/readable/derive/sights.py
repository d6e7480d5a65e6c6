"""What a force sees through a port, as formulas, and what its efforts there do to the bodies.

A port has symbols for its coordinates and rates. A sight says what formula stands for each of them, and turns efforts, one
for each rate, into loads.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from sarrus.elements.forces.base import Line, Own, Pair, Point, Port
from sarrus.mechanics.readable.algebra.build import (
    ZERO,
    add,
    call,
    chain,
    components,
    dot,
    mul,
    neg,
    over,
    sub,
    transpose,
)
from sarrus.mechanics.readable.algebra.rates import rate, transposed
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Sum, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.changes import Change
from sarrus.mechanics.readable.derive.moving import GROUND, Moving
from sarrus.mechanics.readable.print.document import Sentence
from sarrus.model.snapshot import Place
from sarrus.scalar import Node

Load = tuple[str, Term, Term]
"""A body, the force on it, and the moment about its frame origin (body components in space)."""


def load_at(points: Moving, place: Place, point: Term, force: Term) -> Load:
    """The load of a force at a point of a body."""
    owner = points.owner(place)
    turned = points.slopes.get(point, {}).get(points.body(owner).turn) if isinstance(point, Name) else None
    return owner, force, points.no_torque if turned is None else transposed(turned, force)


OFTEN = 2
"""How often a rate that is a sum is written out."""


@dataclass
class PortSight(ABC):
    """One port of a force.

    Attributes:
        points: points and axes of the mechanism.
        port: what it is.
        index: of what is named here: the force, and the number of the port where the force has several.
        u, rates: nodes for its coordinates and rates.
        given: what stands for each of the symbols among them.
        singular: lengths that its formulas divide by.
        says_all: whether all that is seen is printed, used or not.
    """

    says_all: ClassVar[bool] = True

    points: Moving
    port: type[Port]
    index: tuple[str, ...]
    u: list[Node] = field(default_factory=list)
    rates: list[Node] = field(default_factory=list)
    given: dict[Node, Term] = field(default_factory=dict)
    singular: list[Name] = field(default_factory=list)

    def symbols(self, words: str) -> list[Node]:
        """Symbols of its own."""
        return list(
            self.points.numbers.graph.symbols(f"@{word} {'.'.join(self.index)}" for word in words.split())
        )

    def said(self) -> list[Definition]:
        """Definitions of what is seen."""
        return []

    @property
    def count(self) -> int:
        """How many efforts are printed."""
        return len(self.shown([self.points.numbers.graph.zero] * self.port.size[1]))

    def shorten(self, times: Mapping[Node, int]) -> None:  # noqa: B027 - most have nothing to shorten
        """Name what would be written too often; `times` tells how often a symbol is."""

    def speeds_named(self) -> list[Definition]:
        """Rates of joint coordinates that it has named."""
        return []

    def limits(self) -> dict[Name, Sentence]:
        """What is to be said of names whose formulas have no value somewhere, though there is one."""
        return {}

    def shown(self, efforts: Sequence[Node]) -> list[Node]:
        """Those efforts that are printed, with the sign in which they are."""
        return list(efforts)

    @abstractmethod
    def named(self, values: Sequence[Term]) -> tuple[list[Definition], list[Load]]:
        """Definitions of the printed efforts, and loads."""

    def turned(self, owner: str, torque: Term) -> Term:
        """A torque in ground components as the moment on a body."""
        if self.points.planar or owner == GROUND:
            return torque
        return chain(transpose(self.points.body(owner).A), torque)


class AlongCoordinate(PortSight):
    """An effort Q along a joint coordinate; what it does to a body, the slope of the coordinate says."""

    def __init__(self, points: Moving, port: type[Port], index: tuple[str, ...], coordinate: Change) -> None:
        super().__init__(points, port, index)
        self.coordinate, self.speed = coordinate, coordinate.rate
        value, speed = self.symbols("c cdot")
        self.u, self.rates = [value], [speed]
        self.given = {value: coordinate.value, speed: coordinate.rate}

    def shorten(self, times: Mapping[Node, int]) -> None:
        """A rate that is a sum gets the name of the coordinate's rate."""
        value = self.coordinate.value
        if isinstance(self.speed, Sum) and isinstance(value, Name) and times.get(self.rates[0], 0) > OFTEN:
            self.given[self.rates[0]] = value.marked("dot")

    def speeds_named(self) -> list[Definition]:
        """The rate, where it has got a name."""
        name = self.given[self.rates[0]]
        return [Definition(name, self.speed)] if name != self.speed and isinstance(name, Name) else []

    def effort(self, value: Term) -> Definition:
        """The effort by its name."""
        return Definition(fresh(Name("Q", self.index), value), value)

    def named(self, values: Sequence[Term]) -> tuple[list[Definition], list[Load]]:
        """Shares of all bodies that move the coordinate."""
        found = self.effort(values[0])
        loads: list[Load] = []
        slopes = self.coordinate.slopes
        for body in map(self.points.body, (b.name for b in self.points.numbers.model.bodies)):
            shares = [slopes.get(speed) for speed in (body.rdot, body.turn)]
            if any(s is not None for s in shares):
                none = (self.points.zero, self.points.no_torque)
                pull, turn = (
                    n if s is None else transposed(s, found.name) for s, n in zip(shares, none, strict=True)
                )
                loads.append((body.name, pull, turn))
        return [found], loads


class AtPoint(PortSight):
    """A force at a point, stated in ground components or in those of the frame at the point."""

    def __init__(self, points: Moving, port: type[Port], index: tuple[str, ...], place: Place) -> None:
        super().__init__(points, port, index)
        self.place, self.point = place, points.point(place)
        self.axes = points.axes(place) if port is Own else points.body(GROUND).axes
        moving = rate(self.point, points.rates)
        self.rates = self.symbols("vx vy vz")
        self.given = {s: ZERO for s in self.rates}
        self.given |= {s: dot(moving, a) for s, a in zip(self.rates, self.axes, strict=False)}

    def shown(self, efforts: Sequence[Node]) -> list[Node]:
        """In the plane two."""
        return list(efforts[: len(self.axes)])

    def named(self, values: Sequence[Term]) -> tuple[list[Definition], list[Load]]:
        """The force by its name."""
        load = Name("F", self.index, COLUMN)
        by_axes = add(self.points.zero, *(mul(e, a) for e, a in zip(values, self.axes, strict=True)))
        value = by_axes if self.port is Own else components(*values)
        return [Definition(load, value)], [load_at(self.points, self.place, self.point, load)]


class AlongLine(PortSight):
    """A pull F along the unit vector u from P to Q."""

    def __init__(self, points: Moving, port: type[Port], index: tuple[str, ...], P: Place, Q: Place) -> None:
        super().__init__(points, port, index)
        self.P, self.Q = P, Q
        self.p, self.q = points.point(P), points.point(Q)
        self.length, self.along = Name("ell", index), Name("u", index, COLUMN)
        length, speed = self.symbols("l ldot")
        self.u, self.rates = [length], [speed]
        self.given = {length: self.length, speed: self.length.marked("dot")}
        self.singular = [self.length]

    def said(self) -> list[Definition]:
        """Length, direction, rate."""
        gap = sub(self.q, self.p)
        return [
            Definition(self.length, call("norm", gap)),
            Definition(self.along, over(gap, self.length)),
            Definition(self.length.marked("dot"), dot(self.along, rate(gap, self.points.rates))),
        ]

    def shown(self, efforts: Sequence[Node]) -> list[Node]:
        """A pull is printed as positive."""
        return [-efforts[0]]

    def named(self, values: Sequence[Term]) -> tuple[list[Definition], list[Load]]:
        """The pull, and its opposite at the other end."""
        pull = fresh(Name("F", self.index), values[0])
        force = mul(pull, self.along)
        return [Definition(pull, values[0])], [
            load_at(self.points, self.P, self.p, force),
            load_at(self.points, self.Q, self.q, neg(force)),
        ]


class BetweenBodies(PortSight):
    """A torque on the follower, and its opposite on the base."""

    def __init__(self, points: Moving, port: type[Port], index: tuple[str, ...], F: Place, M: Place) -> None:
        super().__init__(points, port, index)
        self.axes = points.axes(F)
        self.base, self.follower = points.owner(F), points.owner(M)
        spin = sub(points.spin(self.follower), points.spin(self.base))
        self.rates = self.symbols("wx wy wz")
        if points.planar:
            self.given = dict(zip(self.rates, (ZERO, ZERO, spin), strict=True))
        else:
            self.given = {s: dot(spin, a) for s, a in zip(self.rates, self.axes, strict=True)}

    def shown(self, efforts: Sequence[Node]) -> list[Node]:
        """In the plane one."""
        return list(efforts[2:] if self.points.planar else efforts)

    def named(self, values: Sequence[Term]) -> tuple[list[Definition], list[Load]]:
        """The torque by its name, unless a plain number in the plane has this very one."""
        tau = Name("tau", self.index, 0 if self.points.planar else COLUMN)
        value = values[0]
        if not self.points.planar:
            value = add(*(mul(e, a) for e, a in zip(values, self.axes, strict=True)))
        tau = tau if value == tau else fresh(tau, value)
        loads = [
            (owner, self.points.zero, self.turned(owner, load))
            for owner, load in ((self.base, neg(tau)), (self.follower, tau))
        ]
        return ([Definition(tau, value)] if value != tau else []), loads


FRAMES: dict[type[Port], Callable[..., PortSight]] = {
    Point: AtPoint,
    Own: AtPoint,
    Line: AlongLine,
    Pair: BetweenBodies,
}
"""Ports on frames, by what they are printed as."""


def fresh(name: Name, value: Term) -> Name:
    """The name of an effort, marked where a number in its formula has the same."""
    return name.marked("a") if name in names_in(value) else name
