"""Bodies in planes of their own: planar, tilted and spatial ones in one mechanism, and layers.

Two ways of modelling the same thing are held against each other at an instant, so that no integration stands between them.
"""

import numpy as np
import pytest

import sarrus
from sarrus import Body, Gravity, Mechanism, Prismatic, Revolute, Rod, Spherical, SpringDamper
from sarrus.analysis.assembly.start import find_start, in_formulation
from sarrus.errors import ModelError
from sarrus.mechanics import formulate

TILT = ("30 deg", "20 deg", "10 deg")
WEIGHT = (0.3, -9.0, 2.0)
LAYERS = (0.0, 0.02, 0.05)


def four_bar(layers=None, frame="", gravity=(0.0, -9.81)):
    """The four-bar of the examples; with layers, or in the plane of a frame on ground."""
    m = Mechanism("four-bar", plane=None if frame else "xy")
    a, b, c, d = m.parameters(a=0.3, b=0.9, c=0.7, d=1.0)
    base = m.ground
    if frame:
        base = m.ground.frame(frame, (0.1, 0.2, 0.5), TILT)
        far = m.ground.frame("far", (d, 0, 0), on=base)
    else:
        far = m.ground.point("far", (d, 0))
    lying = [{"plane": base} if frame else {} for _ in range(3)]
    for own, layer in zip(lying, layers or (), strict=False):
        own["layer"] = layer
    crank = m.add(Body("crank", Rod(length=a, mass=0.3), **lying[0]))
    coupler = m.add(Body("coupler", Rod(length=b, mass=0.9), **lying[1]))
    rocker = m.add(
        Body(
            "rocker", mass=0.7, center=(c / 2, 0), inertia=0.0286, points={"top": (c, 0), "arm": (0.2, 0.3)}, **lying[2]
        )
    )  # fmt: skip
    m.add(Revolute("A", base, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.top))
    m.add(Revolute("D", far, rocker))
    m.add(Gravity("weight", gravity))
    m.start(fixed={"A.theta": "60 deg", "A.theta_dot": 1.3}, guess={"D.theta": "100 deg"})
    return m


def at_start(m, *names, formulation="relative"):
    """Values at the start of a run."""
    run = sarrus.simulate(m, 1e-6, rows=2, formulation=formulation, outputs=list(names))
    return [run[name].values[0] for name in names]


QUANTITIES = ("A.theta_ddot", "D.theta_ddot", "A.reaction", "B.reaction", "C.reaction", "D.reaction")


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
@pytest.mark.parametrize("layers", [(0.0, 0.0, 0.0), LAYERS])
def test_layers_change_nothing_in_the_plane(layers, formulation):
    meant = at_start(four_bar(), *QUANTITIES)
    found = at_start(four_bar(layers), *QUANTITIES, formulation=formulation)
    for one, two in zip(meant, found, strict=True):
        assert two == pytest.approx(one, abs=1e-10)


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_guides_bear_the_moments_between_layers(formulation):
    names = ("B.reaction", "C.reaction", *(f"{b}-plane.torque" for b in ("crank", "coupler", "rocker")))
    B, C, crank, coupler, rocker = at_start(four_bar(LAYERS), *names, formulation=formulation)
    # A joint acts at the height of its follower: B on the coupler, C on the rocker.
    assert crank == pytest.approx(np.cross([0, 0, LAYERS[1] - LAYERS[0]], B), abs=1e-10)
    assert coupler == pytest.approx(np.cross([0, 0, LAYERS[2] - LAYERS[1]], C), abs=1e-10)
    assert rocker == pytest.approx(np.zeros(3), abs=1e-10)
    assert np.linalg.norm(crank) > 0.05


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_tilted_plane_is_the_plane_seen_from_its_frame(formulation):
    tilted = four_bar(frame="tilted", gravity=WEIGHT)
    frame = sarrus.check(tilted)
    assert frame.freedom == 1
    R = np.array([[float(a) for a in axis] for axis in _axes(tilted)]).T
    seen = R.T @ np.array(WEIGHT)
    names = ("A.theta_ddot", "D.theta_ddot", *(f"{j}.reaction_F" for j in "AD"))
    meant = at_start(four_bar(gravity=tuple(seen[:2])), *names)
    found = at_start(tilted, *names, formulation=formulation)
    for one, two in zip(meant, found, strict=True):
        assert two == pytest.approx(one, abs=1e-10)
    # Gravity presses the bodies against their plane, and the guides alone bear that.
    (pressed,) = at_start(tilted, "crank-plane.reaction_F", formulation=formulation)
    assert pressed == pytest.approx([0, 0, -0.3 * seen[2]], abs=1e-10)


def _axes(m):
    model = m.snapshot()
    R = model.ground.poses(model.resolve, model.planar)["tilted"].R
    return R.x, R.y, R.z


def mixed():
    """A planar four-bar in a tilted plane that carries a spatial pendulum, and a body in the plane of the mechanism."""
    m = four_bar(frame="tilted", gravity=WEIGHT)
    m.plane = "xy"
    bob = m.add(Body("bob", mass=0.4, center=(0.1, 0, 0), inertia=(0.01, 0.02, 0.025), plane="space"))
    m.add(Spherical("ball", m.bodies[1].center, bob))
    slider = m.add(Body("slider", mass=0.5, inertia=0.1, layer=0.1))
    m.add(Prismatic("rail", m.ground, slider))
    m.add(SpringDamper("spring", slider, m.bodies[2].arm, stiffness=30, damping=0.4, free_length=0.3))
    return m


