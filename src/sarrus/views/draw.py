"""Draw the mechanism: a picture of a moment, a film, or a file for 3D programs; or what belongs to its equations.

A model is run first; without --until, it is drawn where it starts. The ending of the file says what is written.
--what bodies draws the free-body diagram of every body, --what network bodies and joints as a graph.

Example: sarrus draw four-bar.yaml --until 2 --output four-bar.gif
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sarrus.analysis.verb import view
from sarrus.views import options

if TYPE_CHECKING:
    from sarrus.files import Path
    from sarrus.results import Answer
    from sarrus.views.options import (
        Arrows,
        Fps,
        ModelOf,
        Moment,
        Pictures,
        Size,
        Speed,
        Theme,
        Title,
        Traces,
        What,
    )

__all__ = ["draw"]


@view(options)
def draw(
    answer: Answer,
    path: Path,
    *,
    at: Moment = None,
    what: What = "mechanism",
    theme: Theme = "light",
    arrows: Arrows = True,
    traces: Traces = True,
    title: Title = "",
    size: Size = (800, 600),
    fps: Fps = 30.0,
    speed: Speed = 1.0,
    progress: Pictures = None,
    model: ModelOf = None,
) -> Path:
    """Draw the mechanism of a run, or where it stands; the file is complete or absent.

    Args:
        answer: a run; or an assembly or a check, which is drawn where it starts.
        path: the file; its ending chooses: .png .svg .pdf for a picture, .gif .mp4 for a film, .glb for a glTF file with
            the motion, which knows no arrows.
        at: time of a picture [s], or text with its unit; the first row when left out. Between rows, positions go straight and rotations turn
            evenly. A film and a glTF file show all of the run.
        what: "mechanism"; "bodies", each free, with its frame, its mass centre and everything that acts on it, by the symbols of
            the equations; or "network", bodies and joints as a graph. The latter two are pictures of any answer that knows its
            mechanism; a run is shown in the row that is nearest to `at`.
        theme: "light" or "dark".
        arrows: whether to draw forces and torques.
        traces: whether to draw the curves of traced points.
        title: text on top.
        size: pixels, width and height, or "800x600". More pixels show the same, sharper; of bodies and of a network they say nothing else,
            as these are as large as they need to be. A film in .mp4 has even numbers.
        fps: pictures of a film per second, at most 50 in .gif. A .gif has at most 600 pictures; a longer one has fewer
            per second.
        speed: of a film; 1 is real time, 2 twice as fast.
        progress: called with the number of pictures done and of all, while a film is made.
        model: the mechanism, for an answer that does not know it.

    Returns:
        The path.

    Raises:
        UsageError: an argument is wrong, the answer knows no model, has no rows or is no pose, a program is missing, or the
            file cannot be written.
    """
    from sarrus.views.drawing.files import Choices, draw_answer

    choices = Choices(at, theme, arrows, traces, title, size, fps, speed, what)  # type: ignore[arg-type]
    return draw_answer(answer, path, choices, progress, model)
