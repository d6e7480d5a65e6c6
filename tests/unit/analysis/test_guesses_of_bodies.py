"""Guesses by what people know of bodies: their angles and the places of their points choose how loops close."""

import math
from itertools import product

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.mechanics import formulate

BARS = {
    "a": 38,
    "b": 41.5,
    "c": 39.3,
    "d": 40.1,
    "e": 55.8,
    "f": 39.4,
    "g": 36.7,
    "h": 65.7,
    "i": 49,
    "j": 50,
}
BARS = {n: v / 1000 for n, v in {**BARS, "k": 61.9, "l": 7.8, "m": 15}.items()}
"""Theo Jansen's leg [m]."""


def apex(one, two, r1, r2, side):
    """The point at distances r1, r2 from two points; to the left of the way from one to two where side is 1."""
    d = math.dist(one, two)
    x = (d * d + r1 * r1 - r2 * r2) / (2 * d)
    y = side * math.sqrt(r1 * r1 - x * x)
    c, s = (two[0] - one[0]) / d, (two[1] - one[1]) / d
    return one[0] + c * x - s * y, one[1] + s * x + c * y


def corners(crank, sides):
    """Where the joints of the leg are: three triangles one after the other, each to one of two sides."""
    B, C = (-BARS["a"], -BARS["l"]), (BARS["m"] * math.cos(crank), BARS["m"] * math.sin(crank))
    P1 = apex(B, C, BARS["b"], BARS["j"], sides[0])
    P2 = apex(B, P1, BARS["d"], BARS["e"], 1)
    P3 = apex(B, C, BARS["c"], BARS["k"], sides[1])
    P4 = apex(P2, P3, BARS["f"], BARS["g"], sides[2])
    return {"B": B, "P1": P1, "P3": P3, "P4": P4, "toe": apex(P4, P3, BARS["h"], BARS["i"], 1)}


def angle(one, two):
    return math.atan2(two[1] - one[1], two[0] - one[0])


def leg(crank=0.4, **start):
    """The leg with its crank driven; upper and foot are triangles, the others bars."""
    m = sarrus.Mechanism("leg", plane="xy")
    m.ground.point("B", (-BARS["a"], -BARS["l"]))
    r = {n: m.add(sarrus.Body(n, sarrus.Rod(length=BARS[n], mass=0.01))) for n in "mjkcf"}
    points = {"p1": (BARS["b"], 0), "p2": apex((0, 0), (BARS["b"], 0), BARS["d"], BARS["e"], 1)}
    upper = m.add(sarrus.Body("upper", mass=0.01, inertia=1e-5, points=points))
    points = {"p4": (BARS["g"], 0), "toe": apex((BARS["g"], 0), (0, 0), BARS["h"], BARS["i"], 1)}
    foot = m.add(sarrus.Body("foot", mass=0.01, inertia=1e-5, points=points))
    for name, base, follower in (
        ("O", m.ground, r["m"].start),
        ("J", r["m"].end, r["j"].start),
        ("K", r["m"].end, r["k"].start),
        ("P1", r["j"].end, upper.p1),
        ("B1", m.ground.B, upper),
        ("B2", m.ground.B, r["c"].start),
        ("P3", r["k"].end, r["c"].end),
        ("F", r["c"].end, foot),
        ("P2", upper.p2, r["f"].start),
        ("P4", r["f"].end, foot.p4),
    ):
        m.add(sarrus.Revolute(name, base, follower))
    m.add(sarrus.Motion("motor", "O.theta", crank))
    m.start(**start)
    return m


RIGHT = (1, -1, -1)
"""The sides of the leg that walks."""


@pytest.mark.parametrize("sides", [*product((1, -1), repeat=3)])
def test_one_guessed_body_angle_chooses_among_the_eight_closings_of_a_leg(sides):
    at = corners(0.4, sides)
    found = sarrus.assemble(leg(guess={"foot.psi": angle(at["P3"], at["P4"])}))
    for name, one, two in (("B1.theta", "B", "P1"), ("B2.theta", "B", "P3")):
        assert math.cos(found[name] - angle(at[one], at[two])) == pytest.approx(1, abs=1e-12)


def test_rough_guess_of_a_body_angle_chooses_the_leg_that_walks_and_says_how_far_it_moved():
    """No other closing has a foot within 10 deg of it: the nearest are 3 and 40 deg away."""
    psi = angle(corners(0.4, RIGHT)["P3"], corners(0.4, RIGHT)["P4"])
    found = sarrus.assemble(leg(guess={"foot.psi": f"{math.degrees(psi) - 5} deg"}))
    given, to = found.moved["foot.psi"]
    assert (given, to) == pytest.approx((psi - math.radians(5), psi), abs=1e-9)
    assert found["foot.psi"] == to


