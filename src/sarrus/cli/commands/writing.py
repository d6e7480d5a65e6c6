"""Commands whose answer is a text or a picture: equations, plots, the schema of model files."""

from __future__ import annotations

import os
from typing import Annotated

import typer

import sarrus
from sarrus.cli.commands.app import Elements, Model, app
from sarrus.cli.elements import classes_in
from sarrus.cli.output import say
from sarrus.cli.run import check_target, check_text_ending, load
from sarrus.errors import UsageError

__all__ = ["equations", "plot", "schema"]

FORMATS = ("text", "markdown", "latex", "html", "sympy")
FORMS = ("dae",)
ENDINGS = {
    "text": (".txt",),
    "markdown": (".md", ".markdown"),
    "latex": (".tex",),
    "html": (".html", ".htm"),
    "sympy": (".py", ".txt"),
}
"""Of files, by what is in them; the first format that has an ending is meant by it."""

Output = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write it to this file.", show_default=False)
]


@app.command(epilog="Example: sarrus equations four-bar.yaml --format markdown --output four-bar.md")
def equations(
    model: Model,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"{', '.join(FORMATS)}; when left out, by the ending of the file, else text.",
            show_default=False,
        ),
    ] = None,
    output: Output = None,
    form: Annotated[str, typer.Option(metavar="NAME", help="dae: with the constraints as they are.")] = "dae",
    index: Annotated[
        int,
        typer.Option(
            metavar="1|2|3", help="Constraints as accelerations (1), velocities (2), positions (3)."
        ),
    ] = 1,
    general: Annotated[bool, typer.Option("--general", help="Keep zeros of the model as symbols.")] = False,
    complete: Annotated[bool, typer.Option("--all", help="Write long tables to their end.")] = False,
    elements: Elements = None,
) -> None:
    """Show the equations of motion, with the names of the model."""
    if format is None:
        format = _meant(output)
    for option, value, allowed in (("format", format, FORMATS), ("form", form, FORMS)):
        if value not in allowed:
            raise UsageError(f"{option} '{value}' is unknown. Allowed: {', '.join(allowed)}.")
    if index not in (1, 2, 3):
        raise UsageError(f"index {index} is unknown. Allowed: 1, 2, 3.")
    check_target(output, model)
    if output is not None:
        check_text_ending(
            output,
            ENDINGS[format],
            f"equations in the format {format} are written as text",
            f"Other formats are: {', '.join(other for other in FORMATS if other != format)}.",
        )
    mechanism = load(model, classes_in(elements))
    readable = sarrus.equations(mechanism, index=index, general=general, complete=complete)
    text: str = readable.listing() if format == "sympy" else getattr(readable, format)()
    _put(text, output)


def _meant(output: str | None) -> str:
    """The format that the ending of a file means; text where it means none."""
    ending = os.path.splitext(output or "")[1].lower()
    return next((format for format, endings in ENDINGS.items() if ending in endings), "text")


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
    _put(schema_text(classes_in(elements)), output)


def _put(text: str, output: str | None) -> None:
    """To a file or to the terminal."""
    if output is None:
        say(text.rstrip("\n"))
        return
    from sarrus.files import write_text

    write_text(output, text if text.endswith("\n") else text + "\n")
    say(f"Written: {output}")
