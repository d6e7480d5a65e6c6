"""A follower frame M against a base frame F as a force sees them: displacement, turn, and their rates.

    d = p_M - p_F                                   d_x = x_F . d, ...
    sigma = (x_F x x_M + y_F x y_M + z_F x z_M)/2   sine of the turn, times its axis
    phi = atan2(|sigma|, cosine)                    r = phi/|sigma| sigma, the rotation vector; r_x = x_F . r, ...

With nu = Omega_M - Omega_F, the rotation vector changes by rho = nu - r x nu/2 + zeta r x (r x nu) as seen from F. So an
effort T that belongs to r is the torque T + r x T/2 + zeta r x (r x T).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from sarrus.elements.forces.base import Port, Relative
from sarrus.mechanics.readable.algebra.build import (
    ONE,
    add,
    call,
    cross,
    dot,
    is_zero,
    mul,
    neg,
    number,
    over,
    power,
    sub,
)
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.moving import Moving
from sarrus.mechanics.readable.derive.sights import Load, PortSight, fresh, load_at
from sarrus.mechanics.readable.print.document import Sentence
from sarrus.model.snapshot import Place
from sarrus.scalar import Node, Scalar
from sarrus.scalar.derivative import gradient
from sarrus.spatial import Twist, Vec3
from sarrus.spatial.pose import pose_from

AXES = "xyz"
HALF = number(0.5)


@dataclass(frozen=True, slots=True)
class ReadRelative(Relative):
    """The same port with the rotation vector among its coordinates, and its rate among its rates."""

    r: Vec3
    rdot: Vec3

    size = (15, 9)

    @property
    def turn(self) -> Vec3:
        """Rotation vector."""
        return self.r

    @property
    def turning(self) -> Vec3:
        """Its rate."""
        return self.rdot

    @classmethod
    def made(
        cls, u: Sequence[Scalar], rates: Sequence[Scalar], more: Sequence[Scalar] = (), unit: str = ""
    ) -> Self:
        """Pose and rotation vector; twist and rate of the rotation vector."""
        V = Twist(Vec3(*rates[:3]), Vec3(*rates[3:6]))
        return cls(pose_from(list(u[:12])), V, Vec3(*u[12:]), Vec3(*rates[6:]))

    @classmethod
    def slopes(cls, value: Node, u: Sequence[Node]) -> Sequence[Scalar]:
        """Along the position, along turns about the axes, and along the rotation vector."""
        pose = pose_from(list(gradient(value, u[:12])))
        S = pose_from(list(u[:12]))
        turns = S.R.x.cross(pose.R.x) + S.R.y.cross(pose.R.y) + S.R.z.cross(pose.R.z)
        return [*pose.p, *turns, *gradient(value, u[12:])]


class BetweenFrames(PortSight):
    """Force and torque on the follower at M, and their opposite on the base."""

    says_all = False

    def __init__(self, points: Moving, port: type[Port], index: tuple[str, ...], F: Place, M: Place) -> None:
        super().__init__(points, ReadRelative, index)
        graph = points.numbers.graph
        self.places = F, M
        self.base, self.follower = points.owner(F), points.owner(M)
        self.F, self.M = points.axes(F), points.axes(M)
        self.gap = sub(points.point(M), points.point(F))
        self.d, self.r, self.nu, self.rho, self.sigma = (
            Name(letter, index, COLUMN) for letter in ("d", "r", "nu", "rho", "sigma")
        )
        self.phi, self.zeta = Name("phi", index), Name("zeta", index)
        self.pose = self.symbols("xx xy xz yx yy yz zx zy zz px py pz")
        self.turn, self.speeds = self.symbols("rx ry rz"), self.symbols("vx vy vz")
        self.spins, self.rising = self.symbols("wx wy wz"), self.symbols("rdx rdy rdz")
        self.u, self.rates = [*self.pose, *self.turn], [*self.speeds, *self.spins, *self.rising]
        if points.planar:
            zero, one = graph.zero, graph.lift(1.0)
            flat = {k: one if k == 8 else zero for k in (2, 5, 6, 7, 8, 11, 12, 13)}
            self.u = [flat.get(k, s) for k, s in enumerate(self.u)]
            self.rates = [s if k in (0, 1, 5, 8) else zero for k, s in enumerate(self.rates)]
        self._name_symbols()

    def _name_symbols(self) -> None:
        size = len(self.F)
        for k, axis in enumerate(AXES[:size]):
            d = self._along("d", axis)
            self.given |= {self.pose[9 + k]: d, self.speeds[k]: d.marked("dot")}
            for j in range(size):
                self.given[self.pose[3 * j + k]] = dot(self.M[j], self.F[k])
        for k, axis in enumerate(AXES):
            r = self._along("r", axis)
            spin = r.marked("dot") if self.points.planar else dot(self.nu, self.F[k])
            self.given |= {self.turn[k]: r, self.rising[k]: r.marked("dot"), self.spins[k]: spin}

    def _along(self, letter: str, axis: str) -> Name:
        return Name(letter, (axis, *self.index))

    def said(self) -> list[Definition]:
        """Displacement and turn with their components and rates."""
        points, axes = self.points, list(zip(AXES, self.F, strict=False))
        rules = {**points.rates, self.d: self.d.marked("dot")}
        found = [Definition(self.d, self.gap), Definition(self.d.marked("dot"), rate(self.gap, points.rates))]
        lengths = [Definition(self._along("d", axis), dot(self.d, a)) for axis, a in axes]
        found += [*lengths, *(Definition(d.name.marked("dot"), rate(d.value, rules)) for d in lengths)]
        if points.planar:
            return [*found, *self._plane_turn()]
        turns = [(self._along("r", axis), a) for axis, a in axes]
        found += [*self._turn(), *(Definition(n, dot(self.r, a)) for n, a in turns)]
        return [*found, *(Definition(n.marked("dot"), dot(self.rho, a)) for n, a in turns)]

    def limits(self) -> dict[Name, Sentence]:
        """The rotation vector has a limit at no turn, and none at half a turn."""
        one = over(self.phi, call("norm", self.sigma))
        return {
            self.phi: (
                "Where ", self.sigma, " vanishes, ", one, " is 1 and ", self.zeta, " is ", number(Fraction(1, 12)), "; ",
                self.phi, " must stay below half a turn.",
            )
        }  # fmt: skip

    def _plane_turn(self) -> list[Definition]:
        """In the plane the turn is an angle, between half a turn back and half a turn on."""
        (e, n), r = self.F, self._along("r", "z")
        spin = sub(self.points.spin(self.follower), self.points.spin(self.base))
        angle = call("atan2", dot(self.M[0], n), dot(self.M[0], e))
        return [Definition(r, angle), Definition(r.marked("dot"), spin)]

    def _turn(self) -> list[Definition]:
        """The rotation vector, and its rate as seen from the base."""
        pairs = list(zip(self.F, self.M, strict=True))
        r, nu, phi = self.r, self.nu, self.phi
        cosine = mul(HALF, sub(add(*(dot(a, b) for a, b in pairs)), ONE))
        rest = over(add(ONE, call("cos", phi)), mul(number(2.0), phi, call("sin", phi)))
        return [
            Definition(self.sigma, mul(HALF, add(*(cross(a, b) for a, b in pairs)))),
            Definition(phi, call("atan2", call("norm", self.sigma), cosine)),
            Definition(r, mul(over(phi, call("norm", self.sigma)), self.sigma)),
            Definition(self.zeta, sub(power(phi, -2), rest)),
            Definition(nu, sub(self.points.spin(self.follower), self.points.spin(self.base))),
            Definition(self.rho, self._twisted(nu, neg(ONE))),
        ]

    def _twisted(self, w: Term, sign: Term) -> Term:
        """How w turns the rotation vector; with the other sign, what an effort that belongs to it does."""
        once = cross(self.r, w)
        return add(w, mul(sign, HALF, once), mul(self.zeta, cross(self.r, once)))

    def shown(self, efforts: Sequence[Node]) -> list[Node]:
        """In the plane a force and one torque, which its two rates share."""
        if not self.points.planar:
            return list(efforts)
        return [efforts[0], efforts[1], efforts[5] + efforts[8]]

    def named(self, values: Sequence[Term]) -> tuple[list[Definition], list[Load]]:
        """Force and torque by components and as vectors."""
        size = len(self.F)
        found, force = self._vector("F", values[:size])
        if self.points.planar:
            tau = fresh(Name("tau", self.index), values[2])
            found.append(Definition(tau, values[2]))
            x, y, dx, dy = (*(d.name for d in found[:2]), *(self._along("d", axis) for axis in "xy"))
            return found, self._loads(force, tau, add(mul(dx, y), neg(mul(dy, x))))
        direct, along = values[3:6], values[6:]
        torque: Term = add(self.points.no_torque, *(mul(e, a) for e, a in zip(direct, self.F, strict=True)))
        if not all(map(is_zero, along)):
            more, T = self._vector("T", along)
            found += more
            torque = add(self._twisted(T, ONE), torque)
        tau = Name("tau", self.index, COLUMN)
        found.append(Definition(tau, torque))
        return found, self._loads(force, tau, cross(self.d, force))

    def _vector(self, letter: str, values: Sequence[Term]) -> tuple[list[Definition], Name]:
        """A vector by its components along the axes of F."""
        names = [fresh(self._along(letter, axis), v) for axis, v in zip(AXES, values, strict=False)]
        whole = Name(letter, self.index, COLUMN)
        by_axes = add(self.points.zero, *(mul(n, a) for n, a in zip(names, self.F, strict=True)))
        return [*map(Definition, names, values), Definition(whole, by_axes)], whole

    def _loads(self, force: Term, torque: Term, arm: Term) -> list[Load]:
        """At M on the follower; the base feels the opposite at the same place."""
        F, M = self.places
        owner, pull, moment = load_at(self.points, M, self.points.point(M), force)
        loads = [(owner, pull, add(moment, self.turned(owner, torque)))]
        owner, pull, moment = load_at(self.points, F, self.points.point(F), neg(force))
        return [*loads, (owner, pull, sub(moment, self.turned(owner, add(torque, arm))))]
