"""What can go wrong, for someone with a mechanism rather than with this source.

    SarrusError
    ├── ModelError        the model is wrong: every problem found, listed together
    ├── UsageError        a command or a call is wrong: an unknown name, an impossible option
    ├── NumericalError    the computation failed: a status, and the result as far as it got
    ├── CompileError      the fast code could not be made
    └── Interrupted       the user stopped the computation

A message has four parts: where, what with the value and its unit, what is allowed, what to try. What stops nothing, but
can be mended, is a `SarrusWarning`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = [
    "CompileError",
    "Interrupted",
    "ModelError",
    "NumericalError",
    "Problem",
    "SarrusError",
    "SarrusWarning",
    "UsageError",
    "quote",
    "suggest",
]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, in the four parts of a message.

    Args:
        where: file, line and column, or the path of an element; may be empty.
        what: a sentence with the value and its unit.
        allowed: a sentence that says what would be right; may be empty.
        try_: a sentence that proposes the next step; may be empty.

    Example:
        >>> print(Problem("a.yaml:3:7", "mass is -1 kg", "It must not be negative"))
        a.yaml:3:7: mass is -1 kg. It must not be negative.
    """

    where: str
    what: str
    allowed: str = ""
    try_: str = ""

    def __str__(self) -> str:
        sentences = (part if part.endswith((".", "?", "!")) else part + "." for part in self._said)
        return (f"{self.where}: " if self.where else "") + " ".join(sentences)

    @property
    def _said(self) -> list[str]:
        return [part for part in (self.what, self.allowed, self.try_) if part]


class SarrusError(Exception):
    """The root of all exceptions this package raises on purpose.

    Attributes:
        answers: of `sarrus.run`: what was found before the failure, by name.
    """

    answers: Mapping[str, object]


class ModelError(SarrusError):
    """The model is wrong; `problems` holds everything that was found, `str` a paragraph for each."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    @classmethod
    def one(cls, where: str, what: str, allowed: str = "", try_: str = "") -> ModelError:
        """The error of a single problem."""
        return cls([Problem(where, what, allowed, try_)])

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.problems))


class UsageError(SarrusError):
    """A command or a call is wrong, whatever the model."""


class NumericalError(SarrusError):
    """The computation failed.

    Args:
        message: what happened, in words.
        status: number of the solver status.
        result: what was computed before the failure, if anything.
    """

    def __init__(self, message: str, status: int, result: object | None = None) -> None:
        super().__init__(message, status, result)
        self.status = status
        self.result = result

    def __str__(self) -> str:
        return str(self.args[0])


class StartError(ModelError, NumericalError):
    """Start values, or what drivers demand at the start, contradict each other: a mistake of the model.

    Args:
        message: what contradicts what.
        status: number of the status.
        result: the answer as far as it goes.
    """

    def __init__(self, message: str, status: int, result: object | None = None) -> None:
        Exception.__init__(self, message, status, result)
        self.problems = (Problem("start", message),)
        self.status = status
        self.result = result

    def __str__(self) -> str:
        return str(self.args[0])


class CompileError(SarrusError):
    """The fast code could not be made."""


class Interrupted(SarrusError):
    """The user stopped the computation; `result` is what was computed before."""

    def __init__(self, message: str, result: object | None = None) -> None:
        super().__init__(message, result)
        self.result = result

    def __str__(self) -> str:
        return str(self.args[0])


class SarrusWarning(UserWarning):
    """Something that stops nothing, and that the user can mend."""


def suggest(word: str, candidates: Iterable[str]) -> str:
    """A question with the nearest candidate, or nothing when none is near.

    Example:
        >>> suggest("rocker.D", ["rocker.A", "rocker.C"])
        "Did you mean 'rocker.C'?"
    """
    from difflib import get_close_matches  # only needed when something is wrong already

    if len(word) > 100:  # no name is that long, and the comparison would be slow
        return ""
    known = list(candidates)
    if len(known) > 1000:  # nobody has time to compare that many, problem after problem
        return ""
    near = [name for name in known if name.casefold() == word.casefold()] or get_close_matches(word, known, 1)
    return f"Did you mean {quote(near[0])}?" if near else ""


def quote(text: str, longest: int = 60) -> str:
    """User's text for a message: in quotes, unprintable characters escaped, cut when long."""
    shown = repr(text[:longest])
    return shown if len(text) <= longest else f"{shown[:-1]}...{shown[-1]}"
