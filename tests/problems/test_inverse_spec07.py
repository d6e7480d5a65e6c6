"""Inverse dynamics against specification 07, section 4.3: every row through the public face, to the digits given there."""

import numpy as np
import pytest
from oracles import inverse_models as models
from scipy.optimize import fsolve

import sarrus
from sarrus.analysis.inverse.answer import equations_for
from sarrus.analysis.inverse.problem import problem_of

both = pytest.mark.parametrize("formulation", ["relative", "absolute"])


def close(found, told, rel=1e-10):
    """Within a part of the largest number told."""
    told = np.asarray(told)
    assert np.abs(np.asarray(found) - told).max() <= rel * np.abs(told).max()


def at(run, k, *names):
    return [run[name][k] for name in names]


@both
def test_i1_arm_open_chain(formulation):
    run = sarrus.inverse(models.arm(), 0.1, rows=2, motion=models.ARM_MOTION, formulation=formulation)
    close(at(run, 0, "A.theta.effort", "B.theta.effort"), [19.951999111471, 2.0572408741372])
    close(run["A.reaction"][0, :2], [-5.63790415666439, 51.7310210950998])
    close(run["B.reaction"][0, :2], [-4.0590307696783, 21.3400014137888])
    law = sarrus.inverse_function(models.arm(), formulation=formulation)
    close(law([0.4, 0.9], [1.2, -0.7], [2, 3]), [19.951999111471, 2.0572408741372])
    assert (law.coordinates, law.units) == (("A.theta", "B.theta"), ("N m", "N m"))


@both
def test_i2_four_bar_at_constant_speed(formulation):
    run = sarrus.inverse(models.four_bar(), 0.1, rows=2, formulation=formulation)
    close(run["motor.effort"][0], 4.98371202282996)
    close(at(run, 0, "coupler.psi", "rocker.psi"), [0.507400508542062, 1.66147839754872])
    close(at(run, 0, "coupler.psi_ddot", "rocker.psi_ddot"), [26.8074442035545, 43.8423322166386])
    close(run["A.reaction"][0, :2], [-28.7245638391981, -15.0561571758804])
    close(run["B.reaction"][0, :2], [-26.4745638391981, -14.1020428588505])
    close(run["C.reaction"][0, :2], [-6.13649349392561, -8.16878963926204])
    close(run["D.reaction"][0, :2], [-4.43200566350856, 12.6473038748743])
    # the same torque where it is sought along the coordinate, the driver being released, and by the function of a controller
    sought = sarrus.inverse(models.four_bar(), 0.1, rows=2, actuators=["A.theta"], formulation=formulation)
    close(sought["A.theta.effort"], run["motor.effort"].values)
    close(sought["A.reaction"], run["A.reaction"].values)
    assert not np.any(sought["motor.effort"])
    law = sarrus.inverse_function(models.four_bar(False), coordinates=["A.theta"], formulation=formulation)
    close(law([np.pi / 3], [10], [0]), [4.98371202282996])


@both
def test_i3_five_bar_point_on_a_circle(formulation):
    motors = ["A.theta", "E.theta"]
    run = sarrus.inverse(
        models.five_bar(),
        1.0,
        rows=11,
        motion=models.FIVE_BAR_MOTION,
        actuators=motors,
        formulation=formulation,
    )
    close([run["A.theta.effort"][k] for k in (0, 3)], [-3.25940439061435, -3.45593783741953])
    close([run["E.theta.effort"][k] for k in (0, 3)], [7.42434420294335, 2.27684460928646])
    close(
        run["C.reaction"][[0, 3], :2],
        [[8.93872925334686, -1.04812126314313], [5.0532953941236, 0.57551317965743]],
    )
    angles = [1.91663212216608, 0.457208753597446, 2.63516163764089, 0.977868605518558]
    close(at(run, 0, "ab.psi", "bc.psi", "dc.psi", "ed.psi"), angles)
    assert run.evidence["worst balance of forces, in parts of the largest"] < 1e-12
    # the same motion as a result: its rows are taken as they are
    again = sarrus.inverse(models.five_bar(), 0.5, motion=run, actuators=motors)
    assert len(again) == 6
    close(again["A.theta.effort"], run["A.theta.effort"][:6])
    close(again["B.reaction"], run["B.reaction"][:6])


