"""Other programs, each in its own file: how its models are written and called. Nothing here is imported before it is asked for."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from importlib import metadata

MODULES = {
    "pin": "pinocchio",
    "mujoco": "mujoco",
    "drake": "pydrake.multibody.plant",
    "exudyn": "exudyn",
    "casadi": "casadi",
}
"""Distributions, as benchmarks/requirements.txt has them, and what they are imported as."""
TITLES = {
    "pin": "Pinocchio",
    "mujoco": "MuJoCo",
    "drake": "Drake",
    "exudyn": "Exudyn",
    "casadi": "CasADi C",
}


@dataclass(frozen=True)
class Presence:
    """Whether a peer can be used here.

    Attributes:
        version: of the distribution; "" when it is absent.
        reason: one line why it cannot be used; "" when it can.
    """

    version: str
    reason: str


@cache
def presence(peer: str) -> Presence:
    """Look for a peer by importing it."""
    try:
        version = metadata.version(peer)
    except metadata.PackageNotFoundError:
        return Presence("", "not installed")
    try:
        importlib.import_module(MODULES[peer])
    except Exception as error:
        return Presence(version, f"cannot be imported: {type(error).__name__}: {str(error).splitlines()[0]}")
    return Presence(version, "")


def is_here(peer: str) -> bool:
    """Whether a peer can be used."""
    return not presence(peer).reason
