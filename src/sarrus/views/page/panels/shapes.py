"""Shapes about a pose: modes of vibration, ways to move, tangents of branches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.views.page.packing import singles
from sarrus.views.page.panels.base import Panel, panel

__all__ = ["SwingShape", "shapes_panel"]


@dataclass(frozen=True)
class SwingShape:
    """How bodies go about their pose.

    At the phase p of a swing each body is beside its pose by

        Re(motion exp(i p)) = Re(motion) cos(p) - Im(motion) sin(p)

    Attributes:
        name: in the list.
        text: what is said of it: "1.92 Hz, damping 3 %".
        motion: shape (bodies, 6), real or complex, in the order of the scene: shift of the origin of the body frame,
            then turn, both in ground components. Its size is of no matter: the page scales it.
    """

    name: str
    text: str
    motion: Any


def shapes_panel(title: str, shapes: Sequence[SwingShape]) -> Panel:
    """A list of shapes of which the chosen one swings in the drawing."""
    return panel("shapes", title, shapes=[_shape(shape) for shape in shapes])


def _shape(shape: SwingShape) -> dict[str, Any]:
    motion = np.asarray(shape.motion, dtype=complex)
    assert motion.ndim == 2 and motion.shape[1] == 6, "a shape has a shift and a turn for each body"
    largest = float(np.abs(motion).max(initial=0.0))
    # as parts of the largest: a mode may have any size, singles have not
    motion = motion / largest if 0.0 < largest < np.inf else motion
    return {
        "name": shape.name,
        "text": shape.text,
        "real": singles(motion.real),
        "imaginary": singles(motion.imag),
    }