def test_guessed_place_of_a_point_chooses_too():
    at = corners(0.4, RIGHT)
    found = sarrus.assemble(leg(guess={"foot.toe.y": f"{1000 * at['toe'][1] + 0.3} mm"}))
    assert found["foot.toe.y"] == pytest.approx(at["toe"][1], abs=1e-9)


def test_guess_by_a_body_angle_is_the_guess_by_the_joint_that_turns_it():
    """Two ways to say the same: the triangle hangs on ground by a revolute joint."""
    by_body, by_joint = (sarrus.assemble(leg(guess={n: 2.0})) for n in ("upper.psi", "B1.theta"))
    assert by_body["upper.psi"] == pytest.approx(by_joint["B1.theta"], abs=1e-12)
    (name, moved), (other, also) = *by_body.moved.items(), *by_joint.moved.items()
    assert (name, other) == ("upper.psi", "B1.theta") and moved == pytest.approx(also, abs=1e-12)


@pytest.mark.parametrize("turns", [-1, 0, 3])
def test_body_angle_a_turn_on_is_the_same_guess(turns):
    found = sarrus.assemble(leg(guess={"upper.psi": 2.0 + math.tau * turns}))
    assert found["upper.psi"] - math.tau * turns == pytest.approx(
        sarrus.assemble(leg(guess={"upper.psi": 2.0}))["upper.psi"], abs=1e-9
    )


def test_guess_by_a_body_decides_what_check_would_have_noted():
    noted = sarrus.check(leg()).found("start.choice")
    assert noted and "guess '" in str(noted[0]) and ".psi'" in str(noted[0])
    named = {name for finding in noted for name in finding.where}
    assert {"O", "J", "P1", "B1", "K", "P3", "B2"} <= named
    at = corners(0.4, RIGHT)
    both = {"foot.psi": angle(at["P3"], at["P4"]) + 1e-3}
    assert not sarrus.check(leg(guess=both)).found("start.choice")


def free_chain(**start):
    """Two bars in space on ball joints; nothing closes."""
    m = sarrus.Mechanism("chain")
    one, two = (
        m.add(sarrus.Body(n, sarrus.Box(length=1, width=0.1, height=0.1, mass=1))) for n in ("one", "two")
    )
    for bar in (one, two):
        bar.point("tip", (1, 0, 0))
        bar.point("root", (0, 0, 0))
    m.add(sarrus.Spherical("A", m.ground, one.root))
    m.add(sarrus.Spherical("B", one.tip, two.root))
    m.start(**start)
    return m


def test_guessed_place_in_space_is_reached_where_nothing_speaks_against_it():
    found = sarrus.assemble(free_chain(guess={"two.tip.x": 0.3, "two.tip.y": 0.4, "two.tip.z": 1.1}))
    assert not found.moved
    run = sarrus.simulate(free_chain(guess={"two.tip.x": 0.3, "two.tip.z": 1.1}), until=1e-3, rows=2)
    assert (run["two.tip.x"].values[0], run["two.tip.z"].values[0]) == pytest.approx((0.3, 1.1), abs=1e-9)


def test_place_out_of_reach_is_met_as_nearly_as_can_be():
    """The chain is 2 m long, and (3, 4, 0) is 5 m away."""
    found = sarrus.assemble(free_chain(guess={"two.tip.x": 3, "two.tip.y": 4, "two.tip.z": 0}))
    x, y = (found.moved[f"two.tip.{a}"][1] for a in "xy")
    assert math.hypot(3 - x, 4 - y) == pytest.approx(3, abs=1e-6)


def test_mass_centre_may_be_guessed():
    m = free_chain(guess={"one.center.z": 0.0, "one.center.y": -0.2})
    assert not sarrus.assemble(m).moved


WRONG = [
    ("guess", "foot.psy", "nothing that can be guessed of body 'foot'", "Did you mean 'foot.psi'?"),
    (
        "guess",
        "foot.psi_dot",
        "a rate of a body, which cannot be guessed",
        "rates and turns are those of joints",
    ),
    ("guess", "foot.p5.x", "nothing that can be guessed", "foot.p4.x"),
    ("guess", "fot.psi", "is not a coordinate", "Did you mean"),
    ("fixed", "foot.psi", "which cannot be fixed", "Write it under 'guess'"),
]


@pytest.mark.parametrize(("word", "name", "what", "try_"), WRONG)
def test_wrong_name_is_refused_with_what_is_allowed(word, name, what, try_):
    with pytest.raises(sarrus.ModelError) as refused:
        leg(**{word: {name: 1}}).snapshot()
    assert what in str(refused.value) and try_ in str(refused.value)


