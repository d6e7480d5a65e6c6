"""A mechanism as it was when a run began, for whoever holds the result later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from sarrus.elements.base import DataFile, twin
from sarrus.model import Mechanism, Snapshot

__all__ = ["MODEL", "description"]

MODEL = "model.yaml"
"""Name of the model file among the texts."""
SHELVES = ("joints", "constraints", "forces", "drivers", "sensors")


def description(model: Snapshot) -> Callable[[], dict[str, str]]:
    """What writes the mechanism as a model file with its data files, when it is asked; a run does not pay for it.

    Elements of a snapshot are those that the user holds. They are copied, so that changing one later does not show.
    """
    copies: dict[str, Any] = {shelf: tuple(map(twin, getattr(model, shelf))) for shelf in SHELVES}
    return partial(_written, replace(model, **copies))


def _written(model: Snapshot) -> dict[str, str]:
    from sarrus.io import dumps  # a run of a mechanism made in Python needs no files

    mechanism = Mechanism("model", plane="xy" if model.planar else None)
    mechanism.name, mechanism.ground = model.name, model.ground
    mechanism.bodies = list(model.bodies)
    for shelf in SHELVES:
        setattr(mechanism, shelf, list(getattr(model, shelf)))
    mechanism.values, mechanism.fixed = dict(model.parameters), dict(model.fixed)
    mechanism.guess = dict(model.guess)
    held = [value for element in model.elements for value in vars(element).values()]
    data = {file.path: _table(file) for file in held if isinstance(file, DataFile)}
    return {MODEL: dumps(mechanism), **data}


def _table(file: DataFile) -> str:
    return "".join(", ".join(map(repr, row)) + "\n" for row in file.rows)
