"""Commands whose answer is to be looked at: the report of a run, and drawings of the mechanism."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.commands.app import Elements, app
from sarrus.cli.elements import classes_in

__all__ = ["draw", "report"]

Source = Annotated[
    str, typer.Argument(metavar="SOURCE", help="Model file, or a result (.h5).", show_default=False)
]
Until = Annotated[
    float | None,
    typer.Option(metavar="S", help="End time in seconds, when a model is run.", show_default=False),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Model file of a result that does not hold its model.", show_default=False
    ),
]
Analysis = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="How a model is run: simulate or kinematics; when left out, simulate.",
        show_default=False,
    ),
]


@app.command(epilog="Example: sarrus report four-bar.yaml --until 5 --open")
def report(
    source: Source,
    until: Until = None,
    rows: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Rows of the run; when left out, 60 for each second, but 301 to 2000.",
            show_default=False,
        ),
    ] = None,
    analysis: Analysis = None,
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.html", help="File to write; when left out, SOURCE.html here.", show_default=False
        ),
    ] = None,
    opened: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    model: Model = None,
    elements: Elements = None,
) -> None:
    """Write one HTML file that shows the mechanism moving, with its forces, plots and equations.

    A model is run first. The file opens by a double click, anywhere, and needs no network: the mechanism in motion,
    plots, the model, its check, its equations, and the evidence of the run.
    """
    from sarrus.cli.report import ViewAsked
    from sarrus.cli.report import report as write

    write(ViewAsked(source, until, rows, analysis, model, classes_in(elements)), output, is_opened=opened)


@app.command(epilog="Example: sarrus draw four-bar.yaml --until 2 --output four-bar.gif")
def draw(
    source: Source,
    output: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="File to write: .png, .svg, .pdf (a still), .gif, .mp4 (a film), .glb (for 3D programs).",
            show_default=False,
        ),
    ],
    at: Annotated[
        float | None,
        typer.Option(metavar="S", help="Time of a still; the beginning when left out.", show_default=False),
    ] = None,
    until: Until = None,
    analysis: Analysis = None,
    theme: Annotated[str, typer.Option(metavar="NAME", help="light or dark.")] = "light",
    speed: Annotated[float, typer.Option(metavar="X", help="Of a film; 1 is real time.")] = 1.0,
    model: Model = None,
    *,
    elements: Elements = None,
) -> None:
    """Draw the mechanism: a picture of a moment, a film, or a file for 3D programs.

    A model is run first; the ending of the file says what is drawn.
    """
    from sarrus.cli.report import ViewAsked
    from sarrus.cli.report import draw as write

    write(ViewAsked(source, until, None, analysis, model, classes_in(elements)), output, at, theme, speed)
