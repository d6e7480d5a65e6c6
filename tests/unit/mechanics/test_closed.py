"""The closed form: triangles close their loops, and its kernels say what those of the relative formulation say."""

import math
from random import Random

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Motion, Revolute, Rod
from sarrus.analysis.assembly.start import find_start
from sarrus.errors import UsageError
from sarrus.mechanics.choice import Refusal
from sarrus.mechanics.closed import plan
from sarrus.mechanics.closed.form import ClosedForm, closed_form
from sarrus.mechanics.closed.triangles import Corner, PlaneVector, RigidWay, TriangleSide, stand
from sarrus.program import heights as loops
from tests.problems.closed.dyads import KINDS, linkage

AGREE = 1e-10
EXAMPLES = ("four-bar", "slider-crank", "six-bar", "scotch-yoke", "rack-and-pinion")


def unit(angle):
    return PlaneVector(math.cos(angle), math.sin(angle))


def around(corners, ways):
    """Turn and place after a walk around a loop, as complex numbers; (1, 0) where it closes."""
    R, p = 1.0 + 0.0j, 0.0j
    for corner, way in zip(corners, ways, strict=True):
        for r, step in (corner, way):
            p += R * step
            R *= r
    return R, p


def drawn_loop(rng, slides):
    """Three corners at a pose that closes: their turns or ways, and the sides between them."""
    joints, sides = [], []
    R, p = 1.0 + 0.0j, 0.0j
    for k, slide in enumerate(slides):
        way = rng.uniform(-1.0, 1.0)
        turn = complex(*unit(rng.uniform(-3.0, 3.0)))
        joints.append((1.0, way * complex(*slide)) if slide else (turn, 0.0))
        side = (complex(*unit(rng.uniform(-3.0, 3.0))), complex(rng.uniform(-1, 1), rng.uniform(-1, 1)))
        if k == 2:  # the last side leads home
            r, step = joints[-1]
            end, at = R * r, p + R * step
            side = (1.0 / end, -at / end)
        for r, step in (joints[-1], side):
            p += R * step
            R *= r
        sides.append(side)
    return joints, sides


def as_way(side):
    R, p = side
    return RigidWay(PlaneVector(R.real, R.imag), PlaneVector(p.real, p.imag))


@pytest.mark.parametrize("sliding", [(), (0,), (1,), (2,), (0, 1), (1, 2), (0, 2)])
@pytest.mark.parametrize("seed", range(5))
def test_every_triangle_closes_its_loop_in_both_modes(sliding, seed):
    rng = Random(seed)
    slides = [unit(rng.uniform(-3.0, 3.0)) if k in sliding else None for k in range(3)]
    joints, sides = drawn_loop(rng, slides)
    cut = rng.randrange(3)
    corners = tuple(
        Corner(s, None if s or k == cut else PlaneVector(j[0].real, j[0].imag))
        for k, (s, j) in enumerate(zip(slides, joints, strict=True))
    )
    ways = tuple(TriangleSide(as_way(s), as_way(s).inverse) for s in sides)
    moving = rng.randrange(3)
    here = stand(corners, ways, 1.0, moving).height
    for mode in (1.0, -1.0):
        found = stand(corners, ways, mode, moving)
        turns = [found.turns[(k - found.first) % 3] for k in range(3)]
        walked = [
            (1.0, turn.x * complex(*slide)) if slide else (complex(*turn), 0.0)
            for turn, slide in zip(turns, slides, strict=True)
        ]
        R, p = around(walked, sides)
        condition = 1.0 / abs(here)  # what a square root of nearly nothing loses
        assert abs(R - 1.0) < 1e-13 * condition**2
        assert abs(p) < 1e-13 * condition**2
        assert found.root / found.most == pytest.approx(abs(here) * mode if len(sliding) < 2 else here)
    again = stand(corners, ways, math.copysign(1.0, here), moving)
    for k, (r, step) in enumerate(joints):
        turn = again.turns[(k - again.first) % 3]
        expected = (step / complex(*slides[k])).real if slides[k] else r
        assert abs((turn.x if slides[k] else complex(*turn)) - expected) < 1e-12 / here**2


