"""Every force of the catalogue keeps the contract; broken forces are found out.

A new force is tested here without a change to this file.
"""

from __future__ import annotations

import math
import os

import pytest

from sarrus.elements.base import param
from sarrus.elements.forces import CATALOGUE, BumpStop, Rope, SpringDamper, TableSpring
from sarrus.elements.forces.base import Bulk, Force, Line, Pair
from sarrus.mechanics import formulate
from sarrus.mechanics.derive import efforts
from sarrus.scalar import Graph, absolute, sqrt, where
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.tables import laid_out
from sarrus.spatial import Vec3
from sarrus.testing import check_force
from sarrus.testing.forces import FORCE_CHECKS
from sarrus.testing.samples import star, two_bodies

DEEP = "SARRUS_DEEP" in os.environ


@pytest.mark.parametrize("seed", range(11, 61 if DEEP else 13), ids="seed{}".format)
@pytest.mark.parametrize("check", FORCE_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda k: k.keyword)
def test_force_keeps_the_contract(kind, planar, check, seed):
    check(kind, planar, seed)


class Drag(Force):
    """Quadratic resistance along a line, as virtual power: the force is -c |l'| l', not three times that."""

    ends = ("P", "Q")
    port = Line
    factor = param("N s^2/m^2", "resistance", ge=0)

    def power(self, line, virtual):
        return -(self.factor * absolute(line.rate) * line.rate * virtual.rate)


class Brake(Force):
    """Viscous turning."""

    ends = ("base", "follower")
    port = Pair
    damping = param("N m s", "resistance", ge=0)

    def dissipation(self, pair):
        return 0.5 * (self.damping * pair.w.dot(pair.w))


class Wind(Force):
    """A field that depends on velocity and place."""

    port = Bulk
    drag = param("N s/m", "resistance", ge=0)

    def power(self, bulk, virtual):
        return -(self.drag * bulk.position.x * bulk.velocity.dot(virtual.velocity))


@pytest.mark.parametrize("kind", [Drag, Brake, Wind], ids=lambda k: k.keyword)
def test_a_right_force_that_is_not_in_the_catalogue_passes(kind):
    check_force(kind, seeds=[21])


def test_quadratic_drag_is_as_large_as_stated():
    mechanism = two_bodies(False, 3)
    mechanism.add(Drag("air", "one.a", "two.b", factor=0.8))
    scene = star(mechanism)
    found = scene.loads.published
    (_, rate), (_, pull) = found["air.rate"], found["air.magnitude"]
    from sarrus.testing.samples import Flow

    r, f = Flow(scene, 3).now(rate, pull)
    assert abs(r) > 0.1
    assert f == pytest.approx(0.8 * abs(r) * r, rel=1e-15)


class OrdinaryPower(Drag):
    """Power as a plain function of the speed: its slope is not the force."""

    def power(self, line, virtual):
        return -(self.factor * absolute(line.rate) * line.rate * line.rate)


class SquaredVirtual(Drag):
    """The speed the force depends on taken from the virtual motion."""

    def power(self, line, virtual):
        return -(self.factor * virtual.rate * virtual.rate)


class NegativeLoss(Brake):
    """Heats up by cooling."""

    def dissipation(self, pair):
        return -0.5 * (self.damping * pair.w.dot(pair.w))


class LossAtRest(Drag):
    """A dissipation that is not a function of the rate alone; its slope has the wrong sign on one side."""

    power = None

    def dissipation(self, line):
        return self.factor * (line.rate + 2.0) * (line.rate + 2.0)


class UnsafeLength(SpringDamper):
    """Divides by the length."""

    def energy(self, line):
        return self.stiffness / line.length


class UnsafeSlope(SpringDamper):
    """Finite itself, but not its slope, where the ends meet."""

    def energy(self, line):
        return self.stiffness * sqrt(line.length)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (OrdinaryPower, "`power` does not vanish with the virtual motion"),
        (SquaredVirtual, "`power` is not linear in the virtual motion"),
        (NegativeLoss, "loses the negative power"),
        (LossAtRest, "loses the negative power"),
        (UnsafeLength, "not finite where its ends meet"),
        (UnsafeSlope, "not finite where its ends meet"),
    ],
    ids=lambda x: x.__name__ if isinstance(x, type) else "",
)
def test_a_broken_force_is_found_out(kind, said):
    with pytest.raises(AssertionError, match=said):
        check_force(kind, seeds=[21, 22])


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (lambda load: load * 1.001, "the force is not the slope of its energy"),
        (lambda load: load.moved(Vec3(0.01, 0.0, 0.0)), "the force is not the slope of its energy"),
    ],
    ids=["too-strong", "off-its-line"],
)
def test_a_load_that_does_not_follow_the_energy_is_found_out(monkeypatch, break_it, said):
    """The check looks at the loads on the bodies, not only at the statement of the force."""
    from sarrus.mechanics.passes import forces

    right = forces._results

    def wrong(*given):
        *others, one, two = right(*given)
        return (*others, break_it(one), break_it(two))

    monkeypatch.setattr(forces, "_results", wrong)
    with pytest.raises(AssertionError, match=said):
        check_force(SpringDamper, seeds=[21])


