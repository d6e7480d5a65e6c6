"""An expression that is kept at zero."""

from sarrus.elements.base import choice, param
from sarrus.elements.constraints.base import Relation, Sight, unit_word
from sarrus.scalar import Scalar


class Condition(Relation):
    """Keep an expression of signals at zero.

        function(t, signals) = 0

    Its signals are positions: coordinates of joints and of constraints, what sensors measure, points of bodies. Whatever
    effort that needs acts along each of them, as the slopes of the expression are to each other; `effort` is the one along the
    first signal in the expression. Inputs and time t may stand in it; inputs count as constant between their changes.

    With `level: velocity` its signals are also rates of these, and angular velocities of bodies. It must be linear in the
    rates: a sum of rates, each times an expression of positions, inputs and time, and of such an expression alone. It
    forbids velocities and no pose, so that no position is corrected by it: v - r w = 0 lets a wheel begin anywhere. Its
    effort acts along the rates; `effort` is the one along the first rate in the expression. A part without rates moves
    the condition, as a turntable does, and its power is counted as supplied.
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

    @property
    def of_rates(self) -> bool:
        """As the user says."""
        return self.level == "velocity"

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """The expression; what it reads is put in."""
        return self.function
