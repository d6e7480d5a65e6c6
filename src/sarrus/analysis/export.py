"""Write the equations of motion as source code to take away: NumPy, C, MATLAB or JAX.

The code holds dynamics, constraints, outputs, the start state and every number of the model by its name; in NumPy and C also a
program that steps through time. It needs nothing of Sarrus.

Example: sarrus export four-bar.yaml --to c -o four_bar.c
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import CodeFile, General, Only, To
    from sarrus.analysis.source_code import SourceCode
    from sarrus.model import Mechanism


@verb
def export(
    mechanism: Mechanism,
    *,
    to: To = "numpy",
    only: Only = (),
    general: General = False,
    path: CodeFile = None,
) -> SourceCode:
    """The equations of a mechanism as source code: `.text()`, and a file where a path is given.

    Args:
        mechanism: what moves.
        to: "numpy", "c", "matlab" or "jax".
        only: names of outputs that the code computes; all that is published when left out.
        general: keep numbers that are zero in the model, each by its name.
        path: file to write; it is complete or absent.

    Raises:
        UsageError: the mechanism has something that the code could not do, or the file cannot be written.
        NumericalError: the mechanism cannot be assembled.
    """
    from sarrus.analysis.source_code import source_code

    return source_code(mechanism, to, only=only, general=general, path=path)
