"""Where does it rest, and does it stay there?

From the start pose downhill to a stable equilibrium, or to the nearest one of any kind; with its stiffness and its reactions.

Example: sarrus equilibrium four-bar.yaml --goal nearest
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sarrus.analysis.verb import verb

if TYPE_CHECKING:
    from sarrus.analysis.options import (
        Every,
        Formulation,
        FrozenAt,
        Goal,
        Jumping,
        Over,
        Preload,
        Strict,
        Switch,
    )
    from sarrus.analysis.statics.answer import Equilibrium
    from sarrus.model import Mechanism


@verb
def equilibrium(
    mechanism: Mechanism,
    *,
    goal: Goal = "stable",
    at: FrozenAt = None,
    all: Every = False,
    over: Over = None,
    switch: Switch = False,
    jump: Jumping = False,
    preload: Preload = (),
    formulation: Formulation = "relative",
    strict: Strict = True,
) -> Equilibrium:
    """Find a pose in which a mechanism rests, and say whether it stays there.

    The search begins at the start pose and moves every coordinate that joints and drivers leave free, those that `start`
    fixes too; drivers stand still. Speeds are zero.

    Args:
        mechanism: what is to rest.
        goal: "stable": downhill, to an equilibrium that stays; "nearest": near the start, stable or not.
        at: time at which drivers and forces are read [s], or a text with its unit. It must be told where drivers move with
            time; else it is 0.
        all: look for several; `found` of the answer lists what was found, which need not be all there is.
        over: a number of the model by its path, or "t" for time, with its range, as in {"P": (0, 10)} or "P=0:10": the path of
            equilibria from its first value on, through folds; the answer is its last point. Over time it is a
            quasi-static motion.
        switch: follow the paths that branch off, too.
        jump: tell where the mechanism goes from each fold, with what changes a little beyond it: downhill.
        preload: paths of numbers, such as "spring.free_length": the pose stays as it is assembled, and these are set so that
            it is an equilibrium, by the least change.
        formulation: "relative", "absolute", or "auto", as for `simulate`; the answer is the same.
        strict: raise when there is none, instead of returning a failed answer.
    """
    from sarrus.analysis.statics.answer import Equilibrium
    from sarrus.analysis.statics.rest import goals, rest_of
    from sarrus.errors import NumericalError, UsageError
    from sarrus.model import snapshot_of
    from sarrus.solvers.status import Status

    try:
        frozen = over["t"][0] if at is None and isinstance(over, Mapping) and "t" in over else at
        rest = rest_of(snapshot_of(mechanism), None if frozen is None else float(frozen), formulation)
    except NumericalError as error:
        if strict or not isinstance(error.result, Equilibrium):
            raise
        return error.result
    if (bool(preload), all, over is not None).count(True) > 1:
        raise UsageError("preload, all and over are questions of their own. Ask one after the other.")
    if over is None and (switch or jump):
        raise UsageError(
            f"{'switch' if switch else 'jump'} is about a path of equilibria. Say over which number: over='P=0:10'."
        )
    if isinstance(over, Mapping):
        ((path, ends),) = over.items()
        answer = rest.path(path, (ends[0], ends[1]), goal, switch, jump)
        if answer.over and answer.over != "t":
            answer = _with_numbers(answer, mechanism, {path: answer.path[answer.over][-1]})
    elif preload:
        answer = rest.preloaded(preload)
        answer = _with_numbers(answer, mechanism, answer.preload)
    else:
        answer = rest.several(goal) if all else rest.answer(goals[goal](rest.balance))
    if strict and not answer.ok:
        raise NumericalError(answer.status.text, int(Status.NO_EQUILIBRIUM), answer)
    return answer


def _with_numbers(answer: Equilibrium, mechanism: Mechanism, numbers: Mapping[str, float]) -> Equilibrium:
    """An answer that keeps the mechanism with the numbers that it holds for: so it is drawn."""
    from copy import deepcopy
    from dataclasses import replace

    from sarrus.analysis.description import Description
    from sarrus.errors import UsageError
    from sarrus.model import snapshot_of
    from sarrus.model.put import put

    changed = deepcopy(mechanism)
    try:
        for path, value in numbers.items():
            put(changed, path, value)
    except UsageError:  # a number that no file states by itself, as an entry of a matrix
        return answer
    return replace(answer, described=Description(snapshot_of(changed)))
