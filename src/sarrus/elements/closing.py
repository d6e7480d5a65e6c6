"""Elements that forbid: rows between two frames that must vanish.

closure  rows of the relative pose, and of coordinates of the element's own: what may not be
slip     rows of the relative twist, linear in it: what may not happen, though it forbids no pose
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from sarrus.elements.base import Coordinate, Element, Fault, Row
from sarrus.scalar import Scalar
from sarrus.spatial import Pose


class Closing(Element):
    """Frame F on a base and frame M on a follower, and what may not happen between them."""

    ends = ("base", "follower")

    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    """What is published of it with its rates: of a joint what it lets happen, of a constraint coordinates of its own."""
    rows: ClassVar[tuple[Row, ...]] = ()
    """The closure rows: `(*lengths("p_FM.x_F"), *directions("z_M.x_F"))`."""
    slips: ClassVar[tuple[Row, ...]] = ()
    """The rows of velocities, each with the unit of what its integral would be: `lengths("slip.x_F")` are m/s."""
    symbol: ClassVar[str] = "joint"
    """What a drawing shows."""
    beyond_sense: ClassVar[str] = "closes with its axis turned over"
    """What it does where its sense is not positive."""

    is_flat: ClassVar[bool] = False
    """Whether it is the form that an element takes between bodies of one plane where others leave it (`planes.py`)."""

    slip: ClassVar[Callable[..., tuple[Scalar, ...]] | None] = None
    """slip(X_FM, V_FM): velocities that vanish where nothing slips; linear in V_FM, the motion of M as seen from F.

    Positions are never corrected through such a row. A load of the element has the power of its multipliers on V_FM.
    """

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Rows that vanish where the element is whole."""
        return ()

    def sense(self, X_FM: Pose) -> Scalar:
        """Positive on the branch that is meant; closure rows alone may also vanish for axes turned over."""
        return 1.0

    def misfit_in_plane(self) -> Fault | None:
        """Why it cannot stand between planar bodies, asked of the element as written; None where it can."""
        return None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for row in (*cls.rows, *cls.slips):
            if not isinstance(row, Row):
                raise TypeError(
                    f"row '{row}' of {cls.__name__} has no unit. Write lengths('{row}') or directions('{row}')."
                )

    @property
    def freedoms(self) -> int:
        """Number of speeds."""
        return len(self.coordinates)

    @property
    def inner_names(self) -> tuple[str, ...]:
        """Names of the coordinates kept in the state."""
        return tuple(c.name for c in self.coordinates)

    @property
    def inner_lengths(self) -> tuple[bool, ...]:
        """For each coordinate kept in the state whether it is a length: it is where a published one of that name is."""
        lengths = {c.name for c in self.coordinates if c.unit == "m"}
        return tuple(name in lengths for name in self.inner_names)

    def gap(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """The closure error without spurious roots, for assembly from far away."""
        return self.closure(X_FM)

    @property
    def gap_units(self) -> tuple[str, ...]:
        """Unit of each part of the gap: "m" or "1"."""
        return tuple(row.unit for row in self.rows)
