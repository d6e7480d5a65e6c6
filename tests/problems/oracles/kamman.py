"""Spec 05, sections 8.1 to 8.4: Kamman's examples and exercises; generalized forces, kinematics, dynamics.

Printed to 12 significant digits (the spec asks for 1e-9), reactions to 8 decimals.
"""

from __future__ import annotations

import math

import numpy as np

import sarrus
from oracles import kamman_models as models
from oracles.beginning import begin
from oracles.registry import FORMULATIONS, Row, absolute, problem, relative
from oracles.sources import KAMMAN
from sarrus import Body, Gravity, Mechanism, Planar, PointOnLine, RackAndPinion

PRINTED = 1e-10
DIGITS_11 = 1e-11
DECIMALS_8, DECIMALS_7 = 0.6e-8, 0.6e-7


def first_row(run, signs):
    """Quantities of a run at its start; `signs` gives our name for each name of the source, with its sense."""
    for name, (ours, sense) in signs.items():
        yield name, sense * np.asarray(run[ours])[0]


SLIDER_CRANK = {
    "phi": ("rad", "rod.psi", -1, 0.260627669675),
    "x": ("m", "guide.s", 1, 0.636082650514),
    "phi'": ("rad/s", "rod.psi_dot", -1, 0.949889901741),
    "x'": ("m/s", "guide.s_dot", 1, -0.508917787469),
    "phi''": ("rad/s^2", "rod.psi_ddot", -1, -2.79286829847),
    "x''": ("m/s^2", "guide.s_ddot", 1, -1.19509535309),
}


@problem(
    "spec 05 8.1",
    "Ex. 2, slider-crank: kinematics and partial velocities",
    KAMMAN,
    [
        *(Row(name, unit, value, DIGITS_11) for name, (unit, _, _, value) in SLIDER_CRANK.items()),
        Row("turn of the rod per turn of the crank", "1", -0.316629967247, DIGITS_11),
        Row("turn of the crank per turn of phi", "1", 3.15826075685, DIGITS_11),
        Row("slide per turn of the crank", "m", -0.169639262490, DIGITS_11),
        Row("slide per turn of phi", "m", -0.535765025542, DIGITS_11),
    ],
)
def slider_crank():
    for formulation in FORMULATIONS:
        run = sarrus.kinematics(
            models.driven_slider_crank("0.7 + 3*t - t**2"), until=1e-3, rows=2, formulation=formulation
        )
        yield from first_row(run, {n: (ours, sense) for n, (_, ours, sense, _) in SLIDER_CRANK.items()})
        # phi turns against psi of the rod
        yield "turn of the rod per turn of the crank", run["rod.w.z.per.A.theta"][0]
        yield "turn of the crank per turn of phi", -run["crank.psi.per.rod.psi"][0]
        yield "slide per turn of the crank", run["guide.s.per.A.theta"][0]
        yield "slide per turn of phi", -run["guide.s.per.rod.psi"][0]


POSES = {
    "dead point": (0.0, 0.0, -0.4),
    "theta = 90 deg": (math.pi / 2, -0.2, 0.0),
    "theta = -90 deg": (-math.pi / 2, 0.2, 0.0),
}


@problem(
    "spec 05 8.1",
    "Ex. 2, slider-crank: special poses",
    KAMMAN,
    [
        Row(f"{what} per turn of the crank, {pose}", unit, values[k], 1e-14)
        for pose, values in POSES.items()
        for k, what, unit in ((1, "slide", "m"), (2, "turn of the rod", "1"))
    ]
    + [Row("poses in which phi is said to determine nothing", "1", (0.0, 1.0, 1.0), 0)],
)
def special_poses():
    for formulation in FORMULATIONS:
        undefined = []
        for pose, (theta, _, _) in POSES.items():
            m = models.driven_slider_crank(f"{theta!r} + 2*t")
            run = sarrus.kinematics(m, until=1e-3, rows=2, formulation=formulation)
            yield f"slide per turn of the crank, {pose}", run["guide.s.per.A.theta"][0]
            yield f"turn of the rod per turn of the crank, {pose}", run["rod.psi.per.A.theta"][0]
            per_phi = run["guide.s.per.rod.psi"]
            undefined.append(
                np.isnan(per_phi[0]) and "'rod.psi' does not determine the motion" in per_phi.note
            )
        yield "poses in which phi is said to determine nothing", np.array(undefined, float)


