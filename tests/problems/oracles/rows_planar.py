"""Spec 04, section 11.1: rows of planar joints and constraints at state P, and their derivatives.

Printed to 12 significant digits, rows of J to 8 to 10. Where the spec's joint has another sense, the case says so.
"""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np

from oracles.registry import Row, problem
from oracles.sources import HAHN
from oracles.states import angle_of_sine, half_square, in_ground, planar, scaled, shifted, stacked
from sarrus import Distance, Gear, Planar, PointOnLine, Prismatic, RackAndPinion, Revolute

DIGITS_12 = 2e-12
T_I, T_J, T_0 = (1.2, 0.5), (-0.3, 0.4), (0.8, 0.6)


def tidy(values):
    """A list as the reference of a row: one number where there is one."""
    flat = [float(a) for a in np.ravel(values)]
    return flat[0] if len(flat) == 1 else tuple(flat)


def row_case(where, title, build, printed, slope_digits=2e-10, digits=DIGITS_12):
    """Rows of an element against printed g, J, J v and beta (and second derivative); what is not printed is left out."""
    limits = {"g": digits, "J": slope_digits, "Jv": digits, "beta": 2 * digits, "bend": 2e-11}
    names = {"g": "g", "J": "J", "Jv": "J v", "beta": "beta", "bend": "second derivative of g"}
    rows = [Row(names[k], "SI", tidy(a), limits[k]) for k, a in printed.items()]

    def compute():
        found = build()
        for k in printed:
            yield names[k], tidy(getattr(found, k))

    problem(where, title, HAHN, rows)(compute)


def one(element, name, change=lambda found: found):
    """Rows of one element on state P."""
    return change(planar().add(element).rows(name))


row_case(
    "spec 04 11.1, 3.1.2",
    "pin of a body in a slot of the ground",
    lambda: one(PointOnLine("slot", "ground.line", "i.Q"), "slot", lambda r: shifted(r, 0.05)),
    {
        "g": -0.65322550058,
        "J": (-0.6, 0.8, 0.2667351424, 0, 0, 0),
        "Jv": -0.193285400318,
        "beta": 0.0180195047158,
    },
)
row_case(
    "spec 04 11.1, 3.1.3",
    "slot of a body on a pin of the ground",
    lambda: one(PointOnLine("slot", "i.line", "ground.Q"), "slot", lambda r: shifted(r, 0.05)),
    {
        "g": 0.438836477466,
        "J": (0.7137173137, -0.7004338628, -1.06526259, 0, 0, 0),
        "Jv": -0.318781769996,
        "beta": -0.152738021477,
    },
    2e-9,
)
row_case(
    "spec 04 11.1, 3.1.4",
    "revolute to ground",
    lambda: one(Revolute("pin", "ground.Q", "i.Q"), "pin"),
    {
        "g": (-0.20867658573, -0.910539315023),
        "J": ((1, 0, -0.189460685, 0, 0, 0), (0, 1, 0.1913234143, 0, 0, 0)),
        "Jv": (0.367377520516, 0.0339263899889),
        "beta": (0.0937484729922, 0.092835735639),
    },
    1e-9,
)


def slider_rows(state, base, follower, turn, factor=1.0):
    """A prismatic joint: its second row is the sine of the angle that the spec takes."""
    state.add(Prismatic("slider", base, follower))
    found = state.rows("slider")
    first, second = (_pick(found, k) for k in (0, 1))
    return stacked(scaled(first, factor), scaled(angle_of_sine(second), turn))


def _pick(found, k):
    """One row of several."""
    return SimpleNamespace(**{n: None if a is None else a[k : k + 1] for n, a in vars(found).items()})


def slider_to_ground():
    """x_F along t_0; the follower's frame stands at psi_i - c_psi = 0.3 from it."""
    state = planar()
    line = math.atan2(T_0[1], T_0[0])
    state.i.frame("S", (0.25 + T_I[0], 0.10 + T_I[1]), line - 0.1)
    return slider_rows(state, "ground.line", "i.S", 1.0)


row_case(
    "spec 04 11.1, 3.1.5",
    "slider on ground",
    slider_to_ground,
    {
        "g": (-0.407297907352, 0.3),
        "J": ((-0.6, 0.8, 1.551885864, 0, 0, 0), (0, 0, 1, 0, 0, 0)),
        "Jv": (0.706320105069, 0.7),
        "beta": (0.114024025398, 0),
    },
    1e-9,
)


def rolling():
    state = planar().add(Planar("mount", "ground", "i"))
    return state.add(RackAndPinion("wheel", "mount.x", "mount.theta", radius=0.35, offset=0.05)).rows("wheel")


