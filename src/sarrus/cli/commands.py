"""The commands and their options. Analyses, with the compiler behind them, load when a command runs."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer

import sarrus
from sarrus.cli.output import say
from sarrus.cli.run import check_target, listing, load, run_over_time
from sarrus.errors import UsageError, suggest

__all__ = ["app", "call"]

# What typer raises for wrong words; its home differs between versions.
_WRONG_WORDS = cast("type[Exception]", typer.BadParameter.__base__)

FORMATS = ("text", "markdown", "latex", "sympy")
FORMS = ("dae",)

Model = Annotated[str, typer.Argument(metavar="MODEL", help="Model file (YAML or JSON).", show_default=False)]
Until = Annotated[float, typer.Option(metavar="S", help="End time in seconds.", show_default=False)]
Rows = Annotated[int, typer.Option(metavar="N", help="Output rows, equally spaced from 0 to the end.")]
Rtol = Annotated[float, typer.Option(metavar="X", help="Relative tolerance of a step.")]
Atol = Annotated[
    float, typer.Option(metavar="X", help="Absolute tolerance: part of the mechanism's size, or radians.")
]
Formulation = Annotated[
    str,
    typer.Option(metavar="NAME", help="relative (joint coordinates) or absolute (bodies): the same motion."),
]
Method = Annotated[str, typer.Option(metavar="NAME", help="dop853 (adaptive step) or rk4 (fixed step).")]
Step = Annotated[float | None, typer.Option(metavar="S", help="Step of rk4 in seconds.", show_default=False)]
Csv = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write every series to this file.", show_default=False)
]
Show = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Series for the table, such as A.theta_dot or C.reaction: repeat it, or separate names by commas. "
        "When left out, the joint coordinates.",
        show_default=False,
    ),
]

app = typer.Typer(
    name="sarrus",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: 'sarrus demo' shows it all, and writes a model to play with.",
)


def call(arguments: list[str]) -> None:
    """Run the command that the words name.

    Raises:
        SarrusError: the words are wrong, or what they ask for failed.
    """
    command = typer.main.get_command(app)
    try:
        with command.make_context("sarrus", arguments) as context:
            command.invoke(context)
    except typer.Exit:
        return  # --help and --version have done their work
    except _WRONG_WORDS as error:
        raise UsageError(_refusal(error)) from None


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
    if "extra argument" in text:
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


@app.command(epilog="Example: sarrus demo")
def demo() -> None:
    """Show what Sarrus does, on a built-in four-bar linkage.

    It is checked and simulated for 10 s; its motion and its equations are shown, and written to the folder 'out'.
    """
    from sarrus.cli.demo import run

    run()


@app.command(epilog="Example: sarrus check four-bar.yaml")
def check(model: Model) -> None:
    """Is the model sound? Its freedom, its loops, what is redundant.

    The mechanism is assembled, its freedom is counted and compared with the true one, and constraints that repeat
    each other are named, with the reactions that are not unique because of them.
    """
    say(sarrus.check(load(model)).text())


@app.command(epilog="Example: sarrus assemble four-bar.yaml")
def assemble(model: Model) -> None:
    """Close all loops and show where the mechanism stands.

    Guessed start values move as needed, and it is said how far; fixed ones never move.
    """
    found = sarrus.assemble(load(model))
    say(f"{found.mechanism}: assembled, with all loops closed.\n\n{found.text()}")


@app.command(epilog="Example: sarrus simulate four-bar.yaml --until 5 --show A.theta --csv run.csv")
def simulate(
    model: Model,
    until: Until,
    rows: Rows = 501,
    rtol: Rtol = 1e-8,
    atol: Atol = 1e-8,
    formulation: Formulation = "relative",
    method: Method = "dop853",
    step: Step = None,
    csv: Csv = None,
    show: Show = None,
) -> None:
    """How does the mechanism move under its forces?

    Integrates the equations of motion from the start values and shows a table, with the evidence to judge it by.
    """
    run_over_time(
        model, csv, show, lambda mechanism, bar: sarrus.simulate(
            mechanism, until, rows=rows, rtol=rtol, atol=atol, formulation=formulation, method=method, step=step,
            progress=bar,
        )
    )  # fmt: skip


@app.command(epilog="Example: sarrus kinematics slider-crank.yaml --until 2 --show slide.s,motor.effort")
def kinematics(
    model: Model,
    until: Until,
    rows: Rows = 501,
    rtol: Rtol = 1e-8,
    formulation: Formulation = "relative",
    csv: Csv = None,
    show: Show = None,
) -> None:
    """How does it move when its drivers determine everything?

    The model needs as many drivers as it has degrees of freedom. The efforts of the drivers are found too.
    """
    run_over_time(
        model, csv, show, lambda mechanism, bar: sarrus.kinematics(
            mechanism, until, rows=rows, rtol=rtol, formulation=formulation, progress=bar
        )
    )  # fmt: skip


@app.command(epilog="Example: sarrus equations four-bar.yaml --format markdown --output four-bar.md")
def equations(
    model: Model,
    format: Annotated[str, typer.Option(metavar="NAME", help=f"{', '.join(FORMATS)}.")] = "text",
    output: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write them to this file.", show_default=False)
    ] = None,
    form: Annotated[str, typer.Option(metavar="NAME", help="dae: with the constraints as they are.")] = "dae",
) -> None:
    """Show the equations of motion, with the names of the model."""
    for option, value, allowed in (("format", format, FORMATS), ("form", form, FORMS)):
        if value not in allowed:
            raise UsageError(f"{option} '{value}' is unknown. Allowed: {', '.join(allowed)}.")
    check_target(output, model)
    readable = sarrus.equations(load(model))
    text: str = listing(readable.sympy()) if format == "sympy" else getattr(readable, format)()
    if output is None:
        say(text.rstrip("\n"))
        return
    from sarrus.files import write_text

    write_text(output, text if text.endswith("\n") else text + "\n")
    say(f"Written: {output}")
