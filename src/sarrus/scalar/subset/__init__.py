"""Restricted Python to LLVM IR: the loops around the kernels.

The same functions run unchanged under CPython; `docs/restricted-python.md` describes the subset. The translator itself
is loaded on first use: where a compiled object is found, nothing is translated.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sarrus.scalar.subset.loops import Loops
from sarrus.scalar.subset.types import Signature

if TYPE_CHECKING:
    from sarrus.scalar.subset.module import Translation, translate
    from sarrus.scalar.subset.source import Unsupported

__all__ = ["Loops", "Signature", "Translation", "Unsupported", "translate"]

_HOMES = {"Translation": "module", "translate": "module", "Unsupported": "source"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
