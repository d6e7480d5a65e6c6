"""What an expression makes of published quantities."""

from sarrus.elements.base import param
from sarrus.elements.sensors.base import Computed
from sarrus.scalar import Scalar


class ExpressionSensor(Computed):
    """Publish what an expression makes of time t, parameters, inputs and signals, as `value`.

    Signals of everything that is published may stand in it, accelerations and reactions included. The expression is
    in SI; `unit` says in which unit that is.
    """

    primary = "function"
    function: Scalar = param("1", "what is published", varies=True)

    def value(self) -> Scalar:
        """The expression."""
        return self.function
