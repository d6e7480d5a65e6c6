"""The contract of a driver: a coordinate of a joint that follows a function of time.

A driver states the `value` of its coordinate over time; its effort is positive in the direction of the coordinate. One
that follows points is `Sampled`: it states its points.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from sarrus.elements.base import Fault, Shape, choice, param
from sarrus.elements.relation import Relation
from sarrus.scalar import Scalar
from sarrus.scalar.interpolation import BOUNDARIES, cubic_spline
from sarrus.scalar.tabled import Rows, tabled

Points = tuple[tuple[Scalar, Scalar], ...]
ROUNDING = 1e-9
"""Of the steepest slope between two points: a rate below it is none."""


class Driver(Relation):
    """Prescribes one coordinate of one joint."""

    ends = ("coordinate",)
    symbol: ClassVar[str] = "motor"

    @abstractmethod
    def value(self, t: Scalar) -> Scalar:
        """Where the coordinate should be; twice differentiable, a jump in its slope would be an impact."""

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Distance from the prescribed value."""
        return coordinates[0] - self.value(t)

    def kinks(self) -> tuple[Scalar, ...]:
        """Times at which the value is not twice differentiable [s]; of a bound driver."""
        return ()

    def span(self) -> tuple[Scalar, Scalar] | None:
        """First and last time for which there is a value [s], of a bound driver; None where there always is one."""
        return None

    def samples(self) -> Points:
        """Points of time and value that it goes through, ascending, of a bound driver; none where it is a formula."""
        return ()


class Sampled(Driver):
    """A cubic spline through points of time and value."""

    rates: tuple[Scalar, ...] = param(
        "coordinate/s",
        "rates at the first and the last point of a clamped curve; 0, 0 when left out",
        shape=Shape.LIST,
        default=(),
    )
    boundary: str = choice(*BOUNDARIES, default=BOUNDARIES[0], meaning="what the curve does at its ends")
    beyond: str = choice(
        "stop",
        "hold",
        "extend",
        default="stop",
        meaning="what happens before the first and after the last point",
    )

    @abstractmethod
    def samples(self) -> Points:
        """Time and value, ascending; of a bound driver."""

    @abstractmethod
    def source(self) -> str:
        """How many points there are, and from where, as the user wrote it."""

    @tabled("s")
    def curve(self) -> Rows:
        """A cubic for each point."""
        return cubic_spline(self.samples(), self.boundary, self.rates)

    def value(self, t: Scalar) -> Scalar:
        """The cubic piece that holds t."""
        if self.beyond == "hold":
            return self.curve.at(self.curve.within(t))
        if self.beyond == "extend" and self.boundary == "periodic":
            return self.curve.at(self.curve.around(t))
        return self.curve.at(t)

    def kinks(self) -> tuple[Scalar, ...]:
        """The ends of a curve that stays where it is beyond them: its acceleration steps to zero there."""
        return self._ends() if self.beyond == "hold" else ()

    def span(self) -> tuple[Scalar, Scalar] | None:
        """From the first point to the last, where the run stops there."""
        return self._ends() if self.beyond == "stop" else None

    def _ends(self) -> tuple[Scalar, Scalar]:
        points = self.samples()
        return points[0][0], points[-1][0]

    def in_words(self, table: str) -> str:
        """The curve in a phrase."""
        kind = self.boundary
        if kind == "clamped":
            kind += f" with rates {', '.join(map(str, self.rates))}" if self.rates else " at rest"
        repeats = self.boundary == "periodic"
        beyond = {
            "stop": "",
            "hold": ", constant beyond",
            "extend": ", repeated" if repeats else ", continued",
        }
        return f"cubic spline through {self.source()}, {kind}{beyond[self.beyond]}"

    def faults(self, unit: str) -> Iterator[Fault]:
        """What the ends cannot be."""
        points = [(float(x), float(y)) for x, y in self.samples()]
        if len(points) < 2:
            return  # said of the points themselves
        if self.rates and self.boundary != "clamped":
            yield Fault(
                "rates",
                f"has rates, but its boundary is '{self.boundary}'",
                "Rates belong to 'boundary: clamped'",
                "Add 'boundary: clamped', or leave out the rates",
            )
            return
        if self.rates and len(self.rates) != 2:
            many = f"{len(self.rates)} rate{'' if len(self.rates) == 1 else 's'}"
            yield Fault("rates", f"has {many}", "It needs two: at the first and at the last point")
            return
        if self.boundary == "periodic" and points[0][1] != points[-1][1]:
            yield Fault(
                "boundary",
                f"is periodic, but begins at {points[0][1]:g} and ends at {points[-1][1]:g}",
                "The last value of a periodic curve is the first one",
                "Make them equal, or choose another boundary",
            )
            return
        if self.beyond == "hold":
            yield from self._moving_ends(points)

    def _moving_ends(self, points: list[tuple[float, float]]) -> Iterator[Fault]:
        steepest = max(abs((b[1] - a[1]) / (b[0] - a[0])) for a, b in pairwise(points))
        for x, place in zip(self._ends(), ("first", "last"), strict=True):
            rate = float(self.curve.row(x)[2])
            is_reached = place == "last" or float(x) > 0.0  # time begins at 0
            if is_reached and abs(rate) > ROUNDING * steepest:
                yield Fault(
                    "beyond",
                    f"is held beyond its {place} point, t = {float(x):g} s, where its rate is {rate:.4g} per second",
                    "A motion is held only where it has come to rest: its rate would jump, which is an impact",
                    "Choose 'boundary: clamped', 'beyond: stop' or 'beyond: extend'",
                )
                return
