"""Scenes made by hand, so that what draws them is tested without any mechanism."""

from math import atan2, cos, pi, sin

import numpy as np
import pytest

from sarrus.views.scene.base import (
    GROUND,
    UNTURNED,
    Anchor,
    Arrow,
    Ball,
    Block,
    Circle,
    Drawn,
    Mark,
    Path,
    Round,
    Scene,
    Span,
)

CRANK, COUPLER, ROCKER, BASE = 0.1, 0.3, 0.25, 0.28


def _poses(places, psi):
    zero = np.zeros(len(psi))
    return np.column_stack([places, zero, np.cos(psi / 2), zero, zero, np.sin(psi / 2)])


def _bar(length, radius=0.011):
    sides = ((length, -pi / 2), (0.0, pi / 2))
    angles = [(x, start + pi * k / 8) for x, start in sides for k in range(9)]
    points = tuple((x + radius * cos(a), radius * sin(a), 0.0) for x, a in angles)
    return Path(points, closed=True, fill="tint")


def _support(x):
    foot = Path(((x, 0, 0), (x - 0.025, -0.03, 0), (x + 0.025, -0.03, 0)), closed=True, fill="paper")
    return foot, Path(((x - 0.04, -0.03, 0), (x + 0.04, -0.03, 0)), weight=1.5)


def _pin(owner, body, x):
    return Drawn(owner, "joint", "joint", body, 5, (Circle((x, 0, 0), 0.0075, fill="paper"),))


@pytest.fixture
def four_bar():
    """A crank-rocker in the plane over one turn of its crank in 2 s: spring, reactions, a torque and a traced point."""
    t = np.linspace(0, 2, 61)
    theta = pi * t + 0.9
    B = CRANK * np.column_stack([np.cos(theta), np.sin(theta)])
    D = np.array([BASE, 0.0])
    gap = np.linalg.norm(D - B, axis=1)
    beta = np.arctan2(*(D - B).T[::-1]) + np.arccos((COUPLER**2 + gap**2 - ROCKER**2) / (2 * COUPLER * gap))
    C = B + COUPLER * np.column_stack([np.cos(beta), np.sin(beta)])
    psi = np.unwrap([atan2(y, x) for x, y in C - D])
    bodies = [_poses(0 * B, theta), _poses(B, beta), _poses(0 * B + D, psi)]
    drawn = (
        Drawn("ground", "ground", "ground", GROUND, 0, _support(0.0) + _support(BASE)),
        Drawn("crank", "body", "body", 0, 1, (_bar(CRANK),)),
        Drawn("coupler", "body", "body", 1, 2, (_bar(COUPLER),)),
        Drawn("rocker", "body", "body", 2, 1, (_bar(ROCKER),)),
        _pin("A", GROUND, 0.0),
        _pin("B", 0, CRANK),
        _pin("C", 1, COUPLER),
        _pin("D", GROUND, BASE),
    )
    ends = Anchor(GROUND, (-0.05, 0.2, 0)), Anchor(2, (ROCKER, 0, 0))
    line = ((0, 0, 0, 0), (0, 0.02, 0, 0), (0.5, 0, 0.01, 0), (1, -0.02, 0, 0), (1, 0, 0, 0))
    force = np.column_stack([3 * np.cos(theta), 5 + np.sin(theta), 0 * t])
    return Scene(
        name="four-bar",
        planar=True,
        up=(0, 1, 0),
        size=0.25,
        low=(-0.11, -0.11, 0),
        high=(0.4, 0.3, 0),
        bodies=("crank", "coupler", "rocker"),
        t=t,
        poses=np.stack(bodies, axis=1),
        psi=np.column_stack([theta, beta, psi]),
        is_stepped=False,
        drawn=drawn,
        spans=(Span("spring", "force", "spring", 3, *ends, (line,)),),
        arrows=(
            Arrow("B", "reaction", "force", Anchor(1), force),
            Arrow("motor", "driver", "torque", Anchor(0), np.column_stack([0 * t, 0 * t, np.sin(theta)])),
        ),
        marks=(Mark("coupler.tip", Anchor(1, (0.17, 0.1, 0)), is_traced=True), Mark("coupler.a", Anchor(1))),
        force_scale=0.015,
        torque_scale=0.1,
    )


@pytest.fixture
def turntable():
    """An arm that turns about z and a bob that rolls on its end, in space; every primitive is in it."""
    t = np.linspace(0, 2, 21)
    a = pi * t
    zero = 0 * t
    arm = np.column_stack([zero, zero, zero + 0.3, np.cos(a / 2), zero, zero, np.sin(a / 2)])
    bob = np.column_stack(
        [0.2 * np.cos(a), 0.2 * np.sin(a), zero + 0.3, np.cos(a / 2), np.sin(a / 2), zero, zero]
    )
    plate = Block((0, 0, -0.01), UNTURNED, (0.5, 0.5, 0.02))
    hub = Round((0, 0, -0.03), (0, 0, 0.03), 0.03, 0.03, hole=0.015)
    axis = Path(((0, 0, 0.3), (0, 0, 0.4)), dashed=True)
    coil = tuple((k / 40, 0.02 * sin(k), 0.01 * cos(k), 0.01 * sin(k)) for k in range(41))
    return Scene(
        name="turntable",
        planar=False,
        up=(0, 0, 1),
        size=0.2,
        low=(-0.3, -0.3, -0.02),
        high=(0.3, 0.3, 0.45),
        bodies=("arm", "bob"),
        t=t,
        poses=np.stack([arm, bob], axis=1),
        psi=np.zeros((len(arm), 0)),
        is_stepped=False,
        drawn=(
            Drawn(
                "ground", "ground", "ground", GROUND, 0, (plate, Round((0, 0, 0), (0, 0, 0.28), 0.02, 0.01))
            ),
            Drawn("arm", "body", "body", 0, 1, (Round((0, 0, 0), (0.2, 0, 0), 0.015, 0.015), hub)),
            Drawn("bob", "body", "body", 1, 1, (Ball((0, 0, -0.12), 0.05),)),
            Drawn("A", "joint", "joint", GROUND, 5, (Circle((0, 0, 0.3), 0.05, fill="tint"), axis)),
        ),
        spans=(Span("spring", "force", "spring", 3, Anchor(GROUND, (0.2, 0.2, 0)), Anchor(1), (coil,)),),
        arrows=(
            Arrow("A", "reaction", "force", Anchor(1), np.column_stack([np.cos(a), np.sin(a), zero + 2])),
            Arrow("A", "reaction", "torque", Anchor(0), np.column_stack([zero, zero, zero + 1])),
        ),
        marks=(Mark("bob.center", Anchor(1, (0, 0, -0.12)), is_traced=True),),
        force_scale=0.08,
        torque_scale=0.08,
    )
