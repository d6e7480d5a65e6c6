"""Films: a picture after the other at the pace of the motion."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from io import BytesIO
from math import floor
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from sarrus.errors import UsageError
from sarrus.files import reason_of
from sarrus.views.drawing.look import rgb
from sarrus.views.drawing.paint import Canvas, painting
from sarrus.views.drawing.stage import Stage

if TYPE_CHECKING:
    from PIL.Image import Image

Progress = Callable[[int, int], None]
"""Is told how many pictures are done, and of how many."""

MOST_IN_GIF = 600
MOST_IN_MP4 = 20_000
PAPER = 255
"""Number of the colour of paper in a GIF."""
SAMPLES = 6
"""Pictures from which the colours of a GIF are chosen."""


def film_times(
    first: float, last: float, fps: float, speed: float, most: int
) -> tuple[Sequence[float], float]:
    """Times of the pictures, and their number per second: fewer than asked where there would be too many."""
    seconds = (last - first) / speed
    fps = min(fps, (most - 1) / seconds) if seconds > 0 else fps
    count = floor(seconds * fps + 1e-6) + 1
    return [min(first + speed * k / fps, last) for k in range(count)], fps


def gif_bytes(
    stage: Stage, times: Sequence[float], size: tuple[int, int], fps: float, progress: Progress | None
) -> bytes:
    """A film that every browser shows, again and again."""
    with painting():
        canvas = Canvas(stage.picture(times[0]), size)
        samples = [times[k] for k in np.unique(np.linspace(0, len(times) - 1, SAMPLES).round().astype(int))]
        palette = _palette([_image(canvas, stage, t) for t in samples], stage.look.paper)
        images = (_indexed(_image(canvas, stage, t), palette) for t in _told(times, progress))
        # a GIF counts in hundredths of a second: rounding the ends of pictures keeps the pace of the whole
        ends = np.round(100 * np.arange(len(times) + 1) / fps)
        durations = [10 * int(step) for step in np.diff(ends)]
        file = BytesIO()
        first = next(images)
        first.save(
            file, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=False
        )
    return file.getvalue()


def mp4_bytes(
    stage: Stage, times: Sequence[float], size: tuple[int, int], fps: float, progress: Progress | None
) -> bytes:
    """A film for players and slides, by the program FFmpeg.

    Raises:
        UsageError: FFmpeg is not there, or fails.
    """
    program = ffmpeg()
    with painting(), TemporaryDirectory() as folder:
        import matplotlib
        from matplotlib.animation import FFMpegWriter

        matplotlib.rcParams["animation.ffmpeg_path"] = program  # inside the context of `painting`
        canvas = Canvas(stage.picture(times[0]), size)
        path = os.path.join(folder, "film.mp4")
        # without date, version and other traces of when and where it was made
        writer = FFMpegWriter(fps=fps, extra_args=["-fflags", "+bitexact", "-flags:v", "+bitexact"])  # type: ignore[arg-type]
        try:
            with writer.saving(canvas.figure, path, dpi=canvas.figure.dpi):
                for t in _told(times, progress):
                    canvas.show(stage.picture(t, with_time=True))
                    writer.grab_frame()
            with open(path, "rb") as file:
                return file.read()
        except (OSError, CalledProcessError) as error:
            said = error.stderr.strip()[-300:] if isinstance(error, CalledProcessError) else reason_of(error)
            raise UsageError(
                f"The film cannot be made: FFmpeg failed ({said or 'it did not say why'}). A .gif needs no FFmpeg."
            ) from error


def ffmpeg() -> str:
    """Path of the program FFmpeg: the one of the system, or of the package imageio-ffmpeg.

    Raises:
        UsageError: there is none.
    """
    found = shutil.which("ffmpeg")
    if found:
        return found
    try:
        return str(import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ImportError, RuntimeError) as error:
        raise UsageError(
            "A film with the ending '.mp4' needs the program FFmpeg, which is not found. Install 'ffmpeg' or "
            "'pip install imageio-ffmpeg'; a .gif works without."
        ) from error


def _told(times: Sequence[float], progress: Progress | None) -> Iterator[float]:
    for k, t in enumerate(times):
        yield t
        if progress is not None:
            progress(k + 1, len(times))


def _image(canvas: Canvas, stage: Stage, t: float) -> Image:
    from PIL import Image

    canvas.show(stage.picture(t, with_time=True))
    return Image.fromarray(canvas.pixels()[:, :, :3])


def _palette(images: Sequence[Image], paper: str) -> Image:
    """The colours of all pictures: one choice for the whole film, so that nothing flickers; paper is exact."""
    from PIL import Image

    together = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
    for k, image in enumerate(images):
        together.paste(image, (0, k * image.height))
    chosen = together.quantize(PAPER, dither=Image.Dither.NONE)
    colors = (chosen.getpalette() or [])[: 3 * PAPER]
    own = [round(255 * part) for part in rgb(paper)]
    chosen.putpalette(colors + [0] * (3 * PAPER - len(colors)) + own)
    return chosen


def _indexed(image: Image, palette: Image) -> Image:
    """The picture in the colours of the palette; Pillow takes the nearest but for a few steps, paper is made exact."""
    from PIL import Image

    found = np.array(image.quantize(palette=palette, dither=Image.Dither.NONE))
    paper = (palette.getpalette() or [])[3 * PAPER : 3 * PAPER + 3]
    found[(np.asarray(image) == paper).all(axis=2)] = PAPER
    indexed = Image.fromarray(found)  # grey, until it gets its palette
    indexed.putpalette(palette.getpalette() or [])
    return indexed
