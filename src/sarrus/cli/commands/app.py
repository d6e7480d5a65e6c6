"""The program that takes the words of a command line apart, and what it says when they are wrong."""

from __future__ import annotations

import inspect
import os
from typing import Annotated, Any, cast

import typer

import sarrus
from sarrus.cli.output import say
from sarrus.errors import UsageError, suggest

__all__ = ["Elements", "Model", "app", "call", "summary"]

# What typer raises for wrong words; its home differs between versions.
_WRONG_WORDS = cast("type[Exception]", typer.BadParameter.__base__)

Model = Annotated[str, typer.Argument(metavar="MODEL", help="Model file (YAML or JSON).", show_default=False)]
Elements = Annotated[
    list[str] | None,
    typer.Option(
        "--elements",
        metavar="FILE.py",
        help="Python file with classes of elements of your own; it is run. Repeat it for several.",
        show_default=False,
    ),
]

COMPLETE = "_SARRUS_COMPLETE"
"""Set by the script that 'sarrus --install-completion' writes, when the shell wants to complete a word."""

app = typer.Typer(
    name="sarrus",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: 'sarrus demo' shows it all, and writes a model to play with.",
)


def summary(text: str) -> str:
    """The first sentence of what a command says of itself, whole: lists of commands would cut it."""
    return " ".join(inspect.cleandoc(text).partition("\n\n")[0].split())


def call(arguments: list[str]) -> int:
    """Run the command that the words name, and return its exit code.

    Raises:
        SarrusError: the words are wrong, or what they ask for failed.
    """
    command = _in_plain_words(typer.main.get_command(app))
    try:
        if COMPLETE in os.environ:  # a shell asks what may come next
            command.main([], prog_name="sarrus")
        with command.make_context("sarrus", arguments) as context:
            command.invoke(context)
    except typer.Exit as done:
        return done.exit_code  # --help and --version have done their work, or the command has said all
    except SystemExit as done:  # completion was installed, shown, or answered
        return int(done.code or 0)
    except _WRONG_WORDS as error:
        raise UsageError(_refusal(error)) from None
    return 0


def _in_plain_words(program: Any) -> Any:
    """The program with help that shows arguments by their names alone, without the marks of types around them."""
    for command in program.commands.values():
        for p in command.params:
            if p.param_type_name == "argument":
                shown = (p.metavar if p.required else f"[{p.metavar}]") + ("" if p.nargs == 1 else "...")
                p.get_usage_pieces = lambda _, shown=shown: [shown]
                p.get_help_record = lambda _, p=p: (p.metavar, p.help or "")
        command.short_help = command.short_help or summary(command.help or "")
    return program


def _refusal(error: Any) -> str:
    """What is wrong with the words, what was probably meant, and where to read on."""
    context, text = error.ctx, error.format_message().rstrip()
    command = context.command if context else None
    commands = list(getattr(command, "commands", ()))
    options = [word for p in command.params for word in p.opts] if command else []
    if text.startswith("No such option"):
        wrong = error.option_name
        text = f"No such option '{wrong}'. {suggest(wrong, options)}".rstrip()
    elif text.startswith("No such command"):
        wrong = text.split("'")[1]
        text = f"No such command '{wrong}'. {suggest(wrong, commands) or 'There are: ' + ', '.join(commands)}"
    if "extra argument" in text and "--show" in options:
        text = f"{text.rstrip('.')}. Several series are given as --show A.theta,B.theta."
    path = context.command_path if context else "sarrus"
    return f"{path}: {text if text.endswith(('.', '?')) else text + '.'} See '{path} --help'."


def _version(asked: bool) -> None:
    if asked:
        say(f"sarrus {sarrus.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Rigid-body mechanisms: check a model, simulate it, read its equations.

    A model is a text file with bodies, joints, forces and start values.
    """
    if context.invoked_subcommand is None:
        say(context.get_help())
