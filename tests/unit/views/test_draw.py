"""Files of pictures and films: complete, the same each time, and with the right things in them."""

import os
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

import sarrus
from sarrus.errors import UsageError
from sarrus.io import loads
from sarrus.results import Outcome, Result
from sarrus.views.draw import draw
from sarrus.views.drawing import film
from sarrus.views.drawing.camera import camera_of
from sarrus.views.drawing.files import ENDINGS, Choices, draw_scene
from sarrus.views.drawing.moment import moment_at
from sarrus.views.palette import DARK, LIGHT
from sarrus.views.scene.base import Ball, Path

SMALL = (161, 121)
QUICK = [ending for ending in ENDINGS if ending != ".mp4"]
SVG = "{http://www.w3.org/2000/svg}"
STARTS = {".png": b"\x89PNG", ".svg": b"<svg", ".pdf": b"%PDF", ".gif": b"GIF89a", ".glb": b"glTF"}


def elements(path):
    """The root of an SVG file, read by a strict parser."""
    return ElementTree.fromstring(path.read_text("utf-8"))  # noqa: S314 (our own file)


@pytest.mark.parametrize("ending", QUICK)
@pytest.mark.parametrize("name", ["four_bar", "turntable"])
def test_the_ending_chooses_the_kind_and_the_same_scene_gives_the_same_file(name, ending, request, tmp_path):
    scene = request.getfixturevalue(name)
    paths = [tmp_path / f"{k}{ending}" for k in range(2)]
    for path in paths:
        assert draw_scene(scene, path, Choices(size=SMALL, fps=3.0, theme="dark")) == path
    first, second = (path.read_bytes() for path in paths)
    assert first.startswith(STARTS[ending])
    assert first == second
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("ending", [".png", ".pdf", ".svg"])
def test_a_picture_does_not_say_when_it_was_made(four_bar, tmp_path, ending):
    data = draw_scene(four_bar, tmp_path / f"a{ending}", Choices(size=SMALL)).read_bytes()
    assert not any(word in data for word in (b"CreationDate", b"Software", b"dc:date"))


@pytest.mark.parametrize("size", [(161, 121), (402, 302), (1001, 333)])
def test_a_picture_has_the_pixels_asked_for(four_bar, tmp_path, size):
    with Image.open(draw_scene(four_bar, tmp_path / "a.png", Choices(size=size))) as picture:
        assert picture.size == size


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_joints_are_in_the_pixels_where_the_scene_has_them(four_bar, tmp_path, theme):
    t = 0.777
    draw_scene(four_bar, tmp_path / "a.png", Choices(at=t, theme=theme, arrows=False))
    with Image.open(tmp_path / "a.png") as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    camera = camera_of(four_bar, 800, 600, arrows=False)
    colors = {"light": LIGHT, "dark": DARK}[theme]
    ink, paper = (np.array([int(colors[k][i : i + 2], 16) for i in (1, 3, 5)]) for k in ("joint", "paper"))
    # the spring ends in C
    for body, x in ((-1, 0.0), (0, 0.1), (-1, 0.28)):
        place = moment_at(four_bar, t).points(body, ((x, 0, 0),))
        column, row = camera.flat(place)[0]
        ring = column + 0.0075 * camera.scale
        assert np.abs(pixels[int(600 - row), int(column)] - paper).max() < 3
        assert np.abs(pixels[int(600 - row), int(ring)] - ink).max() < 40


