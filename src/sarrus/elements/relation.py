"""Elements that tie joint coordinates to each other or to time."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.base import Element
from sarrus.scalar import Scalar


class Relation(Element):
    """A residual of joint coordinates and time; its ends are coordinates such as `A.theta`.

    The effort that keeps it zero is found by the analysis; on each coordinate it acts with the slope of the residual.
    """

    on_coordinates = True
    symbol: ClassVar[str] = "relation"
    residual_unit: str = "coordinate"
    """Unit of the residual; "coordinate" is that of the first coordinate."""

    @property
    def of_rates(self) -> bool:
        """Whether it is a condition of velocities: its residual is linear in the rates that it reads, and forbids no pose."""
        return False

    @abstractmethod
    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Zero where the coordinates are where they should be."""
