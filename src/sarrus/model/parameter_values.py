"""Values of named parameters, which may be defined by each other in any order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sarrus.errors import ModelError, Problem
from sarrus.model.reads import TIME
from sarrus.model.wording import listed
from sarrus.scalar.expression import Expression, Quantity, Value

if TYPE_CHECKING:
    from sarrus.model.snapshot import Snapshot

MOST_PROBLEMS = 100


def parameter_numbers(model: Snapshot) -> dict[str, float]:
    """Value of every named parameter, SI."""
    done: dict[str, float] = {}
    problems: list[Problem] = []
    waiting = dict(model.parameters)
    needs = {
        n: v.names() & waiting.keys() if isinstance(v, Expression) else frozenset()
        for n, v in waiting.items()
    }
    users: dict[str, list[str]] = {n: [] for n in waiting}
    for n, names in needs.items():
        for name in names:
            users[name].append(n)
    missing = {n: len(names) for n, names in needs.items()}
    ready = [n for n in reversed(missing) if not missing[n]]  # taken from the end, in the order of the file
    while ready and len(problems) < MOST_PROBLEMS:
        n = ready.pop()
        v = waiting.pop(n)
        if needs[n] <= done.keys():  # what rests on a wrong one is left out
            try:
                done[n] = _parameter(model, n, v, done)
            except ModelError as error:
                problems += error.problems
        for user in users[n]:
            missing[user] -= 1
            if not missing[user]:
                ready.append(user)
    if waiting and not ready:
        problems.append(
            Problem(
                model.at(f"parameters.{next(iter(waiting))}"),
                f"the parameters {listed(waiting)} are defined by each other",
                "A parameter may use parameters that do not use it in turn",
            )
        )
    if problems:
        raise ModelError(problems)
    return {n: done[n] for n in model.parameters}


def _parameter(model: Snapshot, name: str, value: Value, known: Mapping[str, float]) -> float:
    """One named parameter, SI."""
    if isinstance(value, Quantity):
        return value.value
    varying = model.varying_in(value) if isinstance(value, Expression) else ""
    if varying:
        raise ModelError.one(
            model.at(f"parameters.{name}"),
            f"parameter '{name}' depends on {model.in_words(varying)}",
            "Parameters are constant",
            f"Write the expression of {varying} where it is used: "
            + ("a driver, an applied torque" if varying == TIME else "a force, a condition, a sensor"),
        )
    return model.evaluate(value, known, f"parameters.{name}")