SPATIAL = {
    "y": ("m", "line.s", 0.935091498398),
    "y'": ("m/s", "line.s_dot", 0.383526609690),
    "y''": ("m/s^2", "line.s_ddot", -0.978460715159),
    "spin of the slider": ("rad/s", "line.theta_dot", 0.605770736174),
    "its rate": ("rad/s^2", "line.theta_ddot", 1.61069065458),
}


@problem(
    "spec 05 8.1",
    "Ex. 1, spatial slider-crank",
    KAMMAN,
    [Row(name, unit, value, DIGITS_11) for name, (unit, _, value) in SPATIAL.items()],
)
def spatial_slider_crank():
    for formulation in FORMULATIONS:
        run = sarrus.kinematics(models.spatial_slider_crank(), until=1e-3, rows=2, formulation=formulation)
        yield from first_row(run, {name: (ours, 1) for name, (_, ours, _) in SPATIAL.items()})


ARM = {1: (0.4, (0.3, 0.5, -0.2)), 2: (0.3, (-0.4, 0.8, 0.6))}
END_SPEEDS = {
    1: (
        (0.352154212156, 0.0257510871980, 0.0),
        (-0.0555423073225, 0.179553180051, -0.344035735282),
        (0.395126775738, 0.0492271056781, -0.0380988603682),
    ),
    2: (
        (0.224852321090, 0.0888444135709, 0.0),
        (0.0691676522620, 0.163596881871, -0.172505058111),
        (0.274013340379, 0.0122806623795, 0.121514915241),
    ),
}
LINK_TURNS = {
    1: (
        (-0.095247150921, 0.469868946950, 0.877582561890),
        (0.980066577841, 0.198669330795, 0.0),
        (0.0, 0.0, 1.0),
    ),
    2: (
        (0.405049717471, 0.592059530392, 0.696706709347),
        (0.825335614910, -0.564642473395, 0.0),
        (0.0, 0.0, 1.0),
    ),
}
END_FORCES = {
    1: (3.41853777276, -3.68188594040, 3.48766731209),
    2: (1.89314555662, -1.17024641164, 3.54161516096),
}


def six_freedom_rows():
    yield Row("position of B", "m", (0.114595500769, -0.577006533246, -0.365565437897), DIGITS_11)
    for k in ARM:
        for i in range(3):
            name = f"theta{k}{i + 1}"
            yield Row(f"velocity of B per rate of {name}", "m", END_SPEEDS[k][i], DIGITS_11)
            yield Row(f"turning of link {k} per rate of {name}, link axes", "1", LINK_TURNS[k][i], DIGITS_11)
        yield Row(f"Ex. 7: generalized forces on theta{k}1 to theta{k}3", "N m", END_FORCES[k], PRINTED)


@problem("spec 05 8.1", "Ex. 3 and 7, arm with six freedoms", KAMMAN, six_freedom_rows())
def six_freedom_arm():
    end = np.zeros(3)
    for k, (length, angles) in ARM.items():
        m, names = models.gimballed_link(length, angles, (10, -4, 7))
        now = begin(m)
        yield f"Ex. 7: generalized forces on theta{k}1 to theta{k}3", [now[f"load.{n}"] for n in names]
        for i, coordinate in enumerate(names):
            name = f"theta{k}{i + 1}"
            yield f"velocity of B per rate of {name}", now[f"link.end.per.{coordinate}"]
            turning = now[f"link.w_B.per.{coordinate}"]
            yield f"turning of link {k} per rate of {name}, link axes", turning
        end += now.vector("link.end")
    yield "position of B", end


ABSOLUTE_ANGLES = np.array([[1.0, 0.0], [-1.0, 1.0]])
"""Rates of our shoulder and elbow angles from those of the absolute angles of the notes."""


