"""A run under forces: what it needs before it can begin."""

from __future__ import annotations

from dataclasses import replace

from sarrus.analysis.assembly.start import Start, find_start, in_formulation
from sarrus.analysis.motion.run import Options, check_options, run, start_of
from sarrus.analysis.rank.mobility import weightless
from sarrus.analysis.rank.parts import is_large
from sarrus.errors import ModelError
from sarrus.model import Mechanism, snapshot_of
from sarrus.quiet import no_collection
from sarrus.results import Result

__all__ = ["moved"]


def moved(mechanism: Mechanism, options: Options) -> Result:
    """See `simulate`."""
    check_options(options)
    with no_collection():
        found = find_start(snapshot_of(mechanism))
        failed = start_of(found, options.strict, "simulate")
        if failed is not None:
            return failed
        controls_work = _is_ready(mechanism, found, options)
    return run(found, "simulate", replace(options, controls_work=controls_work))


def _is_ready(mechanism: Mechanism, found: Start, options: Options) -> bool:
    """Refuse what no force can move; and whether the work of forces is under error control."""
    # a large mechanism is looked at in the formulation that it runs in, so that no other need be made
    looked_at = options.formulation if is_large(found.equations) else "relative"
    looked_at = "relative" if looked_at == "closed" else looked_at
    equations, x = in_formulation(found, looked_at)
    idle = weightless(equations, 0.0, x)
    if idle:
        raise ModelError.one(f"mechanism '{mechanism.name}'", *idle[0].in_words())
    # work is under error control where the state does not show it: a prescribed motion may be smooth while its effort is not
    model = equations.model
    unseen = bool(model.drivers) or any(force.hides_losses() for force in model.forces)
    return unseen
