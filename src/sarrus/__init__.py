"""Sarrus: rigid-body mechanisms, from one description to readable equations and a compiled program.

    import sarrus

    fourbar = sarrus.load("four-bar.yaml")
    run = sarrus.simulate(fourbar, until=5.0)
    run["A.theta"]
    print(sarrus.equations(fourbar).text())

Names are loaded when first used: importing the package loads no compiler, plotting or algebra library.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sarrus.errors import Interrupted, ModelError, NumericalError, SarrusError, UsageError

if TYPE_CHECKING:
    from sarrus.analysis.assemble import assemble
    from sarrus.analysis.check import check
    from sarrus.analysis.equations import equations
    from sarrus.analysis.kinematics import kinematics
    from sarrus.analysis.outputs import outputs, with_outputs
    from sarrus.analysis.run import run
    from sarrus.analysis.simulate import simulate
    from sarrus.elements.body import Body
    from sarrus.elements.outside import register
    from sarrus.io import load, save
    from sarrus.model import Mechanism
    from sarrus.results import Result, load_result

__version__ = "0.1.0"

# NumPy's threads for linear algebra, where it is not loaded yet: they stay, but an idle one sleeps after 2^20 cycles
# instead of 2^26. Waiting took a fifth of the time of a short run. Whoever has set this keeps their own value.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")

_HOMES = {
    "Body": "sarrus.elements.body",
    "Mechanism": "sarrus.model",
    "Result": "sarrus.results",
    "assemble": "sarrus.analysis.assemble",
    "check": "sarrus.analysis.check",
    "equations": "sarrus.analysis.equations",
    "kinematics": "sarrus.analysis.kinematics",
    "load": "sarrus.io",
    "load_result": "sarrus.results",
    "outputs": "sarrus.analysis.outputs",
    "register": "sarrus.elements.outside",
    "run": "sarrus.analysis.run",
    "save": "sarrus.io",
    "simulate": "sarrus.analysis.simulate",
    "with_outputs": "sarrus.analysis.outputs",
}

__all__ = [
    "Body",
    "Interrupted",
    "Mechanism",
    "ModelError",
    "NumericalError",
    "Result",
    "SarrusError",
    "UsageError",
    "assemble",
    "check",
    "equations",
    "kinematics",
    "load",
    "load_result",
    "outputs",
    "register",
    "run",
    "save",
    "simulate",
    "with_outputs",
]
_NAMES = tuple(__all__)
del __all__  # found when asked for: with the elements, which importing the package does not load


def __getattr__(name: str) -> Any:
    """Public names from their homes, and every element of the catalogue by its class name."""
    if name == "element":
        return import_module("sarrus.element")  # the face for authors of elements
    if name == "__all__":
        return [*_NAMES, *_elements()]
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name[:1].isupper():
        for shelf in import_module("sarrus.elements").SHELVES.values():
            for element in shelf:
                if element.__name__ == name:
                    return element
    raise AttributeError(f"module 'sarrus' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*_NAMES, "element", "__version__", *_elements()})


def _elements() -> list[str]:
    return [e.__name__ for shelf in import_module("sarrus.elements").SHELVES.values() for e in shelf]
