"""Position, velocity and acceleration of a point in any frame."""

from sarrus.elements.sensors.base import Sensor, length
from sarrus.scalar import Scalar
from sarrus.spatial import Pose


class PointSensor(Sensor):
    """Position of M's origin in F components, with velocity and acceleration as seen from F.

    With ground as frame these are the absolute ones; with a moving frame, those an observer on it would measure.
    """

    also_called = ("position", "tracker")
    quantities = (length("x"), length("y"), length("z"))

    def measure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Components of p_FM."""
        return tuple(X_FM.p)
