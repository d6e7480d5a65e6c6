"""Commands that ask a question about a model, made from what the verbs declare."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

from sarrus.analysis.options import Option, OptionKind
from sarrus.analysis.verb import VERBS, Question, question
from sarrus.cli.commands.app import Elements, Model, app

__all__ = ["Common"]

Csv = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write every value to this file.", show_default=False)
]
Report = Annotated[
    str | None,
    typer.Option(metavar="FILE.html", help="Write a report to look at to this file.", show_default=False),
]
Save = Annotated[
    str | None,
    typer.Option(
        metavar="FILE.h5",
        help="Write the whole answer to this file, which load_result reads.",
        show_default=False,
    ),
]
Plot = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Write a picture to this file: .png, .svg or .pdf.", show_default=False
    ),
]
Show = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Values for the table, by name: series of a run (A.theta_dot, C.reaction; when left out, the joint coordinates), "
        "or values of the answer. Repeat it, or separate names by commas.",
        show_default=False,
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Give a number of the model another value: --set a=0.25, --set 'crank.mass=300 g'. Repeat it.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, errors too; exit codes are the same.")]

Common: dict[str, Any] = {
    "csv": Csv,
    "save": Save,
    "report": Report,
    "plot": Plot,
    "show": Show,
    "elements": Elements,
    "changes": Set,
}
"""What every question can be told about its answer, and where it comes from; then --json."""


TOLD = frozenset({"rows"})
"""Options of which it matters whether they were given: all rows are shown that someone asked for."""


def _parameter(name: str, option: Option, known: Question) -> Parameter:
    """An option of a verb as typer takes it: its value is read by the verb, not by typer."""
    flag = f"--{(option.flag or name).replace('_', '-')}"
    is_required = name not in known.defaults
    default = known.defaults.get(name)
    is_text = option.kind not in (OptionKind.FLAG, OptionKind.NAMES) and default is not None
    first: Any = str(default) if is_text and name not in TOLD else None
    kinds: dict[OptionKind, Any] = {OptionKind.FLAG: bool, OptionKind.NAMES: list[str] | None}
    kind = kinds.get(option.kind, str if is_required else str | None)
    extra: dict[str, Any] = {"metavar": option.metavar} if option.metavar else {}
    shown = str(default) if name in TOLD else first is not None
    said = (
        typer.Argument(help=option.help, show_default=False, **extra)
        if option.is_positional
        else typer.Option(flag, help=option.help, show_default=shown, **extra)
    )
    return Parameter(
        name,
        Parameter.KEYWORD_ONLY,
        annotation=Annotated[kind, said],
        default=Parameter.empty if is_required else (False if option.kind is OptionKind.FLAG else first),
    )


def _command(known: Question) -> Callable[..., None]:
    options = {n: o for n, o in known.options.items() if o.in_commands and o.kind is not OptionKind.FILE}

    def command(**given: Any) -> None:
        from sarrus.cli.answering import Wanted, answer

        told = {name: given.pop(name) for name in options}
        answer(known, {n: v for n, v in told.items() if v is not None}, Wanted(**given))

    more = dict(EXTRAS.get(known.name, {}))
    parameters = [
        Parameter("model", Parameter.KEYWORD_ONLY, annotation=Model),
        *(_parameter(name, option, known) for name, option in options.items()),
        *(
            Parameter(n, Parameter.KEYWORD_ONLY, annotation=a, default=None)
            for n, a in (more | Common).items()
        ),
        Parameter("json", Parameter.KEYWORD_ONLY, annotation=Json, default=False),
    ]
    # those that must be given come first
    parameters.sort(key=lambda p: p.default is not Parameter.empty)
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    command.__doc__, command.__name__ = known.told[0], known.name
    return command


EXTRAS: dict[str, dict[str, Any]] = {
    "equations": {
        "format": Annotated[
            str | None,
            typer.Option(
                metavar="NAME",
                help="text, markdown, latex, html, sympy; when left out, by the ending of the file, else text.",
                show_default=False,
            ),
        ],
        "output": Annotated[
            str | None,
            typer.Option(metavar="FILE", help="Write the text to this file.", show_default=False),
        ],
    }
}
"""What is particular to the way in which an answer is shown."""

for _name in VERBS:
    _known = question(_name)
    app.command(_name, epilog=_known.told[1])(_command(_known))
