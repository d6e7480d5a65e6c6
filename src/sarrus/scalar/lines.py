"""Arrays that begin where a line of the processor's memory begins: numbers on lanes then lie in one line each.

A vector of eight numbers is as long as a line. Where an array begins between two lines, every vector of it lies in both, and
is read and written twice as slowly; by how an array happens to lie, a kernel on lanes was up to a fifth slower.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
LINE = 64
"""Bytes of a line; where lines are longer, no vector lies in two of them either."""


def zeros_on_lines(count: int) -> Floats:
    """Zeros."""
    size = np.dtype(np.float64).itemsize
    room = np.zeros(count + LINE // size - 1)
    first = -room.ctypes.data % LINE // size
    return room[first : first + count]


def on_lines(values: Floats) -> Floats:
    """An array itself where it begins on a line, else its numbers in one that does."""
    if values.flags.c_contiguous and values.ctypes.data % LINE == 0:
        return values
    found = zeros_on_lines(values.size)
    found[:] = values.ravel()
    return found.reshape(values.shape)
