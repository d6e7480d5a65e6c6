"""Colours are told apart, also by those who see fewer of them."""

from itertools import combinations

import numpy as np
import pytest

from sarrus.views.drawing.look import look_of
from sarrus.views.palette import BODIES, BODIES_ON_DARK, DARK, LIGHT

SIGHTS = {
    "usual": np.eye(3),
    "without red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "without green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "without blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Machado, Oliveira and Fernandes (2009), severity 1: what is seen of linear red, green and blue."""
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = XYZ.sum(axis=1)


def linear(color):
    c = np.array([int(color[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(color, sight):
    """CIE 1976."""
    ratio = XYZ @ np.clip(np.array(SIGHTS[sight]) @ linear(color), 0, 1) / WHITE
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(colors, sight):
    return min(float(np.linalg.norm(lab(a, sight) - lab(b, sight))) for a, b in combinations(colors, 2))


def test_distance_is_that_of_black_and_white():
    assert apart(["#000000", "#FFFFFF"], "usual") == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_arrows_are_told_apart(theme, sight):
    assert (
        apart([theme[role] for role in ("reaction", "applied", "driver", "velocity", "acceleration")], sight)
        > 20
    )


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("bodies", [BODIES, BODIES_ON_DARK], ids=["light", "dark"])
def test_bodies_are_told_apart(bodies, sight):
    assert apart(bodies, sight) > 10


def contrast(color, other):
    """WCAG 2.2, 1 to 21."""
    low, high = sorted(float(XYZ[1] @ linear(c)) + 0.05 for c in (color, other))
    return high / low


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_in_pictures_are_readable_on_paper_and_on_every_body(theme):
    look = look_of(theme)
    for back in (look.paper, *(look.fill("tint", color) for color in look.bodies)):
        assert contrast(look.ink, back) >= 4.5
    assert contrast(look.muted, look.paper) >= 4.5, "the words of scales"
