"""The two array types of restricted Python: 1-D, contiguous, double precision or 64-bit integers."""

from sarrus.records import Floats, Ints

__all__ = ["Floats", "Ints"]