def test_planar_tilted_and_spatial_bodies_stand_in_one_mechanism():
    m = mixed()
    report = sarrus.check(m)
    assert (report.freedom, report.counted) == (5, 5)
    names = (*QUANTITIES, "ball.reaction", "rail.s_ddot", "coupler-plane.torque", "slider-plane.reaction")
    relative, absolute = (at_start(m, *names, formulation=f) for f in ("relative", "absolute"))
    for one, two in zip(relative, absolute, strict=True):
        assert two == pytest.approx(one, abs=1e-9)


@pytest.mark.parametrize("formulation", ["relative", "absolute"])
def test_loops_do_what_straight_line_code_does(formulation):
    model = mixed().snapshot()
    straight, loops = (formulate(model, formulation, rolled=rolled) for rolled in (False, True))
    _, start = in_formulation(find_start(model), formulation)
    rng, n = np.random.default_rng(7), len(straight.coordinates) + len(straight.speeds)
    start[len(straight.coordinates) : n] = rng.uniform(-1, 1, len(straight.speeds))
    vdot = rng.uniform(-1, 1, len(straight.speeds))
    found = [
        e.evaluate("residual", [0.3], start, vdot, np.zeros(e.multipliers))[0] for e in (straight, loops)
    ]
    assert found[1] == pytest.approx(found[0], abs=1e-12)
    lam = rng.uniform(-1, 1, straight.multipliers)
    assert loops.multipliers == straight.multipliers
    found = [e.evaluate("residual", [0.3], start, vdot, lam)[0] for e in (straight, loops)]
    assert found[1] == pytest.approx(found[0], abs=1e-12)


def test_flat_pendulum_is_a_spatial_one_on_the_same_hinge():
    def pendulum(flat):
        m = Mechanism("pendulum")
        frame = m.ground.frame("tilted", (0.1, 0, 0), TILT)
        own = {"plane": frame} if flat else {}
        body = (
            Body("bar", mass=2, center=(0.4, 0.1), inertia=0.3, **own)
            if flat
            else Body("bar", mass=2, center=(0.4, 0.1, 0), inertia=(0.2, 0.25, 0.3))
        )
        m.add(body)
        m.add(Revolute("pin", frame, body))
        m.add(Gravity("weight", WEIGHT))
        m.start(fixed={"pin.theta": 0.7, "pin.theta_dot": 2})
        return m

    one, two = (at_start(pendulum(flat), "pin.theta_ddot")[0] for flat in (False, True))
    assert two == pytest.approx(one, abs=1e-11)


def test_body_angle_may_be_guessed_and_read():
    m = four_bar(LAYERS)
    m.fixed.clear()
    m.guess.clear()
    m.start(fixed={"crank.psi": "60 deg"}, guess={"rocker.psi": "100 deg"})
    m.signals(turned="rocker.psi")
    run = sarrus.simulate(m, 1e-6, rows=2)
    assert run["A.theta"].values[0] == pytest.approx(np.pi / 3, abs=1e-12)
    assert run["rocker-plane.theta"].values[0] == pytest.approx(run["D.theta"].values[0], abs=1e-12)


def test_file_and_python_say_the_same():
    m = mixed()
    text = sarrus.io.dumps(m)
    again = sarrus.io.loads(text, "mixed.yaml")
    assert sarrus.io.dumps(again) == text
    assert "layer: 0.1" in text
    assert "plane: ground.tilted" in text
    one, two = (at_start(each, "A.theta_ddot", "coupler-plane.torque") for each in (m, again))
    assert np.array_equal(one[0], two[0])
    assert np.array_equal(one[1], two[1])


HEAD = "sarrus: 1\nplane: xy\nground: {frames: {up: {turn: [90 deg, 0, 0]}}}\nbodies:\n"
BAR = "  bar: {mass: 1, inertia: 0.1, "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + BAR + "plane: ground.upp}", "ground has no such frame. .* Did you mean 'ground.up'"),
        (HEAD + BAR + "plane: yz}", "its plane is 'yz'. It is xy, space, or a frame on ground"),
        (HEAD + BAR + "plane: 3}", "the plane of body 'bar' is 3"),
        (HEAD + BAR + "plane: space, layer: 1}", "has a layer, but no plane"),
        (HEAD + BAR + "plane: ground.up, points: {p: [1, 2, 3]}}", "in the plane it needs 2"),
        (HEAD + "  bar: {mass: 1, inertia: [1, 1, 1], plane: ground.up}", "In the plane it is one number"),
        (HEAD + BAR + "layer: 2 kg}", "cannot be converted to"),
        (
            HEAD + BAR + "layer: 0}\njoints: {J: {spherical: [ground, bar]}}",
            "moves bodies out of the plane",
        ),
        (
            HEAD + BAR + "layer: 0}\njoints: {bar-plane: {revolute: [ground, bar]}}",
            "'bar-plane' is taken: what holds body 'bar' in its plane is called so",
        ),
    ],
)
def test_mistakes_about_planes_are_named(text, said):
    with pytest.raises(ModelError, match=said):
        sarrus.io.loads(text, "model.yaml").snapshot()


@pytest.mark.more
def test_forms_of_equations_agree():
    answer = sarrus.verify(mixed())
    assert answer.ok, answer.text()
