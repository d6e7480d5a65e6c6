"""What kernels are printed for."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from sarrus.errors import CompileError

LIBRARY = frozenset({"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log", "tanh", "pow"})
"""Operations that the C library has."""


@dataclass(frozen=True)
class Target:
    """What differs between machines.

    Args:
        name: how messages call it.
        integer: type of an index.
        lanes: how many sets of numbers a kernel works on at once.
        library: operations for which the C library is called, number by number; for sine and cosine only where
            our own formula does not reach.
    """

    name: str = "cpu"
    integer: str = "i64"
    lanes: int = 1
    library: frozenset[str] = LIBRARY

    def __post_init__(self) -> None:
        if self.lanes < 1:
            raise CompileError(f"target {self.name} was asked for {self.lanes} lanes; it takes 1 or more")

    def __str__(self) -> str:
        return self.name if self.lanes == 1 else f"{self.name} with {self.lanes} lanes"

    @property
    def real(self) -> str:
        """Type of a value: a double, or one per lane."""
        return self._each("double")

    @property
    def truth(self) -> str:
        """Type of a comparison."""
        return self._each("i1")

    @property
    def kind(self) -> str:
        """How intrinsic functions name the type of a value."""
        return "f64" if self.lanes == 1 else f"v{self.lanes}f64"

    def symbol(self, name: str) -> str:
        """What a kernel is called on this target: lanes give it a name of its own."""
        return name if self.lanes == 1 else f"{name}_x{self.lanes}"

    def constant(self, value: float) -> str:
        """A number, the same on every lane."""
        return (
            number(value) if self.lanes == 1 else f"<{', '.join([f'double {number(value)}'] * self.lanes)}>"
        )

    def _each(self, single: str) -> str:
        return single if self.lanes == 1 else f"<{self.lanes} x {single}>"


CPU = Target()


def number(value: float) -> str:
    """A double as LLVM writes it, bit by bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
