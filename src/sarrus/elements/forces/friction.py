"""Friction along a joint coordinate."""

from collections.abc import Iterable
from typing import Any

from sarrus.elements.base import Coordinate, Fault, State, choice, param
from sarrus.elements.forces.base import Carried, Force, Loaded
from sarrus.scalar import Scalar, absolute, exp, is_zero, maximum, tanh, where
from sarrus.spatial import Vec3

NOTHING = 1e-150
"""Friction [N] below which there is none: no bristle bends."""

SLOWEST = 1e-12
"""Speed [m/s] below which `smooth` has no sense: an atom's width in a minute and a half."""


class Friction(Force):
    """Dry friction in a pin or a guide, from the load that its joint carries or from a given one.

        v = r thetadot, or sdot      N: normal load      F = mu(v) N, against v      effort on the follower - r F, or - F

        coulomb    mu = mu_k tanh(v/v0)
        stribeck   mu = (mu_k + (mu_s - mu_k) exp(-(v/v_s)^2)) tanh(v/v0)
        lugre      zdot = v - k |v| z/(mu N)      F = k z + c zdot + d v      mu without tanh; Canudas de Wit et al. (1995)

    With `normal: reaction` N is the part of the joint's own load across its axis: |F|, or of two supports `span` apart
    |F/2 + M/span| + |F/2 - M/span|. It is found together with the accelerations, never from a step before. What friction
    takes turns into heat. Where joints repeat each other, rigid bodies do not tell how they share a load: friction that needs it
    is refused, or takes the least loads of all joints with `share: minimum-norm` (sum of the squares of forces and of torques
    over the length of the part). `smooth` is v0: below it the joint creeps where it should stick.
    """

    ends = ("coordinate",)
    port = Loaded
    feels = (Carried.ACROSS,)
    passive = True
    symbol = "friction"
    gentler = "A larger speed `smooth`, or softer bristles, make it less steep."
    tells = (Coordinate("normal", "N"),)
    states = (State("z", "m", scale=1e-5),)

    coefficient: Scalar = param("1", "of sliding friction, mu_k", ge=0, letter="mu_k")
    static: Scalar = param(
        "1", "of friction at rest, mu_s; that of sliding if left out", ge=0, default=0, letter="mu_s"
    )
    radius: Scalar = param("m", "of the pin; of an angle only", ge=0, default=0, letter="r")
    normal: Any = param(
        "N", "load across the joint, or the word reaction", ge=0, words=("reaction",), letter="N_0"
    )
    law: str = choice(
        "coulomb", "stribeck", "lugre", meaning="how friction depends on speed", default="coulomb"
    )
    smooth: Scalar = param(
        "m/s", "speed v0 below which friction is weaker (coulomb, stribeck)", ge=0, default=0, letter="v_0"
    )
    stribeck: Scalar = param("m/s", "speed v_s at which friction has fallen", ge=0, default=0, letter="v_s")
    supports: str = choice("one", "two", meaning="where the joint is held", default="one")
    span: Scalar = param("m", "distance of two supports along the axis", ge=0, default=0, letter="b")
    share: str = choice(
        "unique",
        "minimum-norm",
        meaning="what load counts where joints that repeat each other share it: none, or the least",
        default="unique",
    )
    stiffness: Scalar = param("N/m", "of the bristles, k (lugre)", ge=0, default=0)
    damping: Scalar = param("N s/m", "of the bristles, c (lugre)", ge=0, default=0, letter="c")
    viscous: Scalar = param("N s/m", "drag beside dry friction, d", ge=0, default=0, letter="d")

    def set_values(self, where: str, values: dict[str, Any]) -> None:
        """Bristles bend only where there are any: the word for the law says so, no number does."""
        super().set_values(where, values)
        if self.law != "lugre":
            vars(self)["states"] = ()

    @property
    def reads_load(self) -> bool:
        """Whether the joint's own load counts."""
        return bool(self.normal == "reaction")

    @property
    def shares_load(self) -> bool:
        """As the user says."""
        return self.share == "minimum-norm"

    def power(self, joint: Loaded, virtual: Loaded, *z: Scalar) -> Scalar:
        """Against the motion."""
        v, star = self._speed(joint, joint.rate), self._speed(joint, virtual.rate)
        N = self._normal(joint)
        if self.law == "lugre":
            (rate,) = self.flow(joint, *z)
            force = self.stiffness * z[0] + self.damping * rate
        else:
            force = self._ratio(v) * N * tanh(v / self.smooth)
        return -(force + self.viscous * v) * star

    def flow(self, joint: Loaded, *z: Scalar) -> tuple[Scalar, ...]:
        """How the bristles bend."""
        if self.law != "lugre":
            return ()
        v = self._speed(joint, joint.rate)
        most = self._ratio(v) * self._normal(joint)
        some = NOTHING < most
        return (where(some, v - self.stiffness * absolute(v) * z[0] / where(some, most, 1.0), 0.0),)

    def tell(self, joint: Loaded, *z: Scalar) -> tuple[Scalar, ...]:
        """The normal load."""
        return (self._normal(joint),)

    def faults(self, unit: str) -> Iterable[Fault]:
        """What does not fit the law or the joint."""
        if unit == "rad" and not self.radius > 0:
            yield Fault(
                "radius",
                "acts on an angle and has no radius",
                "Friction acts at the radius of the pin",
                "radius: 10 mm",
            )
        if unit == "m" and self.radius > 0:
            yield Fault(
                "radius", "acts on a length and has a radius", "A guide has none", "Leave `radius` out."
            )
        if self.law == "lugre":
            if not self.stiffness > 0:
                yield Fault(
                    "stiffness",
                    "has no stiffness",
                    "law: lugre needs the stiffness of its bristles",
                    "stiffness: 1e5 N/m",
                )
            if self.smooth > 0:
                yield Fault(
                    "smooth", "has a speed `smooth`", "law: lugre is smooth by itself", "Leave `smooth` out."
                )
        elif not self.smooth > 0:
            yield Fault(
                "smooth",
                "has no speed `smooth`: friction that sticks exactly needs events, which runs do not treat yet",
                f"law: {self.law} takes a speed greater than 0",
                "smooth: 1 mm/s",
            )
        elif self.smooth < SLOWEST:
            yield Fault(
                "smooth",
                f"has a speed `smooth` of {float(self.smooth):g} m/s, which no motion can be told from rest by",
                f"law: {self.law} takes {SLOWEST:g} m/s and more",
                "smooth: 1 mm/s",
            )
        if self.law != "coulomb" and not self.stribeck > 0:
            yield Fault(
                "stribeck",
                "has no Stribeck speed",
                f"law: {self.law} needs the speed at which friction falls",
                "stribeck: 1 mm/s",
            )
        unused = {
            "coulomb": ("static", "stribeck", "stiffness", "damping"),
            "stribeck": ("stiffness", "damping"),
            "lugre": (),
        }[self.law]
        for key in unused:
            if getattr(self, key) > 0:
                yield Fault(
                    key, f"has `{key}`, which law: {self.law} does not use", "", f"Leave `{key}` out."
                )
        if self.supports == "one" and self.span > 0:
            yield Fault("span", "has a span and one support", "Two supports have a distance", "supports: two")
        if 0 < self.static < self.coefficient:
            yield Fault(
                "static",
                f"has a coefficient at rest, {self.static:g}, below that of sliding, {self.coefficient:g}",
                "`static` is at least `coefficient`",
            )
        if self.supports == "two" and not self.span > 0:
            yield Fault("span", "has no span", "Two supports have a distance", "span: 50 mm")
        if self.share != "unique" and self.normal != "reaction":
            yield Fault(
                "share",
                "shares a load, and its normal load is given",
                "Joints share loads of their own",
                "normal: reaction",
            )
        if self.supports == "two" and self.normal != "reaction":
            yield Fault(
                "supports",
                "has two supports and a given normal load",
                "They share the joint's own load",
                "normal: reaction",
            )

    def remark(self) -> str:
        """That it is smoothed."""
        if self.law == "lugre":
            return ""
        return f"smoothed below {float(self.smooth):g} m/s: where it should stick it creeps"

    @classmethod
    def sample(cls, unit: str, seed: int) -> dict[str, Any]:
        """The laws in turn, each with a given load and with the joint's own."""
        law = ("coulomb", "stribeck", "lugre")[seed // 2 % 3]
        found: dict[str, Any] = {"coefficient": 0.2, "normal": 10.0 if seed % 2 else "reaction"}
        if unit != "m":
            found["radius"] = 0.1
        if law != "coulomb":
            found |= {"law": law, "static": 0.3, "stribeck": 0.5}
        return found | ({"stiffness": 1e4, "damping": 10.0} if law == "lugre" else {"smooth": 0.2})

    def _speed(self, joint: Loaded, rate: Scalar) -> Scalar:
        return self.radius * rate if joint.turns else rate

    def _ratio(self, v: Scalar) -> Scalar:
        """Coefficient of friction at a speed."""
        if self.law == "coulomb":
            return self.coefficient
        s = v / self.stribeck
        return self.coefficient + (maximum(self.static, self.coefficient) - self.coefficient) * exp(-(s * s))

    def _normal(self, joint: Loaded) -> Scalar:
        if self.normal != "reaction":
            given: Scalar = self.normal
            return absolute(given)
        across = _across(joint.load.force, joint.axis)
        if self.supports == "one":
            return _size(across)
        half, couple = (
            0.5 * across,
            _across(joint.load.torque, joint.axis).cross(joint.axis) * (1.0 / self.span),
        )
        return _size(half + couple) + _size(half - couple)


def _across(vector: Vec3, axis: Vec3) -> Vec3:
    """Without its part along a unit axis."""
    return vector - axis * axis.dot(vector)


def _size(vector: Vec3) -> Scalar:
    """Length of a vector; where it has one component only, the absolute value of that."""
    parts = [a for a in vector if not is_zero(a)]
    return absolute(parts[0]) if len(parts) == 1 else vector.norm()