@pytest.mark.parametrize("name", ["two.a1", "two.quaternion", "two.w"])
def test_turn_of_a_body_in_space_is_refused_in_words(name):
    with pytest.raises(sarrus.ModelError, match="rates and turns are those of joints"):
        free_chain(guess={name: 1}).snapshot()


def test_guesses_of_bodies_go_through_files_and_back():
    text = """
      sarrus: 1
      plane: xy
      parameters: {up: 50 deg}
      bodies: {bar: {rod: {length: 1, mass: 1}}}
      joints: {pin: {revolute: [ground, bar.start]}}
      start: {guess: {bar.psi: up}}
    """
    from sarrus.io.model_file import loads
    from sarrus.io.write import dumps

    m = loads(text)
    assert "guess: {bar.psi: up}" in dumps(m) and dumps(loads(dumps(m))) == dumps(m)
    assert sarrus.assemble(m)["pin.theta"] == pytest.approx(math.radians(50), abs=1e-9)


def test_guess_of_a_wheel_in_a_gear_counts_turns():
    """With its wheel a turn on, the pinion of half the size is elsewhere by two turns; without gear it would not be."""
    m = sarrus.Mechanism("gears", plane="xy")
    m.ground.point("B", (0.3, 0))
    for name, at in (("wheel", m.ground), ("pinion", m.ground.B)):
        body = m.add(sarrus.Body(name, mass=1, inertia=1))
        m.add(sarrus.Revolute(f"{name}-pin", at, body))
    m.add(sarrus.Gear("mesh", "wheel-pin.theta", "pinion-pin.theta", first_radius=0.2, second_radius=0.1))
    m.start(guess={"wheel.psi": math.tau + 0.1})
    assert sarrus.assemble(m)["wheel-pin.theta"] == pytest.approx(math.tau + 0.1, abs=1e-9)


@pytest.mark.parametrize("rolled", [False, True])
def test_kernel_of_guesses_says_what_is_published_and_its_slopes_are_its_rates(rolled):
    """Straight-line kernels and loops over tables."""
    m = leg(guess={"foot.psi": 2.0, "foot.toe.x": 0.0, "upper.center.y": 0.0}).snapshot()
    x = find_start(m).x
    e = formulate(m, "relative", rolled=rolled)
    n = len(e.coordinates)
    v = np.linspace(0.5, 1.5, len(e.speeds))
    x = np.array([*x[:n], *v, *x[n + len(v) :]])
    aim, entries = e.evaluate("aims", [0.0], x)
    row = e.evaluate("output", [0.0], x, np.zeros(len(v)), np.zeros(e.multipliers))[0]
    slopes = np.zeros((3, len(v)))
    for (i, k), entry in zip(e.aim_pattern, entries, strict=True):
        slopes[i, k] = entry
    for k, (owner, quantity) in enumerate((("foot", "psi"), ("foot", "toe.x"), ("upper", "center.y"))):
        assert aim[k] == pytest.approx(row[e.channel(owner, quantity).start], abs=1e-14)
        rate = row[e.channel(owner, f"{quantity}_dot").start]
        assert slopes[k] @ v == pytest.approx(rate, abs=1e-13)


def test_mechanism_without_such_guesses_has_no_kernel_for_them():
    for rolled in (False, True):
        assert (
            "aims" not in formulate(leg(guess={"F.theta": 1}).snapshot(), "relative", rolled=rolled).kernels
        )


def test_guesses_that_can_be_met_as_they_are_need_no_way_along_free_motions(monkeypatch):
    """A ladder that hangs, each bar guessed by its angle: nothing is left to be searched."""
    m = sarrus.Mechanism("ladder", plane="xy")
    left, right, guess = m.ground, m.ground.point("right", (0.1, 0)), {}
    for k in range(6):
        a, b, c = (m.add(sarrus.Body(f"{n}{k}", sarrus.Rod(length=0.1, mass=0.1))) for n in "abc")
        m.add(sarrus.Revolute(f"A{k}", left, a.start))
        m.add(sarrus.Revolute(f"B{k}", right, b.start))
        m.add(sarrus.Revolute(f"C{k}", a.end, c.start))
        m.add(sarrus.Revolute(f"D{k}", b.end, c.end))
        guess |= {f"a{k}.psi": -math.pi / 2, f"b{k}.psi": -math.pi / 2, f"c{k}.psi": 0.0}
        left, right = c.start, c.end
    m.start(guess=guess)
    found = find_start(m.snapshot())
    monkeypatch.setattr("sarrus.analysis.assembly.nearest.Nearest.returned", None)  # nobody asks for it
    again = find_start(m.snapshot())
    assert not again.moved
    assert np.array_equal(again.x, found.x)
    assert {n: again.values[n] for n in guess} == pytest.approx(guess, abs=1e-12)
