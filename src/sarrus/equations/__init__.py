"""Functions of time, state and parameters: what a mechanism's motion obeys, compiled or readable.

The module can be called: `sarrus.equations(mechanism)` gives the equations to read.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from sarrus.equations.base import Equations
from sarrus.equations.formulate import FORMULATIONS, formulate
from sarrus.model import Mechanism

if TYPE_CHECKING:
    from sarrus.equations.readable import Readable

__all__ = ["FORMULATIONS", "Equations", "formulate"]


class _Callable(ModuleType):
    """Lets one name be both the folder of equations and the verb that prints them."""

    def __call__(self, mechanism: Mechanism) -> Readable:
        """The equations of a mechanism to read: `.text()`, `.latex()`, `.markdown()`, `.sympy()`."""
        from sarrus.equations.readable import readable

        return readable(mechanism.snapshot())


sys.modules[__name__].__class__ = _Callable
