"""What can be asked of a run: names of series, with units and what they mean.

Published series are there in every run. The others are computed when they are asked for, as in --show load.A.theta:
partial velocities, generalised forces, momentum, powers, loads in other components. Names with words in capitals are
patterns.

Example: sarrus outputs four-bar.yaml reaction
"""

# `families/` has a file for each kind of derived series. They work on a finished run, from its published rows and its model:
# `history.py` makes states of the rows again, `motions.py` the free motions, `coordinates.py` chooses independent coordinates,
# `single.py` takes forces apart, `loads.py` finds multipliers. `derived.py` gives a series by its name, `listing.py` holds the
# answer of the verb.

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import About
    from sarrus.analysis.outputs.derived import with_outputs
    from sarrus.analysis.outputs.listing import OutputList
    from sarrus.model import Mechanism

__all__ = ["outputs", "with_outputs"]


@verb
def outputs(mechanism: Mechanism, word: About = "") -> OutputList:
    """What can be asked of a run of this mechanism: names, units, and what they mean.

        print(sarrus.outputs(m))
        sarrus.outputs(m, "theta").names()

    Published series are there in every run. The others are computed from a finished run when somebody asks for them:
    `run["load.A.theta"]`. Names with words in capitals are patterns; an example stands beside them.

    Args:
        mechanism: what moves.
        word: keep those in whose name, unit or meaning it stands.

    Raises:
        ModelError: the mechanism is wrong.
    """
    from sarrus.analysis.outputs.listing import listed

    return listed(mechanism, word)


def __getattr__(name: str) -> Any:
    """What computes is loaded when it is used."""
    if name != "with_outputs":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from sarrus.analysis.outputs.derived import with_outputs

    return with_outputs