def test_i4_three_legs():
    motors = [f"A{k}.theta" for k in (1, 2, 3)]
    platform = models.planar_platform((90, 210, 330))
    run = sarrus.inverse(platform, 0.3, rows=4, motion=models.PLATFORM_MOTION, actuators=motors)
    close(at(run, -1, *motors), [-0.496953856674675, 1.33800024451622, 3.59810158641872])
    efforts = [f"{name}.effort" for name in motors]
    close(at(run, -1, *efforts), [4.21456473622266, 6.24070681921025, -7.12776912634316])
    told = [
        (4.30379357820723, -1.28355108770597),
        (-10.9449155452512, 4.06452381001684),
        (3.82515649337052, 12.6659973947358),
    ]
    close([run[f"C{k}.reaction"][-1, :2] for k in (1, 2, 3)], told)


MOTORS = [f"A{k}.theta" for k in (1, 2, 3, 4)]


@pytest.fixture(scope="module")
def four_legs():
    def ask(until=0.3, **more):
        m = models.planar_platform((45, 135, 225, 315))
        return sarrus.inverse(m, until, rows=4, motion=models.PLATFORM_MOTION, actuators=MOTORS, **more)

    return ask


def test_i5_four_legs_share_the_load(four_legs):
    efforts = [f"{name}.effort" for name in MOTORS]
    run = four_legs()
    close(at(run, -1, *MOTORS), [-1.23056844184181, 0.176885171485406, 1.59011096135895, 3.29051205745693])
    least = [-1.1030740721773, 8.07158560262059, 3.72467441875457, -6.51205615214482]
    close(at(run, -1, *efforts), least)
    close(np.linalg.norm(at(run, -1, *efforts)), 11.0746260164194)
    null = np.array([-0.931903344010571, 1.32003342592007, -1.38821933912062, 1.0])
    found = np.array([run.internal[name][-1] for name in MOTORS])
    close(found / found[-1], null)
    assert "1 of 4 can be chosen" in run.evidence["efforts that are not unique"]
    assert run.not_unique == ()  # reactions follow from these efforts
    weighted = four_legs(weights=dict(zip(MOTORS, (1, 1, 4, 4), strict=True)))
    told = [-3.38397780067471, 11.3024669834778, 0.326902872034464, -4.06448072154142]
    close(at(weighted, -1, *efforts), told)
    limited = four_legs(limits=dict.fromkeys(MOTORS, 7.3))
    close(at(limited, -1, *efforts), [-0.558358166387742, 7.3, 4.53611603402908, -7.09657589798594])


def test_i5_needed_forces_and_singular_values():
    m = models.planar_platform((45, 135, 225, 315))
    run = sarrus.inverse(m, 0.3, rows=4, motion=models.PLATFORM_MOTION)
    pose = list(models.PLATFORM_MOTION)
    need = [1.24330135410557, 50.0925182441744, -1.12943451989193]
    close(at(run, -1, *(f"{name}.effort" for name in pose)), need)
    asked = [f"{motor}.per.{name}" for motor in MOTORS for name in pose]
    slopes = sarrus.with_outputs(run, asked, coordinates=pose)
    A = np.array([slopes[name][-1] for name in asked]).reshape(4, 3)
    close(np.linalg.svd(A, compute_uv=False), [4.78257102911739, 4.55867244065952, 0.948388135249286])


def test_limits_that_do_not_suffice_are_named_with_the_smallest_violation(four_legs):
    with pytest.raises(
        sarrus.NumericalError, match=r"beyond their limits.* at t = .*A2\.theta by .* N m"
    ) as error:
        four_legs(limits=dict.fromkeys(MOTORS, 5))
    run = error.value.result
    assert run.status.word == "unreachable"
    assert len(run) == 4
    worst = max(np.abs(run[f"{name}.effort"][-1]) for name in MOTORS) - 5
    # along the null vector the two largest efforts meet; no way makes both smaller
    least, null = (np.array(x) for x in ([-1.1030740721773, 8.07158560262059, 3.72467441875457, -6.51205615214482],
                                         [-0.931903344010571, 1.32003342592007, -1.38821933912062, 1.0]))  # fmt: skip
    ways = np.linspace(-3, 3, 60001)
    assert worst == pytest.approx(
        np.abs(least[:, None] + null[:, None] * ways).max(axis=0).min() - 5, abs=1e-3
    )


LEGS = [f"L{k}.s" for k in range(1, 7)]


@pytest.fixture(scope="module")
def hexapod():
    return sarrus.inverse(models.hexapod(), 0.3, rows=4, motion=models.HEXAPOD_MOTION, actuators=LEGS)


