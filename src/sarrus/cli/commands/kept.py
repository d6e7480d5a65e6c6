"""The command that asks the questions kept with a model."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.commands.app import Elements, Model, app
from sarrus.cli.commands.asking import Json, Set

__all__ = ["run"]


@app.command(epilog="Example: sarrus run four-bar.yaml drop --save-to out")
def run(
    model: Model,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAMES", help="Analyses of the model; when left out, all of them.", show_default=False
        ),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "--save-to",
            metavar="FOLDER",
            help="Write each answer into this folder: NAME.h5 and NAME.html.",
            show_default=False,
        ),
    ] = None,
    elements: Elements = None,
    changes: Set = None,
    json: Json = False,
) -> None:
    """Ask the questions that are kept with the model, in its section 'analyses'.

    Each is a verb with what it is told: 'analyses: {drop: {simulate: 5 s, rows: 1001, show: [A.theta]}}'.
    """
    from sarrus.cli.kept import run_kept

    run_kept(model, tuple(names or ()), folder, elements, changes, json=json)
