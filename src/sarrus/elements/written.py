"""What may be given for a parameter in Python, as types: what editors and type checkers say of elements.

    Number       0.3, "300 mm", "2*pi*t", an expression of parameters, a number of NumPy
    Numbers      [0, 12, "3 N/m"], or an array of NumPy
    Vector       (0, -9.81), [0, "-9.81 m/s^2"]: the same
    NumberRows   [(0, 0.1), (1, 0.3)], or an array with a row for each point
    FilePath     "measured.csv"
    FrameEnd     ground, a body, a frame such as crank.end, or the path of one
    Named        a body, an element, a frame, or the name of one

Nothing here is looked at when the program runs: `elements/base.py` reads what is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sarrus.elements.base import Element
    from sarrus.elements.body import Frame, Frames
    from sarrus.scalar.expression import Expression, Quantity

__all__ = ["FilePath", "FrameEnd", "Listed", "Named", "Number", "NumberRows", "Numbers", "Vector"]

T_co = TypeVar("T_co", covariant=True)


class Listed(Protocol[T_co]):
    """A list or a tuple; a text is none, although it is a sequence of texts."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[T_co]: ...
    def __getitem__(self, index: SupportsIndex, /) -> T_co: ...
    def __contains__(self, item: object, /) -> bool: ...


Number: TypeAlias = "float | str | Expression | Quantity | np.floating[Any] | np.integer[Any]"
Numbers: TypeAlias = "Listed[Number] | NDArray[np.floating[Any]] | NDArray[np.integer[Any]]"
Vector: TypeAlias = Numbers
NumberRows: TypeAlias = "Listed[Numbers] | NDArray[np.floating[Any]] | NDArray[np.integer[Any]]"
FilePath: TypeAlias = str | PathLike[str]
FrameEnd: TypeAlias = "Frames | Frame | str"
Named: TypeAlias = "Element | Frames | Frame | str"
