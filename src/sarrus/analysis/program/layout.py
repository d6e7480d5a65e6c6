"""Where things lie in `data` and `tables`, the two arrays that compiled loops share.

`tables` begins with sizes and with the offsets of every part of both arrays; the loops read them from there, so one
source serves every mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.equations import Equations
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import analyse, minimum_degree

# Sizes, at the head of `tables`.
NQ, NV, NX, NROWS, NM, NG, NSENSE, NPAIRS, NKKT = range(9)
# Offsets into `tables`.
T_LDL, T_M, T_GSLOT, T_GROW, T_GCOL, T_PAIRS, T_DIAG, T_ORDER, T_PIVOTS, T_TIED, T_PROBE, T_PLAN = range(
    9, 21
)
# Offsets into `data`.
(
    D_SPOT,
    D_TIME,
    D_CONSTANTS,
    D_KERNEL,
    D_ACTIVE,
    D_WEIGHT,
    D_UNIT,
    D_ROW,
    D_COLUMN,
    D_M,
    D_F,
    D_G,
    D_BETA,
    D_GAP,
    D_ALPHA,
    D_SENSE,
    D_KKT,
    D_SOLUTION,
    D_WORK,
    D_Q,
    D_STEP,
    D_WAY,
    D_VDOT,
    D_LAM,
    D_NORMAL,
    D_PROBE,
    D_SQUARE,
    D_SIZES,
    D_STATE,
) = range(21, 50)
HEAD = 50

# Entries of the D_STATE part: what the loops remember between steps.
(
    RANK,
    SIGMA,
    SIGMA_BEFORE,
    ON_MANIFOLD,
    WAS_ON_MANIFOLD,
    WORST_GAP,
    WORST_RATE,
    LEAST_SIGMA,
    STAGE_STEPS,
    GROWN,
    ASKED,
    PUSH,
    TOLERANCE,
    DRIFT,
    RATE_DRIFT,
    SIGMA_KEPT,
    CLOSER,
    T_KEPT,
    FIRST_STEP,
    LONG_STEP,
) = range(20)
STATE_SIZE = 20


@dataclass
class Memory:
    """The two arrays of a mechanism, filled."""

    data: Floats
    tables: Ints

    def part(self, offset: int, size: int) -> Floats:
        """A view into `data`."""
        start = int(self.tables[offset])
        return self.data[start : start + size]


def lay_out(equations: Equations) -> Memory:
    """Arrays for a mechanism: the pattern of its equations analysed, its constants filled in."""
    nq, nv, rows = len(equations.coordinates), len(equations.speeds), len(equations.rows)
    by_row: list[list[tuple[int, int]]] = [[] for _ in range(rows)]
    for k, (row, speed) in enumerate(equations.jacobian_pattern):
        by_row[row].append((k, speed))
    pairs = [(a, b, i, j) for entries in by_row for a, i in entries for b, j in entries if j <= i]
    pattern = [*equations.mass_pattern, *((i, j) for _, _, i, j in pairs)]
    pattern += [(nv + row, speed) for row, speed in equations.jacobian_pattern]
    pattern += [(i, i) for i in range(nv + rows)]
    tied = {relation.name for relation in equations.model.relations}
    after = {nv + row: [speed for _, speed in entries] for row, entries in enumerate(by_row)}
    symbolic = analyse(nv + rows, pattern, minimum_degree(nv + rows, pattern, after))
    ints: dict[int, list[int]] = {
        T_LDL: symbolic.tables.tolist(),
        T_M: [symbolic.slot(i, j) for i, j in equations.mass_pattern],
        T_GSLOT: [symbolic.slot(nv + row, speed) for row, speed in equations.jacobian_pattern],
        T_GROW: [row for row, _ in equations.jacobian_pattern],
        T_GCOL: [speed for _, speed in equations.jacobian_pattern],
        T_PAIRS: [n for a, b, i, j in pairs for n in (a, b, symbolic.slot(i, j))],
        T_DIAG: [symbolic.slot(nv + row, nv + row) for row in range(rows)],
        T_ORDER: list(range(rows)),
        T_PIVOTS: [0] * rows,
        T_PROBE: [0] * rows,
        T_TIED: [int(r.owner in tied) for r in equations.rows],
        T_PLAN: list(equations.plan),
    }
    sense = len(equations.kernels["closure"].outputs[3][1])
    sizes = [
        nq,
        nv,
        equations.size,
        rows,
        len(equations.mass_pattern),
        len(equations.jacobian_pattern),
        sense,
    ]
    sizes += [len(pairs), symbolic.size]
    floats: dict[int, int] = {
        D_SPOT: 1,  # first, where integrators look for it
        D_TIME: 1,
        D_CONSTANTS: len(equations.constants),
        D_KERNEL: equations.work,
        D_ACTIVE: rows,
        D_WEIGHT: rows,
        D_UNIT: rows,
        D_ROW: rows,
        D_COLUMN: nv,
        D_M: len(equations.mass_pattern),
        D_F: nv,
        D_G: len(equations.jacobian_pattern),
        D_BETA: rows,
        D_GAP: rows,
        D_ALPHA: rows,
        D_SENSE: sense,
        D_KKT: symbolic.size,
        D_SOLUTION: nv + rows,
        D_WORK: nv + rows,
        D_Q: nq,
        D_STEP: nv,
        D_WAY: equations.size,
        D_VDOT: nv,
        D_LAM: rows,
        D_NORMAL: rows * nv,
        D_PROBE: rows * nv,
        D_SQUARE: rows * rows,
        D_SIZES: max(rows, nv, 1),
        D_STATE: STATE_SIZE,
    }
    memory = _allocate(sizes, ints, floats)
    _fill(memory, equations)
    return memory


def _allocate(sizes: list[int], ints: dict[int, list[int]], floats: dict[int, int]) -> Memory:
    head = [*sizes, *([0] * (HEAD - len(sizes)))]
    body: list[int] = []
    for offset, values in ints.items():
        head[offset] = HEAD + len(body)
        body.extend(values)
    total = 0
    for offset, size in floats.items():
        head[offset] = total
        total += size
    return Memory(np.zeros(total), np.array([*head, *body], dtype=np.int64))


def _fill(memory: Memory, equations: Equations) -> None:
    rows, nv = len(equations.rows), len(equations.speeds)
    L = equations.length
    memory.part(D_CONSTANTS, len(equations.constants))[:] = equations.constants
    memory.part(D_ACTIVE, rows)[:] = 1.0
    # Rows that are lengths and rows that are products of unit vectors count alike once lengths are in units of L.
    units = [1.0 / L if r.unit == "m" else 1.0 for r in equations.rows]
    memory.part(D_UNIT, rows)[:] = units
    memory.part(D_ROW, rows)[:] = units
    memory.part(D_COLUMN, nv)[:] = [L if unit == "m" else 1.0 for unit in equations.speed_units]
    mass = equations.mass or 1.0
    memory.part(D_WEIGHT, rows)[:] = [mass if r.unit == "m" else mass * L * L for r in equations.rows]
