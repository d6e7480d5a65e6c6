"""What was asked of a page, and how much at length it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from sarrus.spatial.sequences import BRYANT, SEQUENCES


class Length(IntEnum):
    """How a page grows with the number of bodies.

    MATRIX: every joint and body by itself, the Jacobian as one matrix.
    LIST: the Jacobian and the joint loads as lists; what all bodies share is said once.
    KINDS: one formula per kind of joint and force, and tables of instances.
    RANGES: the same; runs of equal instances in one line, other tables cut.
    """

    MATRIX = 1
    LIST = 2
    KINDS = 3
    RANGES = 4


IN_PLANE, IN_SPACE = (6, 20, 60), (6, 6, 60)
"""Bodies up to which a page has each length. In space a list by joints is twice too long; kinds come at once."""
LONGEST_TABLE = 40
COMMAND = "sarrus equations MODEL --all"


@dataclass(frozen=True)
class PageRequest:
    """What the user asked for.

    Attributes:
        index: 3 for g = 0, 2 for G v = alpha, 1 for G vdot = beta beside the equations of motion.
        general: whether zeros written in the model stay symbols.
        complete: whether long tables are written to their end.
        angles: sequence of axes by which turns are written, in space.
        coordinates: that a minimal form is written in, by their published names; the program chooses where there are none.
    """

    index: int = 1
    general: bool = False
    complete: bool = False
    angles: str = BRYANT
    coordinates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what does not exist."""
        if self.index not in (1, 2, 3):
            raise ValueError(f"index {self.index} is not a form of the equations. Allowed: 1, 2, 3.")
        if self.angles not in SEQUENCES:
            raise ValueError(
                f"angles {self.angles} are no sequence of axes. Allowed: {', '.join(SEQUENCES)}."
            )

    @property
    def needs_beta(self) -> bool:
        """Whether second derivatives of the constraints are printed."""
        return self.index == 1

    def length(self, bodies: int, planar: bool) -> Length:
        """How the page is printed for so many bodies."""
        limits = IN_PLANE if planar else IN_SPACE
        return Length(1 + sum(bodies > limit for limit in limits))
