"""Chains for Pinocchio: `aba` on joint models of their own axis, which is its fastest form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.arrays import Floats
from benchmarks.forward import Forward
from benchmarks.models import chain, oblique

HINGES = (pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ)


def model_of(links: list[chain.Link], spherical: bool) -> Any:
    """A Pinocchio model of a chain."""
    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, -chain.GRAVITY])
    parent = 0
    for k, link in enumerate(links):
        joint = pin.JointModelSpherical() if spherical else HINGES[int(np.argmax(link.axis))]()
        parent = model.addJoint(parent, joint, pin.SE3(np.eye(3), link.at), f"j{k}")
        inertia = pin.Inertia(chain.MASS, link.center, np.diag(link.inertia))
        model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
    return model


def oblique_model(count: int) -> Any:
    """The chain on oblique hinges; each turns about z of its own frame, as ours do."""
    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, -chain.GRAVITY])
    place = pin.SE3(oblique.turn(), np.array(oblique.AT))
    link = pin.Inertia(oblique.MASS, np.array(oblique.CENTER), oblique.inertia())
    parent = 0
    for k in range(count):
        parent = model.addJoint(parent, pin.JointModelRZ(), place, f"j{k}")
        model.appendBodyToJoint(parent, link, pin.SE3.Identity())
    return model


def forward(count: int, is_oblique: bool = False) -> Forward:
    """A hinged chain at its state. The idle call is the same function on a model without joints."""
    model = oblique_model(count) if is_oblique else model_of(chain.links(count), spherical=False)
    calls, result = _caller(model, *chain.hinge_state(count))
    idle, _ = _caller(pin.Model(), np.zeros(0), np.zeros(0))
    return Forward("pin", "pin.aba(model, data, q, v, tau)", result, calls, idle)


def derivatives(count: int, is_oblique: bool = False) -> tuple[dict[str, Any], Floats]:
    """Derivatives of the accelerations, inverse dynamics, and the same on a model without joints; d vdot / d (q, v)."""
    model = oblique_model(count) if is_oblique else model_of(chain.links(count), spherical=False)
    state = chain.hinge_state(count)
    nothing = (np.zeros(0), np.zeros(0))
    work = {}
    for name, function in (("computeABADerivatives", pin.computeABADerivatives), ("rnea", pin.rnea)):
        work[name] = _repeated(function, model, *state)
        work[f"{name} idle"] = _repeated(function, pin.Model(), *nothing)
    data = model.createData()
    pin.computeABADerivatives(model, data, *state, np.zeros(model.nv))
    return work, np.hstack([data.ddq_dq, data.ddq_dv])


def _repeated(function: Any, model: Any, q: Floats, v: Floats) -> Any:
    data, tau = model.createData(), np.zeros(model.nv)

    def calls(n: int) -> None:
        for _ in range(n):
            function(model, data, q, v, tau)

    return calls


def ball_accelerations(count: int) -> Floats:
    """Angular accelerations of the ball chain at its state, shape (count, 3)."""
    model, (q, v) = model_of(chain.links(count), spherical=True), chain.ball_state(count)
    ours_to_theirs = np.ascontiguousarray(q[:, [1, 2, 3, 0]]).ravel()  # (x, y, z, w)
    result = pin.aba(model, model.createData(), ours_to_theirs, v.ravel(), np.zeros(3 * count))
    return np.array(result).reshape(count, 3)


def _caller(model: Any, q: Floats, v: Floats) -> tuple[Any, Floats]:
    data, tau, aba = model.createData(), np.zeros(model.nv), pin.aba

    def calls(n: int) -> None:
        for _ in range(n):
            aba(model, data, q, v, tau)

    return calls, np.array(aba(model, data, q, v, tau))
