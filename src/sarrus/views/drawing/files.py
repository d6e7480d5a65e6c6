"""Pictures, films and glTF files of a scene, chosen by the ending of the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from sarrus.analysis.motion.restored import mechanism_of
from sarrus.errors import UsageError, quote
from sarrus.files import Path, given_ending, shown_path, write_bytes
from sarrus.model import Mechanism
from sarrus.model.names import seen
from sarrus.results import Answer, Result
from sarrus.views.drawing.film import MOST_IN_GIF, MOST_IN_MP4, Progress, film_times, gif_bytes, mp4_bytes
from sarrus.views.drawing.look import THEMES, look_of
from sarrus.views.drawing.paint import Canvas, painting
from sarrus.views.drawing.stage import Stage, stage_of
from sarrus.views.drawing.svg import svg_of
from sarrus.views.gltf import glb_of
from sarrus.views.scene.base import Scene
from sarrus.views.scene.build import scene_of
from sarrus.views.standing import standing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STILLS = (".png", ".svg", ".pdf")
FILMS = (".gif", ".mp4")
POSES = ("check", "assemble", "equilibrium", "reach")
"""Verbs whose answers are drawn where the mechanism starts."""
WHAT = ("mechanism", "bodies", "network")
"""What can be drawn."""
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
    what: str = "mechanism"

    def __post_init__(self) -> None:
        for name, value, example in (("at", self.at, 0.5), ("fps", self.fps, 30), ("speed", self.speed, 2)):
            if not (_is_number(value) or (name == "at" and value is None)):
                raise UsageError(f"{name}: {seen(value)} is not a number. Try {name}={example}.")
        if not isinstance(self.title, str):
            raise UsageError(f"title: {seen(self.title)} is not a text. Try title='My mechanism'.")
        if not _is_size(self.size):
            raise UsageError(
                f"size: {quote(str(self.size))} is not possible. Allowed are whole numbers of pixels, width and height, "
                f"from {LEAST} to {MOST}. Try size=(800, 600)."
            )


def draw_answer(
    answer: Answer,
    path: Path,
    choices: Choices,
    progress: Progress | None = None,
    model: Mechanism | None = None,
) -> Path:
    """Draw the mechanism of a run, or of an answer where it stands; see `sarrus.views.draw`."""
    ending, at = ending_of(path), choices.at
    if choices.what != WHAT[0]:
        return _beside_equations(answer, path, choices, model)
    if isinstance(answer, Result):
        if at is not None and len(answer) and at > answer.t[-1] and not answer.ok:
            raise UsageError(
                f"at: {at:g} s is after the end of the run, {answer.t[-1]:g} s. {answer.status.text}"
            )
        with mechanism_of(answer, model) as mechanism:
            scene = scene_of(mechanism.snapshot(), answer)
        return draw_scene(scene, path, choices, progress)
    if answer.analysis not in POSES:
        raise UsageError(
            f"The answer of {answer.analysis} is a text, which holds no motion and no pose. report() shows it."
        )
    if ending in FILMS:
        raise UsageError(
            f"{shown_path(path)}: the answer of {answer.analysis} holds no motion, which a film needs. Write one of "
            f"{', '.join(e for e in ENDINGS if e not in FILMS)}, or draw a run."
        )
    return draw_scene(pose_scene(answer, model), path, choices, progress)


def _beside_equations(answer: Answer, path: Path, choices: Choices, model: Mechanism | None) -> Path:
    """Free bodies, or the network; see `sarrus.views.textbook`."""
    from sarrus.views.textbook.files import write_sheet

    check_sheet(path, choices)
    return write_sheet(
        answer, path, choices.what, choices.at, choices.theme, choices.title, choices.size,
        ending=ending_of(path), most=MOST, model=model,
    )  # fmt: skip


def check_sheet(path: Path, choices: Choices) -> None:
    """Whether what is not the mechanism itself can be drawn like this; before anything is computed for it.

    Raises:
        UsageError: it cannot.
    """
    _check_words(choices)
    if choices.what == WHAT[0]:
        return
    if ending_of(path) not in STILLS:
        raise UsageError(
            f"{shown_path(path)}: what={choices.what!r} is a sheet of drawings, which does not move. "
            f"Write one of {', '.join(STILLS)}."
        )
    usual = Choices()
    for name in ("arrows", "traces", "fps", "speed"):
        if getattr(choices, name) != getattr(usual, name):
            raise UsageError(
                f"{name}: it belongs to drawings of the mechanism, and says nothing of what={choices.what!r}. Leave it out."
            )


def pose_scene(answer: Answer, model: Mechanism | None = None) -> Scene:
    """The mechanism of an answer where it stands."""
    with mechanism_of(answer, model) as mechanism:
        return scene_of(mechanism.snapshot(), standing(answer, mechanism))


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


def _check_words(choices: Choices) -> None:
    for name, words in (("what", WHAT), ("theme", THEMES)):
        word = getattr(choices, name)
        if not isinstance(word, str) or word not in words:
            raise UsageError(f"{name}: {seen(word)} is unknown. Allowed are: {', '.join(words)}.")


def _check(scene: Scene, choices: Choices) -> None:
    at = choices.at
    if not len(scene.t):
        raise UsageError("There is nothing to draw: the run has no rows.")
    first, last = float(scene.t[0]), float(scene.t[-1])
    if at is not None and not first <= at <= last:
        raise UsageError(
            f"at: {at:g} s is outside the run. Allowed is from {first:g} to {last:g} s. Try at={last if at > last else first:g}."
        )
    _check_words(choices)


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
