"""Show the equations of motion, with the names of the model.

Example: sarrus equations four-bar.yaml --format markdown --output four-bar.md
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import Complete, Form, General, Index
    from sarrus.analysis.written import WrittenEquations
    from sarrus.model import Mechanism


@verb
def equations(
    mechanism: Mechanism,
    *,
    form: Form = "dae",
    index: Index = 1,
    general: General = False,
    complete: Complete = False,
) -> WrittenEquations:
    """The equations of a mechanism to read: `.text()`, `.latex()`, `.markdown()`, `.html()`, `.sympy()`.

    Args:
        mechanism: what moves.
        form: "dae": with the constraints as they are.
        index: which rows stand beside the equations of motion: 3 for positions, 2 velocities, 1 accelerations.
        general: keep zeros written in the model as symbols.
        complete: write long tables to their end.
    """
    from sarrus.analysis.written import written
    from sarrus.errors import UsageError

    if index not in (1, 2, 3):
        raise UsageError(f"index {index} is unknown. Allowed: 1, 2, 3.")
    return written(mechanism, form, index=index, general=general, complete=complete)
