"""What commands share: a model from its file, and files to write refused in time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import sarrus
from sarrus.errors import ModelError, UsageError

if TYPE_CHECKING:
    from sarrus.elements.base import Element
    from sarrus.model import Mechanism

__all__ = ["check_target", "check_text_ending", "load"]


def load(path: str, elements: Sequence[type[Element]] = ()) -> Mechanism:
    """The mechanism in a model file, which may have these classes of elements beside the catalogue.

    Raises:
        ModelError: everything that is wrong with it; for a file that is not there, what to do instead.
    """
    try:
        return sarrus.load(path, elements=elements)
    except ModelError as error:
        if os.path.lexists(path):
            raise
        problem = error.problems[0]
        raise ModelError.one(
            problem.where,
            problem.what,
            problem.allowed or "A model is a file in YAML or JSON",
            problem.try_ or "Check the path, or run 'sarrus new NAME', which writes a model",
        ) from None


def check_text_ending(path: str, endings: Sequence[str], what: str, hint: str = "") -> None:
    """Refuse a name whose ending says something else than what will be written; one without an ending says nothing.

    Args:
        path: file to write.
        endings: that its text may have.
        what: is written, as the beginning of a sentence.
        hint: what to do else.
    """
    ending = os.path.splitext(path)[1].lower()
    if ending and ending not in endings:
        raise UsageError(f"'{path}': {what}, with the ending {' or '.join(endings)}. {hint}".rstrip())


def check_target(path: str | None, model: str = "") -> None:
    """Refuse a file that cannot be written before anything is computed for it."""
    if path is None:
        return
    folder = os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        raise UsageError(f"'{path}' cannot be written: there is no folder '{folder}'. Create it first.")
    if os.path.lexists(path) and not os.path.isfile(path):
        raise UsageError(f"'{path}' cannot be written: it is not a plain file. Give the name of a file.")
    if os.path.exists(path) and os.path.exists(model) and os.path.samefile(path, model):
        raise UsageError(f"'{path}' is the model itself. Give another name.")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise UsageError(f"'{path}' cannot be written: permission denied. Choose another folder.")
