"""The reference states P (planar) and S (spatial) of spec 04, section 11, on bodies that move freely."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from sarrus import Body, Mechanism
from sarrus.spatial import from_bryant
from sarrus.spatial.rotation import quaternion_from_bryant
from sarrus.testing.numbers import evaluate
from sarrus.testing.samples import star

X_AS_Z = (math.pi / 2, math.pi / 2, 0.0)
"""Bryant angles of a frame whose z axis is the x axis of another, its x axis the y axis, its y axis the z axis."""


class State:
    """Two bodies i and j in a state of motion; elements are added, and read there.

    J is ordered as in the spec: velocity of i, turning of i, velocity of j, turning of j; turning in body components.
    """

    def __init__(self, planar, q, v, vdot=()):
        self.q, self.v, self.vdot = list(q), np.array(v), np.array(vdot)
        self.mechanism = Mechanism("reference", plane="xy" if planar else None)
        self.ground = self.mechanism.ground
        inertia = 1.0 if planar else (1.0, 1.0, 1.0)
        self.i, self.j = (self.mechanism.add(Body(n, mass=1.0, inertia=inertia)) for n in "ij")

    def add(self, element):
        """Put an element on the bodies."""
        self.mechanism.add(element)
        return self

    def _numbers(self, scene, nodes):
        values = dict(zip((*scene.coordinates, *scene.speeds), (*self.q, *self.v), strict=True))
        values |= {scene.t: 0.0, **dict.fromkeys(scene.turns.values(), 0.0), **scene.parameters.values}
        return np.array([float(a) for a in evaluate([scene.graph.lift(n) for n in nodes], values)])

    def rows(self, name, wanted=()):
        """g, J, J v, beta and, where accelerations are given, the second derivative of g, of an element's rows."""
        scene = star(self.mechanism)
        found = [r for r in scene.rows(name) if not wanted or r.name.removeprefix(f"{name}.") in wanted]
        J = np.zeros((len(found), len(scene.speeds)))
        for i, r in enumerate(found):
            J[i, list(r.entries)] = self._numbers(scene, r.entries.values())
        beta = self._numbers(scene, [r.beta for r in found])
        return SimpleNamespace(
            g=self._numbers(scene, [r.g for r in found]),
            J=J,
            Jv=J @ self.v,
            beta=beta,
            bend=J @ self.vdot - beta if len(self.vdot) else None,
        )

    def coordinates(self, name):
        """Value, rate and second derivative of the coordinates of a joint."""
        scene = star(self.mechanism)
        found = []
        for m in scene.measured(name):
            value, rate, bias = self._numbers(scene, [m.value, m.rate, m.bias])
            found.append(
                (value, rate, bias + self._numbers(scene, m.entries.values()) @ self.vdot[list(m.entries)])
            )
        return np.array(found)

    def loads(self):
        """Force on each body (ground components) and torque about its frame (body components; planar: about z)."""
        scene = star(self.mechanism)
        found = {}
        for body, load in scene.loads.on.items():
            R = scene.bodies[body].X.R
            torque = [load.torque.z] if scene.model.planar else [*R.back(load.torque)]
            force = [*load.force][: 2 if scene.model.planar else 3]
            found["ij"[body]] = self._numbers(scene, [*force, *torque])
        return found

    def published(self, name):
        """A quantity that a force publishes."""
        scene = star(self.mechanism)
        return float(self._numbers(scene, [scene.loads.published[name][1]])[0])


@pytest.fixture
def P():
    """State P, with the frames that the rows of 11.1 need."""
    state = State(True, (0.30, -0.20, 0.40, 1.10, 0.60, -0.30), (0.50, -0.10, 0.70, -0.20, 0.40, -1.10))
    t_i, t_j, t_0 = (math.atan2(y, x) for x, y in ((1.2, 0.5), (-0.3, 0.4), (0.8, 0.6)))
    state.i.point("Q", (0.25, 0.10))
    state.j.point("Q", (-0.15, 0.20))
    state.ground.point("Q", (0.7, 0.9))
    state.i.frame("line", (0.25, 0.10), t_i)
    state.j.frame("line", (-0.15, 0.20), t_j)
    state.ground.frame("line", (0.7, 0.9), t_0)
    state.j.frame("pinion", (-0.15, 0.20), t_i)
    return state


