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
from typing import Any

from sarrus import errors as errors

__version__ = "0.1.0"

# NumPy's threads for linear algebra, where it is not loaded yet: they stay, but an idle one sleeps after 2^20 cycles
# instead of 2^26. Waiting took a fifth of the time of a short run. Whoever has set this keeps their own value.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")

_HOMES = {
    "Body": "sarrus.elements.body",
    "Interrupted": "sarrus.errors",
    "Mechanism": "sarrus.model",
    "ModelError": "sarrus.errors",
    "NumericalError": "sarrus.errors",
    "Result": "sarrus.results",
    "SarrusError": "sarrus.errors",
    "UsageError": "sarrus.errors",
    "assemble": "sarrus.analysis.assemble",
    "check": "sarrus.analysis.check",
    "equations": "sarrus.analysis.equations",
    "equilibrium": "sarrus.analysis.equilibrium",
    "export": "sarrus.analysis.export",
    "inverse": "sarrus.analysis.inverse",
    "inverse_function": "sarrus.analysis.inverse",
    "kinematics": "sarrus.analysis.kinematics",
    "linearize": "sarrus.analysis.linearize",
    "floquet": "sarrus.analysis.floquet",
    "modes": "sarrus.analysis.modes",
    "roots": "sarrus.analysis.roots",
    "load": "sarrus.io",
    "load_result": "sarrus.results",
    "outputs": "sarrus.analysis.outputs",
    "plot": "sarrus.views.plot",
    "reach": "sarrus.analysis.reach",
    "register": "sarrus.elements.outside",
    "run": "sarrus.analysis.run",
    "save": "sarrus.io",
    "simulate": "sarrus.analysis.simulate",
    "turn": "sarrus.elements.turns",
    "verify": "sarrus.analysis.verify",
    "with_outputs": "sarrus.analysis.outputs",
}
"""Public names and the modules they are loaded from; elements are found on their shelves. Types: `make stubs`."""


def __getattr__(name: str) -> Any:
    """Public names from their homes, and every element of the catalogue by its class name."""
    if name == "__all__":
        return [*_HOMES, *_elements()]
    if name == "element":
        return import_module("sarrus.element")  # the face for authors of elements
    if name in _HOMES:
        from sarrus.quiet import loading

        with loading():
            return getattr(import_module(_HOMES[name]), name)
    if name[:1].isupper() and name in (found := _elements()):
        return found[name]
    raise AttributeError(f"module 'sarrus' has no attribute '{name}'")


def _elements() -> dict[str, type]:
    """The catalogue by the names of its classes."""
    shelves = import_module("sarrus.elements").SHELVES
    return {kind.__name__: kind for shelf in shelves.values() for kind in shelf}


def __dir__() -> list[str]:
    return sorted({*_HOMES, "element", "__version__", *_elements()})