def test_svg_has_the_shapes_of_the_picture_and_text_as_text(four_bar, tmp_path):
    draw_scene(four_bar, tmp_path / "a.svg", Choices(title="A title & more", size=(1600, 1200)))
    root = elements(tmp_path / "a.svg")
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("1600", "1200", "0 0 800 600")
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert set(texts) == {"A", "B", "C", "D", "0.1 m", "A title & more"}
    # 4 of ground, 3 bodies, 4 pins, a spring, a trace, 2 arrows of 2 shapes each, the scale bar
    assert len(list(root.iter(f"{SVG}path"))) == 4 + 3 + 4 + 1 + 1 + 4 + 1
    assert (tmp_path / "a.svg").stat().st_size < 10_000


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "$x_1$",
        "$\\nonsense$",
        "a\x00b\n\x1b",
        "_x",
        "”'\"&",
        "x" * 10_000,
        "日本",
    ],
)
def test_names_are_text_and_nothing_else(four_bar, tmp_path, name):
    pin = replace(four_bar.drawn[4], owner=name)
    scene = replace(four_bar, name=name, drawn=(*four_bar.drawn[:4], pin))
    for ending in QUICK:
        draw_scene(scene, tmp_path / f"a{ending}", Choices(size=SMALL, fps=1.0, title=name))
    root = elements(tmp_path / "a.svg")
    assert {child.tag for child in root.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "title", "rect", "path", "g", "text")
    }
    texts = [text.text for text in root.iter(f"{SVG}text")]
    expected = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    assert (expected if len(name) <= 24 else name[:23] + "…") in texts


def test_arrows_and_traces_can_be_left_out(four_bar, tmp_path):
    def colors(**options):
        draw_scene(four_bar, tmp_path / "a.svg", Choices(**options))
        text = (tmp_path / "a.svg").read_text("utf-8")
        return LIGHT["reaction"] in text, f'{LIGHT["trace"]}" stroke-width="1.5" opacity' in text

    assert colors() == (True, True)
    assert colors(arrows=False) == (False, True)
    assert colors(traces=False) == (True, False)


@pytest.mark.parametrize("ending", QUICK)
@pytest.mark.parametrize("name", ["four_bar", "turntable"])
def test_lines_without_length_are_no_obstacle(name, ending, request, tmp_path):
    scene = request.getfixturevalue(name)
    point = (0.1, 0.1, 0.1)
    paths = [
        Path(()),
        Path((point,), closed=True, fill="full"),
        Path((point, point), dashed=True),
        Ball(point, 0.0),
    ]
    drawn = replace(scene.drawn[0], primitives=(*scene.drawn[0].primitives, *paths))
    span = replace(scene.spans[0], lines=((), ((0, 0, 0, 0),)), end=scene.spans[0].start)
    scene = replace(scene, drawn=(drawn,), spans=(span,))
    draw_scene(scene, tmp_path / f"a{ending}", Choices(size=SMALL, fps=1.0))


WRONG = [
    ("a.bmp", {}, ".png, .svg, .pdf, .gif, .mp4, .glb"),
    ("a", {}, "cannot have the ending ''"),
    ("a.png", {"at": 2.5}, "Allowed is from 0 to 2 s. Try at=2."),
    ("a.png", {"at": float("nan")}, "outside the run"),
    ("a.png", {"theme": "blue"}, "Allowed are: light, dark"),
    ("a.png", {"size": (0, 600)}, "from 32 to 8192"),
    ("a.png", {"size": (800.5, 600)}, "whole numbers"),
    ("a.png", {"size": (800, 600, 3)}, "width and height"),
    ("a.gif", {"at": 1.0}, "Leave 'at' out"),
    ("a.gif", {"fps": 60}, "up to 50"),
    ("a.gif", {"fps": float("nan")}, "not possible"),
    ("a.gif", {"speed": 0.0}, "must be above 0"),
    ("a.mp4", {"speed": 1e-6}, "Try speed=0.00303 or more"),
    ("a.png", {"at": "1"}, "at: '1' is not a number. Try at=0.5."),
    ("a.png", {"at": True}, "at: True is not a number"),
    ("a.png", {"at": [1.0]}, "at: a value of the type list is not a number"),
    ("a.png", {"at": np.array([1.0])}, "at: a value of the type ndarray is not a number"),
    ("a.png", {"at": 1j}, "at: a value of the type complex is not a number"),
    ("a.png", {"at": 10**400}, "at: a value of the type int is not a number"),
    ("a.png", {"size": 800}, "size: '800' is not possible"),
    ("a.png", {"size": None}, "Try size=(800, 600)."),
    ("a.png", {"size": "800x600"}, "Try size=(800, 600)."),
    ("a.png", {"size": {800, 600}}, "Try size=(800, 600)."),
    ("a.png", {"size": np.array(800)}, "Try size=(800, 600)."),
    ("a.png", {"theme": ["dark"]}, "theme: a value of the type list is unknown"),
    ("a.png", {"title": 5}, "title: 5 is not a text"),
    ("a.gif", {"fps": "3"}, "fps: '3' is not a number. Try fps=30."),
    ("a.gif", {"fps": True}, "fps: True is not a number"),
    ("a.gif", {"speed": "2"}, "speed: '2' is not a number. Try speed=2."),
    ("a.gif", {"speed": None}, "speed: None is not a number"),
]


