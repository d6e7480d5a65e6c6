"""Pictures as arrays, and what can be found on them."""

import colorsys
from io import BytesIO

import numpy as np
from matplotlib.image import imread

HUE_TOLERANCE = 0.02
"""Of a whole turn; the first four bodies are ten times as far apart."""
LEAST_CHROMA = 25
"""Difference between the largest and the smallest part of a colour, of 255."""


def read_picture(png):
    """A PNG file in memory, shape (height, width, 3) in 0 to 255."""
    return np.rint(imread(BytesIO(png), format="png")[..., :3] * 255).astype(int)


def colors_in(picture):
    """Number of different colours."""
    return len(np.unique(numbers_of(picture)))


def paper_of(picture):
    """The colour of most pixels, as "#RRGGBB"."""
    colors, counts = np.unique(numbers_of(picture), return_counts=True)
    return f"#{colors[counts.argmax()]:06X}"


def numbers_of(picture):
    """Colours as single numbers, 0xRRGGBB."""
    return picture @ (1 << 16, 1 << 8, 1)


def center_of(picture, color):
    """Centre of the pixels that have the hue of a colour: x, y in pixels from the upper left."""
    return points_of(picture, color).mean(axis=0)


def points_of(picture, color):
    """The pixels that have the hue of a colour, also pale or shaded, shape (pixels, 2)."""
    rows, columns = np.nonzero(np.ptp(picture, axis=-1) > LEAST_CHROMA)
    seen, inverse = np.unique(numbers_of(picture[rows, columns]), return_inverse=True)
    hues = np.array([hue_of(f"#{number:06X}") for number in seen])
    is_near = np.abs((hues - hue_of(color) + 0.5) % 1 - 0.5) < HUE_TOLERANCE
    found = is_near[inverse]
    assert found.sum() > 20, f"only {found.sum()} pixels have the colour {color}"
    # A pixel is an area: its middle is half a pixel from its corner.
    return np.column_stack([columns[found], rows[found]]) + 0.5


def hue_of(color):
    """Hue of "#RRGGBB", 0 to 1."""
    return colorsys.rgb_to_hsv(*(int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)))[0]
