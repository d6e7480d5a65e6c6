"""Friction whose load rigid bodies do not tell: `share: minimum-norm` takes the least loads, whoever is written first."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus import Body, Friction, Gravity, Mechanism, Revolute
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.analysis.motion.friction import LoadedState

G = 9.81
PLACES = {"low": -0.5, "high": 0.5}


def door(names=("low", "high"), share="minimum-norm", forces=None, coefficient=0.3, **more):
    """A door on hinges one above the other: five rows of the ten repeat others."""
    m = Mechanism("door")
    body = m.add(Body("door", mass=20.0, center=(0.4, 0, 0.1), inertia=(1.0, 2.0, 1.5)))
    for name in names:
        at = (0, 0, PLACES.get(name, 0.1 * len(name)))
        m.add(Revolute(name, m.ground.frame(f"wall-{name}", at), body.frame(f"leaf-{name}", at)))
    for name in forces or names:
        rubbing = {"coefficient": coefficient, "radius": 0.02, "normal": "reaction", "smooth": 0.001, **more}
        m.add(Friction(f"rub-{name}", f"{name}.theta", share=share, **rubbing))
    m.add(Gravity("weight", (0, 1.0, -G)))
    m.start(fixed={f"{names[0]}.theta": 0.3, f"{names[0]}.theta_dot": 2.0})
    return m


def test_loads_do_not_depend_on_what_is_written_first():
    one = sarrus.simulate(door(), 0.5, rows=6, rtol=1e-10, atol=1e-10)
    two = sarrus.simulate(door(("high", "low")), 0.5, rows=6, rtol=1e-10, atol=1e-10)
    for name in (
        "low.reaction",
        "high.reaction",
        "low.torque",
        "rub-low.normal",
        "rub-high.effort",
        "low.theta",
    ):
        # rounding, and the tolerance of the run for the angle
        assert two[name].values == pytest.approx(one[name].values, rel=1e-9, abs=1e-9), name
    assert "rub-low, rub-high: joints that repeat each other" in one.evidence["friction with shared loads"]


def test_hinges_share_what_they_share_evenly():
    """Each hinge may carry weight and couple alike: the least way is half each."""
    run = sarrus.simulate(door(), 0.2, rows=3)
    low, high = run["low.reaction"].values, run["high.reaction"].values
    assert low[:, 2] == pytest.approx(high[:, 2], rel=1e-10)
    assert low[:, 2] == pytest.approx(10.0 * G, rel=1e-10)
    assert run["low.torque"].values == pytest.approx(run["high.torque"].values, rel=1e-9, abs=1e-9)


def test_loads_are_the_pseudoinverse_of_the_rows_in_units_of_the_length():
    """Five rows per hinge, in ground axes: force, and torque about x and y; all of a hinge's length is that of its part."""
    m = door(coefficient=0.0)  # no effort of friction, and still the loads that it would use
    run = sarrus.simulate(m, 0.2, rows=3)
    equations, _ = in_formulation(find_start(m.snapshot()), "absolute")
    length = equations.length
    for row in range(3):
        # what both hinges together do about the origin, and all that rows can do: forces [N] and torques over the length [N]
        loads = []
        for name in ("low", "high"):
            loads += [*run[f"{name}.reaction"].values[row], *(run[f"{name}.torque"].values[row][:2] / length)]
        act = np.zeros((5, 10))
        for k, z in enumerate(PLACES.values()):
            act[:3, 5 * k : 5 * k + 3] = np.eye(3)
            act[3:, 5 * k : 5 * k + 3] = np.array([[0, -z, 0], [z, 0, 0]])
            act[3:, 5 * k + 3 : 5 * k + 5] = length * np.eye(2)
        meant = np.linalg.pinv(act) @ (act @ np.array(loads))
        assert loads == pytest.approx(meant, rel=1e-9, abs=1e-9)


def test_the_explanation_of_a_state_uses_the_same_loads_as_a_run():
    m = door(supports="two", span=0.05)
    run = sarrus.simulate(m, 0.1, rows=2)
    equations, x = in_formulation(find_start(m.snapshot()), "absolute")
    found = LoadedState(equations, 0.0, x).solutions().found
    efforts = [run[f"rub-{name}.effort"].values[0] for name in ("low", "high")]
    assert len(found) == 1
    assert found[0] == pytest.approx(efforts, rel=1e-9)


def test_where_nothing_repeats_the_loads_are_the_only_ones():
    values = []
    for share in ("unique", "minimum-norm"):
        run = sarrus.simulate(door(("low",), share=share), 0.2, rows=3, rtol=1e-10, atol=1e-10)
        assert "friction with shared loads" not in run.evidence
        values.append(run["rub-low.normal"].values)
    assert values[0] == pytest.approx(values[1], rel=1e-8)


def test_only_friction_that_says_so_may_use_a_shared_load():
    m = door(forces=("low",))
    m.add(Friction("other", "high.theta", coefficient=0.3, radius=0.02, normal="reaction", smooth=0.001))
    with pytest.raises(sarrus.ModelError, match="share: minimum-norm") as caught:
        sarrus.simulate(m, 0.1)
    assert {p.where for p in caught.value.problems} == {"other"}


def test_joint_coordinates_in_which_not_all_joints_are_rows_are_refused_by_name():
    with pytest.raises(sarrus.ModelError, match=r"rub-low: shares loads .* the formulation is relative"):
        sarrus.simulate(door(), 0.1, formulation="relative")


def test_more_rows_than_can_share_are_refused_by_name():
    with pytest.raises(sarrus.ModelError, match="among 25 rows that hang together"):
        sarrus.simulate(door(("low", "high", "a", "bc", "def")), 0.1)


def test_printed_equations_say_which_multipliers_are_meant():
    text = " ".join(sarrus.equations(door()).text().split())
    assert "Where rows repeat each other, λ has the least sum of squares" in text
    assert "least sum of squares" not in sarrus.equations(door(share="unique")).text()


def test_a_given_load_is_not_shared():
    with pytest.raises(sarrus.ModelError, match="shares a load, and its normal load is given"):
        door(normal=10.0).snapshot()
