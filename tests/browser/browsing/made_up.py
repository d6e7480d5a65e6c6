"""Answers that are no motion: a pose, and one that no verb gives, with a panel of each of the other kinds."""

from dataclasses import replace

import numpy as np

from sarrus.results import Series
from sarrus.views.page.answers import AnswerPage, Shown
from sarrus.views.page.panels import (
    Axis,
    Diagram,
    DiagramCurve,
    Marks,
    Sheet,
    SwingShape,
    diagram_panel,
    shapes_panel,
    tables_panel,
)
from sarrus.views.page.scene_data import scene_data
from sarrus.views.scene import scene_of

TEXTS = ("1.27 Hz, damping 3 %", "8.4 Hz, damping 0.5 %", "0 Hz")
OMEGA = np.logspace(-1, 3, 200)


def rows_of(run, analysis, *rows):
    """Some rows of a run, as the answer of a verb without time."""
    picked = {name: Series(name, s.unit, s.values[list(rows)]) for name, s in run.series.items()}
    return replace(run, analysis=analysis, t=np.zeros(len(rows)), series=picked)


def tangent(run, scene, row=0):
    """How bodies move in a row, shape (bodies, 6): by this, no joint comes apart."""
    if scene.planar:
        parts = ("x_dot", "y_dot", None, None, None, "psi_dot")
        return np.array([[run[f"{b}.{p}"].values[row] if p else 0.0 for p in parts] for b in scene.bodies])
    shifts = [[run[f"{b}.{p}_dot"].values[row] for p in "xyz"] for b in scene.bodies]
    return np.hstack([shifts, [run[f"{b}.w"].values[row] for b in scene.bodies]])


def shapes_of(asked):
    """A page of shapes, tables and diagrams."""
    run = asked.answer
    scene = scene_of(asked.model, run)
    moving = tangent(run, scene)
    shifted = np.zeros_like(moving)
    shifted[:, 1] = 1.0
    shapes = [
        SwingShape("mode 1", TEXTS[0], moving),
        SwingShape("mode 2", TEXTS[1], shifted + 1j * shifted[:, [1, 0, 2, 3, 4, 5]]),
        SwingShape("mode 3", TEXTS[2], 0.0 * moving),
    ]
    return Shown(
        panels=[shapes_panel("Modes", shapes), *response_panels(), *asked.about()],
        scene=scene_data(scene, is_timed=False),
        series=asked.series(run),
    )


def response_panels():
    """Two diagrams over frequency, roots in their plane, a path that turns back, and a table."""
    gain = 1.0 / np.abs(1 - (OMEGA / 20) ** 2 + 0.1j * OMEGA / 20)
    phase = -np.degrees(np.angle(1 - (OMEGA / 20) ** 2 + 0.1j * OMEGA / 20))
    omega, load = Axis("frequency", "rad/s", is_log=True), np.linspace(-1.4, 1.4, 101)
    roots = np.array([-1 + 20j, -1 - 20j, -6.0])
    k = np.linspace(0, 1, 60)
    bode = diagram_panel(
        "Response",
        Diagram(
            omega,
            Axis("gain", "rad/N", is_log=True),
            [
                DiagramCurve("A.theta / push", OMEGA, gain),
                DiagramCurve("B.theta / push", OMEGA, 0.02 * OMEGA / (1 + OMEGA)),
            ],
            title="From the push",
        ),
        Diagram(omega, Axis("phase", "deg"), [DiagramCurve("A.theta / push", OMEGA, phase)]),
    )
    locus = Diagram(
        Axis("real part", "1/s"),
        Axis("imaginary part", "rad/s"),
        [
            DiagramCurve("root 1", -1 - 4 * k, 20 * np.sqrt(1 - k**2)),
            DiagramCurve("root 2", -1 - 4 * k, -20 * np.sqrt(1 - k**2)),
        ],
        [Marks("poles", roots.real, roots.imag, "cross"), Marks("zeros", [-3.0], [0.0], "circle")],
        is_equal=True,
    )
    path = Diagram(
        Axis("load", "N"),
        Axis("A.theta", "rad"),
        [DiagramCurve("path", load**3 - load, load)],
        [Marks("folds", [0.3849, -0.3849], [-0.57735, 0.57735], "dot", ["fold 1", "fold 2"])],
    )
    table = Sheet(
        "Roots",
        ("root", "frequency [Hz]", "damping"),
        [("1", 3.18, 0.05), ("2", 3.18, 0.05), ("3", None, 1.0)],
    )
    words = Sheet("Kinds", ("root", "kind"), [("1", "oscillates"), ("3", "decays")])
    return [bode, diagram_panel("Locus", locus, path), tables_panel("Roots", table, words)]


def alone(asked):
    """A page of panels alone, with one of a kind that no page knows."""
    strange = {"kind": "hologram", "title": "Strange things"}
    broken = {"kind": "diagram", "title": "Broken", "diagrams": [{"title": ""}]}
    return Shown(panels=[*response_panels(), strange, broken, *asked.about(has_parts=False)])


MADE_UP = {"modes": AnswerPage("Modes of vibration", shapes_of), "response": AnswerPage("Response", alone)}
"""Lines that verbs of their own would add to `PAGES`."""