BODY_I = {
    "r": (0.2, -0.1, 0.4),
    "eta": (0.3, -0.2, 0.5),
    "v": (0.1, 0.3, -0.2),
    "w": (0.4, -0.6, 0.8),
    "a": (0.7, -0.4, 0.2),
    "alpha": (-0.289749169848, -0.404209915245, -0.773420451128),
    "s": (0.15, -0.25, 0.35),
    "C": (0.2, 0.1, -0.3),
}
BODY_J = {
    "r": (1.0, 0.5, -0.3),
    "eta": (-0.4, 0.25, 0.1),
    "v": (-0.3, 0.2, 0.5),
    "w": (-0.5, 0.7, 0.3),
    "a": (-0.6, 0.9, 0.1),
    "alpha": (0.251740769463, 0.630434320749, 0.183655586209),
    "s": (-0.2, 0.1, 0.3),
    "C": (-0.15, 0.35, 0.2),
}


def spatial(i, j):
    """Two bodies with joint frames Q, and Qz whose z axis is the x axis of Q."""
    q = (*i["r"], *_quaternion(i), *j["r"], *_quaternion(j))
    state = State(
        False, q, (*i["v"], *i["w"], *j["v"], *j["w"]), (*i["a"], *i["alpha"], *j["a"], *j["alpha"])
    )
    for body, data in ((state.i, BODY_I), (state.j, BODY_J)):
        body.frame("Q", data["s"], data["C"])
        body.frame("Qz", (0.0, 0.0, 0.0), X_AS_Z, on="Q")
    return state


def _quaternion(body):
    from sarrus.spatial.rotation import to_quaternion

    return to_quaternion(body["A"]) if "A" in body else quaternion_from_bryant(*body["eta"])


@pytest.fixture
def S():
    """State S of 11.2."""
    return spatial(BODY_I, BODY_J)


def matrix(R):
    """A rotation as an array."""
    return np.array([[*R.x], [*R.y], [*R.z]]).T


@pytest.fixture
def recovered():
    """Body j of 11.3, for a relative motion against the joint frame of i.

    The arguments are, in components of Q_i: the rotation, the angular velocity and its rate, the way and its two rates.
    """

    def build(Delta, w, w_rate, x, x_rate, x_bend):
        from sarrus.spatial import Rotation, Vec3

        A = matrix(from_bryant(*BODY_I["eta"]))
        C_i, C_j = (matrix(from_bryant(*b["C"])) for b in (BODY_I, BODY_J))
        AC = A @ C_i
        r, v, a, s_i, s_j = (np.array(b) for b in (*(BODY_I[k] for k in "rva"), BODY_I["s"], BODY_J["s"]))
        w_i, alpha_i = A @ BODY_I["w"], A @ BODY_I["alpha"]
        A_j = AC @ Delta @ C_j.T
        w_j = w_i + AC @ w
        alpha_j = alpha_i + np.cross(w_i, AC @ w) + AC @ w_rate
        arm, slide = A @ s_i + AC @ x, AC @ x_rate
        point = (
            r + arm,
            v + np.cross(w_i, arm) + slide,
            a
            + np.cross(alpha_i, arm)
            + np.cross(w_i, np.cross(w_i, arm))
            + 2 * np.cross(w_i, slide)
            + AC @ x_bend,
        )
        back = -A_j @ s_j
        j = {
            "r": point[0] + back,
            "v": point[1] + np.cross(w_j, back),
            "a": point[2] + np.cross(alpha_j, back) + np.cross(w_j, np.cross(w_j, back)),
            "w": A_j.T @ w_j,
            "alpha": A_j.T @ alpha_j,
            "A": Rotation(*(Vec3(*map(float, column)) for column in A_j.T)),
        }
        return spatial(BODY_I, {k: v if k == "A" else tuple(map(float, v)) for k, v in j.items()})

    return build
