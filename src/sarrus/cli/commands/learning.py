"""Commands for someone who begins: a demonstration, a first model, explanations."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.commands.app import Elements, app
from sarrus.cli.new import TEMPLATES

__all__ = ["demo", "explain", "new"]


@app.command(epilog="Example: sarrus demo")
def demo() -> None:
    """Show what Sarrus does, on a built-in four-bar linkage.

    It is checked and simulated for 10 s; its motion and its equations are shown, and written to the folder 'out' together
    with a report, which shows it moving in a browser.
    """
    from sarrus.cli.demo import run

    run()


@app.command(epilog="Example: sarrus new arm --template slider-crank")
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the model, or of its file.", show_default=False)
    ],
    template: Annotated[str, typer.Option(metavar="NAME", help=f"{', '.join(TEMPLATES)}.")] = TEMPLATES[0],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a model with comments, to begin with.

    Beside it goes a schema, by which an editor completes keywords and marks mistakes.
    """
    from sarrus.cli.new import write

    write(name, template, force=force)


@app.command(epilog="Example: sarrus explain revolute")
def explain(
    word: Annotated[
        str | None,
        typer.Argument(
            metavar="WORD",
            help="An element (revolute, SpringDamper), a command, a result (A.theta, energy.balance) or a status.",
            show_default=False,
        ),
    ] = None,
    elements: Elements = None,
) -> None:
    """What does a word mean? Without a word, list them all.

    For an element: its equations and conventions, parameters with units and ranges, and how it is written in a file
    and in Python.
    """
    from sarrus.cli.elements import classes_in
    from sarrus.cli.explain import everything, explained
    from sarrus.cli.output import say

    own = classes_in(elements)
    say(everything(own) if word is None else explained(word, own))
