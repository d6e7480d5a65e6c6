"""Elements that forbid: rows of the relative pose of two frames that must vanish."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.base import Element, Row
from sarrus.scalar import Scalar
from sarrus.spatial import Pose


class Closing(Element):
    """Frame F on a base and frame M on a follower, and what may not happen between them."""

    ends = ("base", "follower")

    rows: ClassVar[tuple[Row, ...]] = ()
    """The closure rows: `(*lengths("p_FM.x_F"), *directions("z_M.x_F"))`."""
    symbol: ClassVar[str] = "joint"
    """What a drawing shows."""

    @abstractmethod
    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Rows that vanish where the element is whole."""

    def sense(self, X_FM: Pose) -> Scalar:
        """Positive on the branch that is meant; closure rows alone may also vanish for axes turned over."""
        return 1.0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for row in cls.rows:
            if not isinstance(row, Row):
                raise TypeError(
                    f"row '{row}' of {cls.__name__} has no unit. Write lengths('{row}') or directions('{row}')."
                )

    def gap(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """The closure error without spurious roots, for assembly from far away."""
        return self.closure(X_FM)

    @property
    def gap_units(self) -> tuple[str, ...]:
        """Unit of each part of the gap: "m" or "1"."""
        return tuple(row.unit for row in self.rows)
