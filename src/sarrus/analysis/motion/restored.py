"""The mechanism that a result is of, read from the texts it carries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from sarrus.analysis.description import Description
from sarrus.elements.base import Element
from sarrus.elements.outside import is_foreign, shelves_with
from sarrus.errors import ModelError, SarrusError, UsageError, quote
from sarrus.files import reason_of, write_text
from sarrus.io import load
from sarrus.model import Mechanism
from sarrus.model.names import seen
from sarrus.results import Answer

__all__ = ["checked_elements", "mechanism_of"]

HINT = "Give the model too: model=sarrus.load('model.yaml'), or --model model.yaml."


@contextmanager
def mechanism_of(run: Answer, model: Mechanism | None = None, hint: str = HINT) -> Iterator[Mechanism]:
    """The mechanism as it was when the run began; its data files are there until the end of the block.

    Args:
        run: a result.
        model: the mechanism, for a result that does not know it.
        hint: what to try where it is not known.

    Raises:
        UsageError: the model is no mechanism; or there is none, and the result does not know its own or cannot read it.
    """
    if model is not None:
        _check_model(model)
        yield model
        return
    if isinstance(run.described, Description) and not run.described.data():
        yield run.described.mechanism()
        return
    if not run.files:
        raise UsageError(
            f"The result of {quote(run.mechanism)} does not hold its model: it was put together by hand, saved by an early "
            f"version, or the model is too large to be kept. {hint}"
        )
    elements = run.described.foreign if isinstance(run.described, Description) else run.elements
    _refuse_unknown_kinds(run, elements)
    with TemporaryDirectory(prefix="sarrus-") as temporary:
        folder = os.path.realpath(temporary)
        try:
            mechanism = _read(run.files, folder, elements)
        except (SarrusError, OSError, ValueError) as error:
            reason = reason_of(error).replace(folder + os.sep, "")
            raise UsageError(
                f"The model that the result of {quote(run.mechanism)} holds cannot be read: {reason} {hint}"
            ) from error
        yield mechanism


def _check_model(model: object) -> None:
    if not isinstance(model, Mechanism):
        raise UsageError(
            f"model: {seen(model)} is not a Mechanism. Give the one that was run: model=sarrus.load('model.yaml')."
        )


def checked_elements(elements: Any) -> tuple[type[Element], ...]:
    """Classes of elements that a caller has given.

    Raises:
        UsageError: one is none, or its keyword is taken.
    """
    given = tuple(elements) if isinstance(elements, Iterable) else elements
    shelves_with(given)
    return given


def _refuse_unknown_kinds(run: Answer, elements: Iterable[type[Element]]) -> None:
    """Say which kinds of elements are not known, before the text of the model is read without them."""
    shelves = shelves_with(elements)
    known = {kind.keyword for kinds in shelves.values() for kind in kinds if is_foreign(kind)}
    missing = [keyword for keyword in run.foreign if keyword not in known]
    if missing:
        raise UsageError(
            f"The mechanism of the result of {quote(run.mechanism)} has elements that are not of the catalogue: "
            f"{', '.join(missing)}. Give their classes: sarrus.load_result(path, elements=[...]) or sarrus.register in "
            "Python, --elements FILE.py on the command line; or the mechanism itself, model=... in Python. Series, tables and plots need none."
        )


def _read(files: Mapping[str, str], folder: str, elements: Iterable[type[Element]]) -> Mechanism:
    """Data files are read from a folder alone, by rules that keep a stranger's model inside it; so are these written."""
    written: dict[str, str] = {}
    for path, text in files.items():
        target = os.path.realpath(os.path.join(folder, path))
        if os.path.commonpath([folder, target]) != folder or written.get(target, text) != text:
            raise ModelError.one(
                "",
                f"one of its files has the path {quote(path)}",
                "It is inside its folder, and no other is there",
            )
        written[target] = text
        os.makedirs(os.path.dirname(target), exist_ok=True)
        write_text(target, text)
    return load(os.path.join(folder, next(iter(files))), elements=elements)
