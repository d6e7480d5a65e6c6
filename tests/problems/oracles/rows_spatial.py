"""Spec 04, sections 11.2 to 11.4: building blocks at state S, recovery of coordinates, mobility.

Printed to 12 significant digits, rows of J to 8 or 9. Our axes differ: where the spec's block has x, our revolute has z.
"""

from __future__ import annotations

import math

import numpy as np

from oracles.registry import Row, problem
from oracles.rotations import about, bryant
from oracles.rows_planar import row_case
from oracles.sources import HAHN
from oracles.states import BODIES, half_square, in_ground, negated, recovered, shifted, spatial
from sarrus import (
    AppliedTorque,
    Cylindrical,
    Distance,
    PointOnLine,
    Revolute,
    Spherical,
    Universal,
)
from sarrus.elements.base import directions
from sarrus.elements.constraints.base import FrameConstraint

DIGITS_8 = 2e-8
SPATIAL_DIGITS = 6e-12


def block(name, build, printed, slope_digits=DIGITS_8):
    row_case("spec 04 11.2", name, build, printed, slope_digits, SPATIAL_DIGITS)


def one(element, name, wanted=()):
    """Rows of one element on state S."""
    return spatial().add(element).rows(name, wanted)


def gap_in_ground(base, follower, at_base=None, at_follower=None):
    """Vector from a point of the base to one of the follower, as rows in ground components; points Q unless given."""
    state = spatial()
    for body, at in ((base, at_base), (follower, at_follower)):
        if at:
            getattr(state, body).point("K", at)
    ends = [f"{b}.{'K' if at else 'Q'}" for b, at in ((base, at_base), (follower, at_follower))]
    found = state.add(Spherical("ball", *ends)).rows("ball")
    data = BODIES[base]
    C = np.eye(3) if at_base else bryant(data["C"])
    A = bryant(data["eta"]) @ C
    first = 3 if base == "i" else 9
    columns = np.zeros((3, 12))
    columns[:, first : first + 3] = C.T
    turned = in_ground(found, A, C.T @ np.array(data["w"]), columns)
    turned.bend = turned.J @ state.vdot - turned.beta
    return turned


block(
    "BB1 common point, in ground components",
    lambda: gap_in_ground("j", "i"),
    {
        "g": (-0.494787453259, -1.06361386835, 0.747472923766),
        "Jv": (0.215689566736, -0.0351006502133, -0.715495435699),
        "beta": (-0.0407585545695, 0.017489123267, -0.191274574809),
        "bend": (0.820289576485, -1.45723572639, 0.179626257469),
    },
)


def first_of(found):
    """Slope of the first row alone, where the spec prints only that."""
    found.J = found.J[:1]
    return found


