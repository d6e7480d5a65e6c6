"""A coordinate that follows a table in a file."""

from sarrus.elements.base import Shape, param
from sarrus.elements.drivers.base import Driver
from sarrus.scalar import Scalar
from sarrus.scalar.interpolation import clamped_spline


class Table(Driver):
    """Make a coordinate follow the cubic spline through the rows of a CSV file: time and value.

    drive: {table: A.theta, file: data/measured.csv}

    A row has two numbers in SI units with a comma between them, times ascend, and a line that begins with # is left out:

        # time [s], angle [rad]
        0.0, 0.00
        0.5, 0.31

    The path is relative to the folder of the model file (of the mechanism, `Mechanism.folder`) and stays inside it. The
    file is read anew for every analysis: the number of rows is structure, their numbers are live. The curve is that of
    `spline`: twice differentiable inside, at rest at both ends and constant beyond them.
    """

    file: tuple[tuple[Scalar, Scalar], ...] = param(
        "s, coordinate", "file of time and value, ascending", shape=Shape.FILE
    )

    def value(self, t: Scalar) -> Scalar:
        """The cubic piece that holds t."""
        return clamped_spline(self.file, t)
