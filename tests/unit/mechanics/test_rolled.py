"""Loops over tables: the same numbers as straight-line code, and code that does not grow with the mechanism."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import sarrus
from sarrus.elements.forces.base import Bulk, Force
from sarrus.mechanics import FORMULATIONS, formulate
from sarrus.scalar.linking import Program, link
from sarrus.scalar.target import Target
from sarrus.testing.rolled import rolled_difference

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))
ROUNDING = 1e-14
"""A formula is the same in both kinds; only the order of sums over elements may differ."""


def chain(count, joint=sarrus.Revolute):
    """Thin rods, axes of the joints turned against each other."""
    m = sarrus.Mechanism("chain")
    turns = ((0, 0, 0), ("90 deg", 0, 0), (0, "90 deg", 0))
    for i in range(count):
        rod = m.add(sarrus.Body(f"b{i}", mass=1, center=(0.5, 0, 0), inertia=(1e-4, 1 / 12, 1 / 12)))
        rod.frame("out", (1, 0, 0), turns[i % 3])
        m.add(joint(f"j{i}", f"b{i - 1}.out" if i else "ground", f"b{i}"))
    m.add(sarrus.Gravity("weight", (0, 0, -9.81)))
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_interpreted_loops_give_what_straight_line_code_gives(path, formulation):
    assert rolled_difference(sarrus.load(path).snapshot(), formulation) < ROUNDING


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("stem", ["four-bar-spatial", "slider-crank-3d", "spring-mass-damper", "rack-and-pinion"])  # fmt: skip
def test_compiled_loops_give_what_straight_line_code_gives(stem, formulation):
    """Products are not rounded before they are added, where the processor can do that."""
    path = next(p for p in EXAMPLES if p.stem == stem)
    assert rolled_difference(sarrus.load(path).snapshot(), formulation, compiled=True) < 10 * ROUNDING


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_code_does_not_grow_with_the_mechanism(formulation):
    texts = []
    for count in (12, 60):
        equations = formulate(chain(count).snapshot(), formulation, rolled=True)
        texts.append(link(list(equations.kernels.values())))
    assert texts[0] == texts[1]


def bush(count):
    """A tree of hinges between body frames, points and turned frames, either end first, with springs here and there."""
    random = Random(3)
    m = sarrus.Mechanism("bush")
    for k in range(count):
        mass = {"mass": 1 + random.random(), "center": (0.1, 0.2, 0.1), "inertia": (0.2, 0.2, 0.21)}
        body = m.add(sarrus.Body(f"b{k}", **mass))
        body.point("p", (random.random(), 0.3, 0))
        body.frame(f"f{k}", (random.random(), 0.2, 0.1), (0.3, 0.2, random.random()))

        def end(i):
            return f"b{i}" + random.choice(["", ".p", f".f{i}"])

        ends = ["ground" if k == 0 else end(random.randrange(max(0, k - 6), k)), end(k)]
        m.add(sarrus.Revolute(f"j{k}", *random.sample(ends, 2)))
        if k and random.random() < 0.3:
            other = f"b{random.randrange(k)}.p"
            m.add(sarrus.SpringDamper(f"s{k}", f"b{k}.p", other, stiffness=50, damping=1, free_length=0.5))
    m.add(sarrus.Gravity("weight", (0, 0, -9.81)))
    return m


def test_code_does_not_grow_with_a_mechanism_of_many_forms():
    """Frames of three kinds under their own names, leaves and forks, bodies with and without a spring."""
    small, large = (
        len(link(list(formulate(bush(n).snapshot(), "relative", rolled=True).kernels.values())))
        for n in (60, 180)
    )
    assert large < 1.02 * small


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_mechanism_of_many_forms_has_the_numbers_of_straight_line_code(formulation):
    assert rolled_difference(bush(14).snapshot(), formulation, seed=2) < 1e-13


def test_recursion_of_a_mechanism_of_many_forms_solves_its_equations():
    equations = formulate(bush(30).snapshot(), "relative", rolled=True)
    M, f, vdot = accelerations(equations, np.random.default_rng(0).normal(size=equations.size))
    assert np.abs(M @ vdot - f).max() < 1e-11 * np.abs(f).max()


def test_points_of_a_body_share_their_code():
    texts = []
    for count in (40, 400):
        m = sarrus.Mechanism("ruler")
        body = m.add(sarrus.Body("b", mass=1, inertia=(0.1, 0.1, 0.1)))
        for k in range(count):
            body.point(f"p{k}", (0.01 * k, 0, 0.1))
        m.add(sarrus.Spherical("j", "ground", "b"))
        texts.append(link(list(formulate(m.snapshot()).kernels.values())))
    assert texts[0] == texts[1]


def test_workspace_constants_and_plan_grow_evenly():
    sizes = []
    for count in (50, 100, 200):
        e = formulate(chain(count).snapshot(), "absolute", rolled=True)
        sizes.append((e.work, len(e.plan)))
    for a, b, c in zip(*sizes, strict=True):
        assert c - b == 2 * (b - a)


def accelerations(equations, x, t=0.2):
    """From the recursion, and from the mass matrix: M, f and both."""
    entries, f, _, _ = equations.evaluate("dynamics", [t], x)
    n = len(equations.speeds)
    M = np.zeros((n, n))
    for value, (i, j) in zip(entries, equations.mass_pattern, strict=True):
        M[i, j] = M[j, i] = value
    (vdot,) = equations.evaluate("forward", [t], x)
    return M, np.array(f), np.array(vdot)


JOINTS = [sarrus.Revolute, sarrus.Prismatic, sarrus.Cylindrical, sarrus.Universal, sarrus.Spherical,
          sarrus.Planar, sarrus.Free]  # fmt: skip


@pytest.mark.parametrize("joint", JOINTS, ids=lambda j: j.__name__)
def test_articulated_bodies_obey_the_equations_of_motion(joint):
    equations = formulate(chain(7, joint).snapshot(), rolled=True)
    x = np.random.default_rng(1).normal(size=equations.size)
    M, f, vdot = accelerations(equations, x)
    assert np.abs(M @ vdot - f).max() < 1e-13 * np.abs(f).max()


@pytest.mark.parametrize("count", [3, 4])
def test_articulated_bodies_feel_springs_torques_and_reversed_joints(count):
    m = chain(count)
    side = m.add(sarrus.Body("side", mass=2, center=(0.1, 0.2, 0.3), inertia=(0.1, 0.2, 0.15)))
    m.add(sarrus.Universal("cross", "side", "b1.out"))  # walked from follower to base
    side.frame("tip", (0.3, 0.1, 0))
    m.add(sarrus.SpringDamper("spring", "side.tip", "b0.out", stiffness=50, damping=3, free_length=0.2))
    m.add(sarrus.TorsionalSpringDamper("hinge", "j1.theta", stiffness=7, damping=0.4))
    m.add(sarrus.AppliedTorque("motor", "ground", "b0", moment=(1, 2, "3*sin(t)")))
    m.add(sarrus.FollowerForce("jet", "side.tip", force=(1, 0, 2)))
    equations = formulate(m.snapshot(), rolled=True)
    x = np.random.default_rng(count).normal(size=equations.size)
    M, f, vdot = accelerations(equations, x)
    assert np.abs(M @ vdot - f).max() < 1e-13 * np.abs(f).max()
    assert rolled_difference(m.snapshot(), "relative") < ROUNDING


class Well(Force):
    """A field that pulls towards the origin, the stronger the farther."""

    port = Bulk

    def energy(self, bulk):
        return 3.0 * bulk.mass * bulk.position.dot(bulk.position)


def test_field_that_is_not_uniform_acts_on_each_body_where_it_is():
    m = chain(4)
    m.add(Well("well"))
    equations = formulate(m.snapshot(), rolled=True)
    x = np.random.default_rng(2).normal(size=equations.size)
    M, f, vdot = accelerations(equations, x)
    _, without, _ = accelerations(formulate(chain(4).snapshot(), rolled=True), x)
    assert np.abs(f - without).max() > 1.0
    assert np.abs(M @ vdot - f).max() < 1e-13 * np.abs(f).max()


def test_long_chain_of_ball_joints_keeps_its_digits():
    """Issue: residual of M a + h = tau at 100 thin rods. Pinocchio's recursion leaves 1e-2 there."""
    equations = formulate(chain(100, sarrus.Spherical).snapshot(), rolled=True)
    for seed in range(3):
        x = np.random.default_rng(seed).normal(size=equations.size)
        M, f, vdot = accelerations(equations, x)
        assert np.abs(M @ vdot - f).max() < 1e-12 * np.abs(f).max()


def test_lanes_give_the_bits_of_one(lanes=4):
    """Every lane of a rolled kernel is the kernel on its own numbers."""
    equations = formulate(chain(5).snapshot(), rolled=True)
    kernel = equations.kernels["forward"]
    wide = Program([kernel], wide=[(kernel, Target(lanes=lanes))]).function(f"forward_x{lanes}")
    random = np.random.default_rng(3)
    x = random.normal(size=(lanes, equations.size))
    out = np.zeros((len(equations.speeds), lanes))
    c = np.repeat(np.array(equations.constants)[:, None], lanes, axis=1)
    plan = np.array(equations.plan, dtype=np.int64).view(np.float64)
    u = np.zeros((0, lanes))
    wide(np.zeros((1, lanes)), np.ascontiguousarray(x.T), u, c, np.zeros((equations.work, lanes)), plan, out)
    for lane in range(lanes):
        (alone,) = kernel.compiled([0.0], x[lane], [], equations.constants)
        assert out[:, lane].tolist() == alone