def test_a_load_on_one_end_that_is_too_small_is_found_out(monkeypatch):
    from sarrus.mechanics.passes import forces

    right = forces._results

    def wrong(*given):
        *others, one, two = right(*given)
        return (*others, one * 0.5, two)

    monkeypatch.setattr(forces, "_results", wrong)
    with pytest.raises(AssertionError, match="action is not reaction"):
        for check in FORCE_CHECKS:
            if "reaction" in check.__name__:
                check(SpringDamper, False, 21)


def test_spring_pulls_its_ends_together_when_stretched():
    mechanism = two_bodies(True, 5)
    mechanism.add(SpringDamper("spring", "one", "two", stiffness=7.0, free_length=0.5))
    scene = star(mechanism)
    loads = scene.loads
    from sarrus.testing.numbers import evaluate

    values = dict.fromkeys((scene.t, *scene.coordinates, *scene.speeds), 0.0) | scene.parameters.values
    values[scene.q[1][0]] = 2.0
    on_one, on_two = (evaluate([scene.graph.lift(a) for a in loads.on[b].force], values) for b in (0, 1))
    assert [float(a) for a in on_one] == [7.0 * 1.5, 0.0, 0.0]
    assert [float(a) for a in on_two] == [-7.0 * 1.5, 0.0, 0.0]
    assert math.isclose(float(evaluate([scene.graph.lift(loads.energy)], values)[0]), 7.0 * 1.5**2 / 2)


class Bent(SpringDamper):
    """An energy that is not the integral of one force: it jumps at the free length."""

    def energy(self, line):
        e = line.length - self.free_length
        return 0.5 * self.stiffness * e * e + where(0.0 < e, 0.1, 0.0)


def test_an_energy_that_jumps_is_found_out():
    with pytest.raises(AssertionError, match="the energy is not the integral of the force"):
        check_force(Bent, seeds=[21])


KINKED = {
    "rope": (Rope("s", "one", "two", stiffness=50.0, damping=3.0, free_length=0.8), [0.8]),
    "bump-stop": (BumpStop("s", "one", "two", stiffness=50.0, damping=3.0, free_length=0.8), [0.8]),
    "table": (
        TableSpring(
            "s", "one", "two", points=[(-0.4, -9.0), (0.0, 0.0), (0.3, 2.0), (0.5, 30.0)], free_length=0.8
        ),
        [0.4, 0.8, 1.1, 1.3],
    ),
}
kinked = pytest.mark.parametrize(("force", "kinks"), KINKED.values(), ids=KINKED)


def pull(force):
    """Pull and energy of a force on plain numbers, for a length and its rate."""
    graph = Graph()
    u, d = graph.symbols(("u", "d"))
    found = efforts(graph, force.bind(lambda path, value, unit: float(value), True), [u], [d])
    places, tables = laid_out(graph)
    run = Interpreter((u, d, *places), [found.efforts[0], found.energy])

    def at(length, rate=0.0):
        push, energy = run((length, rate, *places.values()), tables)
        return -push, energy

    return at


@kinked
def test_force_is_continuous_across_its_kinks(force, kinks):
    at = pull(force)
    for kink in kinks:
        before, here, after = (at(length) for length in (kink - 1e-9, kink, kink + 1e-9))
        # slopes are below 200 N/m
        assert max(abs(a - here[0]) for a, _ in (before, after)) < 1e-6
        assert max(abs(e - here[1]) for _, e in (before, after)) < 1e-6


def test_rope_pulls_only_and_bump_stop_pushes_only():
    rope, stop = pull(KINKED["rope"][0]), pull(KINKED["bump-stop"][0])
    assert rope(0.5, 2.0) == (0.0, 0.0)
    assert rope(1.0) == pytest.approx((50.0 * 0.2, 50.0 * 0.2**2 / 2))
    assert rope(1.0, 2.0)[0] == pytest.approx(50.0 * 0.2 + 3.0 * 2.0)
    assert stop(1.0, 2.0) == (0.0, 0.0)
    assert stop(0.5) == pytest.approx((-50.0 * 0.3, 50.0 * 0.3**2 / 2))
    assert stop(0.5, -2.0)[0] == pytest.approx(-50.0 * 0.3 - 3.0 * 2.0)


def test_table_spring_reads_its_points_and_goes_on_straight():
    force, kinks = KINKED["table"]
    at = pull(force)
    for length, (_, meant) in zip(kinks, force.points, strict=True):
        assert at(length)[0] == pytest.approx(meant, abs=1e-13)
    assert at(0.6)[0] == pytest.approx(-4.5)
    assert at(1.5)[0] == pytest.approx(30.0 + 140.0 * 0.2)
    assert at(0.2)[0] == pytest.approx(-9.0 - 22.5 * 0.2)
    assert at(kinks[0])[1] == 0.0
    assert at(kinks[3])[1] == pytest.approx(-0.5 * 9.0 * 0.4 + 0.5 * 2.0 * 0.3 + 0.5 * 32.0 * 0.2)


@kinked
@pytest.mark.parametrize("rate", [0.0, 0.7, -0.7])
def test_equations_have_numbers_at_the_kinks(force, kinks, rate):
    mechanism = two_bodies(True, 5)
    mechanism.add(force)
    equations = formulate(mechanism.snapshot(), "absolute")
    for kink in (0.0, *kinks):
        x = [0.0, 0.0, 0.3, kink, 0.0, 0.1, 0.0, 0.0, 0.4, rate, 0.0, -0.2]
        x += [0.0] * len(equations.quadratures)
        for part in equations.evaluate("dynamics", [0.0], x):
            assert all(map(math.isfinite, part))
