"""What a verb is: a question about a mechanism, its options by their declarations, and the answer it gives."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, ParamSpec, TypeVar

from sarrus.analysis import options as declared
from sarrus.analysis.options import Option
from sarrus.errors import UsageError, quote, suggest

__all__ = ["VERBS", "Question", "answer_class", "question", "verb", "view"]

P = ParamSpec("P")
A = TypeVar("A")


class Home(NamedTuple):
    """Where a verb lives, in a module that loads nothing that computes, and the class of its answers."""

    module: str
    answer: str


VERBS = {
    "check": Home("sarrus.analysis.check", "sarrus.analysis.check.report:Report"),
    "assemble": Home("sarrus.analysis.assemble", "sarrus.analysis.assembly.pose:Assembly"),
    "simulate": Home("sarrus.analysis.simulate", "sarrus.results:Result"),
    "kinematics": Home("sarrus.analysis.kinematics", "sarrus.results:Result"),
    "linearize": Home("sarrus.analysis.linearize", "sarrus.analysis.linear.model:LinearModel"),
    "modes": Home("sarrus.analysis.modes", "sarrus.analysis.linear.modes:Modes"),
    "roots": Home("sarrus.analysis.roots", "sarrus.analysis.locus.answer:RootLocus"),
    "floquet": Home("sarrus.analysis.floquet", "sarrus.analysis.orbit.answer:Floquet"),
    "equilibrium": Home("sarrus.analysis.equilibrium", "sarrus.analysis.statics.answer:Equilibrium"),
    "inverse": Home("sarrus.analysis.inverse", "sarrus.results:Result"),
    "reach": Home("sarrus.analysis.reach", "sarrus.analysis.reaching.pose:Reached"),
    "verify": Home("sarrus.analysis.verify", "sarrus.analysis.verifying.answer:Verification"),
    "outputs": Home("sarrus.analysis.outputs", "sarrus.analysis.outputs.listing:OutputList"),
    "equations": Home("sarrus.analysis.equations", "sarrus.analysis.written:WrittenEquations"),
    "export": Home("sarrus.analysis.export", "sarrus.analysis.source_code:SourceCode"),
}
"""Every verb, in the order of the help."""


@dataclass(frozen=True)
class Question:
    """A verb and what it can be told.

    Attributes:
        name: the verb.
        ask: the function, which takes a mechanism first.
        options: by name, in the order of the signature.
        defaults: values of options that may be left out.
    """

    name: str
    ask: Callable[..., Any]
    options: Mapping[str, Option]
    defaults: Mapping[str, Any]

    @property
    def primary(self) -> str:
        """The option that needs no name: that which must be given, or stands behind the model; "" where there is none."""
        return next((n for n, o in self.options.items() if n not in self.defaults or o.is_positional), "")

    @property
    def told(self) -> tuple[str, str]:
        """What it asks, for people at a terminal, and an example: the words at the top of its file."""
        words = inspect.cleandoc(sys.modules[self.ask.__module__].__doc__ or "")
        text, _, example = words.partition("\n\nExample: ")
        return text, f"Example: {example}"

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Values of options as the verb takes them.

        Raises:
            UsageError: one is unknown, is no such value, or one that is needed is missing.
        """
        for name in given:
            if name not in self.options:
                raise UsageError(self.unknown(name))
        if self.primary and self.primary not in self.defaults and given.get(self.primary) is None:
            option = self.options[self.primary]
            raise UsageError(
                f"{self.name} needs {self.primary}: {option.help[0].lower()}{option.help[1:]} Give {self.primary}=5."
            )
        told = {n: v for n, v in given.items() if v is not None or self.defaults.get(n, "") is None}
        for name in given.keys() - told.keys():
            raise UsageError(f"{name} is None. Leave it out, or give {self.options[name].kind.value}.")
        return {name: self.options[name].read(name, value) for name, value in told.items()}

    def unknown(self, name: str) -> str:
        """What is said of an option that it does not have."""
        return (
            f"{self.name} has no option {quote(name)}. {suggest(name, self.options)} "
            f"It has: {', '.join(self.options)}.".replace("  ", " ")
        )


def verb(function: Callable[P, A]) -> Callable[P, A]:
    """Let a function read its options by their declarations, whoever calls it."""
    known = _declared(function, list(inspect.signature(function).parameters.values())[1:], declared)

    @wraps(function)
    def ask(*given: Any, **named: Any) -> A:
        if not given:
            raise UsageError(f"{known.name} takes a mechanism: sarrus.{known.name}(mechanism, ...).")
        mechanism, *rest = given
        if len(rest) > (1 if known.primary else 0):
            raise UsageError(
                f"{known.name} takes a mechanism{' and ' + known.primary if known.primary else ''}; "
                f"everything else has a name: {', '.join(known.options)}."
            )
        if rest and known.primary in named:
            raise UsageError(f"{known.name} is given {known.primary} twice.")
        told = {**dict(zip([known.primary], rest, strict=False)), **named}
        return function(mechanism, **known.read(told))

    ask.question = known  # type: ignore[attr-defined]
    return ask


def view(aliases: ModuleType) -> Callable[[Callable[P, A]], Callable[P, A]]:
    """Let a function that shows answers read its options, those after the star, by their declarations.

    Args:
        aliases: where the options stand that its signature names.
    """

    def read(function: Callable[P, A]) -> Callable[P, A]:
        after = [p for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
        known = _declared(function, after, aliases)

        @wraps(function)
        def ask(*given: Any, **named: Any) -> A:
            return function(*given, **known.read(named))

        ask.question = known  # type: ignore[attr-defined]
        return ask

    return read


@cache
def question(name: str) -> Question:
    """A verb by its name.

    Raises:
        UsageError: there is none of that name.
    """
    if name not in VERBS:
        raise UsageError(
            f"{quote(name)} is no verb. {suggest(name, VERBS)} There are: {', '.join(VERBS)}.".replace(
                "  ", " "
            )
        )
    found: Question = getattr(import_module(VERBS[name].module), name).question
    return found


def answer_class(name: str) -> type:
    """The class of a verb's answers.

    Raises:
        ValueError: there is no such verb; a newer program may have it.
    """
    if name not in VERBS:
        raise ValueError(f"this version does not know the analysis {quote(name)}")
    home, _, kind = VERBS[name].answer.partition(":")
    found: type = getattr(import_module(home), kind)
    return found


def _declared(
    function: Callable[..., Any], parameters: Sequence[inspect.Parameter], aliases: ModuleType
) -> Question:
    """A verb or a view as its signature declares it; an option is annotated by its alias."""
    options, defaults = dict[str, Option](), dict[str, Any]()
    for p in parameters:
        (option,) = (item for item in getattr(aliases, p.annotation).__metadata__ if isinstance(item, Option))
        options[p.name] = option
        if p.default is not p.empty:
            defaults[p.name] = p.default
    return Question(function.__name__, function, options, defaults)