@problem(
    "spec 05 8.1",
    "generalized forces of Ex. 4 to 6",
    KAMMAN,
    [
        Row("Ex. 4: pendulum with couple", "N m", -4.46963710093, DIGITS_11),
        Row("Ex. 5: loaded slider-crank", "N m", 11.2729117673, PRINTED),
        Row("Ex. 5: torque that holds it", "N m", -6.27291176732, DIGITS_11),
        Row("Ex. 5: torque that holds Q alone", "N m", -5.08917787469, DIGITS_11),
        Row("Ex. 5: mechanical advantage", "1/m", 5.89486175149, DIGITS_11),
        Row("Ex. 6: arm with motors", "N m", (-7.78759488090, 4.81924258188), DIGITS_11),
    ],
)
def examples():
    yield "Ex. 4: pendulum with couple", begin(models.pendulum())["load.pin.theta"]
    crank = begin(models.loaded_slider_crank())
    yield "Ex. 5: loaded slider-crank", crank["load.A.theta"]
    yield "Ex. 5: torque that holds it", crank["load.A.theta.T"] - crank["load.A.theta"]
    yield "Ex. 5: mechanical advantage", crank["guide.s.advantage.A.theta"]
    yield "Ex. 5: torque that holds Q alone", -crank["load.A.theta.Q"]
    # the notes count both angles from ground
    for names in (("shoulder.theta", "elbow.theta"), ("one.psi", "two.psi")):
        forces = begin(models.arm()).along(names)
        turned = ABSOLUTE_ANGLES.T @ forces if names[0] == "shoulder.theta" else forces
        yield "Ex. 6: arm with motors", turned


@problem(
    "spec 05 8.2",
    "generalized forces of the exercises",
    KAMMAN,
    [
        Row("3.2: bar between piston and floor", "N m", -56.6855968912, PRINTED),
        Row("3.3: two-link arm with end force", "N m", (-6.50316215882, 10.1433299649), PRINTED),
        Row("3.4: slider, force", "N", 13.8, 1e-12),
        Row("3.4: hanging bar, moment", "N m", 2.97514855573, DIGITS_11),
        Row("3.5: disk and hinged bar", "N m", (6.54904698384, -7.72610543800), DIGITS_11),
        Row(
            "3.6: double pendulum with universal joints",
            "N m",
            (-1.31198103479, 2.05148227150, 0.298279760623, 1.13081878591),
            DIGITS_11,
        ),
        Row(
            "3.6: torques that hold it",
            "N m",
            (3.31198103479, -3.05148227150, 1.20172023938, -0.430818785911),
            DIGITS_11,
        ),
    ],
)
def exercises():
    yield "3.2: bar between piston and floor", begin(models.bar_on_the_floor())["load.A.theta"]
    yield (
        "3.3: two-link arm with end force",
        begin(models.arm((0.0, 0.0), (9, -4))).along(("one.psi", "two.psi")),
    )
    slider = begin(models.slider_with_bar())
    yield "3.4: slider, force", slider["load.rail.s"]
    yield "3.4: hanging bar, moment", slider["load.pin.theta"]
    yield "3.5: disk and hinged bar", begin(models.disk_with_bar()).along(("bearing.theta", "pin.theta"))
    hung = begin(models.universal_pendulum())
    yield "3.6: double pendulum with universal joints", hung.along(models.CARDAN_ANGLES)
    yield "3.6: torques that hold it", [-hung[f"load.{name}.weight"] for name in models.CARDAN_ANGLES]


def dynamics(where, title, build, rows):
    """A case of section 8.3: the first row of a simulation in each formulation against the printed values.

    rows: quantity -> (unit, our name, its sense, value, tolerance); vectors of the plane have a zero z component.
    """

    def compute():
        for formulation in FORMULATIONS:
            run = sarrus.simulate(build(), until=1e-4, rows=2, formulation=formulation)
            yield from first_row(run, {n: (ours, sense) for n, (_, ours, sense, _, _) in rows.items()})

    listed = [
        Row(
            name,
            unit,
            value,
            tolerance,
            relative if unit.endswith("s^2") and np.ndim(value) == 0 else absolute,
        )
        for name, (unit, _, _, value, tolerance) in rows.items()
    ]
    problem(where, title, KAMMAN, listed)(compute)


