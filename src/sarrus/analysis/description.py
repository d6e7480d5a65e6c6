"""A mechanism as it was when a run began, for whoever holds the result later."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from sarrus.elements.base import DataFile, Element, shallow_copy
from sarrus.elements.outside import foreign_kinds
from sarrus.model import Mechanism, Snapshot

__all__ = ["MODEL", "Description"]

MODEL = "model.yaml"
"""Name of the model file among the texts."""
SHELVES = ("joints", "constraints", "forces", "drivers", "sensors")


class Description:
    """The mechanism, kept as it was; called, it writes it as a model file with its data files.

    Nothing is written before it is asked for, so that a run does not pay for it. Elements of a snapshot are those that the
    user holds: they are copied, so that changing one later does not show.
    """

    def __init__(self, model: Snapshot) -> None:
        copies: dict[str, Any] = {shelf: tuple(map(shallow_copy, getattr(model, shelf))) for shelf in SHELVES}
        self._model = replace(model, **copies)

    def mechanism(self) -> Mechanism:
        """It again, also where it has elements that no model file can name."""
        model = self._model
        mechanism = Mechanism("model", plane=model.plane)
        mechanism.name, mechanism.ground = model.name, model.ground
        mechanism.bodies = list(model.bodies)
        for shelf in SHELVES:
            setattr(mechanism, shelf, list(map(shallow_copy, getattr(model, shelf))))
        mechanism.values, mechanism.fixed = dict(model.parameters), dict(model.fixed)
        mechanism.given, mechanism.aliases = dict(model.inputs), dict(model.signals)
        mechanism.guess, mechanism.analyses = dict(model.guess), dict(model.analyses)
        return mechanism

    @property
    def foreign(self) -> tuple[type[Element], ...]:
        """Classes of its elements that are not of the catalogue."""
        return foreign_kinds(self._model.elements)

    def data(self) -> dict[str, str]:
        """Texts of its data files, by their paths; the mechanism reads them each time it is used."""
        held = [value for element in self._model.elements for value in vars(element).values()]
        return {file.path: _table(file) for file in held if isinstance(file, DataFile)}

    def __call__(self) -> dict[str, str]:
        """Texts by name, the model file first."""
        from sarrus.io import dumps  # a run of a mechanism made in Python needs no files

        data, name = self.data(), MODEL
        while name in map(os.path.normpath, data):
            name = f"_{name}"
        return {name: dumps(self.mechanism()), **data}


def _table(file: DataFile) -> str:
    return "".join(", ".join(map(repr, row)) + "\n" for row in file.rows)
