"""Words that a page of the documentation is about: a few lines, and where to read on."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PAGES", "DocsPage", "page_text"]


@dataclass(frozen=True)
class DocsPage:
    """A page of docs/.

    Args:
        file: its name.
        told: what it is about, in a sentence or two.
        words: what people look for when they mean it, in small letters and singular.
    """

    file: str
    told: str
    words: tuple[str, ...] = ()


PAGES = {
    "model file": DocsPage(
        "model-files.md",
        "A mechanism as text in YAML, with a section for each kind of thing: bodies, joints, forces, drivers, start. Every "
        "element is a line 'name: {kind: what it joins, settings}'. 'sarrus new' writes one to begin with.",
        ("model", "file", "yaml", "json", "section", "name", "part", "schema"),
    ),
    "units": DocsPage(
        "units.md",
        "A number without a unit is in SI: m, kg, s, rad. Another unit stands behind a plain number: 300 mm, 60 deg, 90 rpm, "
        "200 N/mm. Formulas have no units in them: give the number a name under 'parameters'.",
        ("unit", "si", "degree", "deg", "radian", "rad", "millimetre", "millimeter", "mm", "rpm", "inch"),
    ),
    "formulas": DocsPage(
        "formulas.md",
        "In place of a number: names of parameters, + - * / **, pi, e, 'a if t < 1 else b', and functions such as sin, sqrt, "
        "atan2, max. Drivers may use the time t; forces and sensors read inputs and signals, too.",
        ("formula", "expression", "function", "parameter", "input", "signal", "if", "is", "sin", "time"),
    ),
    "frames": DocsPage(
        "frames.md",
        "A point is a place on a body, a frame a place with axes: 'hook: {at: [0, 0, 1], turn: [0, 90 deg, 0]}'. A turn in the "
        "plane is one angle; in space [a1, a2, a3] about x, y, z, or {sequence: 3-1-3, angles: [...]}, or "
        "{quaternion: [w, x, y, z]}; in Python sarrus.turn. Joints turn about z of their frames, and slide along x.",
        (
            "frame",
            "point",
            "at",
            "turn",
            "axis",
            "axes",
            "plane",
            "rotation",
            "orientation",
            "attitude",
            "quaternion",
            "sequence",
            "euler angle",
            "bryant",
            "cardan angle",
            "gimbal lock",
            "angle",
        ),
    ),
    "traces": DocsPage(
        "traces.md",
        "A run gives series by name, each with its unit: A.theta, C.reaction, coupler.pen. The way of a point is its trace. "
        "Tables, CSV, HDF5, MATLAB and pandas files hold them.",
        (
            "trace",
            "result",
            "series",
            "output",
            "path",
            "coupler curve",
            "curve",
            "csv",
            "hdf5",
            "h5",
            "pandas",
            "excel",
            "plot",
            "evidence",
        ),
    ),
    "branches": DocsPage(
        "branches.md",
        "A loop can close in several ways: a guess under 'start' says near which: {D.theta: -100 deg}, or by the "
        "angle of a body or the place of a point, {rocker.psi: 30 deg, foot.p3.x: 0.2}. Joints that turn freely start from "
        "{ball.turn: {quaternion: [1, 0, 0, 0]}, ball.w: [0, 0, 2]}. A fixed value is never moved. At a branch point a "
        "mechanism can go on in several ways; a run passes it smoothly, and cannot begin there.",
        (
            "branch",
            "branch point",
            "guess",
            "fixed",
            "start",
            "assembly",
            "assemble",
            "initial condition",
            "singular",
            "loop",
        ),
    ),
    "film": DocsPage(
        "how-to-make-a-film.md",
        "'sarrus draw MODEL --until 5 --output film.gif' (or .mp4) makes a film, .png or .svg a picture, .glb a scene for 3D "
        "programs. In Python: run.draw('film.gif').",
        ("movie", "video", "animation", "gif", "mp4", "picture", "draw", "image", "png", "svg", "glb"),
    ),
    "free body": DocsPage(
        "how-to-draw-free-bodies.md",
        "'sarrus draw MODEL --what bodies --output bodies.svg' (or .pdf, .png) draws each body by itself with everything that acts "
        "on it, by the symbols of the equations; '--what network' draws bodies and joints as a graph. A report shows both.",
        ("free-body diagram", "free body diagram", "fbd", "network", "graph", "topology", "diagram"),
    ),
    "notebook": DocsPage(
        "how-to-use-a-notebook.md",
        "In a notebook, a result as the last line of a cell shows its report, with the mechanism moving; equations are typeset.",
        ("jupyter", "ipython", "python", "report"),
    ),
    "parameter study": DocsPage(
        "how-to-study-a-parameter.md",
        "Change a number with mechanism.parameters(...) or --set and ask again, in a loop: nothing is compiled again.",
        ("study", "sweep", "variation", "loop over", "set", "parameter", "optimize"),
    ),
    "matlab": DocsPage(
        "how-to-go-on-in-matlab.md",
        "run.to_csv('run.csv') or --csv for readtable, run.to_mat('run.mat') for load; a table of MATLAB drives a joint.",
        ("octave", "mat", "simulink", "csv"),
    ),
    "source code": DocsPage(
        "how-to-take-code-away.md",
        "'sarrus export MODEL --to c -o FILE.c' writes the equations as code that needs nothing of Sarrus: numpy, c, matlab (Octave), jax. "
        "Every number of the model keeps its name in it.",
        (
            "code",
            "export",
            "c",
            "c99",
            "numpy",
            "jax",
            "matlab",
            "octave",
            "generate",
            "embedded",
            "simulink",
        ),
    ),
    "inverse dynamics": DocsPage(
        "how-to-find-motor-torques.md",
        "Prescribe the motion with a driver for each freedom and ask 'sarrus kinematics': NAME.effort is what the motor must give.",
        ("inverse", "motor", "torque", "effort", "driver", "kinematics"),
    ),
    "equilibrium": DocsPage(
        "how-to-find-equilibria.md",
        "'sarrus equilibrium MODEL' finds where it rests and whether it stays; --over P=0:10 follows a load through folds.",
        (
            "statics",
            "stability",
            "stable",
            "rest",
            "load path",
            "fold",
            "buckling",
            "snap through",
            "preload",
            "hopf",
        ),
    ),
    "linear model": DocsPage(
        "how-to-make-linear-models.md",
        "'sarrus linearize MODEL --input load.A.theta --output A.theta' gives A, B, C, D, poles, zeros and transfer functions. "
        "'sarrus equations MODEL --form linear' prints the model to read, --form transfer its transfer functions.",
        (
            "linear",
            "linear form",
            "linearization",
            "transfer",
            "transfer form",
            "operating point",
            "state space",
            "transfer function",
            "bode",
            "frequency response",
            "pole",
            "zero",
            "lqr",
            "controller",
            "control",
        ),
    ),
    "modes": DocsPage(
        "how-to-find-modes.md",
        "'sarrus modes MODEL' tells frequencies, damping and what moves; --report shows each mode swing.",
        (
            "mode",
            "eigenvalue",
            "natural frequency",
            "frequency",
            "damping",
            "vibration",
            "shape",
            "eigenvector",
        ),
    ),
    "root locus": DocsPage(
        "how-to-follow-roots.md",
        "'sarrus roots MODEL --over c=0:5' follows the roots over a number: where they cross the imaginary axis, where they meet.",
        ("root", "roots", "locus", "flutter", "crossing", "critical speed"),
    ),
    "motions that repeat": DocsPage(
        "how-to-study-motions-that-repeat.md",
        "'sarrus floquet MODEL --period 0.5' tells by what small deviations from a periodic motion grow in one period.",
        ("floquet", "multiplier", "periodic", "orbit", "limit cycle", "parametric resonance", "monodromy"),
    ),
}
"""Pages by the word that they are about."""


def page_text(word: str) -> str:
    """What pages say of a word, and where; empty when none is about it."""
    asked = " ".join(word.lower().replace("_", " ").replace("-", " ").split())
    forms = {asked, asked.removesuffix("s"), asked.removesuffix("es"), f"{asked}s"}
    whole = [(title, page) for title, page in PAGES.items() if title in forms]
    about = whole or [(title, page) for title, page in PAGES.items() if forms & set(page.words)]
    return "\n\n".join(f"{title}\n\n{page.told}\nRead on: docs/{page.file}" for title, page in about)
