"""Forces between frames, with states, with several ports, and from the load of their joint: printed, and right.

What is printed of them is evaluated and compared with the kernels. Efforts that depend on the load of a joint are compared
at the solution: there the printed equations of motion hold.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import unicodedata

import numpy as np
import pytest
import sympy

import sarrus
from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, Screw, Universal
from sarrus.elements.base import State, param
from sarrus.elements.constraints import Gear
from sarrus.elements.forces import Bushing, Friction, TorsionalSpringDamper
from sarrus.elements.forces.base import Carried, Force, Line, Relative, Turn
from sarrus.elements.joints import Free
from sarrus.errors import ModelError
from sarrus.mechanics.readable import readable
from sarrus.scalar import cos
from sarrus.testing.formulations import solve
from tests.unit.mechanics import test_readable as t
from tests.unit.mechanics import test_readable_blocks as blocks
from tests.unit.mechanics import test_readable_kinds as kinds
from tests.unit.mechanics import test_readable_print as printing


class Maxwell(Force):
    """A spring and a damper in a row: the damper has moved by `creep`."""

    ends = ("from", "to")
    port = Line
    states = (State("creep", "m", start=0.02, scale=0.1),)
    stiffness = param("N/m", "of the spring")
    damping = param("N s/m", "of the damper")

    def energy(self, line, creep):
        return 0.5 * self.stiffness * (line.length - creep) ** 2

    def flow(self, line, creep):
        return (self.stiffness * (line.length - creep) / self.damping,)


class Lever(Force):
    """Two lines that share an energy, with states called like other things in its formulas."""

    ends = ("from", "to", "third", "fourth")
    ports = (Line, Line)
    states = (State("F", "N", scale=0.1), State("k", "m", scale=0.1), State("z2", "1", scale=0.1))
    stiffness = param("N/m", "of the spring")

    def energy(self, one, two, *z):
        return 0.5 * self.stiffness * (one.length - 2.0 * two.length + z[1]) ** 2 + z[0] * two.length

    def flow(self, one, two, *z):
        return z[2] * one.rate - z[0], two.rate, cos(z[0])


class Twins(Force):
    """One effort law on two joint coordinates."""

    ends = ("first", "second")
    ports = (Turn, Turn)
    stiffness = param("N m/rad", "of the spring")

    def energy(self, one, two):
        return 0.5 * self.stiffness * (one.value - two.value) ** 2


class Magnet(Force):
    """Looks at axes, at the place, and at the rotation vector, each for itself; and takes power."""

    ends = ("base", "follower")
    port = Relative
    strength = param("N m", "of the field")

    def energy(self, frames):
        X = frames.X_FM
        return -self.strength * (X.R.x.dot(X.R.x * 0.5) + X.R.x.y * X.p.x - 0.3 * frames.turn.z)

    def dissipation(self, frames):
        return 0.2 * self.strength * (frames.V_FM.w.dot(frames.V_FM.w) + frames.V_FM.v.x * frames.turning.z)

    def power(self, frames, virtual):
        return self.strength * (frames.V_FM.v.y * virtual.V_FM.w.z + virtual.turning.z)


def words(found):
    """The text of a page in one line, letters with marks as one sign."""
    return unicodedata.normalize("NFC", " ".join(found.text().split()))


def bodies(plane):
    """Two bodies with frames that are turned on them, and one on ground."""
    m = Mechanism("mounts", plane=plane)
    z, inertia = ((), 0.05) if plane else ((0.1,), (0.05, 0.06, 0.07))
    turned = (lambda a: a) if plane else (lambda a: (a, 0.2, -a))
    arm, cab = (m.add(Body(n, mass=2, center=(0.2, 0, *z), inertia=inertia)) for n in ("arm", "cab"))
    frames = (
        m.ground.frame("wall", (0.1, 0.3, *z), turned(0.2)),
        arm.frame("eye", (0.4, 0.1, *z), turned(0.3)),
        cab.frame("seat", (-0.1, 0.2, *z), turned(-0.4)),
    )
    m.add(Gravity("weight", (0, -9.81, *z)))
    return m, arm, cab, frames


def mounts(plane="xy"):
    m, arm, cab, (wall, eye, seat) = bodies(plane)
    m.add(Bushing("bush", eye, seat, **Bushing.sample("1", 0), damping=(1, 2, 3)))
    m.add(Bushing("full", wall, arm, **Bushing.sample("1", 1)))
    m.add(Bushing("back", cab, wall, **Bushing.sample("1", 1)))
    return m


def mounts_in_space():
    return mounts(None)


def states(plane="xy"):
    m, arm, cab, (wall, eye, seat) = bodies(plane)
    m.add(Revolute("pin", wall, arm))
    m.add(Maxwell("creeper", eye, seat, stiffness=100, damping=3))
    m.add(Lever("lever", wall, cab, eye, cab, stiffness=50))
    m.add(Magnet("magnet", eye, seat, strength=3))
    m.add(Magnet("holder", wall, cab, strength=2))
    m.add(Friction("rub", "pin.theta", **(Friction.sample("rad", 5) | {"viscous": 0.3})))
    m.add(Friction("wipe", "pin.theta", **Friction.sample("rad", 3)))
    return m


def states_in_space():
    return states(None)


FRAMES = [mounts, mounts_in_space, states, states_in_space]
every_model = pytest.mark.parametrize("make", FRAMES, ids=lambda f: f.__name__)


@every_model
def test_forces_between_frames_and_with_states_have_the_values_of_the_kernels(make):
    t.test_mass_matrix_and_forces_are_those_of_the_kernels(make)
    t.test_every_printed_rate_is_the_rate_of_what_it_belongs_to(make)


@pytest.mark.parametrize("make", [mounts, states], ids=lambda f: f.__name__)
def test_sympy_has_the_same_values(make):
    state = t.random_state(make)
    s = state.readable.sympy()
    symbols = [s.t, *s.q, *s.v, *s.z, *s.values]
    f, zdot = sympy.lambdify(symbols, [s.f, s.zdot], "numpy", cse=True)(
        t.TIME, *state.q, *state.v, *state.z, *s.values.values()
    )
    t.close(np.array(f, dtype=float).ravel(), state.f)
    t.close(np.array(zdot, dtype=float).ravel(), t.as_floats(state.values.zdot))


@pytest.mark.parametrize("make", [states, states_in_space], ids=lambda f: f.__name__)
def test_printed_rates_of_states_are_those_of_the_kernels(make):
    state = t.random_state(make)
    n, m = len(state.v), len(state.kernel_g)
    (flows,) = state.equations.evaluate("flows", [t.TIME], state.x, np.zeros(n), np.zeros(m))
    t.close(t.as_floats(state.values.zdot), flows[: len(state.z)])
    printed = [f"{s.force}.{s.state.name}" for s in state.system.loads.states]
    assert printed == [s.name for s in state.equations.internal]


class Scraping(Friction):
    """Friction that stands on every joint, also where that of the catalogue is refused."""

    feels = tuple(Carried)


def rubbing(law, supports="one", plane="xy", kind=Revolute):
    """A pin, or another joint, and a guide, both with friction from their own load, between bodies that move."""
    m, arm, cab, (wall, eye, seat) = bodies(plane)
    m.add(kind("pin", wall, arm, **({"lead": 0.3} if kind is Screw else {})))
    m.add(Prismatic("rail", eye, seat))
    coordinate = "pin.theta2" if kind is Universal else "pin.theta"
    values = Friction.sample("rad", ["coulomb", "stribeck", "lugre"].index(law) * 2)
    two = {"supports": "two", "span": 0.2} if supports == "two" else {}
    m.add(Friction("scrape", "rail.s", coefficient=0.3, normal="reaction", smooth=0.4, **two))
    m.add(Maxwell("creeper", wall, cab, stiffness=100, damping=3))
    law_of = Scraping if kind is Screw else Friction
    m.add(law_of("rub", coordinate, **(values | two | {"viscous": 0.2})))
    return m


CASES = [
    ("coulomb", "one", "xy", Revolute),
    ("lugre", "one", "xy", Revolute),
    ("stribeck", "two", "xy", Revolute),
    ("lugre", "two", None, Revolute),
    ("stribeck", "one", None, Universal),
    ("coulomb", "one", None, Screw),
]
make_case = functools.cache(lambda *case: functools.partial(rubbing, *case))


@pytest.mark.parametrize(
    "case", CASES, ids=lambda c: " ".join(getattr(part, "keyword", str(part)) for part in c)
)
def test_printed_equations_with_friction_from_reactions_hold_at_the_solution(case):
    make = make_case(*case)
    state = t.assembled_state(make)
    equations, m = state.equations, len(state.kernel_g)
    vdot, kernel = solve(equations, t.TIME, state.x)
    lam = np.zeros(m)
    for _, here, there, R in state.blocks():
        lam[here] = R @ kernel[there] if R is not None else kernel[there]
    found = state.readable.evaluate(t.TIME, list(state.q), list(state.v), list(state.z), list(lam))
    Q, H = t.as_floats(found.Q), t.as_floats(found.H)
    assert np.abs(Q).min() > 1e-3
    close = functools.partial(np.testing.assert_allclose, rtol=1e-11, atol=1e-11)
    close(Q, kernel[m:])
    close(state.M @ vdot, state.f + state.G.T @ lam + H.T @ Q)
    close(state.G @ vdot, state.beta)
    loads = np.concatenate([t.as_floats(found.named[d.name]) for d in state.system.reactions])
    close(loads, state.G.T @ lam + H.T @ Q)
    (flows,) = equations.evaluate("flows", [t.TIME], state.x, vdot, kernel)
    close(t.as_floats(found.zdot), flows[: len(state.z)])
    (out,) = equations.evaluate("output", [t.TIME], state.x, vdot, kernel)
    channels = {c.name: out[c.start : c.start + c.size] for c in equations.channels}
    told = state.system.loads.told
    assert [owner for _, _, owner in told] == ["scrape", "rub"]
    for name, what, owner in told:
        close(float(found.named[name]), channels[f"{owner}.{what.name}"][0])


def test_what_depends_on_multipliers_has_no_value_without_them():
    state = t.random_state(make_case(*CASES[1]))
    assert state.values.Q is None and state.values.zdot is None
    s = state.readable.sympy()
    assert {*s.lam[:2]} & s.Q.free_symbols and s.z[1] in s.zdot[1].free_symbols
    assert "M vdot = f + G^T lam + H^T Q," in state.readable.listing()


@pytest.mark.parametrize("make", [mounts, mounts_in_space], ids=lambda f: f.__name__)
def test_formula_of_the_kind_of_a_bushing_is_that_of_each(make):
    def without_field():
        m = make()
        m.forces.pop(0)
        return m

    kinds.test_loads_of_kinds_add_up_to_those_of_the_bodies(without_field)


def test_bushing_prints_displacement_turn_force_and_torque():
    found = words(t.both_forms(mounts_in_space)[1])
    for line in (
        "σ_bush = ½ (x_arm.eye×x_cab.seat + y_arm.eye×y_cab.seat + z_arm.eye×z_cab.seat)",
        "r_bush = φ_bush/|σ_bush| σ_bush",
        "F_x,bush = −k_x,bush d_x,bush − c_x,bush ḋ_x,bush",
        "T_z,bush = −k_rz,bush r_z,bush",
        "τ_bush = T_bush + ½ (r_bush×T_bush) + ζ_bush (r_bush×(r_bush×T_bush))",
    ):
        assert line in found, line
    assert "φ_bush must stay below half a turn." in found
    flat = words(t.both_forms(mounts)[1])
    assert "r_z,bush = atan2(e_cab.seat·n_arm.eye, e_cab.seat·e_arm.eye)" in flat
    assert "τ_bush = −k_rz,bush r_z,bush" in flat


def test_friction_prints_its_load_its_law_and_that_it_is_implicit():
    found = words(t.both_forms(make_case(*CASES[1]))[1])
    assert "z_rub state of rub m" in found
    assert "N_rub = |λ_pin|" in found
    assert "ż_rub = " in found
    assert "Q_rub = −r_rub (k_rub z_rub + c_rub ż_rub + d_rub" in found
    assert "The equations: M v̇ = f + Gᵀ λ + Hᵀ Q with g = 0" in found
    assert "so these equations are implicit: Q is found together with v̇ and λ." in found
    assert "N_scrape = |μ_1|" in found


def test_states_that_are_called_like_something_else_get_another_letter():
    found = {s.state.name: s.name for s in t.both_forms(states)[1].system.loads.states if s.force == "lever"}
    assert found["F"].letter == "z" and found["F"].index == ("F", "lever")
    assert found["k"].letter == "z" and found["z2"].index == ("2", "lever")


@pytest.mark.parametrize(
    "make", [*FRAMES, *(make_case(*case) for case in CASES)], ids=lambda f: getattr(f, "__name__", "")
)
def test_pages_with_such_forces_print_in_every_notation(make):
    printing.test_formulas_are_balanced_and_use_known_commands_only(make)
    printing.test_text_fits_into_a_terminal(make)
    assert "<math" in readable(make().snapshot()).html()


def test_rate_of_a_state_that_is_a_word_has_its_dot_on_the_word():
    assert r"\dot{\mathit{creep}}_\text{creeper}" in t.both_forms(states)[1].latex()


@pytest.mark.skipif(
    shutil.which("node") is None or not blocks.KATEX.exists(),
    reason="needs Node and the libraries of the page",
)
def test_katex_reads_every_formula_of_such_forces():
    models = [*FRAMES, *(make_case(*case) for case in CASES)]
    formulas = [f for make in models for f in blocks.formulas_of(t.both_forms(make)[1].blocks())]
    command = ["node", "-e", blocks.RENDER, str(blocks.KATEX)]
    text = json.dumps(formulas)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=True)
    assert not done.stdout


@pytest.mark.parametrize(("links", "plane"), [(9, "xy"), (22, "xy"), (7, None)])
def test_longer_pages_say_what_such_forces_do(links, plane):
    m = printing.chain(links, plane)
    joint = m.joints[2].name
    lugre = Friction.sample("rad", 4)
    for k, owner in enumerate((joint, m.joints[3].name)):
        m.add(Friction(f"rub{k}", f"{owner}.theta", **lugre))
    m.add(Bushing("bush", "link1.end", "link3", **Bushing.sample("1", 0)))
    found = sarrus.equations(m)
    flat = words(found)
    assert "Blocks of H by effort; all others are zero." in flat
    assert "z_j state of rub0, rub1 m" in flat or "z_j state of rub0 .. rub1 m" in flat
    assert "States of forces add 2 equations, those for ż_j above." in flat
    assert "must stay below half a turn" in flat or plane
    assert "<math" in found.html() and r"\mathbf H" in found.latex()


@pytest.mark.parametrize(("links", "plane"), [(3, "xy"), (4, None), (9, "xy"), (22, "xy"), (7, None)])
def test_every_name_on_a_page_with_such_forces_is_explained_on_it(links, plane):
    m = printing.chain(links, plane)
    for k in range(2):
        on, ends = f"{m.joints[1 + k].name}.theta", (f"link{k + 1}.end", f"link{k + 2}")
        m.add(Friction(f"rub{k}", on, **Friction.sample("rad", 4)))
        m.add(Friction(f"wipe{k}", on, **Friction.sample("rad", 3)))
        m.add(Bushing(f"bush{k}", *ends, **Bushing.sample("1", k)))
        m.add(Maxwell(f"creep{k}", *ends, stiffness=3, damping=2))
    assert not kinds.unexplained(m.snapshot(), 1, ("k", "c", "b", "d", "r"))


def test_friction_from_the_load_of_a_joint_in_a_mesh_is_refused_by_name():
    m = Mechanism("meshed", plane="xy")
    one, two = (m.add(Body(n, mass=1, inertia=0.02)) for n in ("one", "two"))
    m.add(Revolute("A", m.ground, one))
    m.add(Revolute("B", m.ground.point("b", (0.3, 0)), two))
    m.add(Gear("mesh", "A.theta", "B.theta", first_radius=0.1, second_radius=0.2))
    m.add(Friction("rub", "A.theta", **Friction.sample("rad", 0)))
    with pytest.raises(
        ModelError, match=r"rub: .* depends on the load of that joint, to which the mesh `mesh` adds"
    ):
        sarrus.equations(m)


def test_efforts_on_two_coordinates_print():
    def twins():
        m, arm, _, (wall, eye, seat) = bodies("xy")
        m.add(Revolute("A", wall, arm))
        m.add(Revolute("B", eye, seat))
        m.add(Twins("twins", "A.theta", "B.theta", stiffness=3))
        return m

    t.test_mass_matrix_and_forces_are_those_of_the_kernels(twins)
    found = words(sarrus.equations(twins()))
    assert "Q_twins,1 = −k_twins (θ_A − θ_B)" in found and "Q_twins,2 = k_twins (θ_A − θ_B)" in found


def test_friction_in_a_joint_that_carries_nothing_is_refused_by_name():
    m = Mechanism("loose", plane="xy")
    m.add(Free("free", m.ground, m.add(Body("puck", mass=1, inertia=0.02))))
    m.add(Scraping("rub", "free.psi", **Friction.sample("rad", 0)))
    with pytest.raises(
        ModelError, match=r"rub: .* on `free`: it depends on the load of that joint, which forbids"
    ):
        sarrus.equations(m)


class Stretch(Line):
    """A port of one's own."""


class Strap(Force):
    """A force on it."""

    ends = ("from", "to")
    port = Stretch

    def energy(self, line):
        return line.length


def test_a_port_of_ones_own_is_refused_by_name():
    m, arm, cab, _ = bodies("xy")
    m.add(Strap("strap", arm, cab))
    with pytest.raises(
        ModelError, match="strap: the equations to read cannot print strap yet: it has Stretch"
    ):
        sarrus.equations(m)


def test_a_spring_on_the_angle_of_a_screw_prints():
    """What only counts turns has no slope, and stands in the formula all the same."""

    def press():
        m, arm, _, (wall, _, _) = bodies(None)
        m.add(Screw("thread", wall, arm, lead=0.3))
        m.add(TorsionalSpringDamper("wind", "thread.theta", stiffness=3, damping=0.2))
        return m

    state = t.assembled_state(press)
    t.close(state.f, state.kernel_f)
