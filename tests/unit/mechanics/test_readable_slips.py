"""Rows of velocities as they are printed: all of them, with the values of the kernels, under letters of their own."""

import numpy as np
import pytest

from sarrus import Body, Distance, Gravity, Mechanism, RollingDisk
from sarrus.elements.base import directions, lengths
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.mechanics.readable import readable
from tests.unit.mechanics import test_readable as t
from tests.unit.mechanics import test_readable_kinds as kinds


class Ratchet(FrameConstraint):
    """Forbids a mixture of velocities and of turning, in a way that depends on the pose."""

    slips = (*lengths("slip.mixed"), *directions("slip.turn"))

    def slip(self, X_FM, V_FM):
        v, w, x = V_FM.v, V_FM.w, X_FM.x
        return v.dot(X_FM.y) * (1.0 + x.x) + 0.3 * w.z, w.z * X_FM.p.x + v.x


def plane():
    """A wheel on a body that moves, and something without a row of positions."""
    m = Mechanism("plane", plane="xy")
    cart, wheel = (m.add(Body(n, mass=1, center=(0.1, 0.2), inertia=0.02)) for n in ("cart", "wheel"))
    m.add(
        RollingDisk(
            "roll",
            cart.frame("top", (0.2, 0.3), 0.4),
            wheel.frame("hub", (0.1, 0), 0.2),
            radius=0.3,
            normal="y",
        )
    )
    m.add(Ratchet("click", m.ground.frame("f", (0.1, 0.2), 0.3), cart.frame("pawl", (0.2, 0.1), 0.5)))
    m.add(Gravity("weight", (0, -9.81)))
    return m


def space():
    """Disks on ground and on a body that moves, on planes across y and z, one with a tube."""
    m = Mechanism("space")
    one, two = (m.add(Body(n, mass=1, center=(0.1, 0, 0.2), inertia=(2, 3, 4))) for n in ("one", "two"))
    table = one.frame("table", (0.1, 0.2, 0.3), (0.3, 0.2, 0.1))
    m.add(RollingDisk("first", m.ground, one.frame("rim", (0.1, 0, 0.3), (0.5, 0.1, 0.2)), radius=0.3))
    m.add(RollingDisk("second", table, two, radius=0.2, tube=0.05, normal="y"))
    m.add(RollingDisk("third", m.ground, two.frame("other", (0, 0.1, 0.2), (0.1, 0.6, 0.2)), radius=0.4))
    m.add(Ratchet("click", table, two))
    m.add(Distance("rod", one, two, length=0.7))
    return m


every_model = pytest.mark.parametrize("make", [plane, space], ids=lambda f: f.__name__)


@every_model
def test_printed_rows_of_velocities_have_the_values_of_the_kernels(make):
    t.test_rows_are_those_of_the_kernels_off_the_constraints(make)
    t.test_joint_loads_are_the_transposed_jacobian_times_the_multipliers(make)
    printed, channels = t.printed_and_published(t.random_state(make))
    for name, value in printed.items():
        t.close(value, channels[name])


@every_model
def test_printed_velocity_is_its_row_of_the_jacobian_times_the_speeds(make):
    state = t.random_state(make)
    names = [row.residual.name for row in state.system.rows]
    slips = [k for k, row in enumerate(state.system.rows) if row.is_velocity]
    assert len(slips) == sum(row.level.value == "velocity" for row in state.equations.rows) > 2
    values = [t.as_floats(state.values.named[names[k]]) for k in slips]
    t.close(values, (state.G @ state.v)[slips])
    moved = state.moving()
    turned = t.slope_of(moved.G, 1)[slips, :, 0] @ state.v
    t.close(-turned, state.beta[slips])
    assert not state.g[slips].any()


@every_model
def test_formula_of_a_kind_with_rows_of_velocities_is_that_of_each_element(make):
    kinds.test_formula_of_a_kind_put_in_is_that_of_each_element(make)


def test_disks_on_other_planes_are_other_kinds():
    found = kinds.Kinds(readable(space().snapshot()).system)
    assert [[i.name for i in kind.instances] for kind in found.joints] == [
        ["first", "third"],
        ["second"],
        ["click"],
        ["rod"],
    ]


def test_rows_of_velocities_are_printed_as_such():
    found = readable(plane().snapshot()).text()
    assert "6 coordinates, 4 rows, freedom of 5 configurations and of 2 speeds." in found.replace("\n", " ")
    assert "Rows s = 0 are rows of velocities: they stand in G, not in g." in found
    assert "with g = 0, s = 0" in found
    lines = [line for line in found.splitlines() if line.strip().startswith(("roll.", "click."))][:4]
    assert ["velocities" in line for line in lines] == [False, True, True, True]
    assert np.all(["s_" in line for line in lines[1:]])
