"""Pictures, films and glTF files of a mechanism in motion, chosen by the ending of the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import ModelError, UsageError, quote
from sarrus.files import Path, given_ending, shown_path, write_bytes
from sarrus.model import Mechanism
from sarrus.model.names import seen
from sarrus.results import Result
from sarrus.scalar.units import convert
from sarrus.views.drawing.film import MOST_IN_GIF, MOST_IN_MP4, Progress, film_times, gif_bytes, mp4_bytes
from sarrus.views.drawing.look import THEMES, look_of
from sarrus.views.drawing.paint import Canvas, painting
from sarrus.views.drawing.stage import Stage, stage_of
from sarrus.views.drawing.svg import svg_of
from sarrus.views.gltf import glb_of
from sarrus.views.scene.base import Scene
from sarrus.views.scene.build import scene_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STILLS = (".png", ".svg", ".pdf")
FILMS = (".gif", ".mp4")
ENDINGS = (*STILLS, *FILMS, ".glb")
LEAST, MOST = 32, 8192
"""Pixels of a side."""
LONGEST_FILM = 3600.0
"""Seconds."""
NAMED_AT = 12
"""Times of a film at which the places of names are tried."""


@dataclass(frozen=True)
class Choices:
    """How something is drawn; the arguments of `draw`."""

    at: float | None = None
    theme: str = "light"
    arrows: bool = True
    traces: bool = True
    title: str = ""
    size: tuple[int, int] = (800, 600)
    fps: float = 30.0
    speed: float = 1.0

    def __post_init__(self) -> None:
        for name, value, example in (("at", self.at, 0.5), ("fps", self.fps, 30), ("speed", self.speed, 2)):
            if not (_is_number(value) or (name == "at" and value is None)):
                raise UsageError(f"{name}: {seen(value)} is not a number. Try {name}={example}.")
        if not isinstance(self.title, str):
            raise UsageError(f"title: {seen(self.title)} is not a text. Try title='My mechanism'.")


def draw(
    run: Result,
    path: Path,
    *,
    at: float | str | None = None,
    theme: str = "light",
    arrows: bool = True,
    traces: bool = True,
    title: str = "",
    size: tuple[int, int] = (800, 600),
    fps: float = 30.0,
    speed: float = 1.0,
    progress: Progress | None = None,
    model: Mechanism | None = None,
) -> Path:
    """Draw the mechanism of a run; the file is complete or absent.

    Args:
        run: what was computed.
        path: the file; its ending chooses: .png .svg .pdf for a picture, .gif .mp4 for a film, .glb for a glTF file with
            the motion, which knows no arrows.
        at: time of a picture [s], or text with its unit; the first row when left out. Between rows, positions go straight and rotations turn
            evenly. A film and a glTF file show all of the run.
        theme: "light" or "dark".
        arrows: whether to draw forces and torques.
        traces: whether to draw the curves of traced points.
        title: text on top.
        size: pixels, width and height. More pixels show the same, sharper. A film in .mp4 has even numbers.
        fps: pictures of a film per second, at most 50 in .gif. A .gif has at most 600 pictures; a longer one has fewer
            per second.
        speed: of a film; 1 is real time, 2 twice as fast.
        progress: called with the number of pictures done and of all, while a film is made.
        model: the mechanism, for a result that does not know it.

    Returns:
        The path.

    Raises:
        UsageError: an argument is wrong, the run knows no model or has no rows, a program is missing, or the file cannot
            be written.
    """
    ending_of(path)
    if isinstance(at, str):
        at = _seconds(at)
    choices = Choices(at, theme, arrows, traces, title, size, fps, speed)
    if at is not None and len(run) and at > run.t[-1] and not run.ok:
        raise UsageError(f"at: {at:g} s is after the end of the run, {run.t[-1]:g} s. {run.status.text}")
    with mechanism_of(run, model) as mechanism:
        scene = scene_of(mechanism.snapshot(), run)
    return draw_scene(scene, path, choices, progress)


def draw_scene(scene: Scene, path: Path, choices: Choices, progress: Progress | None = None) -> Path:
    """Draw a scene; everything as of `draw`."""
    ending = ending_of(path)
    _check(scene, choices)
    if choices.at is not None and ending not in STILLS:
        raise UsageError(
            f"at: a file with the ending {ending} shows all of the run, not one time. Leave 'at' out, or write one of "
            f"{', '.join(STILLS)}."
        )
    if ending == ".glb":
        write_bytes(path, glb_of(scene, look_of(choices.theme)))
    elif ending in FILMS:
        _check_film(ending, choices)
        write_bytes(path, _film(scene, ending, choices, progress))
    else:
        write_bytes(path, _still(scene, ending, choices))
    return path


def _still(scene: Scene, ending: str, choices: Choices) -> bytes:
    t = float(scene.t[0]) if choices.at is None else float(choices.at)
    picture = _stage(scene, choices, choices.size, [t]).picture(t)
    if ending == ".svg":
        return svg_of(picture, choices.size).encode()
    with painting():
        return Canvas(picture, choices.size).file(ending[1:])


def still_figure(scene: Scene, choices: Choices) -> Figure:
    """A picture of a moment as a figure of Matplotlib."""
    t = float(scene.t[0]) if choices.at is None else float(choices.at)
    with painting():
        return Canvas(_stage(scene, choices, choices.size, [t]).picture(t), choices.size).figure


def _film(scene: Scene, ending: str, choices: Choices, progress: Progress | None) -> bytes:
    first, last = float(scene.t[0]), float(scene.t[-1])
    fps, speed = choices.fps, choices.speed
    width, height = choices.size
    if ending == ".gif":
        if (last - first) / speed > LONGEST_FILM:
            raise UsageError(
                f"speed: at {speed:g} the film would last {(last - first) / speed:.3g} s. At most {LONGEST_FILM:g} s are allowed. "
                f"Try speed={1.01 * (last - first) / LONGEST_FILM:.3g} or more."
            )
        times, fps = film_times(first, last, fps, speed, MOST_IN_GIF)
        stage = _stage(scene, choices, choices.size, times)
        return gif_bytes(stage, times, choices.size, fps, progress)
    if (last - first) / speed * fps > MOST_IN_MP4:
        raise UsageError(
            f"speed: at {speed:g} and {fps:g} pictures per second the film would have more than {MOST_IN_MP4} pictures. "
            f"Try speed={1.01 * (last - first) * fps / MOST_IN_MP4:.3g} or more."
        )
    times, fps = film_times(first, last, fps, speed, MOST_IN_MP4 + 1)
    size = width + width % 2, height + height % 2
    return mp4_bytes(_stage(scene, choices, size, times), times, size, fps, progress)


def _stage(scene: Scene, choices: Choices, size: tuple[int, int], times: Sequence[float]) -> Stage:
    tried = np.unique(np.linspace(0, len(times) - 1, NAMED_AT).round().astype(int))
    return stage_of(
        scene,
        size,
        look_of(choices.theme),
        [times[k] for k in tried],
        arrows=choices.arrows,
        with_traces=choices.traces,
        title=choices.title,
    )


def ending_of(path: Path) -> str:
    """The ending of a file that can be drawn, in small letters.

    Raises:
        UsageError: it is none of `ENDINGS`, or it is no path.
    """
    ending = given_ending(path)
    if ending not in ENDINGS:
        raise UsageError(
            f"{shown_path(path)}: a drawing cannot have the ending {quote(ending)}. Allowed are: {', '.join(ENDINGS)}. "
            "Choose .svg or .pdf for print, .png for slides, .gif or .mp4 for films, .glb for 3-D programs."
        )
    return ending


def _check(scene: Scene, choices: Choices) -> None:
    at, theme, size = choices.at, choices.theme, choices.size
    if not len(scene.t):
        raise UsageError("There is nothing to draw: the run has no rows.")
    first, last = float(scene.t[0]), float(scene.t[-1])
    if at is not None and not first <= at <= last:
        raise UsageError(
            f"at: {at:g} s is outside the run. Allowed is from {first:g} to {last:g} s. Try at={last if at > last else first:g}."
        )
    if not isinstance(theme, str) or theme not in THEMES:
        raise UsageError(f"theme: {seen(theme)} is unknown. Allowed are: {', '.join(THEMES)}.")
    if not _is_size(size):
        raise UsageError(
            f"size: {quote(str(size))} is not possible. Allowed are whole numbers of pixels, width and height, from {LEAST} "
            f"to {MOST}. Try size=(800, 600)."
        )


def _seconds(at: str) -> float:
    """A time as text, "0.5 s" or "500 ms"."""
    try:
        return convert(at, "s", "at")
    except ModelError as error:
        raise UsageError(str(error)) from None


def _is_number(value: object) -> bool:
    """Whether it is one number, of Python or of NumPy; True and False are none."""
    if not isinstance(value, int | float | np.number | np.ndarray):
        return False
    array = np.asarray(value)
    return array.ndim == 0 and array.dtype.kind in "iuf"


def _is_size(size: object) -> bool:
    sides = size.tolist() if isinstance(size, np.ndarray) else size
    return (
        isinstance(sides, tuple | list)
        and len(sides) == 2
        and all(isinstance(side, int | np.integer) and LEAST <= side <= MOST for side in sides)
    )


def _check_film(ending: str, choices: Choices) -> None:
    fps, speed = choices.fps, choices.speed
    fastest = 50 if ending == ".gif" else 240
    if not 0 < fps <= fastest:  # false for NaN as well
        raise UsageError(
            f"fps: {fps:g} pictures per second are not possible. Allowed is above 0 up to {fastest} in {ending}. Try fps=30."
        )
    if not (isfinite(speed) and speed > 0):
        raise UsageError(f"speed: {speed:g} is not possible. It must be above 0; 1 is real time.")
