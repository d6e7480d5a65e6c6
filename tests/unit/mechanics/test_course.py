"""How rows and coordinates change along a motion: the kernel "course" against the matrices that other kernels fill."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.rank.parts import Slopes
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.mechanics.signatures import KERNELS
from sarrus.scalar.plan_memory import MOST_KERNELS

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_rows_change_as_their_slopes_and_right_hand_sides_say(path):
    model = sarrus.load(path).snapshot()
    start = find_start(model)
    random = np.random.default_rng(1)
    for formulation in FORMULATIONS:
        _, x = in_formulation(start, formulation)
        for rolled in (False, True):
            e = formulate(model, formulation, rolled=rolled)
            nq, nv = len(e.coordinates), len(e.speeds)
            x[nq : nq + nv], vdot = random.normal(size=(2, nv))
            rates, seconds, c_dot, c_ddot, *_ = map(np.array, e.evaluate("course", [0.3], x, vdot))
            _, entries, alpha, _ = map(np.array, e.evaluate("closure", [0.3], x))
            beta = np.array(e.evaluate("dynamics", [0.3], x)[3])
            G = Slopes(len(e.rows), nv, e.jacobian_pattern).dense(entries)
            row = np.array(e.evaluate("output", [0.3], x, vdot, np.zeros(e.multipliers))[0])
            places = {c.name: c.start for c in e.channels}
            assert rates == pytest.approx(G @ x[nq : nq + nv] - alpha, abs=1e-13)
            assert seconds == pytest.approx(G @ vdot - beta, abs=1e-12)
            assert c_dot == pytest.approx(row[[places[f"{n}_dot"] for n in e.measured]], abs=1e-13)
            assert c_ddot == pytest.approx(row[[places[f"{n}_ddot"] for n in e.measured]], abs=1e-13)


def test_every_kernel_of_loops_has_room_of_its_own():
    assert len(KERNELS) <= MOST_KERNELS
    model = sarrus.load(EXAMPLES[0].parent / "spring-mass-damper.yaml").snapshot()
    loops, straight = formulate(model, rolled=True), formulate(model, rolled=False)
    x = np.linspace(0.1, 0.4, loops.size)
    before = loops.evaluate("rates", [0.0], x), loops.evaluate("closure", [0.0], x)
    assert np.allclose(
        loops.evaluate("acting", [0.0], x)[0], straight.evaluate("acting", [0.0], x)[0], rtol=1e-13
    )
    assert (loops.evaluate("rates", [0.0], x), loops.evaluate("closure", [0.0], x)) == before
