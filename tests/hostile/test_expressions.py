"""Random expressions: refused in words, or the same number to the last digits in three ways of computing it.

RELIABILITY 2.1. With floats and in NumPy the value is the same to 1e-12, or not finite in both. SymPy computes the
expression of the readable equations with 40 digits; the floats may be off by the rounding of their largest part.
"""

import math
import os

import numpy as np
import pytest
import sympy as sp
from attacks.expressions import expression

from sarrus.errors import ModelError
from sarrus.mechanics.parameters import FUNCTIONS
from sarrus.scalar import Graph
from sarrus.scalar.expression import COMPARISONS, Expression, evaluate_value
from sarrus.scalar.parsing import parse_value
from sarrus.scalar.to_sympy import to_sympy

DEEP = bool(os.environ.get("SARRUS_DEEP"))
BATCHES, MANY, FEW = (10, 30_000, 500) if DEEP else (2, 10_000, 150)
VALUES = {"a": 0.7, "b": -1.3, "t": 2.4}

NUMPY = {
    **{name: getattr(np, name) for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "tanh", "abs")},
    **{name: getattr(np, f"arc{name[1:]}") for name in ("asin", "acos", "atan", "atan2")},
    "min": lambda a, b: b if b < a else a,  # NumPy's own prefers -0 to 0
    "max": lambda a, b: b if b > a else a,
    "where": lambda left, sign, right, yes, no: yes() if COMPARISONS[sign](left, right) else no(),
}


def by_floats(value):
    try:
        return evaluate_value(value, VALUES)
    except ModelError:
        return math.nan


def by_numpy(value):
    env = {name: np.float64(number) for name, number in VALUES.items()}
    try:
        with np.errstate(all="raise", under="ignore"):  # as with floats, an infinite part is refused at once
            return float(value.evaluate(env, NUMPY, np.float64))
    except FloatingPointError:
        return math.nan


def accepted(seeds):
    """The expressions among random texts that are accepted; whatever else is raised passes through."""
    for seed in seeds:
        text = expression(seed)
        try:
            value = parse_value(text)
        except ModelError as error:
            assert len(str(error)) < 2000
            continue
        if isinstance(value, Expression) and value.names() <= VALUES.keys():
            yield seed, value


def are_same(one, two, tolerance=0.0):
    if not (math.isfinite(one) and math.isfinite(two)):
        return math.isfinite(one) == math.isfinite(two)
    return abs(one - two) <= 1e-12 * abs(two) + tolerance


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_expression_is_refused_or_the_same_in_numpy(batch):
    seeds = range(batch * 10**6, batch * 10**6 + MANY)
    found = list(accepted(seeds))
    print(f"seeds {seeds}: {len(found)} accepted")
    wrong = [
        (seed, str(value), by_floats(value), by_numpy(value))
        for seed, value in found
        if not are_same(by_floats(value), by_numpy(value))
    ]
    assert wrong == []
    assert len(found) > len(seeds) / 10


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_expression_is_written_as_it_was_read(batch):
    for seed, value in accepted(range(batch * 10**6, batch * 10**6 + MANY // 10)):
        assert parse_value(str(value)) == value, seed


def every_part(value):
    yield value
    for part in value.parts:
        yield from every_part(part)


def by_sympy(value, digits):
    """The value in SymPy, from the nodes that the printed equations are made of; nan where it is not real.

    None where SymPy compares numbers that are not real: it looks into branches that are not taken.
    """
    graph = Graph()
    env = {name: graph.symbol(name) for name in VALUES}
    env |= {"pi": graph.const(math.pi), "e": graph.const(math.e)}
    numbers = {sp.Symbol(name, real=True): sp.Float(number, digits) for name, number in VALUES.items()}
    try:
        (formula,) = to_sympy([graph.lift(value.evaluate(env, FUNCTIONS, graph.const))])
        result = formula.subs(numbers).evalf(digits)
        return float(result) if result.is_real else math.nan
    except TypeError as error:
        assert "non-real" in str(error)
        return None


def is_plain(value):
    """Whether all parts are finite, far from a pole, and off the cut where only floats know the sign of a zero."""
    numbers = {part: by_floats(part) for part in every_part(value)}
    on_cut = any(0.0 in map(by_floats, part.parts) for part in numbers if part.head == "atan2")
    return not on_cut and all(abs(number) < 1e12 for number in numbers.values())


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_expression_is_the_same_in_sympy(batch):
    compared = silent = 0
    for seed, value in accepted(range(batch * 10**6 + MANY, batch * 10**6 + 2 * MANY)):
        if not is_plain(value):
            continue
        exact, own = by_sympy(value, 40), by_floats(value)
        if exact is None:
            silent += 1
            continue
        rounding = max(abs(by_floats(part)) for part in every_part(value)) * 1e-13
        assert are_same(own, exact, rounding), (seed, str(value), own, exact)
        compared += 1
        if compared == FEW:
            break
    assert compared == FEW
    assert silent < FEW / 10
