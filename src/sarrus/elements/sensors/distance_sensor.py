"""The distance of two points."""

from sarrus.elements.sensors.base import Sensor, length
from sarrus.scalar import Scalar
from sarrus.spatial import Pose


class DistanceSensor(Sensor):
    """Distance of two points, |p_FM|, published as `length`."""

    also_called = ("length", "gauge")
    quantities = (length("length"),)

    def measure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Length of the line."""
        return (X_FM.p.norm(),)
