"""Restricted Python to LLVM IR: the loops around the kernels, compiled into the kernels' own module.

The same functions run unchanged under CPython; `docs/restricted-python.md` describes the subset.
"""

from sarrus.scalar.subset.module import Translation, translate
from sarrus.scalar.subset.source import Unsupported
from sarrus.scalar.subset.types import Signature

__all__ = ["Signature", "Translation", "Unsupported", "translate"]
