"""Turns as users write them: angles of a sequence of axes, or a quaternion.

turn: {sequence: 3-1-3, angles: [10 deg, 20 deg, 30 deg]}      sarrus.turn("3-1-3", "10 deg", "20 deg", "30 deg")
turn: {quaternion: [1, 0, 0, 0]}                               sarrus.turn(quaternion=(1, 0, 0, 0))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sarrus.elements.base import as_written, without_arrays
from sarrus.errors import ModelError, quote, suggest
from sarrus.scalar import Scalar
from sarrus.scalar.expression import Value
from sarrus.spatial import Rotation, from_quaternion
from sarrus.spatial.sequences import SEQUENCES, from_angles

if TYPE_CHECKING:
    from sarrus.elements.written import Number, Vector

__all__ = ["FORMS", "QUATERNION", "GivenTurn", "given_turn", "length_flaw", "turn"]

QUATERNION = "quaternion"
FORMS = "{sequence: 3-1-3, angles: [a1, a2, a3]} or {quaternion: [w, x, y, z]}"
"""How a turn is written in a file."""
ROUNDING = 1e-6
"""A quaternion whose length is off 1 by no more is put right silently."""


@dataclass(frozen=True)
class GivenTurn:
    """A turn as written.

    Attributes:
        form: a sequence of axes such as "3-1-3", or "quaternion".
        numbers: the three angles, or w, x, y, z.
    """

    form: str
    numbers: tuple[Value, ...]

    @property
    def unit(self) -> str:
        """SI unit of the numbers."""
        return "1" if self.form == QUATERNION else "rad"

    @property
    def document(self) -> dict[str, Any]:
        """In the form of a file."""
        if self.form == QUATERNION:
            return {QUATERNION: self.numbers}
        return {"sequence": self.form, "angles": self.numbers}

    def __repr__(self) -> str:
        listed = ", ".join(map(repr, self.numbers))
        return (
            f"turn({QUATERNION}=({listed}))" if self.form == QUATERNION else f"turn({self.form!r}, {listed})"
        )


def turn(sequence: str = "", /, *angles: Number, quaternion: Vector | None = None) -> GivenTurn:
    """A turn for frames and start values: three angles of a sequence of axes, or a quaternion (w, x, y, z).

    Args:
        sequence: the axes in order, such as "3-1-3": about z, the new x, the new z.
        angles: the three angles [rad], or texts with their units.
        quaternion: of unit length, instead of angles.

    Example:
        >>> turn("3-1-3", "90 deg", 0.2, 0)
        turn('3-1-3', Quantity('90 deg'), 0.2, 0.0)
    """
    if quaternion is not None:
        if sequence or angles:
            raise ModelError.one("turn", "a sequence and a quaternion are given", "A turn is one of them")
        return given_turn({QUATERNION: quaternion}, "turn")
    return given_turn({"sequence": sequence, "angles": angles}, "turn")


def given_turn(written: Any, where: str) -> GivenTurn:
    """A turn from what the user gave: one made by `turn`, or the mapping of a file.

    Raises:
        ModelError: it is no turn.
    """
    if isinstance(written, GivenTurn):
        return written
    if isinstance(written, Mapping) and set(written) == {QUATERNION}:
        numbers = without_arrays(written[QUATERNION])
        if isinstance(numbers, Sequence) and not isinstance(numbers, str) and len(numbers) == 4:
            return GivenTurn(QUATERNION, as_written(tuple(numbers), where, 1))
        raise ModelError.one(where, "a quaternion does not have four numbers", "It is [w, x, y, z]")
    if not isinstance(written, Mapping) or set(written) != {"sequence", "angles"}:
        raise ModelError.one(where, "this is no turn", f"A turn is {FORMS}")
    sequence, angles = written["sequence"], without_arrays(written["angles"])
    if not isinstance(sequence, str) or sequence not in SEQUENCES:
        said = quote(sequence) if isinstance(sequence, str) else f"a {type(sequence).__name__}"
        raise ModelError.one(
            where,
            f"the sequence of a turn is {said}",
            f"Sequences are {', '.join(SEQUENCES)}; 1, 2, 3 are the axes x, y, z",
            suggest(sequence, SEQUENCES) if isinstance(sequence, str) else "",
        )
    if not isinstance(angles, Sequence) or isinstance(angles, str) or len(angles) != 3:
        raise ModelError.one(
            where, f"a turn of the sequence {sequence} has three angles", "Write [a1, a2, a3]"
        )
    return GivenTurn(sequence, as_written(tuple(angles), where, 1))


def rotation_of(form: str, numbers: Sequence[Scalar]) -> Rotation:
    """The rotation of a turn whose numbers are known."""
    return from_quaternion(*numbers) if form == QUATERNION else from_angles(form, numbers)


def length_flaw(form: str, numbers: Sequence[float]) -> tuple[str, str, str] | None:
    """What is wrong with the length of a quaternion: what, allowed, and what to try; None where nothing is."""
    if form != QUATERNION:
        return None
    length = sum(float(a) ** 2 for a in numbers) ** 0.5
    if abs(length - 1.0) <= ROUNDING:
        return None
    unit = f"Divide by it: [{', '.join(f'{float(a) / length:.9g}' for a in numbers)}]" if length else ""
    return f"is a quaternion of the length {length:.9g}", "A turn is a quaternion of length 1", unit
