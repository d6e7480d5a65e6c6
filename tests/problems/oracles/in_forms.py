"""The forms of the equations at a state of a source, and the eight cases of spec 03, section 2.2."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import sarrus
from oracles.rotations import bryant, turn_axes
from sarrus import Body, Gravity, Mechanism, Revolute, Spherical, SpringDamper
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.linear.manifold import Manifold
from sarrus.analysis.linear.point import operating_point
from sarrus.analysis.verifying.states import row_of
from sarrus.mechanics.readable.forms import FORMS
from sarrus.model import snapshot_of

KEYWORDS = [form.keyword for form in FORMS]
ABSOLUTE = [form.keyword for form in FORMS if "index" in form.takes]
"""Forms over positions and turns of bodies, which the oracles give."""
every_form = pytest.mark.parametrize("form", ABSOLUTE)
EXACT = 1e-12
"""Of the largest magnitude: "exact" of the table."""


@cache
def start_of(make, *words):
    """A mechanism and all that it publishes at its start."""
    m = make(*words)
    found = find_start(snapshot_of(m), 0.0)
    return m, row_of(operating_point(Manifold(found.equations, 0.0), found.x))


def solved(form, make, *words):
    """A form at the start of a mechanism, or a skip where it refuses that."""
    m, row = start_of(make, *words)
    try:
        return sarrus.equations(m, form=form).readable.solve(row)
    except sarrus.ModelError as refused:
        pytest.skip(str(refused))


def published(form, make, *words):
    return solved(form, make, *words).published


def linear(found, body, axes="xyz"):
    return np.array([float(found[f"{body}.{axis}_ddot"]) for axis in axes])


def assert_close(found, expected, limit):
    """By the largest magnitude."""
    expected = np.asarray(expected, dtype=float)
    assert found == pytest.approx(expected, rel=0, abs=limit * max(1.0, float(np.abs(expected).max())))


def case(spatial, several, constrained, at_centers):
    """One of the eight cases of section 2.2."""
    z = (0.0,) if spatial else ()
    m = Mechanism("case", plane=None if spatial else "xy")
    center = np.array([0.25, 0.1, 0.05][: 3 if spatial else 2])
    moved = -center if at_centers else 0 * center
    bodies = [
        m.add(
            Body(
                name,
                mass=1.0 + k,
                center=tuple(center + moved),
                inertia=(0.3, 0.4, 0.5) if spatial else 0.4,
                points={"in": tuple(moved), "out": tuple(moved + np.array([0.5, 0.0, *z]))},
            )
        )
        for k, name in enumerate(("one", "two") if several else ("one",))
    ]
    m.add(Gravity("weight", (0.4, -9.0, *z)))
    if several:
        m.add(SpringDamper("spring", "one.out", "two.out", stiffness=20, damping=1, free_length=0.1))
    joints = []
    if constrained:
        kind = Spherical if spatial else Revolute
        joints.append(m.add(kind("A", m.ground, "one.in")))
        joints += [m.add(kind("B", "one.out", "two.in"))] if several else []
    for joint in joints:
        names = ("a1", "a2", "a3") if spatial else ("theta",)
        m.start(fixed={f"{joint.name}.{n}": 0.3 + 0.2 * k for k, n in enumerate(names)})
        m.start(fixed={f"{joint.name}.{n}_dot": 0.9 - 0.5 * k for k, n in enumerate(names)})
    if not constrained:
        for k, body in enumerate(bodies):
            m.start(fixed=floating(body.name, k, spatial, center if at_centers else 0 * center))
    return m


def floating(name, k, spatial, arm):
    """The start of a body of which the point that was its frame is at a place and moves in some way."""
    angles, rates = np.array([0.3 + k, 0.4, -0.2]), np.array([0.7, -0.5, 0.9])
    place, speed = np.array([0.1, 0.5 * k, 0.2]), np.array([0.3, -0.2, 0.4])
    if not spatial:
        (c, s), w = (np.cos(angles[0]), np.sin(angles[0])), rates[0]
        turned = np.array([c * arm[0] - s * arm[1], s * arm[0] + c * arm[1]])
        r, v = place[:2] + turned, speed[:2] + w * np.array([-turned[1], turned[0]])
        values = {"x": r[0], "y": r[1], "psi": angles[0], "x_dot": v[0], "y_dot": v[1], "psi_dot": w}
    else:
        w, turned = turn_axes(angles) @ rates, bryant(angles) @ arm
        r, v = place + turned, speed + np.cross(w, turned)
        values = dict(zip("xyz", r, strict=True)) | {f"{a}_dot": b for a, b in zip("xyz", v, strict=True)}
        values |= {f"a{i + 1}": a for i, a in enumerate(angles)} | {
            f"a{i + 1}_dot": a for i, a in enumerate(rates)
        }
    return {f"{name}.{key}": float(value) for key, value in values.items()}
