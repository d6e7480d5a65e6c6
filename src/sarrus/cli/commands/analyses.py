"""Commands that ask a question about a model."""

from __future__ import annotations

from typing import Annotated

import typer

import sarrus
from sarrus.cli.commands.app import Elements, Model, app
from sarrus.cli.elements import classes_in
from sarrus.cli.output import say
from sarrus.cli.run import DEFAULT_ROWS, Wanted, load, run_over_time

__all__ = ["assemble", "check", "kinematics", "simulate"]

Until = Annotated[float, typer.Option(metavar="S", help="End time in seconds.", show_default=False)]
Rows = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Output rows, equally spaced from 0 to the end; when asked for, all of up to 100 are printed.",
        show_default=str(DEFAULT_ROWS),
    ),
]
Rtol = Annotated[float, typer.Option(metavar="X", help="Relative tolerance of a step.")]
Atol = Annotated[
    float, typer.Option(metavar="X", help="Absolute tolerance: part of the mechanism's size, or radians.")
]
Formulation = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="relative (joint coordinates), absolute (bodies), or auto: the same motion."
    ),
]
Method = Annotated[str, typer.Option(metavar="NAME", help="dop853 (adaptive step) or rk4 (fixed step).")]
Step = Annotated[float | None, typer.Option(metavar="S", help="Step of rk4 in seconds.", show_default=False)]
Csv = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write every series to this file.", show_default=False)
]
Report = Annotated[
    str | None,
    typer.Option(metavar="FILE.html", help="Write a report to look at to this file.", show_default=False),
]
Save = Annotated[
    str | None,
    typer.Option(
        metavar="FILE.h5",
        help="Write the whole result to this file, as it is computed; until the end it is FILE.h5.part.",
        show_default=False,
    ),
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
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, errors too; exit codes are the same.")]


@app.command(epilog="Example: sarrus check four-bar.yaml")
def check(model: Model, elements: Elements = None, json: Json = False) -> None:
    """Is the model sound? Its freedom, its loops, what is redundant.

    The mechanism is assembled, its freedom is counted and compared with the true one, and constraints that repeat
    each other are named, with the reactions that are not unique because of them. Notes say what is allowed, but may
    not be meant.
    """
    report = sarrus.check(load(model, classes_in(elements)))
    if json:
        from sarrus.cli.document import emit, of_report

        emit(of_report(report))
    else:
        say(report.text())


@app.command(epilog="Example: sarrus assemble four-bar.yaml")
def assemble(model: Model, elements: Elements = None, json: Json = False) -> None:
    """Close all loops and show where the mechanism stands.

    Guessed start values move as needed, and it is said how far; fixed ones never move.
    """
    found = sarrus.assemble(load(model, classes_in(elements)))
    if json:
        from sarrus.cli.document import emit, of_assembly

        emit(of_assembly(found))
    else:
        say(f"{found.mechanism}: assembled, with all loops closed.\n\n{found.text()}")


@app.command(epilog="Example: sarrus simulate four-bar.yaml --until 5 --show A.theta --csv run.csv")
def simulate(
    model: Model,
    until: Until,
    *,
    rows: Rows = None,
    rtol: Rtol = 1e-8,
    atol: Atol = 1e-8,
    formulation: Formulation = "auto",
    method: Method = "dop853",
    step: Step = None,
    csv: Csv = None,
    save: Save = None,
    report: Report = None,
    show: Show = None,
    elements: Elements = None,
    json: Json = False,
) -> None:
    """How does the mechanism move under its forces?

    Integrates the equations of motion from the start values and shows a table, with the evidence to judge it by.

    Ctrl-C stops it and keeps the rows so far, in the files of --csv and --save too. A run with --save that is killed
    leaves FILE.h5.part, with all rows but those of its last second: 'sarrus plot' and sarrus.load_result read it.
    """
    wanted = Wanted(csv, save, report, show, json, rows, classes_in(elements))
    run_over_time(
        model, wanted, lambda mechanism, bar: sarrus.simulate(
            mechanism, until, rows=wanted.output_rows, rtol=rtol, atol=atol, formulation=formulation, method=method, step=step,
            progress=bar, save=save,
        )
    )  # fmt: skip


@app.command(epilog="Example: sarrus kinematics slider-crank.yaml --until 2 --show slide.s,motor.effort")
def kinematics(
    model: Model,
    until: Until,
    *,
    rows: Rows = None,
    rtol: Rtol = 1e-8,
    formulation: Formulation = "auto",
    csv: Csv = None,
    save: Save = None,
    report: Report = None,
    show: Show = None,
    elements: Elements = None,
    json: Json = False,
) -> None:
    """How does it move when its drivers determine everything?

    The model needs as many drivers as it has degrees of freedom. The efforts of the drivers are found too.
    """
    wanted = Wanted(csv, save, report, show, json, rows, classes_in(elements))
    run_over_time(
        model, wanted, lambda mechanism, bar: sarrus.kinematics(
            mechanism, until, rows=wanted.output_rows, rtol=rtol, formulation=formulation, progress=bar, save=save
        )
    )  # fmt: skip
