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

    At the phase p of a swing of the size f each body is beside its pose by

        f Re(motion exp(i p)) + f^2 closing(p)        Re(motion exp(i p)) = Re(motion) cos(p) - Im(motion) sin(p)

    What joints lack after a step along a shape grows with the square of its size, so that they stay closed at size 1
    exactly, and nearly so at others.

    Attributes:
        name: in the list.
        text: what is said of it: "1.92 Hz, damping 3 %".
        motion: shape (bodies, 6), real or complex, in the order of the scene: shift of the origin of the body frame,
            then turn, both in ground components. Without `closing` its size is of no matter: the page scales it.
        closing: what keeps joints closed, shape (phases, bodies, 6), at equal steps of p over one turn; None: nothing does.
        is_swinging: whether it swings; else it goes out to one side and back, slowly.
    """

    name: str
    text: str
    motion: Any
    closing: Any = None
    is_swinging: bool = True


def shapes_panel(title: str, shapes: Sequence[SwingShape], note: str = "") -> Panel:
    """A list of shapes of which the chosen one swings in the drawing.

    Args:
        title: of the tab.
        shapes: in their order.
        note: said below the list.
    """
    return panel("shapes", title, shapes=[_shape(shape) for shape in shapes], note=note)


def _shape(shape: SwingShape) -> dict[str, Any]:
    motion = np.asarray(shape.motion, dtype=complex)
    assert motion.ndim == 2 and motion.shape[1] == 6, "a shape has a shift and a turn for each body"
    about = {"name": shape.name, "text": shape.text, "is_swinging": shape.is_swinging}
    if shape.closing is not None:
        closing = np.asarray(shape.closing, dtype=float)
        assert closing.shape[1:] == motion.shape, "what closes is told for each body"
        return {
            **about,
            "real": singles(motion.real),
            "imaginary": singles(motion.imag),
            "closing": singles(closing),
        }
    largest = float(np.abs(motion).max(initial=0.0))
    # as parts of the largest: a mode may have any size, singles have not
    motion = motion / largest if 0.0 < largest < np.inf else motion
    return {**about, "real": singles(motion.real), "imaginary": singles(motion.imag), "closing": None}