def test_three_slides_are_no_triangle():
    slide = Corner(PlaneVector(1.0, 0.0))
    side = TriangleSide(RigidWay(), RigidWay())
    assert stand((slide, slide, slide), (side, side, side), 1.0) is None


def relative_row(e, t, x):
    """Accelerations and an output row in joint coordinates, by a dense solution."""
    n, rows = len(e.speeds), len(e.rows)
    M, f, G, beta = e.evaluate("dynamics", [t], x)
    A = np.zeros((n + rows, n + rows))
    for (i, j), value in zip(e.mass_pattern, M, strict=True):
        A[i, j] = A[j, i] = value
    for (r, j), value in zip(e.jacobian_pattern, G, strict=True):
        A[n + r, j], A[j, n + r] = value, -value
    found = np.linalg.solve(A, [*f, *beta])
    flows = e.evaluate("flows", [t], x, found[:n], found[n:])[0]
    return found[:n], np.array(e.evaluate("output", [t], x, found[:n], found[n:])[0]), flows


def compare_at(form, t, x):
    """What both formulations say of a state of the closed form."""
    e, closed = form.relative, form.equations
    full = form.expanded(t, x)
    a, row, flows = relative_row(e, t, full)
    published, leading, g, rate = (np.array(found) for found in closed.evaluate("publish", [t], x))
    _, dx = closed.evaluate("derivative", [t], x)
    size = 1.0 + np.abs(row)
    assert np.abs(g).max() < 1e-13
    assert np.abs(rate).max(initial=0.0) < 1e-12 * size.max()
    np.testing.assert_allclose(published / size, row / size, rtol=0.0, atol=AGREE)
    chosen = list(closed.leading)
    np.testing.assert_allclose(leading, a[chosen], rtol=AGREE, atol=AGREE * np.abs(a).max())
    n, count = len(e.speeds), len(chosen)
    assert dx[:count] == list(full[[n + k for k in chosen]])
    np.testing.assert_allclose(dx[2 * count :][: len(flows)], flows, atol=AGREE * (1.0 + np.abs(flows).max()))


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_have_the_same_accelerations_and_publish_the_same(name):
    start = find_start(sarrus.load(f"examples/{name}.yaml").snapshot())
    form = closed_form(start.equations, start.x)
    assert isinstance(form, ClosedForm)
    assert form.equations.channels == start.equations.channels
    compare_at(form, 0.0, form.x)


def drawn_form(seed, kinds):
    """The closed form of a random linkage; None where it was drawn too near a fold to lose no digits."""
    start = find_start(linkage(seed, kinds).snapshot())
    form = closed_form(start.equations, start.x)
    assert isinstance(form, ClosedForm), form
    return form if form.plan.least > 0.2 else None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_random_dyads_have_the_same_accelerations_and_publish_the_same(kind, seed):
    form = next(filter(None, (drawn_form(s, (kind, KINDS[seed])) for s in range(10 * seed, 10 * seed + 10))))
    compare_at(form, 0.0, form.x)
    rng, x = np.random.default_rng(seed), form.x.copy()
    count = len(form.plan.leading)
    x[:count] += rng.normal(size=count) * 0.02 * form.plan.least
    x[count : 2 * count] = rng.normal(size=count)
    compare_at(form, 0.0, x)


def platform(driven):
    """A triangle on three legs of two bars each; with motors on all of them, it hangs on no two bars alone."""
    m = Mechanism("platform", plane="xy")
    plate = m.add(Body("plate", mass=1.0, inertia=0.02))
    guess = {}
    for k in range(3):
        angle = 2.0 * math.pi * k / 3.0 + math.pi / 2.0
        foot = m.ground.point(f"F{k}", [math.cos(angle), math.sin(angle)])
        low = m.add(Body(f"low{k}", Rod(length=0.6, mass=0.3)))
        up = m.add(Body(f"up{k}", Rod(length=0.6, mass=0.3)))
        m.add(Revolute(f"A{k}", foot, low.start))
        m.add(Revolute(f"B{k}", low.end, up.start))
        m.add(Revolute(f"C{k}", plate.point(f"P{k}", [0.3 * math.cos(angle), 0.3 * math.sin(angle)]), up.end))
        guess |= {f"A{k}.theta": angle + math.pi - 0.95, f"B{k}.theta": 1.9}
        if driven:
            m.add(Motion(f"motor{k}", f"A{k}.theta", f"{angle + math.pi - 0.95} + 0.1*sin(t)"))
    m.start(guess=guess)
    return m


