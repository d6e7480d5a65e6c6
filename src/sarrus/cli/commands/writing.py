"""The command that writes the schema of model files."""

from __future__ import annotations

from typing import Annotated

import typer

from sarrus.cli.commands.app import Elements, app
from sarrus.cli.elements import classes_in
from sarrus.cli.targets import check_target, check_text_ending
from sarrus.cli.writing import put

__all__ = ["schema"]

Output = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write it to this file.", show_default=False)
]


@app.command(epilog="Example: sarrus schema --output sarrus.schema.json")
def schema(output: Output = None, elements: Elements = None) -> None:
    """Show the form of model files as JSON Schema, for editors.

    With --elements, that of files with your own elements.
    """
    from sarrus.cli.new import schema_text

    check_target(output)
    if output is not None:
        check_text_ending(output, (".json",), "the schema is written as JSON")
    put(schema_text(classes_in(elements)), output)