@pytest.mark.more
def test_i6_gough_stewart_platform(hexapod):
    run, efforts = hexapod, [f"{leg}.effort" for leg in LEGS]
    told = [
        27.9529208716967,
        28.6569874599331,
        23.1425316271464,
        23.1698884082847,
        28.710736679786,
        27.9481347098198,
    ]
    close(at(run, 0, *efforts), told)
    told = [
        80.8744772924791,
        -21.4267251744024,
        4.14745556207316,
        72.326681091069,
        26.8174731412552,
        22.0448711202875,
    ]
    close(at(run, -1, *efforts), told)
    told = [0.673352700270357, 0.734508520206086, 0.687152534383765, 0.664306278498235, 0.666821166932154, 0.651691415956636]  # fmt: skip
    close(at(run, -1, *LEGS), told)
    close(run["U1.reaction"][-1], [-31.1248978014959, 15.800914617052, 92.4678789805607])
    close(np.linalg.norm(run["U1.torque"][-1]), 0.00371500608869952, 1e-8)
    close(run["S1.reaction"][-1], [-27.7578740059847, 10.4790744201257, 63.8054338209438])
    assert run.evidence["worst balance of power, in parts of the largest"] < 1e-10


@pytest.mark.more
def test_efforts_of_a_large_mechanism_are_asked_of_loops_of_cells():
    # straight-line kernels of thirteen bodies took seconds to make, and milliseconds at every row
    hexapod = problem_of(models.hexapod(), models.HEXAPOD_MOTION, LEGS, 0.5)
    assert not equations_for(hexapod, rows=51).is_straight
    small = problem_of(models.five_bar(), models.FIVE_BAR_MOTION, ["A.theta", "E.theta"], 0.5)
    assert equations_for(small, rows=51).is_straight


def test_i6_at_rest_every_leg_carries_the_same():
    still = dict.fromkeys(models.HEXAPOD_MOTION, 0) | {"pose.z": 0.6}
    run = sarrus.inverse(models.hexapod(), 0.1, rows=2, motion=still, actuators=LEGS)
    close(at(run, 0, *(f"{leg}.effort" for leg in LEGS)), [30.2797459753588] * 6)


@both
def test_i7_under_actuated_is_refused_with_what_is_missing(formulation):
    ask = {"rows": 2, "motion": models.ARM_MOTION, "formulation": formulation}
    said = r"B\.theta push 1 of 2 degrees of freedom.* t = 0 s: 19\.951999111\d* N m on A\.theta is missing"
    with pytest.raises(sarrus.NumericalError, match=said) as error:
        sarrus.inverse(models.arm(), 0.1, actuators=["B.theta"], **ask)
    assert error.value.result.status.word == "unreachable"


@both
def test_i7_servo_prescribes_what_it_pushes_and_lets_the_rest_move(formulation):
    m = models.arm()
    begin(m, {"A.theta": 0.4, "A.theta_dot": 1.2})
    motion = {"B.theta": models.ARM_MOTION["B.theta"]}
    run = sarrus.inverse(m, 0.1, rows=2, motion=motion, actuators=["B.theta"], formulation=formulation)
    close(run["A.theta_ddot"][0], -16.0510330192868)
    close(run["B.theta.effort"][0], -2.11234306039438)
    assert run.evidence["degrees of freedom that move freely"].startswith("1;")


def test_i9_computed_torque_with_a_wrong_payload():
    controller, plant = (
        sarrus.inverse_function(models.arm(load), coordinates=["A.theta", "B.theta"]) for load in (0, 0.5)
    )
    target, still = np.array([0.4, 0.9]), np.zeros(2)

    def torque(q, v):
        return controller(q, v, 100 * (target - q) + 20 * (0 - v))

    rest = fsolve(lambda q: plant(q, still, still) - torque(q, still), target, xtol=1e-13)
    close(rest, [0.3731791652268, 0.9047975699845])

    def acceleration(state):
        q, v = state[:2], state[2:]
        bias = plant(q, v, still)
        M = np.column_stack([plant(q, v, unit) - bias for unit in np.eye(2)])
        return np.linalg.solve(M, torque(q, v) - bias)

    def slopes(h):
        at_rest = np.concatenate([rest, still])
        steps = [(acceleration(at_rest + h * e) - acceleration(at_rest - h * e)) / (2 * h) for e in np.eye(4)]
        return np.column_stack(steps)

    lower = (4 * slopes(1e-3) - slopes(2e-3)) / 3
    A = np.vstack([np.hstack([np.zeros((2, 2)), np.eye(2)]), lower])
    roots = sorted(np.linalg.eigvals(A), key=lambda s: (s.real, s.imag))
    told = [-8.858234139176 - 2.617683811365j, -8.858234139176 + 2.617683811365j,
            -5.681167138503 - 3.959609984054j, -5.681167138503 + 3.959609984054j]  # fmt: skip
    close(roots, told, 1e-8)