@pytest.mark.parametrize(("name", "options", "text"), WRONG)
def test_what_is_wrong_is_said_and_nothing_is_written(four_bar, tmp_path, name, options, text):
    with pytest.raises(UsageError) as caught:
        draw_scene(four_bar, tmp_path / name, Choices(**options))
    assert text in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_numbers_of_numpy_are_numbers(four_bar, tmp_path):
    size = np.array(SMALL)
    for name, at in (("a", 1), ("b", np.float32(1.0)), ("c", np.int64(1)), ("d", np.array(1.0))):
        draw_scene(four_bar, tmp_path / f"{name}.svg", Choices(at=at, size=size))
    first, *others = (path.read_bytes() for path in tmp_path.iterdir())
    assert others == [first] * 3
    draw_scene(four_bar, tmp_path / "a.gif", Choices(size=SMALL, fps=np.int32(2), speed=np.float64(2.0)))
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF")


@pytest.mark.parametrize("path", [b"a.png", None, 5])
def test_what_is_no_path_is_refused_in_words(four_bar, path):
    with pytest.raises(UsageError, match=f"not a value of the type {type(path).__name__}"):
        draw_scene(four_bar, path, Choices())


def test_a_scene_without_rows_cannot_be_drawn(four_bar, tmp_path):
    with pytest.raises(UsageError, match="no rows"):
        draw_scene(replace(four_bar, t=four_bar.t[:0]), tmp_path / "a.png", Choices())


@pytest.mark.parametrize(("speed", "fps"), [(1.0, 30.0), (2.0, 7.0), (0.5, 12.0)])
def test_a_gif_goes_at_the_pace_of_the_motion_and_again_and_again(four_bar, tmp_path, speed, fps):
    told = []
    choices = Choices(size=(80, 60), fps=fps, speed=speed)
    draw_scene(four_bar, tmp_path / "a.gif", choices, lambda done, of: told.append((done, of)))
    frames = int(2 / speed * fps + 1e-6) + 1
    assert told == [(k + 1, frames) for k in range(frames)]
    with Image.open(tmp_path / "a.gif") as gif:
        assert gif.info["loop"] == 0
        total = 0
        for k in range(gif.n_frames):
            gif.seek(k)
            total += gif.info["duration"]
            assert gif.convert("RGB").getpixel((1, 1)) == (255, 255, 255)
    # a picture stays 1 / fps; hundredths of a second are all a GIF can say
    assert total == pytest.approx(1000 * frames / fps, abs=10)


def test_a_long_gif_has_fewer_pictures_per_second():
    times, fps = film.film_times(0.0, 100.0, 30.0, 1.0, 600)
    assert len(times) == 600
    assert fps == pytest.approx(5.99)
    assert times[-1] == pytest.approx(100.0)


def test_a_film_of_one_row_has_one_picture():
    assert film.film_times(3.0, 3.0, 30.0, 1.0, 600) == ([3.0], 30.0)


