"""Accelerations and reactions beside those of `tests/reference`, which knows of elements only what they state.

That reference has no joint coordinates, no spanning tree, no expression and no derivative of the program: 50-digit
differences of the elements' own statements, Newton and Euler for every body. All kinds of kernels are held against it:
relative and absolute, straight-line code and loops over tables. Agreement is to 1e-9 of the largest acceleration, and
of the largest load of a joint; an error of rounding is some 1e-14, of physics as large as the physics.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import reference
from asking import Case
from drawing.trains import draw_train
from reference import Dynamics, number

from sarrus import Body, Mechanism, Rod
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.elements import SHELVES
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.forces import Friction, Gravity, SpringDamper
from sarrus.elements.forces.base import Force
from sarrus.elements.joints import UNBOUND, Revolute
from sarrus.elements.joints.base import Joint
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.mechanics.signatures import ON_LOADS
from sarrus.solvers.status import Status
from sarrus.spatial import Pose, Vec3, from_quaternion, rot_z
from sarrus.testing.formulations import absolute, chain, random_state, settle
from sarrus.testing.samples import example, fits_plane, give_signals, settings

DEEP = bool(os.environ.get("SARRUS_DEEP"))
RTOL = 1e-9
TIME = 0.4
KINDS = [
    (kind, planar)
    for shelf in ("joints", "constraints", "forces", "drivers")
    for kind in SHELVES[shelf]
    for planar in (False, True)
    if not (planar and issubclass(kind, Joint) and not fits_plane(kind))
]


def reference_of(instant):
    """The dynamics of the bodies as an instant publishes their motion."""
    model = instant.equations.model
    bodies = {}
    for body in model.bodies:
        n, none = body.name, [number(0)] * (3 if model.planar else 0)
        p, v = (Vec3(*map(number, instant.vector(n, s)), *none[:1]) for s in ("", "_dot"))
        if model.planar:
            R, w = rot_z(number(instant.number(f"{n}.psi"))), (*none[:2], instant.number(f"{n}.psi_dot"))
        else:
            R, w = from_quaternion(*map(number, instant[f"{n}.quaternion"])), instant[f"{n}.w"]
        bodies[n] = Pose(R, p), v, Vec3(*map(number, w))
    return Dynamics(model, instant.t, bodies, {name: instant.number(name) for name in model.coordinates})


def largest(vectors):
    """Largest magnitude; at least 1 (m/s^2, N), the size of what was drawn, for mechanisms that cannot move."""
    return max([1.0, *(float(np.abs(v).max()) for v in vectors)])


def compare(dynamics, instant, rtol=RTOL):
    """Accelerations of all bodies, and loads of joints and constraints where they are unique."""
    found = {}
    for n, meant in dynamics.accelerations().items():
        if dynamics.model.planar:
            a, alpha = [*instant.vector(n, "_ddot"), 0.0], [0.0, 0.0, instant.number(f"{n}.psi_ddot")]
        else:
            a, alpha = instant.vector(n, "_ddot"), instant[f"{n}.alpha"]
        found[f"acceleration of {n}"] = meant, np.array([*a, *alpha])
    loads = {
        f"reaction of {n}": (meant, np.array([*instant[f"{n}.reaction"], *instant[f"{n}.torque"]]))
        for n, meant in dynamics.reactions().items()
    }
    for group in (found, loads):
        size = largest(meant for meant, _ in group.values())
        for name, (meant, has) in group.items():
            off = float(np.abs(meant - has).max())
            assert off <= rtol * size, f"{name} differs by {off:.3g} of {size:.3g}"


def in_all_kernels(plain, solve, t):
    """The same state as straight-line code and as loops, interpreted, for (equations, x) in each formulation."""
    for formulation, (e, x) in zip(FORMULATIONS, plain, strict=True):
        yield solve(e, x, t)
        loops = formulate(e.model, formulation, rolled=True)
        names = ("rates", "closure", "dynamics", "flows", "output")
        kernels = {n: loops.kernels[n].interpret for n in names}
        kernels |= {n: loops.kernels[n] for n in ON_LOADS if e.pushes}
        yield solve(replace(loops, kernels=kernels), x, t)


def compare_all(plain, solve, t, rtol=RTOL):
    relative, *others = in_all_kernels(plain, solve, t)
    dynamics = reference_of(relative)
    for instant in (relative, *others):
        compare(dynamics, instant, rtol)


def at_some_state(mechanism, seed):
    """The mechanism at a random state that obeys all rows."""
    e = formulate(mechanism.snapshot())
    return e, settle(e, TIME, random_state(e, seed))


def both(e, x):
    """That state in both formulations."""
    other, _, state = absolute(e, TIME, x)
    return (e, x), (other, state)


def small(kind, planar, seed):
    """Two bodies in a field, with the element where it can act."""
    if issubclass(kind, Joint):
        return chain(kind, planar, seed, backward=bool(seed % 2))
    if kind.on_coordinates:
        setting = settings(kind, planar)[0 if planar else -1]
        mechanism = chain(setting.joints, planar, seed, level=setting.level)
        ends = setting.ends
    else:
        mechanism = chain(UNBOUND if issubclass(kind, FrameConstraint) else Revolute, planar, seed)
        ends = ("one.a", "two.b")[2 - len(kind.ends) :]
    unit = setting.unit if kind.on_coordinates else "rad"
    give_signals(mechanism, kind, *ends)
    mechanism.add(example(kind, "it", *ends, planar=planar, seed=seed, unit=unit))
    return mechanism


def acting(kind, planar, solve):
    """A mechanism and a state in which a force changes accelerations, by the reference: a rope is taut."""
    for seed in range(5):
        e, x = at_some_state(small(kind, planar, seed), seed)
        for state in range(20):
            instant = solve(e, x, TIME)
            magnitude = instant.values.get("it.magnitude", np.ones(1))
            if not issubclass(kind, Force) or (magnitude.any() and moves(instant)):
                return e, x
            x = settle(e, TIME, random_state(e, state))
    raise AssertionError("it never acts")


def moves(instant):
    """Whether the force `it` changes accelerations."""
    whole = reference_of(instant)
    others = tuple(f for f in whole.model.forces if f.name != "it")
    without = Dynamics(replace(whole.model, forces=others), instant.t, whole.moving, whole.counted)
    a, b = whole.accelerations(), without.accelerations()
    return max(np.abs(a[n] - b[n]).max() for n in a) > 1e-3


def exaggerated(method):
    """A statement that is wrong by a millionth."""
    return lambda *arguments: method(*arguments) * (1.0 + 1e-6)


@pytest.mark.parametrize(
    ("kind", "statement"),
    [(SpringDamper, "energy"), (SpringDamper, "dissipation"), (Gravity, "energy")],
    ids=["spring", "damper", "weight"],
)
def test_a_force_that_is_wrong_by_a_millionth_is_found(monkeypatch, solve, kind, statement):
    mechanism = small(SpringDamper, False, 3)
    compare_all(both(*at_some_state(mechanism, 3)), solve, TIME)
    with monkeypatch.context() as wrong:
        wrong.setattr(kind, statement, exaggerated(getattr(kind, statement)))
        instants = [solve(e, x, TIME) for e, x in both(*at_some_state(mechanism, 3))]
    dynamics = reference_of(instants[0])
    for instant in instants:
        with pytest.raises(AssertionError, match=r"acceleration of .* differs"):
            compare(dynamics, instant)


def test_every_element_that_moves_or_holds_bodies_is_compared():
    assert {kind for kind, _ in KINDS} == {
        kind for shelf, kinds in SHELVES.items() if shelf not in ("sensors", "solids") for kind in kinds
    }


def test_the_reference_shares_nothing_with_what_it_is_compared_with():
    for path in Path(reference.__file__).parent.glob("*.py"):
        imported = re.findall(r"(?:from|import) (sarrus[\w.]*)", path.read_text(encoding="utf-8"))
        folders = {name.split(".")[1] for name in imported if "." in name}
        assert folders <= {"elements", "model", "scalar", "spatial"}, path
        assert not any("derivative" in name or "equations" in name for name in imported), path


@pytest.mark.parametrize(
    ("kind", "planar"), KINDS, ids=[f"{k.keyword}-{'plane' if p else 'space'}" for k, p in KINDS]
)
def test_every_element_acts_as_the_reference_says(solve, kind, planar):
    compare_all(both(*acting(kind, planar, solve)), solve, TIME)


@pytest.mark.parametrize("seed", range(1000 if DEEP else 60), ids="seed{}".format)
def test_random_mechanism_moves_as_the_reference_says(solve, seed):
    case = Case.of(seed, solve)
    plain = [in_formulation(case.start, formulation) for formulation in FORMULATIONS]
    compare_all(plain, solve, case.plan.t, max(RTOL, case.tolerance()))


@pytest.mark.parametrize("seed", range(80 if DEEP else 16), ids="seed{}".format)
def test_random_train_moves_as_the_reference_says(solve, seed):
    mechanism, kind = draw_train(seed)
    found = find_start(mechanism.snapshot())
    assert found.status is Status.OK, kind
    compare_all([in_formulation(found, formulation) for formulation in FORMULATIONS], solve, 0.0)


@pytest.mark.parametrize("coefficient", [0.1, 1.0])
def test_four_bar_with_friction_in_all_pins_moves_as_the_reference_says(solve, coefficient):
    m = Mechanism("four-bar", plane="xy")
    crank = m.add(Body("crank", Rod(length=0.3, mass=0.3)))
    coupler = m.add(Body("coupler", Rod(length=0.9, mass=0.9)))
    rocker = m.add(Body("rocker", mass=0.7, center=(0.35, 0), inertia=0.0286))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", (0.7, 0))))
    m.add(Revolute("D", m.ground.point("D", (1.0, 0)), rocker))
    m.add(Gravity("weight", (0, -9.81)))
    for pin in "ABCD":
        rubbing = {"coefficient": coefficient, "radius": 0.02, "normal": "reaction", "smooth": 0.01}
        m.add(Friction(f"rub{pin}", f"{pin}.theta", **rubbing))
    m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 3.0}, guess={"D.theta": "100 deg"})
    start = find_start(m.snapshot())
    compare_all([in_formulation(start, formulation) for formulation in FORMULATIONS], solve, 0.0, 1e-11)
