"""Commands that ask a question about a model, made from what the verbs declare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

from sarrus.analysis.options import Option, OptionKind
from sarrus.analysis.verb import VERBS, Question, question
from sarrus.cli.commands.app import Elements, Model, app

__all__ = ["Common", "Set", "made", "parameters_of", "told_by"]

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


SEVERAL = (OptionKind.NAMES, OptionKind.VALUES)
"""Options that may be repeated."""
TOLD = frozenset({"rows"})
"""Options of which it matters whether they were given: all rows are shown that someone asked for."""


def parameters_of(known: Question) -> list[Parameter]:
    """The options of a verb or a view as typer takes them; files are the command's own matter."""
    return [_parameter(n, o, known) for n, o in known.options.items() if is_told(o)]


def told_by(known: Question, given: dict[str, Any]) -> dict[str, Any]:
    """What the words of a command tell a verb or a view; it is taken out of what is given."""
    told = {n: given.pop(n) for n, o in known.options.items() if is_told(o)}
    return {n: not v if known.defaults.get(n) is True else v for n, v in told.items() if v is not None}


def is_told(option: Option) -> bool:
    """Whether the words of a command tell it."""
    return option.in_commands and option.kind is not OptionKind.FILE


def _parameter(name: str, option: Option, known: Question) -> Parameter:
    """An option as typer takes it: its value is read by the verb, not by typer."""
    flag = f"--{(option.flag or name).replace('_', '-')}"
    is_required = name not in known.defaults
    default = known.defaults.get(name)
    if option.kind is OptionKind.FLAG:
        # of what is so unless somebody says no, "no" is what can be said; see `told_by`
        said: Any = typer.Option(
            flag.replace("--", "--no-", 1) if default else flag, help=option.help, show_default=False
        )
        return _keyword(name, Annotated[bool, said], False)
    is_text = option.kind not in SEVERAL and default not in (None, "")
    first: Any = option.written(default) if is_text and name not in TOLD else None
    words: Any = list[str] if is_required else list[str] | None
    kinds: dict[OptionKind, Any] = dict.fromkeys(SEVERAL, words)
    kind = kinds.get(option.kind, str if is_required else str | None)
    extra: dict[str, Any] = {"metavar": option.metavar} if option.metavar else {}
    shown = str(default) if name in TOLD and default is not None else first is not None
    said = (
        typer.Argument(help=option.help, show_default=False, **extra)
        if option.is_positional
        else typer.Option(flag, help=option.help, show_default=shown, **extra)
    )
    return _keyword(name, Annotated[kind, said], Parameter.empty if is_required else first)


def _keyword(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def made(
    function: Callable[..., None], parameters: Sequence[Parameter], told: tuple[str, str], name: str
) -> None:
    """Make a command of a function.

    Args:
        function: called with the values, by name.
        parameters: what it takes; those that must be given come first.
        told: what help says, and its example.
        name: of the command.
    """
    ordered = sorted(parameters, key=lambda p: p.default is not Parameter.empty)
    function.__signature__ = Signature(ordered)  # type: ignore[attr-defined]
    function.__annotations__ = {p.name: p.annotation for p in ordered}
    function.__doc__, function.__name__ = told[0], name
    app.command(name, epilog=told[1])(function)


def _command(known: Question) -> None:
    def command(**given: Any) -> None:
        from sarrus.cli.answering import Wanted, answer

        answer(known, told_by(known, given), Wanted(**given))

    more = EXTRAS.get(known.name, {}) | Common
    parameters = [
        _keyword("model", Model),
        *parameters_of(known),
        *(_keyword(name, annotation, None) for name, annotation in more.items()),
        _keyword("json", Json, False),
    ]
    made(command, parameters, known.told, known.name)


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
        "standalone": Annotated[
            bool | None,
            typer.Option(
                "--standalone", help="LaTeX as a document that compiles by itself.", show_default=False
            ),
        ],
    },
    "export": {
        "output": Annotated[
            str | None,
            typer.Option(
                "--output",
                "-o",
                metavar="FILE",
                help="Write the code to this file; when left out, it is printed.",
                show_default=False,
            ),
        ],
    },
}
"""What is particular to the way in which an answer is shown."""

for _name in VERBS:
    _command(question(_name))
