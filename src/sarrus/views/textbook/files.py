"""Free-body diagrams and networks as files: .svg, .png, .pdf."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import UsageError
from sarrus.files import Path, write_bytes
from sarrus.model import Mechanism
from sarrus.results import Answer, Result
from sarrus.views.drawing.look import Look, look_of
from sarrus.views.drawing.paint import Canvas, painting
from sarrus.views.drawing.shapes import Picture
from sarrus.views.drawing.svg import svg_of
from sarrus.views.standing import standing
from sarrus.views.textbook.body_picture import UNITS, body_picture
from sarrus.views.textbook.free_body import FreeBodies, free_bodies
from sarrus.views.textbook.network import network_of
from sarrus.views.textbook.network_picture import network_picture
from sarrus.views.textbook.tiles import sheet_of

__all__ = ["SHEETS", "bodies_sheet", "network_sheet", "write_sheet"]

SHARP = 400.0
"""Units of a drawing on the shorter side that was asked for: of these drawings, a size says how sharp they are."""
Asked = tuple[Answer, Mechanism, float | None]
"""What is drawn, its mechanism, and when."""


def bodies_sheet(asked: Asked, look: Look, title: str, size: tuple[int, int]) -> Picture:
    """All free bodies of a mechanism, in the row nearest to a time or where it stands."""
    answer, mechanism, at = asked
    run = answer if isinstance(answer, Result) else standing(answer, mechanism)
    if not len(run):
        raise UsageError("There is nothing to draw: the run has no rows.")
    times = np.asarray(run.t)
    row = 0 if at is None else int(np.argmin(np.abs(times - at)))
    if at is not None and not times[0] <= at <= times[-1]:
        raise UsageError(
            f"at: {at:g} s is outside the run. Allowed is from {times[0]:g} to {times[-1]:g} s. "
            f"Try at={times[-1] if at > times[-1] else times[0]:g}."
        )
    found = free_bodies(mechanism.snapshot(), run, row)
    pictures = body_pictures(found, look, size)
    told = f"Free-body diagrams of {found.scene.name} at {times[row]:.6g} s. " + " ".join(
        p.title for p in pictures
    )
    return sheet_of(pictures, look, title, told, [*found.left_out, *found.notes])


def body_pictures(found: FreeBodies, look: Look, size: tuple[int, int] = (800, 600)) -> list[Picture]:
    """A drawing for each body, as wide to high as a size in pixels."""
    units = UNITS / min(size)
    return [body_picture(found, body, look, (size[0] * units, size[1] * units)) for body in found.bodies]


def network_sheet(asked: Asked, look: Look, title: str, size: tuple[int, int]) -> Picture:
    """The network of a mechanism."""
    _, mechanism, at = asked
    if at is not None:
        raise UsageError("at: a network is the same at all times. Leave 'at' out, or draw what='bodies'.")
    network = network_of(mechanism.snapshot())
    return sheet_of([network_picture(network, look)], look, title, network.told, network.notes)


SHEETS: dict[str, Callable[[Asked, Look, str, tuple[int, int]], Picture]] = {
    "bodies": bodies_sheet,
    "network": network_sheet,
}
"""What can be drawn besides the mechanism itself, by name."""


def write_sheet(
    answer: Answer, path: Path, what: str, at: float | None, theme: str, title: str, size: tuple[int, int], *,
    ending: str, most: int, model: Mechanism | None,
) -> Path:  # fmt: skip
    """Write a drawing that belongs to the equations. Args: most: pixels of a side."""
    with mechanism_of(answer, model) as mechanism:
        picture = SHEETS[what]((answer, mechanism, at), look_of(theme), title, size)
    scale = min(min(size) / SHARP, most / picture.width, most / picture.height)
    pixels = round(picture.width * scale), round(picture.height * scale)
    if ending == ".svg":
        write_bytes(path, svg_of(picture, pixels).encode())
        return path
    with painting():
        write_bytes(path, Canvas(picture, pixels).file(ending[1:]))
    return path
