"""The groups of derivative kernels: their names, and where they stand among the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sarrus.errors import CompileError
from sarrus.scalar.kernel import MEMORY, Kernel
from sarrus.scalar.rolled import Rolled

LANES = 8
"""Directions or weights that are taken at a time where many are needed."""
T = TypeVar("T")


def prefix_for(kernel: Kernel | Rolled, letter: str) -> str:
    """A prefix that no group of a kernel has yet: a tangent of a tangent has d and d2."""
    taken = {name.partition(".")[0] for name, _ in (*kernel.inputs, *kernel.outputs)}
    return next(p for p in (letter, *(f"{letter}{k}" for k in range(2, 100))) if p not in taken)


def require_inputs(kernel: Kernel | Rolled, wrt: Sequence[str]) -> None:
    """Refuse what is not an input, and kernels that have lanes already."""
    if kernel.lanes > 1:
        raise CompileError(
            f"kernel '{kernel.name}' has {kernel.lanes} lanes; those with one are differentiated"
        )
    known = [name for name, _ in kernel.inputs if name not in ("work", "plan")]
    for name in wrt:
        if name not in known:
            raise CompileError(
                f"kernel '{kernel.name}' has no input '{name}' to be differentiated by; "
                f"it has {', '.join(known)}"
            )


def before_memory(
    groups: Sequence[tuple[str, T]], more: Sequence[tuple[str, T]]
) -> tuple[tuple[str, T], ...]:
    """Groups with more of them in front of those that belong to the kernels themselves."""
    own = [g for g in groups if g[0] in MEMORY]
    return (*(g for g in groups if g[0] not in MEMORY), *more, *own)
