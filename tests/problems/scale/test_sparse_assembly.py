"""Large parts are assembled from sparse factors: the poses, speeds and messages are those of singular values."""

import numpy as np
import pytest
from large import four_bars, ring

import sarrus
from sarrus import Body, Mechanism, Motion, Revolute, Rod
from sarrus.analysis.assembly import search
from sarrus.analysis.assembly.start import find_start
from sarrus.solvers import newton, rank, shortest
from sarrus.solvers.status import Status


def windows(count, planar=True, off=0.3, fixed=None, guess=None, reach=1.0):
    """Four-bars in a row that share their cranks; as spatial ones each has three rows too many."""
    m = Mechanism("windows", plane="xy") if planar else Mechanism("windows")
    rest = () if planar else (0,)
    for k in range(count + 1):
        m.ground.point(f"G{k}", (k * reach, 0, *rest))
        m.add(Body(f"crank{k}", Rod(length=1, mass=1)))
        m.add(Revolute(f"A{k}", f"ground.G{k}", f"crank{k}.start"))
    for k in range(count):
        m.add(Body(f"coupler{k}", Rod(length=1, mass=1)))
        m.add(Revolute(f"B{k}", f"crank{k}.end", f"coupler{k}.start"))
        m.add(Revolute(f"C{k}", f"coupler{k}.end", f"crank{k + 1}.end"))
    guesses = {f"A{k}.theta": 1.5 + off * np.cos(k) for k in range(1, count + 1)}
    guesses |= {f"B{k}.theta": -1.5 for k in range(count)}
    fixed = fixed or {"A0.theta": 1.5}
    guesses |= guess or {}
    m.start(fixed=fixed, guess={name: value for name, value in guesses.items() if name not in fixed})
    return m


def driven(count):
    m = windows(count, fixed={"A3.theta_dot": 0.5})
    m.add(Motion("motor", "A0.theta", function="1.4 + 0.5*t"))
    return m


def ball_rings(count, n=7):
    """Spatial rings of bodies on balls, each with one bar of the last, crumpled at first."""
    m = Mechanism("rings")
    end = "ground"
    for k in range(count):
        start = end
        for i in range(n):
            body = m.add(Body(f"b{k}_{i}", mass=1, center=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1)))
            body.frame("out", (1, 0, 0))
            body.frame("beside", (0.5, 0.5, 0))
            joint = sarrus.Spherical if i % 2 else sarrus.Universal
            m.add(joint(f"j{k}_{i}", end, f"b{k}_{i}"))
            end = f"b{k}_{i}.out"
        frame = start if start != "ground" else m.ground.frame("back", (0.3, 0.2, 0.1))
        m.add(sarrus.Spherical(f"closing{k}", end, frame if start == "ground" else f"b{k - 1}_2.beside"))
        end = f"b{k}_3.out"
    return m


def bent_ring(count):
    m = ring(count)
    step = 2 * np.pi / (count + 1)
    m.start(guess={f"hinge{k}.theta": step + 0.2 * np.cos(k) for k in range(count)})
    return m


SHAPES = {
    "windows": lambda: windows(12),
    "windows with a free crank": lambda: windows(12, fixed={"A0.theta_dot": 2.0}),
    "windows with guessed rates": lambda: windows(12, fixed={"B3.theta": -1.4}, guess={"A5.theta_dot": 1.0}),
    "spatial windows": lambda: windows(8, planar=False, fixed={"A0.theta": 1.5, "A0.theta_dot": -1.0}),
    "windows with a contradiction": lambda: windows(
        8, fixed={"A0.theta": 1.5, "A3.theta": 1.5, "A7.theta": 1.2}
    ),
    "windows with rates that contradict": lambda: windows(
        8, off=0, fixed={"A0.theta": 1.5, "A0.theta_dot": 1.0, "A7.theta_dot": 2.0}
    ),
    "windows that cannot close": lambda: windows(4, reach=3.5),
    "driven windows": lambda: driven(8),
    "ring": lambda: bent_ring(14),
    "four-bars on each other": lambda: four_bars(4, on="coupler"),
    "rings of balls": lambda: ball_rings(3),
}


@pytest.fixture
def sparse(monkeypatch):
    """No matrix is small, none too full, and no motions are too many."""
    monkeypatch.setattr(search, "SPARSE", 0)
    monkeypatch.setattr(shortest, "COST", 1e30)
    monkeypatch.setattr(shortest, "MANY", 0)


@pytest.mark.parametrize("name", SHAPES)
def test_sparse_factors_find_the_pose_and_the_message_of_singular_values(name, request):
    """Both take the same steps; rounding is passed on by the condition of the closure."""
    dense = find_start(SHAPES[name]().snapshot())
    request.getfixturevalue("sparse")
    found = find_start(SHAPES[name]().snapshot())
    assert (found.status, found.message) == (dense.status, dense.message)
    assert found.x == pytest.approx(dense.x, abs=1e-9)
    assert found.values == pytest.approx(dense.values, abs=1e-9)


def test_a_long_row_of_windows_is_closed_without_singular_values(monkeypatch):
    def refused(*_):
        raise AssertionError("singular values of a large matrix")

    monkeypatch.setattr(newton, "_singular_values", refused)
    monkeypatch.setattr(rank, "rank_report", refused)
    found = find_start(windows(250, fixed={"A0.theta": 1.5, "A0.theta_dot": 1.0}).snapshot())
    assert found.status is Status.OK
    assert [found.values[f"A{k}.theta"] for k in range(251)] == pytest.approx([1.5] * 251, abs=1e-11)
    assert [found.values[f"A{k}.theta_dot"] for k in range(251)] == pytest.approx([1.0] * 251, abs=1e-9)
