"""Random mechanisms as NumPy code: its accelerations and multipliers solve the equations of the kernels, its outputs are theirs."""

import os
from types import ModuleType

import numpy as np
import pytest
from drawing import build, draw_blueprint

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.errors import NumericalError

SEEDS = range(300 if os.environ.get("SARRUS_DEEP") else 16)


def dense(pattern, values, shape):
    matrix = np.zeros(shape)
    for (i, j), value in zip(pattern, values, strict=True):
        matrix[i, j] = value
    return matrix


def assert_small(rest, *terms):
    """What rests is rounding of the largest of the terms that should cancel."""
    size = max([1.0, *(np.max(np.abs(term), initial=0.0) for term in terms)])
    assert np.max(np.abs(rest), initial=0.0) <= 1e-11 * size


@pytest.mark.parametrize("seed", SEEDS)
def test_code_of_random_mechanisms_solves_their_equations(seed):
    mechanism = build(draw_blueprint(seed))
    begin = find_start(mechanism.snapshot())
    if begin.status != 0:
        with pytest.raises(NumericalError):
            sarrus.export(mechanism)
        return
    module = ModuleType("taken")
    exec(compile(sarrus.export(mechanism).text(), "taken", "exec"), vars(module))  # noqa: S102  it is ours
    e = begin.equations
    u = [module.INPUTS] if e.inputs else []
    x = module.start(*u)
    assert_small(x - begin.x, x)
    vdot, lam = module.accelerations(0.0, x, *u)
    nv, nr = len(e.speeds), len(e.rows)
    M, f, G, beta = e.evaluate("dynamics", [0.0], x)
    M, G = dense(e.mass_pattern, M, (nv, nv)), dense(e.jacobian_pattern, G, (nr, nv))
    M = M + np.tril(M, -1).T + np.triu(M, 1).T
    pushed = np.zeros(nv)
    if e.pushes:
        H = dense(e.push_pattern, e.evaluate("pushes", [0.0], x)[0], (len(e.pushes), nv))
        pushed = H.T @ lam[nr:]
        law = np.array(e.evaluate("implied", [0.0], x, vdot, lam)[0])
        assert_small(law - lam[nr:], law)
    loads = G.T @ lam[:nr]
    assert_small(M @ vdot - f - loads - pushed, f, loads, pushed)
    assert_small(G @ vdot - beta, beta, vdot)
    wanted = np.array(e.evaluate("output", [0.0], x, vdot, lam)[0])
    for place, origin in e.channel_origins:
        wanted[place] += origin
    assert_small(module.outputs(0.0, x, vdot, lam, *u) - wanted, wanted)
