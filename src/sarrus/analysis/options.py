"""What verbs can be told: each option once, for Python, the command line and files.

A verb writes its options as a signature, with the aliases below as annotations:

    def simulate(mechanism: Mechanism, until: Until, *, rows: Rows = 501, ...) -> Result:

From it follow the arguments of the Python call, the options of the command, and the keys under `analyses` in a file. A value
is read by the same rule in all three: a number with a unit may be a text, names may stand in one text with commas between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

from sarrus.analysis.option_values import (
    arithmetic,
    read_names,
    read_range,
    read_size,
    read_values,
    read_whole,
    shown,
    split_names,
)
from sarrus.errors import ModelError, UsageError, quote, suggest

if TYPE_CHECKING:
    from sarrus.files import Path
    from sarrus.results import Result

__all__ = ["Option", "OptionKind", "Progress", "split_names"]

Progress = Callable[[float, float], None]
"""Called with the time reached and the end time."""


class OptionKind(Enum):
    """What the value of an option is."""

    NUMBER = "a number"
    WHOLE = "a whole number"
    WORD = "a word"
    TEXT = "a text"
    FLAG = "true or false"
    NAMES = "a list of names"
    SIZE = "a width and a height"
    RANGE = "a number of the model with its range"
    VALUES = "values by name"
    FILE = "a file to write"
    CALL = "a function"
    POINT = "a time, a word or an answer"


@dataclass(frozen=True)
class Option:
    """An option of verbs.

    Args:
        kind: of its value.
        help: what it means, in a line or two; the command line shows it.
        unit: of a number.
        words: that are allowed, or where they stand ("module:NAME", whose items they are).
        metavar: how help writes its value.
        flag: what it is called on the command line, where that differs from its name.
        is_positional: whether its value stands behind the model, without a name.
        or_result: whether a result may stand in the place of values by name, in Python.
        in_python_only: whether neither a command nor a file can say it.
        has_count: whether a range may say how many values there are.
    """

    kind: OptionKind
    help: str
    unit: str = ""
    words: tuple[str, ...] | str = ()
    metavar: str = ""
    flag: str = ""
    is_positional: bool = False
    or_result: bool = False
    in_python_only: bool = False
    has_count: bool = False

    @property
    def in_files(self) -> bool:
        """Whether a model file may say it: nothing in a file writes a file, and no file holds code."""
        return self.in_commands and self.kind is not OptionKind.FILE

    @property
    def in_commands(self) -> bool:
        """Whether it is an option of the command line; what is written there, the command itself asks for."""
        return not self.in_python_only

    def allowed(self) -> tuple[str, ...]:
        """Words that it may be."""
        if isinstance(self.words, str):
            module, _, name = self.words.partition(":")
            return tuple(getattr(import_module(module), name))
        return self.words

    def read(self, name: str, value: Any) -> Any:
        """A value as the verb takes it.

        Raises:
            UsageError: it is none.
        """
        if value is None:
            return None
        match self.kind:
            case OptionKind.NUMBER:
                return self._number(name, value)
            case OptionKind.WHOLE:
                return read_whole(name, value)
            case OptionKind.WORD:
                return self._word(name, value)
            case OptionKind.FLAG:
                if not isinstance(value, bool):
                    raise UsageError(f"{name} is {shown(value)}. It must be true or false.")
                return value
            case OptionKind.NAMES:
                return read_names(name, value)
            case OptionKind.POINT:
                return self._point(name, value)
            case OptionKind.SIZE:
                return read_size(name, value)
            case OptionKind.RANGE:
                return read_range(name, value, self.has_count)
            case OptionKind.VALUES:
                return read_values(name, value, self.or_result)
            case OptionKind.TEXT if not isinstance(value, str):
                raise UsageError(f"{name} is {shown(value)}. It must be a text.")
        return value

    def written(self, value: Any) -> str:
        """A value as a user would write it on the command line."""
        if self.kind is OptionKind.SIZE:
            return "x".join(map(str, value))
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _number(self, name: str, value: Any) -> float:
        from sarrus.scalar.units import convert, split_quantity

        try:
            number = value if isinstance(value, str) else float(value)
            found = arithmetic(number) if isinstance(number, str) else None
            if found is not None and isfinite(found):
                return found
            is_literal = not isinstance(number, str) or (found is None and split_quantity(number))
            if not isinstance(value, bool) and is_literal:
                return convert(number, self.unit or "1", name)
        except ModelError as error:
            raise UsageError(str(error)) from None
        except (TypeError, ValueError, OverflowError):
            pass
        unit = f" in {self.unit}, or a text with its unit, such as '5 {self.unit}'" if self.unit else ""
        unit += ", or arithmetic, such as '2*pi/3'" if isinstance(value, str) else ""
        raise UsageError(f"{name} is {shown(value)}. It must be a number{unit}.") from None

    def _point(self, name: str, value: Any) -> Any:
        """A time in seconds; a word as it is; an answer of any analysis as it is."""
        if hasattr(value, "analysis") and hasattr(value, "status"):
            return value
        if isinstance(value, str) and not value.strip()[:1].isdigit():
            found = None if value.isidentifier() else arithmetic(value)
            if found is not None and isfinite(found):
                return found
            return value  # a word, or the name of an analysis, which the verb knows
        return self._number(name, value)

    def _word(self, name: str, value: Any) -> str:
        words = self.allowed()
        if isinstance(value, str) and value in words:
            return value
        near = suggest(value, words) if isinstance(value, str) else ""
        said = quote(value) if isinstance(value, str) else shown(value)
        raise UsageError(f"{name} {said} is unknown. Allowed are: {', '.join(words)}. {near}".rstrip())


Until = Annotated[float | str, Option(OptionKind.NUMBER, "End time in seconds.", unit="s", metavar="S")]
At = Annotated[
    float | str,
    Option(OptionKind.NUMBER, "Time at which drivers are read, in seconds.", unit="s", metavar="S"),
]
FrozenAt = Annotated[
    float | str | None,
    Option(
        OptionKind.NUMBER,
        "Time at which drivers and forces are read, in seconds; must be told where drivers move with time, else 0.",
        unit="s",
        metavar="S",
    ),
]
Goal = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "stable: downhill from the start, to an equilibrium that stays; nearest: near the start, stable or not.",
        words=("stable", "nearest"),
        metavar="NAME",
    ),
]
Every = Annotated[
    bool,
    Option(
        OptionKind.FLAG,
        "Look for several equilibria: along one freedom all on the way, else those that many starts lead to.",
        flag="all",
    ),
]
Preload = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Numbers of the model, such as spring.free_length, to be set so that the start pose is an equilibrium.",
        metavar="PATH",
    ),
]
Over = Annotated[
    Mapping[str, Sequence[float]] | str | None,
    Option(
        OptionKind.RANGE,
        "A number of the model, or t for time, and its range: the path of equilibria over it, through folds.",
        metavar="PATH=A:B",
    ),
]
RangeOver = Annotated[
    Mapping[str, Sequence[float]] | str,
    Option(
        OptionKind.RANGE,
        "A number of the model, its range, and how many values are told (200 when left out).",
        metavar="PATH=A:B:N",
        has_count=True,
    ),
]
Jumping = Annotated[
    bool,
    Option(OptionKind.FLAG, "Tell where the mechanism goes from each fold: downhill, a little beyond it."),
]
Switch = Annotated[bool, Option(OptionKind.FLAG, "Follow the paths that branch off, too.")]
Rows = Annotated[
    int,
    Option(
        OptionKind.WHOLE,
        "Output rows, equally spaced from 0 to the end; when asked for, all of up to 100 are printed.",
        metavar="N",
    ),
]
Rtol = Annotated[float, Option(OptionKind.NUMBER, "Relative tolerance of a step.", metavar="X")]
Atol = Annotated[
    float,
    Option(OptionKind.NUMBER, "Absolute tolerance: part of the mechanism's size, or radians.", metavar="X"),
]
Formulation = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "relative (joint coordinates), absolute (bodies), or auto: the same motion.",
        words=("auto", "relative", "absolute"),
        metavar="NAME",
    ),
]
RunFormulation = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "relative (joint coordinates), absolute (bodies), closed (planar loops solved by square roots), or auto: the same "
        "motion.",
        words=("auto", "relative", "absolute", "closed"),
        metavar="NAME",
    ),
]
Method = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "dop853 (adaptive step) or rk4 (fixed step).",
        words="sarrus.solvers.integrators:INTEGRATORS",
        metavar="NAME",
    ),
]
Step = Annotated[
    float | str | None, Option(OptionKind.NUMBER, "Step of rk4 in seconds.", unit="s", metavar="S")
]
Strict = Annotated[
    bool,
    Option(OptionKind.FLAG, "Raise when it fails, instead of returning what there is.", in_python_only=True),
]
Progressing = Annotated[
    Progress | None,
    Option(OptionKind.CALL, "Called with the time reached and the end time.", in_python_only=True),
]
Save = Annotated[
    "Path | None",
    Option(
        OptionKind.FILE,
        "Write the whole result to this file, as it is computed; until the end it is FILE.h5.part.",
        metavar="FILE.h5",
    ),
]
Show = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Series for the table, such as A.theta_dot or C.reaction: repeat it, or separate names by commas. "
        "When left out, the joint coordinates.",
        metavar="NAME",
    ),
]
Outputs = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Further series to compute from the rows, such as slide.s.per.A.theta; 'sarrus outputs MODEL' lists them.",
        metavar="NAME",
    ),
]
Coordinates = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Independent coordinates for partial velocities and generalised forces; when left out, a choice that suits.",
        metavar="NAME",
    ),
]
About = Annotated[
    str,
    Option(
        OptionKind.TEXT,
        "Keep those in whose name, unit or meaning it stands.",
        metavar="WORD",
        is_positional=True,
    ),
]
Form = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "Which equations: newton-euler (dae), lagrange, kane, ode, linear or others: see `sarrus explain forms`.",
        words="sarrus.analysis.written:ALL_FORMS",
        metavar="NAME",
    ),
]
Index = Annotated[
    int,
    Option(
        OptionKind.WHOLE, "Constraints as accelerations (1), velocities (2), positions (3).", metavar="1|2|3"
    ),
]
To = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "Language: numpy (Python with NumPy alone), c (C99), matlab (Octave, too), jax.",
        words="sarrus.languages:LANGUAGES",
        metavar="NAME",
    ),
]
Only = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Outputs that the code computes, such as A.theta or C.reaction; when left out, all that is published.",
        metavar="NAME",
    ),
]
CodeFile = Annotated["Path | None", Option(OptionKind.FILE, "Write the code to this file.", metavar="FILE")]
General = Annotated[bool, Option(OptionKind.FLAG, "Keep zeros of the model as symbols.")]
Complete = Annotated[bool, Option(OptionKind.FLAG, "Write long tables to their end.", flag="all")]
Where = Annotated[
    Any,
    Option(
        OptionKind.POINT,
        "Where: equilibrium, start, or a time in seconds at which drivers are read.",
        unit="s",
        words=("equilibrium", "start"),
        metavar="WORD|S",
    ),
]
Period = Annotated[
    float | str | None,
    Option(OptionKind.NUMBER, "Period of what drives it; when left out, it is found.", unit="s", metavar="S"),
]
LinearStates = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Coordinates that become states, with their rates; when left out, a choice that suits.",
        metavar="NAME",
        flag="state",
    ),
]
LinearInputs = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Inputs: of the model, load.A.theta for an effort, motor.motion_ddot for the acceleration of a driver.",
        metavar="NAME",
        flag="input",
    ),
]
LinearOutputs = Annotated[
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Outputs: anything published, such as A.theta or C.reaction.",
        metavar="NAME",
        flag="output",
    ),
]
WrittenOutputs = Annotated[  # of equations, whose --output is a file
    Sequence[str] | str,
    Option(
        OptionKind.NAMES,
        "Outputs of the forms linear and transfer: anything published, such as A.theta or C.reaction.",
        metavar="NAME",
    ),
]
Reduced = Annotated[bool, Option(OptionKind.FLAG, "Keep only the named states and what they depend on.")]
TurnFrame = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "Frame in which small turns of ball joints are seen: base, axis, body, or auto.",
        words=("auto", "base", "axis", "body"),
        metavar="NAME",
    ),
]
Motions = Annotated[
    "Mapping[str, Any] | Result | None",
    Option(
        OptionKind.VALUES,
        "What moves how: A.theta=2*pi*t for coordinates of joints, angles of bodies (bar.psi), points (foot.end.x); "
        "an expression of t, in a file also points [[t, value], ...]. Repeat it. When left out, as the drivers say.",
        metavar="NAME=EXPRESSION",
        or_result=True,
    ),
]
Actuators = Annotated[
    Sequence[str] | str | None,
    Option(
        OptionKind.NAMES,
        "What pushes: coordinates of joints (A.theta), drivers, forces along a line, inputs. When left out, the drivers, or "
        "the coordinates whose motion is given.",
        metavar="NAME",
    ),
]
Weights = Annotated[
    Mapping[str, Any] | None,
    Option(
        OptionKind.VALUES,
        "How much an effort counts where several share: the sum of weight * effort^2 is least. Repeat it.",
        metavar="NAME=NUMBER",
    ),
]
Limits = Annotated[
    Mapping[str, Any] | None,
    Option(
        OptionKind.VALUES,
        "Limits by name: A.theta=7 for -7 to 7, or A.theta=-2:5. Repeat it.",
        metavar="NAME=RANGE",
    ),
]
Target = Annotated[
    Mapping[str, Any],
    Option(
        OptionKind.VALUES,
        "Where to be: tip.end.x=0.6 for points, angles of bodies, coordinates of joints; for frames place, turn or both: "
        "'hand.tool={at: [0.6, 0.3], turn: 30 deg}'. Repeat it.",
        metavar="NAME=VALUE",
    ),
]
States = Annotated[int, Option(OptionKind.WHOLE, "At how many states the forms are compared.", metavar="N")]
MinimalCoordinates = Annotated[
    Sequence[str] | str,
    Option(OptionKind.NAMES, "Coordinates of the forms ode and state-space; else a choice.", metavar="NAME"),
]
TurnAngles = Annotated[
    str,
    Option(
        OptionKind.WORD,
        "Sequence of axes by which turns in space are written, such as 3-1-3.",
        words="sarrus.spatial.sequences:SEQUENCES",
        metavar="SEQUENCE",
    ),
]
Seed = Annotated[int, Option(OptionKind.WHOLE, "Other seeds choose other states.", metavar="N")]
Guess = Annotated[
    Mapping[str, Any] | None,
    Option(
        OptionKind.VALUES,
        "Coordinates of joints to be near; the others, near the start. Repeat it.",
        metavar="NAME=NUMBER",
    ),
]
