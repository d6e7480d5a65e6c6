"""Coordinates that constraints own, as they are printed: under the names of the user, with the values of the kernels."""

import re
import unicodedata

import numpy as np
import pytest

from sarrus import AppliedForce, Body, Condition, Coupler, Gravity, Mechanism, ModelError, Motion, Revolute
from sarrus.element import FrameConstraint, Vec3, angle, cos, directions, length, lengths, param, sin
from sarrus.mechanics import formulate
from sarrus.mechanics.readable import readable
from tests.unit.mechanics import test_readable as t
from tests.unit.mechanics import test_readable_kinds as kinds


class Ring(FrameConstraint):
    """Keep the origin of M on a circle about z of F."""

    coordinates = (angle("u"),)
    rows = lengths("x", "y", "z")
    radius = param("m", "of the circle", gt=0)

    def closure(self, X_FM, u):
        return X_FM.p.x - self.radius * cos(u), X_FM.p.y - self.radius * sin(u), X_FM.p.z

    def sense(self, X_FM, u):
        return X_FM.x.x


class Bowl(FrameConstraint):
    """Keep a circle about z of M on the parabola y = x^2/4 of F: points and tangents agree; one row has axes alone."""

    coordinates = (length("s"), angle("l"))
    rows = (*lengths("x", "y", "z"), *directions("tangent", "axes"))
    radius = param("m", "of the circle", gt=0)

    def closure(self, X_FM, s, l):
        at = X_FM.p + X_FM.R * Vec3(self.radius * cos(l), self.radius * sin(l), 0.0)
        tangent = X_FM.R * Vec3(-sin(l), cos(l), 0.0)
        return at.x - s, at.y - 0.25 * s * s, at.z, tangent.y - 0.5 * s * tangent.x, X_FM.x.y * s - sin(l)


def plane():
    """Rings on a body that moves and on ground; one is driven, one tied to a crank; a force reads a place."""
    m = Mechanism("plane", plane="xy")
    cart, ball, crank = (
        m.add(Body(n, mass=1, center=(0.1, 0.2), inertia=0.02)) for n in ("cart", "ball", "crank")
    )
    m.add(Revolute("A", m.ground, crank))
    m.add(Ring("bead", cart.frame("top", (0.2, 0.3), 0.4), ball.frame("hub", (0.1, 0), 0.2), radius=0.3))
    m.add(Ring("loop", m.ground.frame("f", (0.1, 0.2), 0.3), crank.frame("tip", (0.2, 0.1), 0.5), radius=2))
    m.add(Bowl("bowl", m.ground, cart, radius=0.3))
    m.signals(place="bead.u", pace="bead.u_dot", turn="loop.u")
    m.add(Motion("drive", "loop.u", "0.3*sin(2*t)"))
    m.add(Coupler("belt", "bead.u", "A.theta", ratio=2, offset=0.1))
    m.add(Condition("cam", "turn**2 - 0.3*place - 0.1*t", unit="1"))
    m.add(AppliedForce("push", ball, force=("-3*sin(place)", "0.2*pace")))
    m.add(Gravity("weight", (0, -9.81)))
    return m


def space():
    """The same in space."""
    m = Mechanism("space")
    cart, ball = (m.add(Body(n, mass=1, center=(0.1, 0, 0.2), inertia=(2, 3, 4))) for n in ("cart", "ball"))
    table = cart.frame("table", (0.1, 0.2, 0.3), (0.3, 0.2, 0.1))
    m.add(Ring("bead", table, ball.frame("hub", (0.1, 0, 0.3), (0.5, 0.1, 0.2)), radius=0.3))
    m.add(Ring("loop", m.ground, cart, radius=2))
    m.add(Bowl("bowl", m.ground.frame("f", (0, 0.1, 0), (0.2, 0, 0.1)), ball, radius=0.3))
    m.add(Motion("drive", "loop.u", "0.3*sin(2*t)"))
    m.add(Coupler("belt", "bead.u", "bowl.s", ratio=2, offset=0.1))
    return m


every_model = pytest.mark.parametrize("make", [plane, space], ids=lambda f: f.__name__)


@every_model
def test_printed_equations_have_the_values_of_the_kernels(make):
    t.test_mass_matrix_and_forces_are_those_of_the_kernels(make)
    t.test_rows_are_those_of_the_kernels_off_the_constraints(make)
    t.test_joint_loads_are_the_transposed_jacobian_times_the_multipliers(make)
    printed, channels = t.printed_and_published(t.random_state(make))
    for name, value in printed.items():
        t.close(value, channels[name])


@every_model
def test_printed_balance_is_the_transposed_jacobian_times_the_multipliers(make):
    state = t.random_state(make)
    lam = np.linspace(1, 2, len(state.g))
    system, moving = state.system, state.each * len(state.model.bodies)
    values = state.readable.evaluate(state.t, list(state.q), list(state.v), list(state.z), list(lam))
    compute = t.Evaluator(2 if state.model.planar else 3)
    found = [float(compute(term, values.named)) for term in system.balances()]
    t.close(found, (state.G.T @ lam)[moving:])
    assert np.abs(found).min() > 0.1