@pytest.mark.parametrize("before", [None, b"old"])
def test_a_film_that_is_stopped_leaves_the_file_as_it_was(four_bar, tmp_path, before):
    path = tmp_path / "a.gif"
    if before:
        path.write_bytes(before)

    def stop(done, of):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        draw_scene(four_bar, path, Choices(size=SMALL), stop)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([before] if before else [])


def test_without_ffmpeg_an_mp4_says_what_to_install(four_bar, tmp_path, monkeypatch):
    monkeypatch.setattr(film.shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(UsageError, match=r"pip install imageio-ffmpeg.*\.gif works without"):
        draw_scene(four_bar, tmp_path / "a.mp4", Choices())
    assert not list(tmp_path.iterdir())


def program(folder, text):
    path = folder / "ffmpeg"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_an_mp4_gets_every_picture_in_an_even_size(four_bar, tmp_path, monkeypatch):
    # stands for FFmpeg: writes the raw pictures it is given into the file it is asked for
    program(tmp_path, 'for last; do :; done; cat > "$last"')
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    draw_scene(four_bar, tmp_path / "a.mp4", Choices(size=SMALL, fps=5.0))
    assert (tmp_path / "a.mp4").stat().st_size == 11 * 162 * 122 * 4


def test_an_ffmpeg_that_fails_is_an_error_and_leaves_nothing(four_bar, tmp_path, monkeypatch):
    program(tmp_path, "exit 3")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(UsageError, match="FFmpeg failed"):
        draw_scene(four_bar, tmp_path / "a.mp4", Choices(size=SMALL, fps=5.0))
    assert not (tmp_path / "a.mp4").exists()


def test_a_result_that_does_not_know_its_model_cannot_be_drawn(tmp_path):
    run = Result("m", "simulate", np.arange(3.0), {}, Outcome("ok", ""))
    with pytest.raises(UsageError, match="does not hold its model"):
        draw(run, tmp_path / "a.png")


def test_a_run_is_drawn_from_its_own_model(tmp_path):
    text = "{sarrus: 1, plane: xy, bodies: {bob: {mass: 1, center: [1, 0], inertia: 0}}, joints: {A: {revolute: [ground, bob]}}}"
    run = sarrus.simulate(loads(text), until=0.1)
    assert run.draw(tmp_path / "a.svg", at=0.05) == tmp_path / "a.svg"
    root = elements(tmp_path / "a.svg")
    assert "A" in [text.text for text in root.iter(f"{SVG}text")]
    unknown = Result(run.mechanism, "simulate", run.t, run.series, run.status)
    with pytest.raises(UsageError, match=r"model: 'm\.yaml' is not a Mechanism\. .*sarrus\.load"):
        unknown.draw(tmp_path / "b.svg", model="m.yaml")
    with pytest.raises(UsageError, match=r"at is 'soon'\. It must be a number in s"):
        run.draw(tmp_path / "b.svg", at="soon")
    assert run.draw(tmp_path / "b.svg", at="50 ms") == tmp_path / "b.svg"
    assert (tmp_path / "b.svg").read_bytes() == (tmp_path / "a.svg").read_bytes()
    draw(unknown, tmp_path / "b.svg", at=0.05, model=loads(text))
    assert (tmp_path / "b.svg").read_bytes() == (tmp_path / "a.svg").read_bytes()


def test_a_picture_opens_no_window_and_svg_needs_no_matplotlib(tmp_path):
    code = """
import sys, numpy as np
from sarrus.views.drawing.files import Choices, draw_scene
from sarrus.views.scene.base import Scene
empty = Scene("m", True, (0, 1, 0), 1.0, (0, 0, 0), (1, 1, 0), (), np.zeros(1), np.zeros((1, 0, 7)), np.zeros((1, 0)), False, (), (), (), (), 1, 1)
draw_scene(empty, sys.argv[1] + ".svg", Choices())
assert "matplotlib" not in sys.modules
draw_scene(empty, sys.argv[1] + ".png", Choices())
assert "matplotlib.pyplot" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "a")], check=True)