block(
    "BB1, first row of the slope",
    lambda: first_of(gap_in_ground("j", "i")),
    {"J": (1, 0, 0, 0.21412146, 0.33083167, 0.14454199, -1, 0, 0, -0.053759347, -0.33870236, 0.077061222)},
)
BB4 = (0, 0, 0, 0.275933135, 0.52461965, 0.790405595, 0, 0, 0, 0.404171492, 0.00420468422, -0.901517389)
BB2 = (0, 0, 0, -0.065377196, -0.50935835, 0.497612089, 0, 0, 0, 0.012015209, 0.706280841, -0.111179611)
ALONG = ("z_M.x_F", "z_M.y_F")
block(
    "BB2 parallel axes x",
    lambda: one(Revolute("hinge", "j.Qz", "i.Qz"), "hinge", ALONG),
    {
        "g": (-0.154577237968, 0.699043705733),
        "J": (BB4, BB2),
        "Jv": (-0.0416717438401, 1.13258890369),
        "beta": (0.708633034386, 1.72295814512),
        "bend": (-1.67312823267, -1.45512118398),
    },
)
block(
    "BB2' parallel axes z",
    lambda: one(Revolute("hinge", "j.Q", "i.Q"), "hinge", ALONG),
    {
        "g": (-0.575136181963, -0.70257081534),
        "Jv": (-0.504015975385, -0.320402082529),
        "beta": (-1.72848401719, -0.830507359944),
        "bend": (0.820045097329, 1.26188475112),
    },
)
block(
    "BB2', first row of the slope",
    lambda: one(Revolute("hinge", "j.Q", "i.Q"), "hinge", ALONG[:1]),
    {"J": (0, 0, 0, 0.61056627, 0.54238062, 0.04743905, 0, 0, 0, -0.16270281, -0.50898815, -0.61941685)},
)
MOVED = (-0.221747443, 0.889338785, 0.399880728)
block(
    "BB3 point on a line (ours runs from Q_i to Q_j, the spec's back)",
    lambda: negated(one(PointOnLine("slot", "i.Q", "j.Q"), "slot")),
    {
        "g": (-0.537295195505, 1.12745236728),
        "Jv": (0.684168367896, -0.218756488669),
        "beta": (0.414710141754, -0.0108052394611),
        "bend": (-2.35774520659, 0.918954564941),
    },
)
block(
    "BB3, first row of the slope",
    lambda: negated(one(PointOnLine("slot", "i.Q", "j.Q"), "slot", ("p_FM.y_F",))),
    {
        "J": (
            *MOVED,
            *(0.762873696, -0.347444317, 0.640397212),
            *(-a for a in MOVED),
            *(0.146004023, -0.0304710911, 0.107493046),
        )
    },
    1e-9,
)
CROSS = ("y_M.x_F",)
block(
    "BB4 rotation blocker, the row of the universal joint",
    lambda: one(Universal("cross", "i.Q", "j.Q"), "cross", CROSS),
    {
        "g": -0.154577237968,
        "J": BB4,
        "Jv": -0.0416717438401,
        "beta": 0.708633034386,
        "bend": -1.67312823267,
    },
)
APART = (-0.49478745, -1.0636139, 0.74747292)
ROD = Distance("rod", "i.Q", "j.Q", length=0.9)
block(
    "BB5 constant distance, half square",
    lambda: half_square(one(ROD, "rod"), 0.9),
    {
        "g": 0.562402428311,
        "J": (
            *APART,
            *(-0.079384442, -0.38555836, -0.24137692),
            *(-a for a in APART),
            *(-0.37725866, 0.1727495, -0.30908894),
        ),
        "Jv": -0.604200418328,
        "beta": -0.701095181663,
        "bend": 1.83802066477,
    },
    5e-8,
)
block(
    "BB5 constant distance, normalised",
    lambda: one(ROD, "rod"),
    {"g": 0.490972629717, "Jv": -0.434372614831, "beta": -0.368386553553},
)
block(
    "A.4 g1 skew axes at a fixed angle",
    lambda: shifted(one(Universal("cross", "i.Q", "j.Q"), "cross", CROSS), -math.sin(0.35)),
    {
        "g": 0.188320569487,
        "Jv": -0.0416717438401,
        "beta": 0.708633034386,
        "bend": -1.67312823267,
    },
)
block(
    "A.4 g2 along the axis of i",
    lambda: negated(one(Spherical("ball", "i.Q", "j.Q"), "ball", ("p_FM.x_F",))),
    {"g": -0.612347849696, "Jv": -0.0163917937675, "beta": -0.0818463324895},
)
ACROSS = (-0.29421127, 0.8777379, -0.37817443)
block(
    "A.4 g3 along the axis of j",
    lambda: one(Spherical("ball", "j.Q", "i.Q"), "ball", ("p_FM.y_F",)),
    {
        "g": -1.07067730921,
        "J": (
            *ACROSS,
            *(-0.15484512, 0.077988376, 0.12206818),
            *(-a for a in ACROSS),
            *(0.34635318, 0.15166569, 1.0604085),
        ),
        "Jv": 0.474846794003,
        "beta": -0.547493993107,
        "bend": -0.71736841481,
    },
    1e-7,
)


class Skew(FrameConstraint):
    """Triple product of the vector between two skew axes and the axes: an element that is only stated here."""

    rows = directions("d.(a x b)")
    symbol = "none"

    def closure(self, X_FM):
        y = X_FM.y
        return (X_FM.p.z * y.y - X_FM.p.y * y.z,)  # x_F is the first unit vector


