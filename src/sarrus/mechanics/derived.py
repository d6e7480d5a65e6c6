"""Derivatives of the kernels of a mechanism, each made in the cheapest way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sarrus.scalar.differentials import adjoint, tangent
from sarrus.scalar.differentials.solution import solution_adjoint
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.rolled import Rolled

Kernels = Mapping[str, Kernel | Rolled]


def tangent_of(kernels: Kernels, name: str, wrt: Sequence[str], lanes: int) -> Kernel | Rolled:
    """Rates of what a kernel fills."""
    return tangent(kernels[name], wrt, lanes)


def adjoint_of(kernels: Kernels, name: str, wrt: Sequence[str], lanes: int) -> Kernel | Rolled:
    """Weights of what a kernel fills, carried back.

    Accelerations of a tree go through what they solve: M vdot - f is carried back for less than the recursion that solves it.
    """
    found = kernels[name]
    if name == "forward" and isinstance(found, Rolled):
        driven, efforts = kernels["driven"], kernels["efforts"]
        assert isinstance(driven, Rolled)
        assert isinstance(efforts, Rolled)
        return solution_adjoint(driven, "tau", efforts, "vdot", wrt, found, lanes)
    return adjoint(found, wrt, lanes)
