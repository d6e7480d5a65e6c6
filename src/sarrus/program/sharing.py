"""Loads that rows which repeat each other share: the least ones. Restricted Python.

Rows that are left out follow from those that count, D = C A, both of natural size. The multipliers found are (l, 0); all that hold
the mechanism in the same way are (l - C^T y, y), and the least of these, in the sum of squares, has

    (1 + C C^T) y = C l

It does not depend on which rows count. Lengths are in units of the part, so that forces and torques can be added.
"""

from math import fabs, sqrt

from sarrus.program.large import DEPENDENT
from sarrus.program.layout import BlockMemory, Memory
from sarrus.solvers.arrays import Floats
from sarrus.solvers.dense import lu_factor, lu_solve


def share_nothing(m: Memory) -> None:
    """What is done where no law asks for shared loads."""


def share_loads(m: Memory) -> None:
    """Make all multipliers the least ones: those without efforts, and those for a unit of each."""
    natural_sizes(m)
    n = m.nv + m.nrows
    for b in range(m.nblocks):
        block = m.blocks[b]
        left_out = 0
        for i in range(block.rows):
            if m.active[block.row[i]] == 0.0:
                left_out += 1
        if left_out > 0:
            combine_rows(m, block)
            if lu_factor(left_out, m.normal_of_shares, m.shares_exchanged) == 0:
                share_block(m, block, left_out, m.rest[m.nv :])
                for k in range(m.npush):
                    share_block(m, block, left_out, m.B[k * n + m.nv :])


def natural_sizes(m: Memory) -> None:
    """What rows are multiplied by here: as `scale`, which for relations is that of the last accepted state."""
    factor = m.row_factor
    for i in range(m.nrows):
        factor[i] = 0.0
    for i in range(m.nG):
        r = m.row[i]
        factor[r] = max(factor[r], fabs(m.G[i]) * m.unit[r] * m.width[m.column[i]])
    for i in range(m.nrows):
        is_scaled = m.tied[i] != 0 and factor[i] > DEPENDENT
        factor[i] = m.unit[i] / factor[i] if is_scaled else m.unit[i]


def combine_rows(m: Memory, block: BlockMemory) -> None:
    """C, and 1 + C C^T: rows that count made orthonormal one after another, then the others taken apart by them."""
    rows = block.rows
    columns = block.columns
    A = m.share_rows
    T = m.share_steps
    C = m.share_parts
    for i in range(rows * columns):
        A[i] = 0.0
    for k in range(block.entries):
        e = block.entry[k]
        at = block.place[2 * k] * columns + block.place[2 * k + 1]
        A[at] = m.G[e] * m.row_factor[m.row[e]] * m.width[m.column[e]]
    for i in range(rows):
        if m.active[block.row[i]] > 0.0:
            for j in range(i):
                T[i * rows + j] = 0.0
            take_out(m, block, i, i)
            total = 0.0
            for c in range(columns):
                total += A[i * columns + c] * A[i * columns + c]
            size = sqrt(total)
            T[i * rows + i] = size
            for c in range(columns):
                A[i * columns + c] = A[i * columns + c] / size
    count = 0
    for d in range(rows):
        if m.active[block.row[d]] == 0.0:
            for j in range(rows):
                T[d * rows + j] = 0.0
            take_out(m, block, d, rows)
            # C T = what was taken out, from the last row back
            for back in range(rows):
                j = rows - 1 - back
                if m.active[block.row[j]] > 0.0:
                    part = T[d * rows + j]
                    for i in range(j + 1, rows):
                        if m.active[block.row[i]] > 0.0:
                            part -= C[count * rows + i] * T[i * rows + j]
                    C[count * rows + j] = part / T[j * rows + j]
            count += 1
    for a in range(count):
        for b in range(count):
            total = 1.0 if a == b else 0.0
            for j in range(rows):
                if m.active[block.row[j]] > 0.0:
                    total += C[a * rows + j] * C[b * rows + j]
            m.normal_of_shares[a * count + b] = total


def take_out(m: Memory, block: BlockMemory, i: int, before: int) -> None:
    """Take the directions of rows that count, before some row, out of row i; twice, because of rounding."""
    rows = block.rows
    columns = block.columns
    A = m.share_rows
    for _turn in range(2):
        for j in range(before):
            if j != i and m.active[block.row[j]] > 0.0:
                part = 0.0
                for c in range(columns):
                    part += A[i * columns + c] * A[j * columns + c]
                m.share_steps[i * rows + j] += part
                for c in range(columns):
                    A[i * columns + c] -= part * A[j * columns + c]


def share_block(m: Memory, block: BlockMemory, left_out: int, lam: Floats) -> None:
    """The least multipliers of a block in place of those that count alone."""
    rows = block.rows
    C = m.share_parts
    y = m.shared
    for a in range(left_out):
        total = 0.0
        for j in range(rows):
            r = block.row[j]
            if m.active[r] > 0.0:
                total += C[a * rows + j] * lam[r] / m.row_factor[r]
        y[a] = total
    lu_solve(left_out, m.normal_of_shares, m.shares_exchanged, y)
    a = 0
    for d in range(rows):
        r = block.row[d]
        if m.active[r] == 0.0:
            lam[r] = y[a] * m.row_factor[r]
            for j in range(rows):
                s = block.row[j]
                if m.active[s] > 0.0:
                    lam[s] -= C[a * rows + j] * y[a] * m.row_factor[s]
            a += 1
