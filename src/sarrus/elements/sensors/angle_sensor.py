"""The angle between two frames."""

from sarrus.elements.sensors.base import Sensor, angle
from sarrus.scalar import Scalar, atan2
from sarrus.spatial import Pose


class AngleSensor(Sensor):
    """Angle of x_M about z_F, from x_F, within one turn.

        angle = atan2(x_M . y_F, x_M . x_F)

    Not defined where x_M is parallel to z_F.
    """

    also_called = ("angle",)
    quantities = (angle("angle"),)

    def measure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Direction of x_M."""
        return (atan2(X_FM.x.y, X_FM.x.x),)
