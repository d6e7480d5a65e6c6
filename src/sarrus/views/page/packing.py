"""Arrays as text that a page unpacks: base64 of little-endian numbers."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

__all__ = ["doubles", "singles"]


def singles(values: Any) -> str:
    """Numbers with about seven digits; one that is too large for that becomes infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        return _packed(np.asarray(values, dtype="<f4"))


def doubles(values: Any) -> str:
    """Numbers with every bit."""
    return _packed(np.asarray(values, dtype="<f8"))


def _packed(values: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode("ascii")
