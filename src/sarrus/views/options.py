"""What views can be told: each option once, for Python and the command line; see `sarrus.analysis.options`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from sarrus.analysis.options import Option, OptionKind

if TYPE_CHECKING:
    from sarrus.files import Path
    from sarrus.model import Mechanism

__all__: list[str] = []

Against = Annotated[
    str,
    Option(
        OptionKind.TEXT,
        "Series along the horizontal axis instead of time, such as A.theta; two lengths have one scale.",
        metavar="NAME",
    ),
]
Degrees = Annotated[bool, Option(OptionKind.FLAG, "Show angles in degrees.")]
Wrap = Annotated[
    bool,
    Option(
        OptionKind.FLAG, "Show angles within one turn, -180 to 180 degrees; curves break where they jump."
    ),
]
Title = Annotated[str, Option(OptionKind.TEXT, "Text on top.", metavar="TEXT")]
Window = Annotated[
    bool | None,
    Option(OptionKind.FLAG, "Open a window; when left out, where no file is named.", in_python_only=True),
]
Picture = Annotated[
    "Path | None", Option(OptionKind.FILE, "Picture to write: .png, .svg or .pdf.", metavar="FILE")
]
Moment = Annotated[
    float | str | None,
    Option(
        OptionKind.NUMBER,
        "Time of a still in seconds; the beginning when left out.",
        unit="s",
        metavar="S",
    ),
]
What = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "mechanism; bodies (free-body diagrams, by the symbols of the equations); or network (bodies and joints).",
        words="sarrus.views.drawing.files:WHAT",
        metavar="NAME",
    ),
]
Theme = Annotated[
    str,
    Option(OptionKind.WORD, "light or dark.", words="sarrus.views.drawing.look:THEMES", metavar="NAME"),
]
Arrows = Annotated[bool, Option(OptionKind.FLAG, "Leave out the arrows of forces and torques.")]
Traces = Annotated[bool, Option(OptionKind.FLAG, "Leave out the curves of traced points.")]
Size = Annotated[
    tuple[int, int] | str,
    Option(OptionKind.SIZE, "Pixels, width and height. More of them show the same, sharper.", metavar="WxH"),
]
Fps = Annotated[
    float, Option(OptionKind.NUMBER, "Pictures of a film per second; at most 50 in .gif.", metavar="N")
]
Speed = Annotated[float, Option(OptionKind.NUMBER, "Speed of a film; 1 is real time.", metavar="X")]
Pictures = Annotated[
    Callable[[int, int], None] | None,
    Option(OptionKind.CALL, "Called with the number of pictures done and of all.", in_python_only=True),
]
ModelOf = Annotated[
    "Mechanism | None",
    Option(OptionKind.CALL, "The mechanism of a result that does not know it.", in_python_only=True),
]
RunUntil = Annotated[
    float | str | None,
    Option(OptionKind.NUMBER, "End time in seconds, when a model is run.", unit="s", metavar="S"),
]
RunRows = Annotated[
    int | None,
    Option(
        OptionKind.WHOLE,
        "Rows of the run; when left out, 60 for each second, but 301 to 2000.",
        metavar="N",
    ),
]
RunAnalysis = Annotated[
    str | None,
    Option(
        OptionKind.WORD,
        "How a model is run: simulate or kinematics; when left out, simulate.",
        words=("simulate", "kinematics"),
        metavar="NAME",
    ),
]
