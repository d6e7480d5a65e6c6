"""Commands whose answer is to be looked at: the report of a run, drawings of the mechanism, plots of series."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter
from typing import Annotated, Any

import typer

from sarrus.analysis.verb import Question
from sarrus.cli.commands.app import Elements
from sarrus.cli.commands.asking import Set, made, parameters_of, told_by
from sarrus.cli.elements import classes_in
from sarrus.cli.source import RUN, RunSource
from sarrus.views.draw import draw
from sarrus.views.plot import plot

__all__: list[str] = []

FirstFile = Annotated[
    str, typer.Argument(metavar="SOURCE", help="Model file, or a result (.h5).", show_default=False)
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Model file of a result that does not hold its model.", show_default=False
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME",
        help="Series; when left out, what is driven and measured first. Further files are drawn over the first.",
        show_default=False,
    ),
]
DRAW: Question = draw.question  # type: ignore[attr-defined]
PLOT: Question = plot.question  # type: ignore[attr-defined]
REPORT = (
    """Write one HTML file that shows the mechanism moving.

    A model is run first. The file opens by a double click, anywhere, and needs no network: the mechanism in motion with its
    forces, plots, the model, its check, its equations, and the evidence of the run.
    """,
    "Example: sarrus report four-bar.yaml --until 5 --open",
)


def _file(metavar: str, help: str) -> Any:
    """The option of a file to write."""
    return Annotated[str | None, typer.Option(metavar=metavar, help=help, show_default=False)]


def _view(
    name: str, show: Callable[..., None], told: tuple[str, str], known: Question | None, **own: Any
) -> None:
    """A command that shows a source.

    Args:
        name: of the command.
        show: called with the source, with what the view is told, and with the command's own values.
        told: what help says, and its example.
        known: options of the view.
        own: annotations of what is particular to the command; with a default where they may be left out.
    """

    def command(**given: Any) -> None:
        run = told_by(RUN, given)
        view = told_by(known, given) if known is not None else {}
        source = RunSource(
            given.pop("source"),
            run,
            given.pop("model", None),
            classes_in(given.pop("elements")),
            tuple(given.pop("changes") or ()),
        )
        show(source, view, **given)

    parameters = [
        _parameter("source", FirstFile, Parameter.empty),
        *(_parameter(n, a, d) for n, (a, d) in own.items()),
        *parameters_of(RUN),
        *(parameters_of(known) if known is not None else ()),
        _parameter("elements", Elements, None),
        _parameter("changes", Set, None),
    ]
    made(command, parameters, told, name)


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _report(source: RunSource, view: dict[str, Any], output: str | None, opened: bool) -> None:
    from sarrus.cli.report import report

    report(source, output, is_opened=opened)


def _draw(source: RunSource, view: dict[str, Any], output: str) -> None:
    from sarrus.cli.report import draw

    draw(source, output, view)


def _plot(source: RunSource, view: dict[str, Any], names: list[str] | None, output: str | None) -> None:
    from sarrus.cli.plot import draw

    draw(source, names or [], output, view)


_view(
    "report",
    _report,
    REPORT,
    None,
    output=(_file("FILE.html", "File to write; when left out, SOURCE.html here."), None),
    opened=(Annotated[bool, typer.Option("--open", help="Open it in the browser.")], False),
    model=(Model, None),
)
_view(
    "draw",
    _draw,
    DRAW.told,
    DRAW,
    output=(
        Annotated[
            str,
            typer.Option(
                metavar="FILE",
                help="File to write: .png, .svg, .pdf (a still), .gif, .mp4 (a film), .glb (for 3D programs).",
                show_default=False,
            ),
        ],
        Parameter.empty,
    ),
    model=(Model, None),
)
_view(
    "plot",
    _plot,
    PLOT.told,
    PLOT,
    names=(Words, None),
    output=(_file("FILE", "Picture to write: .png, .svg or .pdf; a window is opened without."), None),
)
