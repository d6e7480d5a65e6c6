"""Numbers of a result file: in memory, or where they lie on disk when they are many."""

from __future__ import annotations

import math
import os
from typing import BinaryIO

import numpy as np

from sarrus.results.series import Array

__all__ = ["MAPPED_ABOVE", "FileNumbers", "is_large"]

MAPPED_ABOVE = 64_000_000
"""Bytes of a file above which its numbers stay on disk until they are used."""


def is_large(file: BinaryIO) -> bool:
    """Whether the numbers of a file stay on disk."""
    return os.fstat(file.fileno()).st_size > MAPPED_ABOVE


class FileNumbers:
    """What lies in a file from a place on.

    Args:
        file: open; it may be closed later.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        # values of a large file are views of this, and it lives as long as they do
        self._bytes = np.memmap(file, np.uint8, "r") if is_large(file) else None

    def at(self, place: int, shape: tuple[int, ...]) -> Array:
        """Numbers that begin at a byte.

        Raises:
            ValueError: the file ends before them.
        """
        count = math.prod(shape)
        if self._bytes is not None and count:
            return self._bytes[place : place + 8 * count].view("<f8").view(np.ndarray).reshape(shape)
        self._file.seek(place)
        return np.fromfile(self._file, "<f8", count).astype(np.float64, copy=False).reshape(shape)
