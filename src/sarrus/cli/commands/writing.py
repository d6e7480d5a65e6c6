"""Commands whose answer is a picture of series, or the schema of model files."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.commands.app import Elements, app
from sarrus.cli.elements import classes_in
from sarrus.cli.targets import check_target, check_text_ending
from sarrus.cli.writing import put

__all__ = ["plot", "schema"]

Output = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write it to this file.", show_default=False)
]


@app.command(epilog="Example: sarrus plot four-bar.yaml A.theta C.reaction --until 5 --output run.png")
def plot(
    source: Annotated[
        str,
        typer.Argument(metavar="MODEL_OR_RESULT", help="Model file, or a result (.h5).", show_default=False),
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAMES", help="Series; when left out, the joint coordinates.", show_default=False
        ),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(metavar="S", help="End time in seconds, when a model is simulated.", show_default=False),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Picture to write: .png, .svg or .pdf.", show_default=False),
    ] = None,
    elements: Elements = None,
) -> None:
    """Draw series over time, of a model or a saved result.

    A model is simulated first. With --output the picture is written; without, it is shown in a window.
    """
    from sarrus.cli.plot import draw

    draw(source, names or [], until, output, classes_in(elements))


@app.command(epilog="Example: sarrus schema --output sarrus.schema.json")
def schema(output: Output = None, elements: Elements = None) -> None:
    """Show the form of model files as JSON Schema, for editors; with --elements, that of files with your own elements."""
    from sarrus.cli.new import schema_text

    check_target(output)
    if output is not None:
        check_text_ending(output, (".json",), "the schema is written as JSON")
    put(schema_text(classes_in(elements)), output)
