"""Numbers for the eye: what is nothing beside its neighbours is printed as zero; the record keeps all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sarrus.analysis.linear_page.record import LinearRecord, RecordedQuantity
from sarrus.solvers.arrays import Floats

__all__ = ["as_shown"]

NOTHING = 1e-12
"""Part of what is usual in a place up to which a number there is printed as zero."""


def as_shown(record: LinearRecord) -> LinearRecord:
    """A linear model as it is printed: states are compared by their usual sizes.

    An entry is nothing beside the largest of its row, in B of its column; a value beside the usual size of its state; an
    output beside its change over usual sizes of states, and beside outputs of its unit.
    """
    n, k, m = len(record.states), len(record.inputs), len(record.outputs)
    A, B, C = (
        record.A.reshape(n, n),
        record.B.reshape(n, k),
        record.C.reshape(m, n),
    )  # empty ones from a file are flat
    sizes = record.sizes
    return replace(
        record,
        states=_quantities(record.states, sizes),
        outputs=_quantities(record.outputs, _usual(record, C)),
        A=_chopped(A, np.abs(A * sizes).max(axis=1, keepdims=True, initial=0.0) / sizes),
        B=_chopped(B, np.abs(B / sizes[:, None]).max(axis=0, initial=0.0) * sizes[:, None]),
        C=_chopped(C, np.abs(C * sizes).max(axis=1, keepdims=True, initial=0.0) / sizes),
        D=record.D.reshape(m, k),
    )


def _usual(record: LinearRecord, C: Floats) -> Floats:
    """What is usual of each output."""
    units = [q.unit for q in record.outputs]
    alike = [max(abs(q.value) for q in record.outputs if q.unit == unit) for unit in units]
    return np.asarray(np.maximum(alike, np.abs(C * record.sizes).max(axis=1, initial=0.0)))


def _quantities(found: tuple[RecordedQuantity, ...], sizes: Floats) -> tuple[RecordedQuantity, ...]:
    return tuple(
        replace(q, value=0.0) if abs(q.value) <= NOTHING * size else q
        for q, size in zip(found, sizes, strict=True)
    )


def _chopped(values: Floats, sizes: Floats) -> Floats:
    return np.where(np.abs(values) <= NOTHING * sizes, 0.0, values) + 0.0
