"""What verbs can be told: each option once, for Python, the command line and files.

A verb writes its options as a signature, with the aliases below as annotations:

    def simulate(mechanism: Mechanism, until: Until, *, rows: Rows = 501, ...) -> Result:

From it follow the arguments of the Python call, the options of the command, and the keys under `analyses` in a file. A value
is read by the same rule in all three: a number with a unit may be a text, names may stand in one text with commas between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from sarrus.errors import ModelError, UsageError, quote, suggest

if TYPE_CHECKING:
    from sarrus.files import Path

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
    FILE = "a file to write"
    CALL = "a function"


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
        in_python_only: whether neither a command nor a file can say it.
    """

    kind: OptionKind
    help: str
    unit: str = ""
    words: tuple[str, ...] | str = ()
    metavar: str = ""
    flag: str = ""
    is_positional: bool = False
    in_python_only: bool = False

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
                return _whole(name, value)
            case OptionKind.WORD:
                return self._word(name, value)
            case OptionKind.FLAG:
                if not isinstance(value, bool):
                    raise UsageError(f"{name} is {_shown(value)}. It must be true or false.")
                return value
            case OptionKind.NAMES:
                return _names(name, value)
            case OptionKind.TEXT if not isinstance(value, str):
                raise UsageError(f"{name} is {_shown(value)}. It must be a text.")
        return value

    def _number(self, name: str, value: Any) -> float:
        from sarrus.scalar.units import convert, split_quantity

        try:
            number = value if isinstance(value, str) else float(value)
            if not isinstance(value, bool) and (not isinstance(number, str) or split_quantity(number)):
                return convert(number, self.unit or "1", name)
        except ModelError as error:
            raise UsageError(str(error)) from None
        except (TypeError, ValueError, OverflowError):
            pass
        unit = f" in {self.unit}, or a text with its unit, such as '5 {self.unit}'" if self.unit else ""
        raise UsageError(f"{name} is {_shown(value)}. It must be a number{unit}.") from None

    def _word(self, name: str, value: Any) -> str:
        words = self.allowed()
        if isinstance(value, str) and value in words:
            return value
        near = suggest(value, words) if isinstance(value, str) else ""
        shown = quote(value) if isinstance(value, str) else _shown(value)
        raise UsageError(f"{name} {shown} is unknown. Allowed are: {', '.join(words)}. {near}".rstrip())


def _whole(name: str, value: Any) -> int:
    import operator

    try:
        if isinstance(value, str):
            return int(value)
        if not isinstance(value, bool):
            return operator.index(value)
    except (TypeError, ValueError):
        pass
    raise UsageError(f"{name} is {_shown(value)}. It must be a whole number.")


def _names(name: str, value: Any) -> tuple[str, ...]:
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, Sequence) or not all(isinstance(item, str) for item in given):
        raise UsageError(f"{name} is {_shown(value)}. It must be a list of names, such as ['A.theta'].")
    return tuple(split_names(given))


def split_names(words: Sequence[str]) -> list[str]:
    """Names from words in which several may stand, separated by commas."""
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def _shown(value: Any) -> str:
    """A value for a message; that of a stranger's object may be long."""
    return quote(repr(value)) if not isinstance(value, str | int | float) else repr(value)[:60]


Until = Annotated[float | str, Option(OptionKind.NUMBER, "End time in seconds.", unit="s", metavar="S")]
At = Annotated[
    float | str,
    Option(OptionKind.NUMBER, "Time at which drivers are read, in seconds.", unit="s", metavar="S"),
]
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
    str, Option(OptionKind.WORD, "dae: with the constraints as they are.", words=("dae",), metavar="NAME")
]
Index = Annotated[
    int,
    Option(
        OptionKind.WHOLE, "Constraints as accelerations (1), velocities (2), positions (3).", metavar="1|2|3"
    ),
]
General = Annotated[bool, Option(OptionKind.FLAG, "Keep zeros of the model as symbols.")]
Complete = Annotated[bool, Option(OptionKind.FLAG, "Write long tables to their end.", flag="all")]
