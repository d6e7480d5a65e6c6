"""Functions of time, state and parameters: what a mechanism's motion obeys, compiled or readable.

The module can be called: `sarrus.equations(mechanism)` gives the equations to read.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from sarrus.mechanics.base import Equations
from sarrus.mechanics.formulate import FORMULATIONS, formulate
from sarrus.model import Mechanism, snapshot_of

if TYPE_CHECKING:
    from sarrus.mechanics.readable import Readable

__all__ = ["FORMULATIONS", "Equations", "formulate"]


class _Callable(ModuleType):
    """Lets one name be both the folder of equations and the verb that prints them."""

    def __call__(
        self, mechanism: Mechanism, *, index: int = 1, general: bool = False, complete: bool = False
    ) -> Readable:
        """The equations of a mechanism to read: `.text()`, `.latex()`, `.markdown()`, `.html()`, `.sympy()`.

        Args:
            mechanism: what moves.
            index: which rows stand beside the equations of motion: 3 for positions, 2 velocities, 1 accelerations.
            general: keep zeros written in the model as symbols.
            complete: write long tables to their end.
        """
        from sarrus.mechanics.readable import readable

        return readable(snapshot_of(mechanism), index=index, general=general, complete=complete)


sys.modules[__name__].__class__ = _Callable
