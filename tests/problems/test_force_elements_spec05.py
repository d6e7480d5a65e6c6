"""Spec 05, sections 2.1 and 2.3: generalised forces of gravity and spring-dampers in absolute coordinates.

Source: H. Hahn, Rigid Body Dynamics of Mechanisms 1 (2002), chapter 6; numbers recomputed independently (spec 05), printed
to 12 significant digits. States P (planar) and S (spatial) are those of spec 04, sections 11.1 and 11.2. The bodies are
unit masses with equal moments of inertia about their frames, so that the right-hand side f is the applied load alone.
"""

import pytest

from sarrus import Body, Gravity, Mechanism, SpringDamper
from sarrus.spatial import Vec3, from_bryant

PLANAR = {
    "i": ((0.30, -0.20, 0.40), (0.50, -0.10, 0.70), (0.25, 0.10)),
    "j": ((1.10, 0.60, -0.30), (-0.20, 0.40, -1.10), (-0.15, 0.20)),
}
SPATIAL = {
    "i": ((0.2, -0.1, 0.4), (0.3, -0.2, 0.5), (0.1, 0.3, -0.2), (0.4, -0.6, 0.8), (0.15, -0.25, 0.35)),
    "j": ((1.0, 0.5, -0.3), (-0.4, 0.25, 0.1), (-0.3, 0.2, 0.5), (-0.5, 0.7, 0.3), (-0.2, 0.1, 0.3)),
}
SPRING = {"stiffness": 100, "free_length": 0.4, "damping": 5}
PRINTED = 2e-10


def start_of(name, r, angles, v, w):
    """Start values of a floating body from its angular velocity in body components."""
    import numpy as np

    R = from_bryant(*angles)
    axes = np.array([[*R.back(axis)] for _, axis in R.turns]).T
    rates = np.linalg.solve(axes, w)
    start = {}
    for c, value, rate in zip(("x", "y", "z", "a1", "a2", "a3"), (*r, *angles), (*v, *rates), strict=True):
        start |= {f"{name}.{c}": value, f"{name}.{c}_dot": float(rate)}
    return start


def test_planar_spring_damper_spec05_2_3(at_start):
    m = Mechanism("spring", plane="xy")
    for name, (q, rates, s) in PLANAR.items():
        m.add(Body(name, mass=1, inertia=1, points={"s": s}))
        for c, value, rate in zip(("x", "y", "psi"), q, rates, strict=True):
            m.start(fixed={f"{name}.{c}": value, f"{name}.{c}_dot": rate})
    m.add(SpringDamper("spring", "i.s", "j.s", **SPRING))
    expected = (31.9693045459, 51.5633281157, 3.80834564869, -31.9693045459, -51.5633281157, 11.8668732071)
    for name, instant in at_start(m).items():
        assert instant.number("spring.length") == pytest.approx(0.99533152933, abs=PRINTED)
        assert instant.number("spring.rate") == pytest.approx(0.227310635466, abs=PRINTED)
        assert instant.number("spring.magnitude") == pytest.approx(60.6697061103, abs=PRINTED)
        if name == "absolute":
            assert instant.f == pytest.approx(expected, abs=PRINTED)
            assert instant.f @ instant.x[6:12] == pytest.approx(-13.7908694495, abs=PRINTED)


def test_spatial_spring_damper_spec05_2_3(at_start):
    m = Mechanism("spring")
    for name, (r, angles, v, w, s) in SPATIAL.items():
        m.add(Body(name, mass=1, inertia=(1, 1, 1), points={"s": s}))
        m.start(fixed=start_of(name, r, angles, v, w))
    m.add(SpringDamper("spring", "i.s", "j.s", **SPRING))
    expected = (
        *(34.4776530802, 74.1144702091, -52.085217567, 5.53164644888, 26.8663790665, 16.8195651408),
        *(-34.4776530802, -74.1144702091, 52.085217567, 26.2880418535, -12.0374864153, 21.5378567074),
    )
    instant = at_start(m)["absolute"]
    assert instant.number("spring.length") == pytest.approx(1.39097262972, abs=PRINTED)
    assert instant.number("spring.rate") == pytest.approx(-0.434372614831, abs=PRINTED)
    assert instant.number("spring.magnitude") == pytest.approx(96.9253998975, abs=PRINTED)
    assert instant.f == pytest.approx(expected, abs=PRINTED)
    assert instant.f @ instant.x[14:26] == pytest.approx(42.101739397, abs=PRINTED)


@pytest.mark.parametrize(("free_length", "force"), [(0.0, (6.0, -8.0)), (0.02, (3.6, -4.8))])
def test_short_spring_spec05_2_3(at_start, free_length, force):
    """d = (0.03, -0.04), k = 200: pulled towards the ground point."""
    m = Mechanism("short spring", plane="xy")
    m.add(Body("body", mass=1, inertia=1))
    m.add(
        SpringDamper(
            "spring", "body", m.ground.point("Q", (0.03, -0.04)), stiffness=200, free_length=free_length
        )
    )
    m.start(fixed={"body.x": 0})
    for instant in at_start(m).values():
        assert instant.vector("body", "_ddot") == pytest.approx(force, abs=1e-13)


def test_gravity_away_from_the_mass_centre_spec05_2_1(at_start):
    """Force and moment about the frame of body i, in body components; power of the weight at its speeds."""
    r, angles, v, w, _ = SPATIAL["i"]
    m = Mechanism("weight")
    m.add(Body("i", mass=2, center=(0.1, -0.05, 0.08), inertia=(1, 1, 1)))
    m.add(Gravity("weight", (0, -9.81, 0)))
    m.start(fixed=start_of("i", r, angles, (0, 0, 0), (0, 0, 0)))
    f = at_start(m)["absolute"].f
    assert f[:3] == pytest.approx((0.0, -19.62, 0.0), abs=1e-13)
    assert f[3:] == pytest.approx((1.07598540788, -1.20627838153, -2.09890574831), abs=PRINTED)
    assert Vec3(*f[:3]).dot(Vec3(*v)) + Vec3(*f[3:]).dot(Vec3(*w)) == pytest.approx(
        -6.41096340657, abs=PRINTED
    )
