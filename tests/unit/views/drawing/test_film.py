"""Films that a real FFmpeg has made, read by the same program."""

import os
import re
import subprocess

import imageio_ffmpeg
import numpy as np
import pytest

from sarrus.views.drawing import film as films
from sarrus.views.drawing.files import Choices, draw_scene


@pytest.fixture
def ffmpeg(tmp_path, monkeypatch):
    """Path of FFmpeg, which is found under its usual name before any other."""
    folder = tmp_path / "programs"
    folder.mkdir()
    program = folder / "ffmpeg"
    program.symlink_to(imageio_ffmpeg.get_ffmpeg_exe())
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return program


def said_about(ffmpeg, film):
    """What FFmpeg says about a film; without a file to write it calls that a failure."""
    return subprocess.run([ffmpeg, "-hide_banner", "-i", film], capture_output=True, text=True).stderr


def frames_of(ffmpeg, film, width, height):
    """Its pictures in grey, shape (pictures, height, width)."""
    options = ["-loglevel", "error", "-i", film, "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    raw = subprocess.run([ffmpeg, *options], capture_output=True, check=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width).astype(int)


def test_an_mp4_is_one_that_players_and_slides_show(four_bar, tmp_path, ffmpeg):
    film = draw_scene(four_bar, tmp_path / "film.mp4", Choices(size=(241, 179), fps=10.0))
    said = said_about(ffmpeg, film)
    (stream,) = re.findall(r"Stream #.*?: (Video: .*)", said)
    assert re.match(r"Video: h264 \(.*\), yuv420p\b.*, 242x180\D", stream), stream
    assert "10 fps" in stream
    hours, minutes, seconds = re.search(r"Duration: (\d+):(\d+):([\d.]+)", said).groups()
    # 2 s of motion are 21 pictures, and each stays a tenth of a second
    assert (int(hours), int(minutes), float(seconds)) == (0, 0, 2.1)


def test_pictures_of_an_mp4_move_as_the_mechanism_does(four_bar, tmp_path, ffmpeg):
    film = draw_scene(four_bar, tmp_path / "film.mp4", Choices(size=(240, 180), fps=10.0))
    frames = frames_of(ffmpeg, film, 240, 180)
    assert len(frames) == 21
    changed = np.count_nonzero(np.abs(np.diff(frames, axis=0)) > 64, axis=(1, 2))
    assert min(changed) > 20, changed
    # after a turn of the crank everything is back where it was, but for the clock
    is_clock = np.abs(frames[-1] - frames[0]) > 64
    assert np.count_nonzero(is_clock) < min(changed)


def test_program_of_the_package_is_taken_where_the_system_has_none(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert films.ffmpeg() == imageio_ffmpeg.get_ffmpeg_exe()