TRIPLE = (0.16620469, -0.33783988, -0.91342547)
block(
    "A.4 g4' triple product, as an element stated in the test",
    lambda: shifted(one(Skew("skew", "i.Q", "j.Q"), "skew"), 0.12 * math.cos(0.35)),
    {
        "g": -0.518390348132,
        "J": (
            *TRIPLE,
            *(0.47036244, 0.62047439, -0.65537025),
            *(-a for a in TRIPLE),
            *(-0.98809685, -0.18024724, -0.37427097),
        ),
        "Jv": 0.219253923654,
        "beta": 1.16610873426,
        "bend": -0.913520884224,
    },
    1e-7,
)
block(
    "Kamman's ball joint K-(1) to K-(3)",
    lambda: gap_in_ground("i", "j", (0.3, -0.2, 0.15), (0.1, -0.4, -0.25)),
    {
        "g": (0.55104794349, 0.229654332331, -1.00302519841),
        "Jv": (-0.367435015126, -0.294179198644, 0.719763683179),
        "bend": (-0.959886362588, 1.79563790241, -0.342340350686),
    },
)
HINGES = {
    "f, fixed in i": ("i", "j", (0.2, 0.9, -0.4), 1.58393816498),
    "f, fixed in j": ("j", "i", (0.2, 0.9, -0.4), 1.37790484859),
    "g, fixed in i": ("i", "j", (0.9, -0.2, 0.0), -0.710402461786),
    "g, fixed in j": ("j", "i", (0.9, -0.2, 0.0), -0.987301380011),
}


@problem(
    "spec 04 11.2",
    "Kamman's hinge rows, as the power of a torque between the bodies",
    HAHN,
    [Row(f"turning of j against i along {n}", "rad/s", v, SPATIAL_DIGITS) for n, (*_, v) in HINGES.items()],
)
def hinge_rows():
    for name, (base, follower, along, _) in HINGES.items():
        state = spatial().add(AppliedTorque("row", base, follower, moment=along))
        loads = state.loads()
        power = np.concatenate([loads["i"], loads["j"]]) @ state.v
        yield f"turning of j against i along {name}", power if base == "i" else -power


Q, RATE, BEND = (0.6, -0.35), (0.8, -0.5), (0.25, 0.7)
STILL = (0.0, 0.0, 0.0)
RECOVERED = 1e-13


@problem(
    "spec 04 11.3",
    "coordinates, rates and accelerations recovered from the poses of two bodies",
    HAHN,
    [
        Row("revolute", "rad", (Q[0], RATE[0], BEND[0]), RECOVERED),
        Row("cylindrical, turn", "rad", (Q[0], RATE[0], BEND[0]), RECOVERED),
        Row("cylindrical, slide", "m", (Q[1], RATE[1], BEND[1]), RECOVERED),
        Row(
            "universal, first (turns body i against the cross: minus ours)",
            "rad",
            (Q[0], RATE[0], BEND[0]),
            RECOVERED,
        ),
        Row("universal, second", "rad", (Q[1], RATE[1], BEND[1]), RECOVERED),
        Row("rows of these joints at the recovered states", "SI", 0.0, RECOVERED),
    ],
)
def recovery():
    def read(state, joint):
        rows = state.add(joint).rows("J")
        off = max(np.abs(a).max() for a in (rows.g, rows.Jv, rows.bend))
        return off, state.coordinates("J")

    turned = (about(0, Q[0]), (RATE[0], 0, 0), (BEND[0], 0, 0))
    off, found = read(recovered(*turned, STILL, STILL, STILL), Revolute("J", "i.Qz", "j.Qz"))
    yield "rows of these joints at the recovered states", off
    yield "revolute", found[0]
    along = ((a, 0.0, 0.0) for a in (Q[1], RATE[1], BEND[1]))
    off, found = read(recovered(*turned, *along), Cylindrical("J", "i.Qz", "j.Qz"))
    yield "rows of these joints at the recovered states", off
    yield "cylindrical, turn", found[0]
    yield "cylindrical, slide", found[1]
    Delta = about(0, Q[0]).T @ about(1, Q[1])
    x, y = np.array((1.0, 0.0, 0.0)), Delta @ (0.0, 1.0, 0.0)
    w = RATE[1] * y - RATE[0] * x
    w_rate = BEND[1] * y - BEND[0] * x + RATE[1] * np.cross(w, y)
    off, found = read(recovered(Delta, w, w_rate, STILL, STILL, STILL), Universal("J", "i.Q", "j.Q"))
    yield "rows of these joints at the recovered states", off
    yield "universal, first (turns body i against the cross: minus ours)", -found[0]
    yield "universal, second", found[1]
