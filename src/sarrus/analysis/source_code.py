"""Source code to take away, as an answer: the text, what it is written in, and the numbers it has."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from sarrus.analysis.assembly.start import failure_of, find_start
from sarrus.analysis.description import Description
from sarrus.analysis.motion.friction import refuse_shared_loads
from sarrus.analysis.motion.spans import late_driver, spans
from sarrus.analysis.rank.mobility import weightless
from sarrus.errors import ModelError, UsageError
from sarrus.files import Path, given_ending, write_text
from sarrus.languages import LANGUAGES
from sarrus.languages.making import CodeStart, code_of
from sarrus.languages.names import FreshNames
from sarrus.languages.refusals import refuse_large
from sarrus.mechanics import formulate
from sarrus.model import Mechanism, Snapshot, snapshot_of
from sarrus.phrases import count
from sarrus.results.answer import AnswerWithValues, Outcome
from sarrus.solvers.status import Status

__all__ = ["SourceCode", "check_code_ending", "source_code"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class SourceCode(AnswerWithValues):
    """The equations of a mechanism in a programming language.

    Attributes:
        language: "numpy", "c", "matlab" or "jax".
        code: the text of the file.
        numbers: of the model by their names in the code, each with its unit.
        outputs: what the code computes, in order.
    """

    analysis: str = field(default="export", init=False)
    language: str = "numpy"
    code: str = field(default="", repr=False)
    numbers: dict[str, tuple[float, str]] = field(default_factory=dict, repr=False)
    outputs: tuple[str, ...] = field(default=(), repr=False)

    def text(self) -> str:
        """The code."""
        return self.code

    def told(self, path: Path) -> str:
        """What there is in a file, and how it is used, in a few lines."""
        file = os.fsdecode(path)
        stem = os.path.splitext(os.path.basename(file))[0]
        return (
            f"{self.mechanism}: {LANGUAGES[self.language].title}, {count(self.code.count(chr(10)), 'line')}, "
            f"{count(len(self.numbers), 'number')} by name, {count(len(self.outputs), 'output')}.\n"
            f"Use it: {LANGUAGES[self.language].use.format(file=file, stem=stem)}"
        )

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Size of the code, and the numbers of the model by their names in it."""
        own = {"language": (self.language, ""), "lines": (self.code.count("\n"), "")}
        return {**own, **self.numbers}

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The code as plain data."""
        return {**super().document(names), "outputs": list(self.outputs), "text": self.code}

    def _size(self) -> str:
        return f"{LANGUAGES[self.language].title}, {self.code.count(chr(10))} lines"


def check_code_ending(to: str, path: Path) -> None:
    """Refuse a file whose ending says something else.

    Raises:
        UsageError: it does.
    """
    ending, language = given_ending(path), LANGUAGES[to]
    if ending not in language.endings:
        other = next(
            (f" '{name}' writes {ending}." for name, l in LANGUAGES.items() if ending in l.endings), ""
        )
        raise UsageError(
            f"'{os.fsdecode(path)}': {language.title} is written to files with the ending {language.endings[0]}.{other}"
        )


def _stem_of(to: str, path: Path) -> str:
    """The name of a file without its ending, as an identifier.

    Raises:
        UsageError: the language calls files by their names, and this one is none.
    """
    stem = os.path.splitext(os.path.basename(os.fsdecode(path)))[0]
    name = FreshNames().new(stem)
    if name != stem and LANGUAGES[to].calls_files:
        raise UsageError(
            f"'{os.fsdecode(path)}': {LANGUAGES[to].title} calls a file by its name, and '{stem}' is none. "
            f"A name has letters, digits and _, and is no word of a language. Try {name}{LANGUAGES[to].endings[0]}."
        )
    return name


def source_code(
    mechanism: Mechanism, to: str, *, only: Sequence[str], general: bool, path: Path | None
) -> SourceCode:
    """See `export`."""
    if path is not None:
        check_code_ending(to, path)
        _stem_of(to, path)
    model = snapshot_of(mechanism)
    refuse_large(model)
    found = find_start(model)
    if found.status is not Status.OK:
        raise failure_of(found.status, found.message)
    idle = weightless(found.equations, 0.0, found.x)
    if idle:
        raise ModelError.one(f"mechanism '{model.name}'", *idle[0].in_words())
    late = late_driver(model)
    if late is not None:
        raise UsageError(late.text)
    refuse_shared_loads(found.equations, 0.0, found.x)
    equations = found.equations if found.equations.is_straight else formulate(model, "relative", rolled=False)
    begin = CodeStart(found.x.tolist(), _end(model))
    code = code_of(equations, begin, version("sarrus"), general=general, only=only)
    text = LANGUAGES[to].written(code, _stem_of(to, path) if path is not None else code.identifier)
    if path is not None:
        write_text(path, text)
    described = Description(model)
    return SourceCode(
        mechanism=model.name,
        status=Outcome("ok", "The code is written."),
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
        language=to,
        code=text,
        numbers={n.field: (n.value, n.unit) for n in code.numbers},
        outputs=tuple(o.name for o in code.outputs),
    )


def _end(model: Snapshot) -> tuple[float, str] | None:
    """Until when drivers have values, and which ends first."""
    return min(((last, name) for name, _, last in spans(model)), default=None)