row_case(
    "spec 04 11.1, 3.1.6",
    "rolling wheel on the ground",
    rolling,
    {"g": 0.39, "J": (1, 0, 0.35, 0, 0, 0), "Jv": 0.745, "beta": 0.0},
)
TO_GROUND = Distance("rod", "ground.Q", "i.Q", length=0.5)
row_case(
    "spec 04 11.1, 3.1.7",
    "distance to ground, half square",
    lambda: one(TO_GROUND, "rod", lambda r: half_square(r, 0.5)),
    {
        "g": 0.311313880817,
        "J": (-0.2086765857, -0.910539315, -0.1346714817, 0, 0, 0),
        "Jv": -0.107554398557,
        "beta": -0.240210940918,
    },
    1e-9,
)
row_case(
    "spec 04 11.1, 3.1.7",
    "distance to ground, normalised",
    lambda: one(TO_GROUND, "rod"),
    {
        "g": 0.434145471345,
        "J": (-0.2233876758, -0.9747296786, -0.144165428, 0, 0, 0),
        "Jv": -0.115136669669,
        "beta": -0.242954117081,
    },
    1e-9,
)
row_case(
    "spec 04 11.1, 3.2.1",
    "pin of i in a slot of j (the slot is the base)",
    lambda: one(PointOnLine("slot", "j.line", "i.Q"), "slot", lambda r: shifted(r, 0.05)),
    {
        "g": 0.728739427954,
        "J": (-0.9415813153, -0.3367857281, 0.1139576456, 0.9415813153, 0.3367857281, 0.3698788241),
        "Jv": -0.817810411298,
        "beta": 2.00143713619,
    },
)


def revolute_between():
    """The spec has the gap in ground components, ours is in those of the base."""
    found = one(Revolute("pin", "j.Q", "i.Q"), "pin")
    c, s = math.cos(-0.30), math.sin(-0.30)
    A = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    columns = np.zeros((3, 6))
    columns[2, 5] = 1.0
    return in_ground(found, A, np.array((0, 0, -1.10)), columns)


row_case(
    "spec 04 11.1, 3.2.2",
    "revolute between bodies, gap in ground components",
    revolute_between,
    {
        "g": (-0.524480153694, -0.845934643847),
        "J": ((1, 0, -0.189460685, -1, 0, 0.2353953288), (0, 1, 0.1913234143, 0, -1, 0.08419643204)),
        "Jv": (0.308442658809, -0.458689685251),
        "beta": (0.195626155756, -0.191992612238),
    },
    1e-9,
)


def slider_between():
    """The direction of the spec has length 1.3; the angle is psi_i - psi_j - c_psi, ours turns the other way."""
    state = planar()
    along = math.atan2(T_I[1], T_I[0])
    state.j.frame("S", (-0.15 + T_J[0], 0.20 + T_J[1]), along + 0.1)
    return slider_rows(state, "i.line", "j.S", -1.0, math.hypot(*T_I))


row_case(
    "spec 04 11.1, 3.2.4",
    "slider between bodies",
    slider_between,
    {
        "g": (0.868573323023, 0.6),
        "J": (
            (0.9278325078, -0.9105640216, -1.895940813, -0.9278325078, 0.9105640216, 0.4252235895),
            (0, 0, 1, 0, 0, -1),
        ),
        "Jv": (-0.690139751295, 1.8),
        "beta": (2.59309825029, 0),
    },
    1e-9,
)
row_case(
    "spec 04 11.1, 3.2.5",
    "distance between bodies, half square",
    lambda: one(Distance("rod", "i.Q", "j.Q", length=0.5), "rod", lambda r: half_square(r, 0.5)),
    {
        "g": 0.370342426639,
        "J": (-0.5244801537, -0.8459346438, -0.06247873513, 0.5244801537, 0.8459346438, -0.194684857),
        "Jv": 0.226249442432,
        "beta": -0.245721935312,
    },
    1e-9,
)


def gear_pair():
    state = planar()
    state.ground.point("second", (0.7, 0))  # as far away as the radii ask for
    state = state.add(Revolute("A", "ground", "i")).add(Revolute("B", "ground.second", "j"))
    mesh = Gear("mesh", "A.theta", "B.theta", first_radius=0.2, second_radius=0.5, offset=0.05)
    return state.add(mesh).rows("mesh")


row_case(
    "spec 04 11.1, 3.2.6",
    "gear pair on ground",
    gear_pair,
    {"g": -0.12, "J": (0, 0, 0.2, 0, 0, 0.5), "Jv": -0.41, "beta": 0.0},
)


def rack():
    """In coordinates: the slide and the turn of the pinion against the rack, both those of one planar joint."""
    state = planar().add(Planar("mount", "i.line", "j.pinion"))
    return state.add(RackAndPinion("rack", "mount.x", "mount.theta", radius=0.35, offset=0.05)).rows("rack")


row_case(
    "spec 04 11.1, 3.2.7",
    "rack on i and pinion on j",
    rack,
    {
        "g": 0.676121861565,
        "J": (-0.7004338628, -0.7137173137, -0.1356554499, 0.7004338628, 0.7137173137, 0.1250286893),
        "Jv": -0.365935420265,
        "beta": -0.282136735836,
    },
)
