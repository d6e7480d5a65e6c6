"""A coordinate that follows a table in a file."""

from typing import Any

from sarrus.elements.base import Shape, param
from sarrus.elements.drivers.base import Points, Sampled


class Table(Sampled):
    """Make a coordinate follow the cubic spline through the rows of a CSV file: time and value.

    drive: {table: A.theta, file: data/measured.csv, beyond: extend}

    A row has two numbers in SI units with a comma between them, times ascend, and a line that begins with # is left out:

        # time [s], angle [rad]
        0.0, 0.00
        0.5, 0.31

    The path is relative to the folder of the model file (of the mechanism, `Mechanism.folder`) and stays inside it. The
    file is read anew for every analysis; its numbers, and how many there are, are live. The curve with its `boundary` and
    what lies `beyond` are those of `spline`.
    """

    also_called = ("csv", "file", "data", "measured")
    file: Any = param("s, coordinate", "file of time and value, ascending", shape=Shape.FILE)

    def samples(self) -> Points:
        """The rows of the file."""
        rows: Points = self.file
        return rows

    def source(self) -> str:
        """Their number, and the file."""
        return f"{len(self.file.rows)} points of {self.file.path}"
