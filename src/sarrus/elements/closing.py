"""Elements that forbid: rows of the relative pose of two frames that must vanish."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from sarrus.elements.base import Element
from sarrus.scalar import Scalar
from sarrus.spatial import Pose


class Closing(Element):
    """Frame F on a base and frame M on a follower, and what may not happen between them."""

    ends = ("base", "follower")

    rows: ClassVar[tuple[str, ...]] = ()
    """Names of the closure rows; those that begin with p are lengths, the others products of unit vectors."""
    symbol: ClassVar[str] = "joint"
    """What a drawing shows."""

    @abstractmethod
    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Rows that vanish where the element is whole."""

    def sense(self, X_FM: Pose) -> Scalar:
        """Positive on the branch that is meant; closure rows alone may also vanish for axes turned over."""
        return 1.0

    def gap(self, X_FM: Pose) -> tuple[tuple[Scalar, str], ...]:
        """How far it stands open, in a form that leads home from far away; each part with its unit, "m" or "1"."""
        units = ("m" if name.startswith("p") else "1" for name in self.rows)
        return tuple(zip(self.closure(X_FM), units, strict=True))