def why_not(m):
    start = find_start(m.snapshot())
    found = closed_form(start.equations, start.x)
    return found.reason if isinstance(found, Refusal) else ""


def test_what_has_no_closed_form_is_refused_with_a_reason():
    assert "moves in space" in why_not(sarrus.load("examples/four-bar-spatial.yaml"))
    assert "no loop has to be closed" in why_not(sarrus.load("examples/double-pendulum.yaml"))
    assert "does not fall into triangles" in why_not(platform(driven=True))
    assert why_not(platform(driven=False)) == ""
    # a table may have corners, which the general formulation looks at
    assert "does not fall into triangles" in why_not(sarrus.load("examples/measured-motion.yaml"))


def test_asking_for_what_there_is_not_is_an_error_that_says_what_to_try():
    with pytest.raises(UsageError, match=r"no closed form here: it is for mechanisms in the plane.*'auto'"):
        sarrus.simulate(sarrus.load("examples/four-bar-spatial.yaml"), until=1.0, formulation="closed")


def four_bar(a, b, c, d, start, rate=0.0):
    """Bars of these lengths, the last one on ground."""
    m = Mechanism("four-bar", plane="xy")
    bars = [
        m.add(Body(n, Rod(length=x, mass=x)))
        for n, x in zip(("crank", "coupler", "rocker"), (a, b, c), strict=True)
    ]
    crank, coupler, rocker = bars
    D = m.ground.point("D", [d, 0.0])
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.end))
    m.add(Revolute("D", D, rocker.start))
    m.add(Gravity("weight", [0.0, -9.81]))
    # the pose with coupler and rocker above the line from crank end to D
    x, y = d - a * math.cos(start), -a * math.sin(start)
    far = math.hypot(x, y)
    up = math.acos((b * b + far * far - c * c) / (2.0 * b * far)) + math.atan2(y, x)
    tip = a * math.cos(start) + b * math.cos(up) - d, a * math.sin(start) + b * math.sin(up)
    fixed = {"A.theta": start, "A.theta_dot": rate}
    m.start(fixed=fixed, guess={"B.theta": up - start, "D.theta": math.atan2(tip[1], tip[0])})
    return m


def test_the_coordinate_that_turns_all_around_leads():
    """In a crank-rocker the crank has no fold, whichever coordinate the start fixes."""
    m = four_bar(0.3, 0.9, 0.7, 1.0, 1.0)
    start = find_start(m.snapshot())
    assert closed_form(start.equations, start.x).leading == ("A.theta",)
    turned = Mechanism("turned", plane="xy")
    rocker, coupler, crank = (
        turned.add(Body(n, Rod(length=x, mass=x))) for n, x in zip("rkc", (0.7, 0.9, 0.3), strict=True)
    )
    turned.add(Revolute("D", turned.ground, rocker.start))
    turned.add(Revolute("C", rocker.end, coupler.end))
    turned.add(Revolute("A", turned.ground.point("A0", [1.0, 0.0]), crank.start))
    turned.add(Revolute("B", crank.end, coupler.start))
    turned.start(fixed={"D.theta": 1.2})
    start = find_start(turned.snapshot())
    assert closed_form(start.equations, start.x).leading == ("A.theta",)


def test_the_closed_form_is_taken_where_it_is_asked_for_alone():
    m = four_bar(0.3, 0.9, 0.7, 1.0, 1.0)
    assert "closed form" in sarrus.simulate(m, until=0.01, formulation="closed").evidence
    assert "closed form" not in sarrus.simulate(m, until=0.01).evidence


def test_a_start_near_a_fold_is_refused():
    """Three bars that are stretched nearly straight fold in all coordinates at once."""
    flat = four_bar(0.5, 0.6, 0.55, 1.6499, 0.002)
    with pytest.raises(UsageError, match=r"nearly folded at the start.*Take formulation='auto'"):
        sarrus.simulate(flat, until=0.01, formulation="closed")


def test_both_places_that_know_a_fold_know_the_same():
    assert loops.FOLDED == plan.FOLDED
