"""Modes with frequencies, damping and shapes: rows 8 and 9 of spec 07."""

from __future__ import annotations

import numpy as np
import pytest
from linear_nearness import BOTH, require_near
from linear_planar import cart_pole, chain, pendulum, two_free

import sarrus
from sarrus import UsageError

both = pytest.mark.parametrize("formulation", BOTH)
SHAPES = {
    2: ([2.68011401225338, 7.18867087028771], [[1, 1.43050087404306], [1, -2.09716754070973]]),
    3: (
        [2.18108761267045, 5.42494239600754, 10.2488728788777],
        [[1, 1.32582559679874, 5 / 3], [1, 0, -3], [1, -1.95545522642836, 5 / 3]],
    ),
}


@pytest.mark.parametrize("count", [2, 3])
@both
def test_shapes_of_pendulum_chains_spec07_L2_L3(formulation, count):
    omega, shapes = SHAPES[count]
    names = [f"rod{k}.psi" for k in range(count)]
    found = sarrus.modes(chain(count), states=names, formulation=formulation)
    require_near(found.omega, omega)
    require_near(found.frequency, np.array(omega) / (2 * np.pi))
    assert found.damping.tolist() == [0.0] * count
    for k, wanted in enumerate(shapes, 1):
        parts = found.shape(k).coordinates
        assert max(parts.values(), key=abs) == 1
        require_near([parts[name] / parts[names[0]] for name in names], wanted)


@both
def test_shapes_move_bodies_as_their_joints_do(formulation):
    found = sarrus.modes(chain(2), states=["J0.theta", "J1.theta"], formulation=formulation)
    shape = found.shape(2)
    first, second = (shape.bodies[f"rod{k}"] for k in range(2))
    a, b = (shape.coordinates[f"J{k}.theta"] for k in range(2))
    require_near([first[5], second[5]], [a, a + b])
    require_near(second[:2], [a, 0])  # the second pin hangs 1 m below the first and moves across


def test_modes_that_do_not_swing_are_told_apart_spec07_L18():
    found = sarrus.modes(cart_pole(), at="start")
    assert [found.word(k) for k in range(1, 5)] == ["rests anywhere", "fades", "grows", "fades"]
    assert found.omega[0] == 0.0 and np.isnan(found.omega[1:]).all() and np.isnan(found.damping).all()
    assert found["mode.2.time_constant"] == pytest.approx(1 / 0.0833303832511331, rel=1e-9)
    assert "swing" in found.text() and len(found.text().splitlines()) < 20


def test_free_bodies_move_on_spec07_L31():
    found = sarrus.modes(two_free(), at="start")
    assert [found.word(k) for k in range(1, 7)] == ["moves on at constant speed"] * 5 + ["swings"]
    require_near(found.omega[5:], [20.4124145231932])


def test_modes_are_kept_in_files(tmp_path):
    found = sarrus.modes(pendulum())
    again = sarrus.load_result(found.save(tmp_path / "modes.h5"))
    assert again.roots.tolist() == found.roots.tolist() and again.text() == found.text()
    assert again.shape(1).coordinates == found.shape(1).coordinates
    with pytest.raises(UsageError, match="There is no mode 2: there are 1"):
        found.shape(2)


@pytest.mark.more
def test_modes_of_a_hanging_chain_of_two_hundred_spec07_L21():
    found = sarrus.modes(chain(200, 1 / 200, 1 / 200), at="start")
    assert len(found) == 200
    limit = np.array([3.76606738842084, 8.64469611367752, 13.5521357783259])
    off = found.omega[:3] / limit - 1
    assert off[0] == pytest.approx(1.916e-5 / 25, rel=0.01), "second order in 1/N"
    assert (0 < off).all() and (off < 2e-4).all()


@pytest.mark.parametrize("plane", ["xy", None])
@both
def test_mechanism_of_welds_alone_has_no_modes(formulation, plane):
    m = sarrus.Mechanism("stiff", plane=plane) if plane else sarrus.Mechanism("stiff")
    body = m.add(sarrus.Body("body", mass=1, inertia=1 if plane else (1, 1, 1)))
    m.add(sarrus.Weld("J", m.ground, body))
    found = sarrus.modes(m, at="start", formulation=formulation)
    assert len(found) == 0 and "Nothing can move" in found.text()


def test_along_a_motion_no_modes_are_told():
    """A pendulum that is let go from the side: its roots tell nothing, so none are listed; the matrices stay."""
    m = chain(1)
    m.start(fixed={"J0.theta": 0.0})
    found = sarrus.modes(m, at="start")
    assert found.model.kind == "along a motion"
    assert "there are no modes" in found.text() and "mode  frequency" not in found.text()
    assert "at='equilibrium'" in found.text()
    assert found.names() == ["kind"] and found.document()["modes"] == []
    assert found.model.A.shape == (2, 2)