# Inverse, then forward.


def begin(mechanism, values):
    """Fix start values, guessed ones too."""
    mechanism.guess = {name: value for name, value in mechanism.guess.items() if name not in values}
    mechanism.start(fixed={name: float(value) for name, value in values.items()})


def polynomial(t, values):
    """Values over a short time as an expression of t; how far it is off them."""
    fit = np.polynomial.Polynomial.fit(t, values, 16).convert()
    text = "0"
    for c in fit.coef[::-1]:
        text = f"({text})*t + {float(c)!r}"
    assert np.abs(fit(t) - values).max() < 1e-9 * max(1.0, np.abs(values).max())
    return text


FORWARD = [
    (lambda: models.four_bar(False), {"A.theta": "pi/3 + 10*t - 4*t**2"}, ["A.theta"]),
    (models.five_bar, models.FIVE_BAR_MOTION, ["A.theta", "E.theta"]),
    pytest.param(models.hexapod, models.HEXAPOD_MOTION, LEGS, marks=pytest.mark.more),
]


@pytest.mark.parametrize(("model", "motion", "motors"), FORWARD)
def test_efforts_give_back_the_motion(model, motion, motors):
    run = sarrus.inverse(model(), 0.2, rows=41, motion=motion, actuators=motors, rtol=1e-11)
    told = {motor: polynomial(run.t, run[f"{motor}.effort"].values) for motor in motors}
    m = models.pushed(model(), told)
    begin(m, {f"{name}{dot}": run[f"{name}{dot}"][0] for name in motors for dot in ("", "_dot")})
    forward = sarrus.simulate(m, 0.2, rows=41, rtol=1e-11, atol=1e-12)
    for name in motors:
        assert np.abs(forward[name].values - run[name].values).max() < 1e-8
    for k in (0, 17, 40):
        m = models.pushed(model(), {motor: float(run[f"{motor}.effort"][k]) for motor in motors})
        m.guess = {name: float(run[name][k]) for name in m.guess}
        begin(m, {f"{name}{dot}": run[f"{name}{dot}"][k] for name in motors for dot in ("", "_dot")})
        instant = sarrus.simulate(m, 1e-6, rows=2)
        for name in motors:
            size = max(1.0, np.abs(run[f"{name}_ddot"]).max())
            assert abs(instant[f"{name}_ddot"][0] - run[f"{name}_ddot"][k]) < 1e-10 * size


@pytest.mark.more
def test_eight_legs_share_as_least_squares_do():
    base, top = (*models.BASE_ANGLES, 60, 190), (*models.TOP_ANGLES, 20, 240)
    legs = [f"L{k}.s" for k in range(1, 9)]
    rig = models.hexapod(base, top)
    run = sarrus.inverse(rig, 0.3, rows=2, motion=models.HEXAPOD_MOTION, actuators=legs)
    pose = list(models.HEXAPOD_MOTION)
    held = sarrus.inverse(models.hexapod(base, top), 0.3, rows=2, motion=models.HEXAPOD_MOTION)
    need = np.array(at(held, -1, *(f"{name}.effort" for name in pose)))
    asked = [f"{leg}.per.{name}" for leg in legs for name in pose]
    slopes = sarrus.with_outputs(held, asked, coordinates=pose)
    A = np.array([slopes[name][-1] for name in asked]).reshape(8, 6)
    told = np.linalg.lstsq(A.T, need, rcond=None)[0]
    close(at(run, -1, *(f"{leg}.effort" for leg in legs)), told)
    assert run.internal["L1.s"].shape == (2, 2)


# Inverse kinematics.


def chain():
    m, last = sarrus.Mechanism("chain", plane="xy"), None
    for name, length in (("A", 0.4), ("B", 0.3), ("C", 0.2)):
        link = m.add(sarrus.Body(f"link{name}", sarrus.Rod(length=length, mass=1)))
        m.add(sarrus.Revolute(name, last or m.ground, link.start))
        last = link.end
    return m


