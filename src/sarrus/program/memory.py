"""The memory that compiled loops share, laid out and filled for one mechanism.

Their size grows with the mechanism and no faster: patterns are sparse, and dense matrices are those of small blocks of
rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sarrus.mechanics import Equations
from sarrus.mechanics.row_sizes import row_sizes
from sarrus.program.blocks import RowBlock, Split, owner_of, position_rows, split
from sarrus.program.layout import BlockMemory, Memory
from sarrus.records import Records
from sarrus.scalar.rolled import Rolled
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import Symbolic, analyse
from sarrus.solvers.ordering import distinct, grouped, minimum_degree

MOVED_BY_EFFORTS = ("vdot", "lam")
"""What changes with efforts that depend on loads, and so changes their law."""
MANY = 400
"""Rows of a system from which its order of elimination is found by groups: speeds of a body, rows of a joint."""


def lay_out(equations: Equations) -> Memory:
    """Records for a mechanism: the pattern of its equations analysed, its constants filled in."""
    parted = split(equations)
    G = Jacobian(equations)
    kkt = _constrained_system(equations, G, parted)
    mass, senses, nv = _mass_pattern(equations), _senses(equations), G.columns
    return Memory(
        nq=len(equations.coordinates),
        nv=nv,
        nx=equations.size,
        nrows=G.rows,
        npositions=position_rows(equations),
        nM=len(mass),
        nG=len(G.row),
        nsense=senses,
        nkkt=kkt.size,
        nblocks=len(parted.blocks),
        nfree=G.rows - sum(len(b.rows) for b in parted.blocks),
        nguards=len(equations.guarded),
        nturning=equations.speed_units.count("1"),
        **_pushes(equations, nv + G.rows),
        time=np.zeros(1),
        **_given(equations),
        M=np.zeros(len(mass)),
        f=np.zeros(nv),
        G=np.zeros(len(G.row)),
        beta=np.zeros(G.rows),
        gap=np.zeros(G.rows),
        alpha=np.zeros(G.rows),
        sense=np.zeros(senses),
        vdot=np.zeros(nv),
        lam=np.zeros(equations.multipliers),
        row=G.row,
        column=G.column,
        **_rows(equations),
        **_system(G, mass, kkt),
        kkt=np.zeros(kkt.size),
        solution=np.zeros(nv + G.rows),
        work=np.zeros(nv + G.rows),
        q=np.zeros(len(equations.coordinates)),
        step=np.zeros(nv),
        ahead=np.zeros(equations.size),
        **_heights(equations),
        sizes=np.zeros(max(G.rows, nv, 1)),
        **_blocks(parted.blocks, G, [row.owner for row in equations.rows], position_rows(equations)),
    )


def _heights(equations: Equations) -> dict[str, Any]:
    """Room for heights of triangles and for rows that they close; none where the equations are not in closed form."""
    is_closed = equations.leading is not None
    kernels = equations.kernels
    heights, missed, turns = (
        len(dict(kernels[kernel].outputs)[array]) if is_closed else 0
        for kernel, array in (("heights", "height"), ("publish", "g"), ("turning", "turning"))
    )
    names = ("height", "height_rate", "height_kept", "rate_kept", "height_before", "rate_before")
    return {
        "nheights": heights,
        "nmissed": missed,
        "nturns": turns,
        **{name: np.zeros(heights) for name in names},
        "missed": np.zeros(missed),
        "missed_rate": np.zeros(missed),
        "turns": np.zeros(turns),
    }


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
    """Whether nothing has to be closed: no rows, and no closed joint that could be the wrong way round.

    In closed form nothing ever stands open.
    """
    return equations.leading is not None or not (
        equations.rows or equations.tree.cuts or equations.model.closings
    )


def _senses(equations: Equations) -> int:
    """How many numbers tell that closed joints are the right way round."""
    if not equations.kernels or is_open(equations):
        return 0
    return len(equations.kernels["closure"].outputs[3][1])


def _mass_pattern(equations: Equations) -> Ints:
    """Entries of M; none where accelerations are found without it, and it is not asked for."""
    is_needed = not is_open(equations) or "forward" not in equations.kernels
    return np.array(equations.mass_pattern if is_needed else (), dtype=np.int64).reshape(-1, 2)


def _given(equations: Equations) -> dict[str, Any]:
    """What kernels are given besides state and time."""
    return {
        "inputs": np.array([i.start for i in equations.inputs], dtype=np.float64),
        "constants": np.array(equations.constants, dtype=np.float64),
        "kernel_work": np.zeros(equations.work),
        "plan": np.array(equations.plan, dtype=np.int64),
    }


def _pushes(equations: Equations, n: int) -> dict[str, Any]:
    """Efforts that depend on the loads of joints, and room for finding them; n accelerations and multipliers of rows."""
    count = len(equations.pushes)
    pattern = np.array(equations.push_pattern, dtype=np.int64).reshape(-1, 2)
    slopes = equations.tangent("implied", MOVED_BY_EFFORTS) if count else None
    own = slopes.memory if isinstance(slopes, Rolled) else None
    return {
        "npush": count,
        "inertial": np.array(equations.inertial, dtype=np.int64),
        "nH": len(pattern),
        "H": np.zeros(len(pattern)),
        "effort_of": pattern[:, 0].copy(),
        "speed_of": pattern[:, 1].copy(),
        "phi": np.zeros(count),
        "said": np.zeros(count),
        "rest": np.zeros(n if count else 0),
        "B": np.zeros(count * n),
        "K": np.zeros(count * count),
        "left": np.zeros(count * count),
        "exchanged": np.zeros(count, dtype=np.int64),
        "d_vdot": np.zeros(len(equations.speeds) if count else 0),
        "d_lam": np.zeros(equations.multipliers if count else 0),
        "column_of_K": np.zeros(count),
        **_sides(equations),
        **_shares(equations),
        "slope_work": own.work if own else np.zeros(0),
        "slope_plan": own.plan if own else np.zeros(0, dtype=np.int64),
    }


def _sides(equations: Equations) -> dict[str, Any]:
    """Room for looking at laws of loads case by case; none where they are no sums of absolute values."""
    owners = equations.sides
    sides, efforts = len(owners), len(equations.pushes) if owners else 0
    return {
        "nside": sides,
        "side_of": np.array(owners, dtype=np.int64),
        "side": np.zeros(sides),
        "share": np.zeros(sides),
        "side_at": np.zeros((efforts + 1) * sides),
        "law_at": np.zeros((efforts + 1) * efforts),
        "sign": np.zeros(sides),
        "group": np.zeros(efforts, dtype=np.int64),
        "member": np.zeros(efforts, dtype=np.int64),
        "trial": np.zeros(efforts),
        "taken": np.zeros(efforts),
    }


def _shares(equations: Equations) -> dict[str, Any]:
    """Room for sharing loads among rows of one block; none where no law asks for it."""
    blocks = split(equations).blocks if equations.shares_loads else []
    rows = max((len(b.rows) for b in blocks), default=0)
    columns = max((len(b.columns) for b in blocks), default=0)
    return {
        "row_factor": np.zeros(len(equations.rows) if blocks else 0),
        "share_rows": np.zeros(rows * columns),
        "share_steps": np.zeros(rows * rows),
        "share_parts": np.zeros(rows * rows),
        "normal_of_shares": np.zeros(rows * rows),
        "shares_exchanged": np.zeros(rows, dtype=np.int64),
        "shared": np.zeros(rows),
    }


def _rows(equations: Equations) -> dict[str, Any]:
    """How rows and speeds are weighed.

    Rows that are lengths and rows that are products of unit vectors count alike once lengths are in units of their part.
    """
    tied = {relation.name for relation in equations.model.relations}
    units = np.array([1.0 / length for length in equations.row_lengths], dtype=np.float64)
    turning = [k for k, unit in enumerate(equations.speed_units) if unit == "1"]
    return {
        "tied": np.array([int(r.owner in tied) for r in equations.rows], dtype=np.int64),
        "turning": np.array(turning, dtype=np.int64),
        "active": np.ones(len(equations.rows)),
        "hidden": np.zeros(len(equations.rows) - position_rows(equations)),
        "natural": np.ones(len(equations.rows)),
        "grown": np.ones(len(equations.rows)),
        "firm": np.array(equations.row_weights, dtype=np.float64),
        "weight": np.array(equations.row_weights, dtype=np.float64),
        "unit": units,
        "scale": units.copy(),
        "width": np.array(equations.speed_lengths, dtype=np.float64),
    }


def measure_rows(equations: Equations, m: Memory, t: float, x: Floats) -> None:
    """Give the rows of relations their size at the start of a run: rows and weights of natural size, whatever the unit."""
    sizes = row_sizes(equations, t, x)
    m.natural[:], m.grown[:] = sizes, 1.0
    m.unit[:] = 1.0 / np.array(equations.row_lengths) / sizes
    m.scale[:] = m.unit
    m.firm[:] = np.array(equations.row_weights) / sizes**2
    m.weight[:] = m.firm


def _system(G: Jacobian, mass: Ints, kkt: Symbolic) -> dict[str, Any]:
    """Where the entries of the constrained system go."""
    nv, rows = G.columns, np.arange(G.rows)
    a, b = G.pairs()
    return {
        "ldl": kkt.tables,
        "slot_M": kkt.slots(mass[:, 0], mass[:, 1]),
        "slot_G": kkt.slots(nv + G.row, G.column),
        "starts": G.starts,
        "entries": G.by_row,
        "slot_pair": kkt.slots(G.column[a], G.column[b]),
        "slot_diagonal": kkt.slots(nv + rows, nv + rows),
    }


def _blocks(blocks: list[RowBlock], G: Jacobian, owners: Sequence[str], positions: int) -> dict[str, Any]:
    """The blocks of rows, and room for the largest of them."""
    grams = [None if b.is_dense else _GramLayout(b, G, owners) for b in blocks]
    dense = [b for b in blocks if b.is_dense]
    large = [b for b in blocks if not b.is_dense]
    widest = max((len(b.rows) for b in dense), default=0)
    most = max((g.symbolic.size for g in grams if g), default=0)
    return {
        "blocks": Records(
            BlockMemory, [_block(b, g, G, positions) for b, g in zip(blocks, grams, strict=True)]
        ),
        "pivots": np.zeros(widest, dtype=np.int64),
        "square": np.zeros(widest * widest),
        "probe": np.zeros(max((len(b.rows) * len(b.columns) for b in dense), default=0)),
        "probe_order": np.zeros(widest, dtype=np.int64),
        "gram": np.zeros(most),
        "upper": np.zeros(most),
        "scaled": np.zeros(max((len(b.entries) for b in large), default=0)),
        "across": np.zeros(max((len(b.rows) for b in large), default=0)),
        "along": np.zeros(max((len(b.columns) for b in large), default=0)),
    }


def _block(block: RowBlock, gram: _GramLayout | None, G: Jacobian, positions: int) -> BlockMemory:
    rows, columns, entries = len(block.rows), len(block.columns), len(block.entries)
    nothing = np.zeros(0, dtype=np.int64)
    return BlockMemory(
        rows=rows,
        positions=sum(r < positions for r in block.rows),
        columns=columns,
        entries=entries,
        row=np.array(block.rows, dtype=np.int64),
        column=np.array(block.columns, dtype=np.int64),
        entry=np.array(block.entries, dtype=np.int64),
        place=_places(block, G),
        order=np.arange(rows),
        is_large=gram is not None,
        gram=gram.symbolic.tables if gram else nothing,
        products=gram.products if gram else nothing,
        nproducts=len(gram.products) // 3 if gram else 0,
        normal=np.zeros(rows * columns if block.is_dense else entries),
        last=np.zeros(rows if gram else 0),
    )


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


def _places(block: RowBlock, G: Jacobian) -> Ints:
    """Row and column of each entry, counted within the block."""
    entries = np.array(block.entries, dtype=np.int64)
    row = np.searchsorted(np.array(block.rows), G.row[entries])
    column = np.searchsorted(np.array(block.columns, dtype=np.int64), G.column[entries])
    return np.column_stack([row, column]).astype(np.int64).ravel()
