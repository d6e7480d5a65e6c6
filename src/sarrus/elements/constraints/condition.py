"""An expression that is kept at zero."""

from collections.abc import Iterator

from sarrus.elements.base import Fault, choice, param
from sarrus.elements.constraints.base import Relation, Sight, unit_word
from sarrus.scalar import Scalar


class Condition(Relation):
    """Keep an expression of signals at zero.

        function(t, signals) = 0

    Its signals are positions: coordinates of joints and of constraints, what sensors measure, points of bodies. Whatever
    effort that needs acts along each of them, as the slopes of the expression are to each other; `effort` is the one along the
    first signal in the expression. Inputs and time t may stand in it; inputs count as constant between their changes.
    """

    sight = Sight.MOTION
    primary = "function"
    function: Scalar = param("1", "expression that is zero", varies=True)
    unit: str = unit_word("unit of the expression")
    level: str = choice("position", "velocity", default="position", meaning="what the expression is made of")

    @property
    def residual_unit(self) -> str:  # type: ignore[override]
        """As the user says."""
        return self.unit

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """The expression; what it reads is put in."""
        return self.function

    def faults(self, unit: str) -> Iterator[Fault]:
        """Velocities cannot be tied yet."""
        if self.level == "velocity":
            yield Fault(
                "level",
                "is a condition of velocities, and these are not known yet",
                "Conditions are of positions",
                "Leave out 'level: velocity', and write the expression of positions",
            )