dynamics(
    "spec 05 8.3 D1",
    "pendulum with couple",
    models.pendulum,
    {
        "angular acceleration": ("rad/s^2", "pin.theta_ddot", 1, -2.92314266400, DIGITS_11),
        "pin on bar": ("N", "pin.reaction", 1, (-4.38827852, 18.49845771, 0.0), DECIMALS_8),
    },
)
dynamics(
    "spec 05 8.3 D2",
    "loaded slider-crank",
    models.loaded_slider_crank,
    {
        "angular acceleration of the crank": ("rad/s^2", "A.theta_ddot", 1, 200.657845234, DIGITS_11),
        "acceleration of the slider": ("m/s^2", "guide.s_ddot", 1, -35.5738227562, DIGITS_11),
        "ground pin on crank": ("N", "A.reaction", 1, (-20.89361205, 23.83310009, 0.0), DECIMALS_8),
        "rod on crank": ("N", "B.reaction", -1, (16.46589577, -9.06573749, 0.0), DECIMALS_8),
        "slider on rod": ("N", "C.reaction", -1, (-8.65570635, 2.7481526, 0.0), DECIMALS_7),
        "guide on slider": ("N", "guide.reaction", 1, (0.0, 2.7481526, 0.0), DECIMALS_7),
    },
)
dynamics(
    "spec 05 8.3 D3",
    "arm with motors",
    models.arm,
    {
        "angular acceleration of link 1": ("rad/s^2", "one.psi_ddot", 1, -11.1166055155, DIGITS_11),
        "angular acceleration of link 2": ("rad/s^2", "two.psi_ddot", 1, 23.6012821203, DIGITS_11),
        "ground on link 1": ("N", "shoulder.reaction", 1, (-5.7719995, 23.31778683, 0.0), DECIMALS_8),
        "link 2 on link 1": ("N", "elbow.reaction", -1, (-2.27805769, -7.51213222, 0.0), DECIMALS_8),
    },
)
dynamics(
    "spec 05 8.3 D4",
    "bar between piston and floor",
    models.bar_on_the_floor,
    {
        "angular acceleration": ("rad/s^2", "A.theta_ddot", 1, -134.269976941, DIGITS_11),
        "piston on bar": ("N", "A.reaction", 1, (12.02472871, -72.50223441, 0.0), DECIMALS_8),
        "floor on bar": ("N", "floor.reaction", 1, (0.0, 146.59502742, 0.0), DECIMALS_8),
        "guide on piston": ("N", "guide.reaction", 1, (12.02472871, 0.0, 0.0), DECIMALS_8),
    },
)
dynamics(
    "spec 05 8.3 D5",
    "slider with hanging bar",
    models.slider_with_bar,
    {
        "acceleration of the slider": ("m/s^2", "rail.s_ddot", 1, 1.90141672456, DIGITS_11),
        "angular acceleration of the bar": ("rad/s^2", "pin.theta_ddot", 1, 3.62399382725, DIGITS_11),
        "rail on slider": ("N", "rail.reaction", 1, (0.0, 64.76344042, 0.0), DECIMALS_8),
        "bar on slider": ("N", "pin.reaction", -1, (2.8056669, -25.52344042, 0.0), DECIMALS_7),
    },
)
dynamics(
    "spec 05 8.3 D6",
    "disk with hinged bar",
    models.disk_with_bar,
    {
        "angular acceleration of the disk": ("rad/s^2", "bearing.theta_ddot", 1, 11.5720376151, DIGITS_11),
        "angular acceleration of the hinge": ("rad/s^2", "pin.theta_ddot", 1, -38.8023634437, DIGITS_11),
        "bearing on disk": ("N", "bearing.reaction", 1, (7.93402157, -16.69887861, 52.16843553), DECIMALS_8),
        "bar on disk": ("N", "pin.reaction", -1, (-7.93402157, 16.69887861, -3.11843553), DECIMALS_8),
    },
)
SWING = (-8.28636026674, -4.92826169493, 27.9805203673, 33.1994661191)
dynamics(
    "spec 05 8.3 D7",
    "double pendulum with universal joints",
    models.universal_pendulum,
    {
        **{
            f"second derivative of {name}": ("rad/s^2", f"{name}_ddot", 1, value, DIGITS_11)
            for name, value in zip(models.CARDAN_ANGLES, SWING, strict=True)
        },
        "angular acceleration of link 1": (
            *("rad/s^2", "link1.alpha", 1),
            *((-8.28636027, 1.79076869, -4.60471615), DECIMALS_8),
        ),
        "angular acceleration of link 2": (
            *("rad/s^2", "link2.alpha", 1),
            *((10.83429695, -32.06952435, 14.75435799), DECIMALS_8),
        ),
        "link 1 on ground": ("N", "O.reaction", -1, (-2.82061196, -22.46149571, -4.46914962), DECIMALS_8),
        "link 2 on link 1": ("N", "A.reaction", -1, (-4.17898353, -10.41606953, -1.92470016), DECIMALS_8),
    },
)
PER_CRANK = (-0.06442177, 0.07648422, 1.0, -0.1492414, 0.07648422, -0.31662997, -0.16963926, 0.0, 0.0)


