"""The kernels by name: the arrays that each is given and fills, and which mechanisms have it."""

from __future__ import annotations

KERNELS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rates": (("t", "x", "u"), ("qdot",)),
    "retract": (("x", "step"), ("q",)),
    "closure": (("t", "x", "u"), ("g", "G", "alpha", "sense")),
    "dynamics": (("t", "x", "u"), ("M", "f", "G", "beta")),
    "flows": (("t", "x", "vdot", "lam", "u"), ("rates",)),
    "output": (("t", "x", "vdot", "lam", "u"), ("row",)),
    "gap": (("t", "x", "u"), ("gap", "gap_J")),
    "measure": (("t", "x", "u"), ("value", "rate", "measure_J")),
    "forward": (("t", "x", "u"), ("a",)),
    "guards": (("t", "x", "u"), ("guard",)),
    "residual": (("t", "x", "vdot", "lam", "u"), ("r",)),
    "implied": (("t", "x", "vdot", "lam", "u"), ("phi",)),
    "pushes": (("t", "x", "u"), ("H",)),
    "driven": (("t", "x", "tau", "u"), ("driven",)),
    "efforts": (("t", "x", "vdot", "u"), ("effort",)),
}
"""By name, the arrays that a kernel is given and those that it fills."""
ON_TREES = ("forward", "driven", "efforts")
"""Those that only trees without rows have, as loops."""
ON_LOADS = ("implied", "pushes")
"""Those that only mechanisms have in which forces depend on the loads of joints."""
WHEN_ASKED = ("residual", "implied", "pushes")
"""Straight-line kernels that are made when they are first asked for; runs need none of them."""
