"""The two arrays that compiled loops share, laid out and filled for one mechanism.

Their size grows with the mechanism and no faster: patterns are sparse, and dense matrices are those of small blocks of
rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sarrus.equations import Equations
from sarrus.program import layout as at
from sarrus.program.blocks import RowBlock, Split, owner_of, split
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import Symbolic, analyse
from sarrus.solvers.ordering import distinct, grouped, minimum_degree

MANY = 400
"""Rows of a system from which its order of elimination is found by groups: speeds of a body, rows of a joint."""


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
    parted = split(equations)
    G = Jacobian(equations)
    kkt = _constrained_system(equations, G, parted)
    tables = _tables(equations, G, kkt)
    blocks = _Blocks(parted.blocks, G, [row.owner for row in equations.rows])
    tables.update(blocks.tables)
    sizes = [
        len(equations.coordinates),
        G.columns,
        equations.size,
        G.rows,
        len(_mass_pattern(equations)),
        len(G.row),
        _senses(equations),
        kkt.size,
        len(parted.blocks),
        G.rows - sum(len(b.rows) for b in parted.blocks),
        equations.guards,
        equations.speed_units.count("1"),
    ]
    memory = _allocate(sizes, tables, _sizes(equations, G, kkt) | blocks.sizes)
    blocks.fill(memory)
    _fill(memory, equations)
    return memory


class Jacobian:
    """The pattern of G: row and column of each entry, and the entries row by row, columns ascending."""

    def __init__(self, equations: Equations) -> None:
        self.rows, self.columns = len(equations.rows), len(equations.speeds)
        pattern = np.array(equations.jacobian_pattern if self.rows else (), dtype=np.int64).reshape(-1, 2)
        self.row, self.column = pattern[:, 0].copy(), pattern[:, 1].copy()
        self.by_row = np.lexsort((self.column, self.row))
        self.starts = np.searchsorted(self.row[self.by_row], np.arange(self.rows + 1))

    def pairs(self) -> tuple[Ints, Ints]:
        """For each row, for each of its entries a, for each b up to a: the entries a and b."""
        return _triangles(self.starts, self.by_row)


def _triangles(starts: Ints, entries: Ints) -> tuple[Ints, Ints]:
    """Pairs (a, b <= a) of entries within each stretch between two starts, stretch by stretch."""
    counts = np.diff(starts)
    ends = np.concatenate([[0], np.cumsum(counts * (counts + 1) // 2)]).astype(np.int64)
    one, two = np.zeros(int(ends[-1]), dtype=np.int64), np.zeros(int(ends[-1]), dtype=np.int64)
    for count in sorted(set(counts[counts > 0].tolist())):  # NumPy's unique loads masked arrays
        chosen = np.flatnonzero(counts == count)
        a, b = np.tril_indices(int(count))
        places = ends[chosen][:, None] + np.arange(len(a))
        one[places] = entries[starts[chosen][:, None] + a]
        two[places] = entries[starts[chosen][:, None] + b]
    return one, two


def constrained_system(equations: Equations) -> Symbolic:
    """Pattern of the factors of the constrained system."""
    return _constrained_system(equations, Jacobian(equations), split(equations))


def _constrained_system(equations: Equations, G: Jacobian, parted: Split) -> Symbolic:
    """Pattern of the factors of [M + G^T D G, G^T; G, 0].

    A row is eliminated after the speeds it touches; one of a bridge after those of the body that the bridge carries, so
    that a body that carries many does not join all their rows.
    """
    nv = G.columns
    n = nv + G.rows
    a, b = G.pairs()
    diagonal = np.arange(n)
    pattern = np.concatenate(
        [
            _mass_pattern(equations),
            np.column_stack([G.column[a], G.column[b]]),
            np.column_stack([nv + G.row, G.column]),
            np.column_stack([diagonal, diagonal]),
        ]
    )
    columns = G.column[G.by_row].tolist()
    starts = G.starts.tolist()
    after = {nv + r: parted.outboard.get(r, columns[starts[r] : starts[r + 1]]) for r in range(G.rows)}
    pattern = distinct(n, pattern)
    is_small = n < MANY
    order = minimum_degree(n, pattern, after) if is_small else grouped(n, pattern, after, _groups(equations))
    return analyse(n, pattern, order)


def _groups(equations: Equations) -> list[list[int]]:
    """Speeds that belong together, and rows that do."""
    found: dict[tuple[bool, str], list[int]] = {}
    for k, name in enumerate(equations.speeds):
        found.setdefault((False, owner_of(name)), []).append(k)
    for k, row in enumerate(equations.rows):
        found.setdefault((True, row.owner), []).append(len(equations.speeds) + k)
    return list(found.values())


def is_open(equations: Equations) -> bool:
    """Whether nothing has to be closed: no rows, and no closed joint that could be the wrong way round."""
    return not (equations.rows or equations.tree.cuts or equations.model.closings)


def _senses(equations: Equations) -> int:
    """How many numbers tell that closed joints are the right way round."""
    if not equations.kernels or is_open(equations):
        return 0
    return len(equations.kernels["closure"].outputs[3][1])


def _mass_pattern(equations: Equations) -> Ints:
    """Entries of M; none where accelerations are found without it, and it is not asked for."""
    is_needed = not is_open(equations) or "forward" not in equations.kernels
    return np.array(equations.mass_pattern if is_needed else (), dtype=np.int64).reshape(-1, 2)


def _tables(equations: Equations, G: Jacobian, kkt: Symbolic) -> dict[int, Sequence[int] | Ints]:
    tied = {relation.name for relation in equations.model.relations}
    nv, rows = G.columns, np.arange(G.rows)
    mass = _mass_pattern(equations)
    a, b = G.pairs()
    return {
        at.T_LDL: kkt.tables,
        at.T_M: kkt.slots(mass[:, 0], mass[:, 1]),
        at.T_GSLOT: kkt.slots(nv + G.row, G.column),
        at.T_GROW: G.row,
        at.T_GCOL: G.column,
        at.T_START: G.starts,
        at.T_ENTRY: G.by_row,
        at.T_PAIRS: kkt.slots(G.column[a], G.column[b]),
        at.T_DIAG: kkt.slots(nv + rows, nv + rows),
        at.T_TIED: [int(r.owner in tied) for r in equations.rows],
        at.T_PLAN: equations.plan,
        at.T_TURNING: [k for k, unit in enumerate(equations.speed_units) if unit == "1"],
    }


def _sizes(equations: Equations, G: Jacobian, kkt: Symbolic) -> dict[int, int]:
    """Sizes of the parts of `data` that do not depend on blocks, in their order."""
    nv, rows = G.columns, G.rows
    return {
        at.D_SPOT: 1,  # first, where integrators look for it
        at.D_TIME: 1,
        at.D_INPUTS: len(equations.inputs),
        at.D_CONSTANTS: len(equations.constants),
        at.D_KERNEL: equations.work,
        at.D_ACTIVE: rows,
        at.D_WEIGHT: rows,
        at.D_UNIT: rows,
        at.D_ROW: rows,
        at.D_COLUMN: nv,
        at.D_M: len(_mass_pattern(equations)),
        at.D_F: nv,
        at.D_G: len(G.row),
        at.D_BETA: rows,
        at.D_GAP: rows,
        at.D_ALPHA: rows,
        at.D_SENSE: _senses(equations),
        at.D_KKT: kkt.size,
        at.D_SOLUTION: nv + rows,
        at.D_WORK: nv + rows,
        at.D_Q: len(equations.coordinates),
        at.D_STEP: nv,
        at.D_WAY: equations.size,
        at.D_VDOT: nv,
        at.D_LAM: rows,
        at.D_SIZES: max(rows, nv, 1),
        at.D_STATE: at.STATE_SIZE,
    }


class _Blocks:
    """Tables and sizes of the blocks of rows."""

    def __init__(self, blocks: list[RowBlock], G: Jacobian, owners: Sequence[str]) -> None:
        self.blocks = blocks
        self.gram = [None if b.is_dense else _GramLayout(b, G, owners) for b in blocks]
        self.places = [_places(b, G) for b in blocks]
        dense = [b for b in blocks if b.is_dense]
        large = [b for b in blocks if not b.is_dense]
        rows, columns, entries = (
            max((len(part) for part in parts), default=0)
            for parts in ([b.rows for b in large], [b.columns for b in large], [b.entries for b in large])
        )
        most = max((g.symbolic.size for g in self.gram if g), default=0)
        widest = max((len(b.rows) for b in dense), default=0)
        self.tables: dict[int, Sequence[int] | Ints] = {
            at.T_ORDER: [k for b in blocks for k in range(len(b.rows))],
            at.T_PIVOTS: [0] * widest,
            at.T_PROBE: [0] * widest,
            at.T_BLOCKS: [0] * (at.BLOCK_SIZE * len(blocks)),
            at.T_BROW: [r for b in blocks for r in b.rows],
            at.T_BCOL: [c for b in blocks for c in b.columns],
            at.T_BENTRY: [e for b in blocks for e in b.entries],
            at.T_BPLACE: _joined(self.places),
            at.T_GRAM: _joined([part for g in self.gram if g for part in (g.symbolic.tables, g.products)]),
        }
        self.sizes = {
            at.D_NORMAL: sum(_normal_size(b) for b in blocks),
            at.D_PROBE: max((len(b.rows) * len(b.columns) for b in dense), default=0),
            at.D_SQUARE: widest * widest,
            at.D_GRAM: most,
            at.D_UPPER: most,
            at.D_SCALED: entries,
            at.D_ACROSS: rows,
            at.D_ALONG: columns,
            at.D_LAST: sum(len(b.rows) for b in large),
            at.D_BLOCKS: at.RECORD_SIZE * len(blocks),
        }

    def fill(self, memory: Memory) -> None:
        """Write the record of each block, now that it is known where the parts begin."""
        tables = memory.tables
        head = {name: int(tables[getattr(at, name)]) for name in dir(at) if name[:2] in ("T_", "D_")}
        row, column, entry, gram = head["T_BROW"], head["T_BCOL"], head["T_BENTRY"], head["T_GRAM"]
        normal, last, order = head["D_NORMAL"], head["D_LAST"], head["T_ORDER"]
        for k, (b, g) in enumerate(zip(self.blocks, self.gram, strict=True)):
            record = tables[head["T_BLOCKS"] + at.BLOCK_SIZE * k :]
            record[at.B_ROWS : at.B_ENTRIES + 1] = len(b.rows), len(b.columns), len(b.entries)
            record[at.B_ROW : at.B_ENTRY + 1] = row, column, entry
            record[at.B_PLACE] = head["T_BPLACE"] + 2 * (entry - head["T_BENTRY"])
            record[at.B_ORDER] = order
            record[at.B_NORMAL], record[at.B_LAST] = normal, last
            if g:
                products = gram + len(g.symbolic.tables)
                record[at.B_GRAM : at.B_NPRODUCTS + 1] = gram, products, len(g.products) // 3
                gram = products + len(g.products)
                last += len(b.rows)
            row, column, entry = row + len(b.rows), column + len(b.columns), entry + len(b.entries)
            order, normal = order + len(b.rows), normal + _normal_size(b)


class _GramLayout:
    """How G G^T of a large block is made and factored.

    Attributes:
        products: entries a and b of the block, in one column of G and a in the row eliminated later, and the slot that
            their product adds to.
    """

    def __init__(self, block: RowBlock, G: Jacobian, owners: Sequence[str]) -> None:
        n = len(block.rows)
        places = _places(block, G).reshape(-1, 2)
        by_column = np.lexsort((places[:, 0], places[:, 1]))
        starts = np.searchsorted(places[by_column, 1], np.arange(len(block.columns) + 1))
        a, b = _triangles(starts, by_column)
        one, two = places[a, 0], places[b, 0]
        pattern = np.column_stack([one, two])
        groups: dict[str, list[int]] = {}
        for k, row in enumerate(block.rows):
            groups.setdefault(owners[row], []).append(k)
        self.symbolic = analyse(n, pattern, grouped(n, pattern, {}, list(groups.values())))
        later = self.symbolic.step[one] >= self.symbolic.step[two]
        first, second = np.where(later, a, b), np.where(later, b, a)
        self.products = np.column_stack([first, second, self.symbolic.slots(one, two)]).ravel()


def _normal_size(block: RowBlock) -> int:
    return len(block.rows) * len(block.columns) if block.is_dense else len(block.entries)


def _places(block: RowBlock, G: Jacobian) -> Ints:
    """Row and column of each entry, counted within the block."""
    entries = np.array(block.entries, dtype=np.int64)
    row = np.searchsorted(np.array(block.rows), G.row[entries])
    column = np.searchsorted(np.array(block.columns, dtype=np.int64), G.column[entries])
    return np.column_stack([row, column]).astype(np.int64).ravel()


def _joined(parts: Sequence[Ints]) -> Ints:
    return np.concatenate([*parts, np.zeros(0, dtype=np.int64)])


def _allocate(sizes: list[int], ints: dict[int, Sequence[int] | Ints], floats: dict[int, int]) -> Memory:
    tables = [np.asarray(ints[offset], dtype=np.int64) for offset in sorted(ints)]
    head = np.zeros(at.HEAD, dtype=np.int64)
    head[: len(sizes)] = sizes
    end = at.HEAD
    for offset, values in zip(sorted(ints), tables, strict=True):
        head[offset] = end
        end += len(values)
    total = 0
    for offset in sorted(floats):
        head[offset] = total
        total += floats[offset]
    return Memory(np.zeros(total), np.concatenate([head, *tables]))


def _fill(memory: Memory, equations: Equations) -> None:
    rows, nv = len(equations.rows), len(equations.speeds)
    memory.part(at.D_INPUTS, len(equations.inputs))[:] = [i.start for i in equations.inputs]
    memory.part(at.D_CONSTANTS, len(equations.constants))[:] = equations.constants
    memory.part(at.D_ACTIVE, rows)[:] = 1.0
    # Rows that are lengths and rows that are products of unit vectors count alike once lengths are in units of their part.
    units = [1.0 / length for length in equations.row_lengths]
    memory.part(at.D_UNIT, rows)[:] = units
    memory.part(at.D_ROW, rows)[:] = units
    memory.part(at.D_COLUMN, nv)[:] = equations.speed_lengths
    memory.part(at.D_WEIGHT, rows)[:] = equations.row_weights