@every_model
def test_right_hand_sides_are_second_derivatives_also_of_own_coordinates(make):
    state = t.random_state(make)
    t.close(
        -t.slope_of(state.moving().G, 1)[:, :, 0] @ state.v + t.slope_of(state.moving().alpha, 1)[:, 0],
        state.beta,
    )


@every_model
def test_formula_of_a_kind_with_own_coordinates_is_that_of_each_element(make):
    kinds.test_formula_of_a_kind_put_in_is_that_of_each_element(make)


def test_coordinate_is_printed_under_the_name_of_the_user():
    found = readable(plane().snapshot()).text()
    flat = " ".join(found.split())
    assert "13 coordinates, 13 rows, 0 degrees of freedom." in flat
    assert "u_bead" in found and "s_bowl" in found
    assert "z_l,bowl" in found  # l_bowl is the radius
    said = readable(plane().snapshot()).markdown()
    assert "coordinate u of bead, loop, without inertia: behind the bodies in" in said
    balanced = "Along u\u0307_bead, u\u0307_loop, s\u0307_bowl, z\u0307_l,bowl there is no inertia"
    assert balanced in unicodedata.normalize("NFD", flat)
    assert re.search(r"0 = .*μ_bead,1.*μ_belt", found)


def beads(count):
    """Many bodies, each on a ring on ground; the first is driven, the next tied to it."""
    m = Mechanism("beads", plane="xy")
    for k in range(count):
        ball = m.add(Body(f"ball{k}", mass=1, inertia=0.01))
        m.add(Ring(f"bead{k}", m.ground, ball, radius=0.3 + 0.1 * k))
    m.add(Motion("drive", "bead0.u", "t"))
    m.add(Coupler("belt", "bead1.u", "bead0.u", ratio=2))
    return m


@pytest.mark.parametrize(
    ("count", "said"),
    [(7, "own coordinates"), (21, "w_j,u, with the entries of relations times their multipliers, vanishes")],
)
@pytest.mark.parametrize("index", [1, 2, 3])
def test_longer_pages_hold_own_coordinates_too(count, said, index):
    found = readable(beads(count).snapshot(), index=index)
    flat = " ".join(found.text().split())
    assert said in flat
    assert f"{4 * count} coordinates, {2 * count + 2} rows" in flat
    assert "drive u\u0307_bead0: 1" in unicodedata.normalize("NFD", flat)
    for text in (found.markdown(), found.latex(), found.html()):
        assert "bead0" in text


def test_matrices_in_sympy_have_columns_of_own_coordinates():
    found = readable(plane().snapshot()).sympy()
    assert [str(s) for s in found.q[-4:]] == ["u_bead", "u_loop", "s_bowl", "l_bowl"]
    assert [str(s) for s in found.v[-4:]] == ["udot_bead", "udot_loop", "sdot_bowl", "ldot_bowl"]
    assert found.M.shape == (13, 13) and found.M[9:, :].is_zero_matrix and found.f[9:, :].is_zero_matrix
    moving = found.g.jacobian(found.q)[:, 9:]
    assert (moving - found.G[:, 9:]).expand().is_zero_matrix


class Ruled(FrameConstraint):
    """A line whose number has the letter that plain numbers get."""

    coordinates = (length("a"), angle("b2"))
    rows = lengths("x", "y", "z")
    slope = param("1", "of the line")
    sway = param("m", "across it", letter="b_0")

    def closure(self, X_FM, a, b2):
        return X_FM.p.x - a, X_FM.p.y - self.slope * a - self.sway * sin(b2), X_FM.p.z


def test_coordinate_does_not_take_the_letter_of_a_number_of_its_constraint():
    m = Mechanism("ruled", plane="xy")
    m.add(Body("ball", mass=1, inertia=0.1))
    m.add(Ruled("line", "ground", "ball", slope=2, sway=0.1))
    found = readable(m.snapshot())
    names = [str(s) for s in (*found.sympy().q[-2:], *found.sympy().values)]
    assert len(set(names)) == len(names)
    assert "χ_2,1 − a_line z_a,line − b_0,line sin z_b2,line" in found.text()


class Slope(FrameConstraint):
    """A line that leaves the plane where its rise is not zero."""

    coordinates = (length("s"),)
    rows = lengths("x", "z")
    rise = param("1", "of the line")

    def closure(self, X_FM, s):
        return X_FM.p.x - s, X_FM.p.z - self.rise * s


@pytest.mark.parametrize("rise", [0.5, 0.0])
def test_curve_that_leaves_the_plane_is_refused_where_kernels_refuse_it(rise):
    m = Mechanism("slope", plane="xy")
    m.add(Body("ball", mass=1, inertia=0.1))
    m.add(Slope("slope", "ground", "ball", rise=rise))
    for make in (readable, formulate):
        with pytest.raises(ModelError, match=r"slope leaves the plane: 'z' would push"):
            make(m.snapshot())