@problem(
    "spec 05 8.3",
    "projection on independent coordinates",
    KAMMAN,
    [
        Row("D2: effective inertia", "kg m^2", 0.0547689948394, DIGITS_11, relative),
        Row("D2: K, centres and angles of crank, rod, slider", "m, 1", PER_CRANK, DECIMALS_8),
        Row(
            "D3: mass matrix, rows",
            "kg m^2",
            (1.70666666667, 0.44589229, 0.44589229, 0.42666666667),
            DECIMALS_8,
        ),
        Row("D3: generalized forces", "N m", (-7.78759488, 4.81924258), DECIMALS_8),
    ],
)
def projections():
    crank = begin(models.loaded_slider_crank())
    # T = y'^T K^T M K y' / 2
    yield "D2: effective inertia", 2 * crank["energy.kinetic"] / crank["A.theta_dot"] ** 2
    names = [f"{body}.{c}" for body in ("crank", "rod", "slider") for c in ("center.x", "center.y", "psi")]
    yield "D2: K, centres and angles of crank, rod, slider", [crank[f"{n}.per.A.theta"] for n in names]
    one, two, both = (2 * begin(models.arm(rates=r))["energy.kinetic"] for r in ((1, 0), (0, 1), (1, 1)))
    between = (both - one - two) / 2
    yield "D3: mass matrix, rows", (one, between, between, two)
    yield "D3: generalized forces", begin(models.arm()).along(("one.psi", "two.psi"))


EQUILIBRIUM = 1.39831911129


@problem(
    "spec 05 8.4",
    "inverse dynamics, equilibrium, rolling",
    KAMMAN,
    [
        Row("motor torques that make the accelerations of D3", "N m", (6.0, 2.5), PRINTED),
        Row("3.2: generalized force at the unstable equilibrium", "N m", 0.0, 1e-9),
        Row("3.2: its slope there", "N m/rad", 174.698177662, 1e-5),
        Row("rolling disk on a slope of 0.3 rad: acceleration", "m/s^2", 1.93270215157, DIGITS_11),
        Row("rolling disk: friction per mass", "m/s^2", 0.966351075783, DIGITS_11),
    ],
)
def other_tasks():
    for formulation in FORMULATIONS:
        m = models.driven_arm((-11.1166055155, 23.6012821203))
        run = sarrus.kinematics(m, until=1e-3, rows=2, formulation=formulation)
        yield "motor torques that make the accelerations of D3", (run["M1.effort"][0], run["M2.effort"][0])
        disk = sarrus.simulate(rolling_disk(), until=1e-3, rows=2, formulation=formulation)
        yield "rolling disk on a slope of 0.3 rad: acceleration", disk["mount.x_ddot"][0]
        # what rolling takes from the free fall along the slope is friction
        yield "rolling disk: friction per mass", 9.81 * math.sin(0.3) - disk["mount.x_ddot"][0]

    def force(theta):
        return begin(models.bar_on_the_floor(theta, 0.0))["load.A.theta"]

    yield "3.2: generalized force at the unstable equilibrium", force(EQUILIBRIUM)
    h = 1e-4
    yield "3.2: its slope there", (force(EQUILIBRIUM + h) - force(EQUILIBRIUM - h)) / (2 * h)


def rolling_disk():
    """x along the slope, the disk above it."""
    m = Mechanism("rolling disk", plane="xy")
    m.ground.point("start", (0, 0.2))
    m.add(Body("disk", mass=2, inertia=0.04))
    m.add(Planar("mount", "ground.start", "disk"))
    m.add(PointOnLine("contact", "ground.start", "disk"))
    m.add(RackAndPinion("rolling", "mount.x", "mount.theta", radius=0.2))
    m.add(Gravity("weight", (9.81 * math.sin(0.3), -9.81 * math.cos(0.3))))
    m.start(fixed={"mount.x": 0, "mount.x_dot": 0})
    return m