ANGLES = ("A.theta", "B.theta", "C.theta")


def test_i8_arm_reaches_a_point_in_the_branch_of_the_guess():
    target = {"two.end.x": 0.6, "two.end.y": "300 mm"}
    told = [-0.171499422654302, 1.47062890563334]
    close(at_pose(sarrus.reach(models.arm(), target, guess={"A.theta": 0, "B.theta": 1}), 2), told)
    told = [1.09879464065591, -1.47062890563334]
    close(at_pose(sarrus.reach(models.arm(), target, guess={"A.theta": 1, "B.theta": -1}), 2), told)


def at_pose(pose, many):
    return [pose[name] for name in ANGLES[:many]]


def test_i8_unreachable_point_gives_the_nearest_pose():
    with pytest.raises(sarrus.NumericalError, match=r"0\.0486833 m away from the target") as error:
        sarrus.reach(models.arm(), {"two.end.x": 0.9, "two.end.y": 0.3})
    pose = error.value.result
    assert (pose.ok, pose.status.word, pose.distance_unit) == (False, "unreachable", "m")
    close(pose.distance, 0.0486832980505138)
    close(at_pose(pose, 2), [0.321750554396642, 0.0])


def test_i8_redundant_chain_stays_near_the_guess_and_within_limits():
    guess = dict(zip(ANGLES, (0.3, 0.5, 0.4), strict=True))
    target = {"linkC.end.x": 0.5, "linkC.end.y": 0.5}
    pose = sarrus.reach(chain(), target, guess=guess)
    close(at_pose(pose, 3), [0.11096145489947, 0.94395580922847, 0.74554242113913])
    close(pose.change, 0.59349127785345)
    pose = sarrus.reach(chain(), target, guess=guess, limits={"B.theta": 0.8})
    close(at_pose(pose, 3), [0.16303730766448, 0.8, 0.94408534428622])
    assert pose.at_limits == ("B.theta",)
    with pytest.raises(sarrus.NumericalError, match=r"only outside the limits of B\.theta, C\.theta"):
        sarrus.reach(chain(), target, guess=guess, limits={"B.theta": 0.1, "C.theta": (-0.1, 0.1)})


def test_loops_stay_closed_while_a_point_is_reached():
    pose = sarrus.reach(models.five_bar(), {"bc.end.x": 0.3, "bc.end.y": 0.5})
    A, E = pose["A.theta"], pose["E.theta"]
    B = 0.35 * np.array([np.cos(A), np.sin(A)])
    D = np.array([0.5, 0]) + 0.4 * np.array([np.cos(E), np.sin(E)])
    C = np.array([0.3, 0.5])
    close([np.linalg.norm(C - B), np.linalg.norm(C - D)], [0.5, 0.45])


# What is unique, and what is not.


@pytest.mark.more
def test_torques_are_unique_where_reactions_are_not():
    m = sarrus.Mechanism("flat four-bar in space")
    D = m.ground.point("D", (1, 0, 0))
    lengths = {"crank": 0.3, "coupler": 0.9, "rocker": 0.7}
    crank, coupler, rocker = (m.add(sarrus.Body(n, sarrus.Rod(length=x, mass=x))) for n, x in lengths.items())
    for name, one, two in (
        ("A", m.ground, crank.start),
        ("B", crank.end, coupler.start),
        ("C", coupler.end, rocker.end),
        ("D", D, rocker.start),
    ):
        m.add(sarrus.Revolute(name, one, two))
    m.add(sarrus.Gravity("weight", (0, -9.81, 0)))
    m.start(guess={"A.theta": 1.0, "B.theta": -0.5, "D.theta": 1.7})
    run = sarrus.inverse(m, 0.1, rows=2, motion={"A.theta": "1 + t"}, actuators=["D.theta"])
    assert "C.reaction.z" in run.not_unique
    assert "C.reaction.x" not in run.not_unique
    assert "efforts that are not unique" not in run.evidence
    assert run.internal == {}


@pytest.mark.more
def test_friction_by_reactions_is_found_with_the_efforts():
    m = models.four_bar()
    m.add(sarrus.Friction("rub", "A.theta", coefficient=0.2, radius=0.02, normal="reaction", smooth=0.01))
    held = sarrus.inverse(m, 0.1, rows=3)
    sought = sarrus.inverse(m, 0.1, rows=3, actuators=["A.theta"])
    close(sought["A.theta.effort"], held["motor.effort"].values)
