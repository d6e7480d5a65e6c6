"""The memory that the loops around a mechanism's kernels share, as records. They are made and filled by `memory`.

One source of the loops serves every mechanism: what differs between mechanisms is in these records and in the kernels.
"""

from sarrus.records import Changing, Record, Records
from sarrus.solvers.arrays import Floats, Ints


class BlockMemory(Record):
    """A block of rows (`blocks`), and what the loops remember of it.

    A block is small, and treated as a dense matrix, or large, and treated by the sparse factors of G G^T.
    """

    rows: int
    positions: int  # how many of its rows, the first ones, are rows of positions
    columns: int
    entries: int
    row: Ints  # its rows
    column: Ints  # its columns
    entry: Ints  # its places in G
    place: Ints  # for each of these the row and the column within the block, one after another
    order: Ints  # its rows in the order chosen (small)
    is_large: bool
    gram: Ints  # pattern of the factors of G G^T (large)
    products: Ints  # how G G^T is made: pairs of entries and the slots they add to (large)
    nproducts: int
    normal: (
        Floats  # small: orthonormal basis of its rows; large: its scaled entries, at the last accepted state
    )
    last: Floats  # large: the direction that the row which sticks out least adds, as a combination of rows

    rank: Changing[int] = 0
    placed: Changing[int] = 0  # independent rows of positions, where there are rows of velocities; and ...
    whole: Changing[int] = 0  # ... the rank while rows of velocities are hidden
    sigma: Changing[float] = 0.0  # smallest pivot, part of the largest ...
    before: Changing[float] = 0.0  # ... and at the accepted state before
    is_near: Changing[bool] = False  # whether stages are put onto the manifold, in the next step ...
    was_near: Changing[bool] = False  # ... and in the last one
    chosen: Changing[float] = 0.0  # large: smallest pivot when the rows were last chosen
    # small: place of the smallest pivot in `order`; large: step at which it is met, or the row that sticks out least ...
    weakest: Changing[int] = 0
    # ... if this, by how much less rows may stick out of all others than of those before, is not 0
    allowed: Changing[float] = 0.0
    asked: Changing[float] = 0.0  # what drivers ask of it: largest scaled rate of a row ...
    most_asked: Changing[float] = 0.0  # ... and the largest so far


class Memory(Record):
    """All that the loops around one mechanism's kernels read and write besides the state."""

    nq: int
    nv: int
    nx: int
    nrows: int
    npositions: int  # rows of positions; those of velocities follow
    nM: int
    nG: int
    nsense: int
    nkkt: int
    nblocks: int
    nfree: int  # rows that belong to no block
    nguards: int
    nturning: int
    npush: int  # efforts that depend on the loads of joints
    nH: int
    nside: int  # loads whose absolute values their laws are made of; 0 where these are of another kind

    # What kernels are given besides the state: time, values from outside, the model's numbers; room of their own.
    time: Floats
    inputs: Floats
    constants: Floats
    kernel_work: Floats
    plan: Ints
    # What they give.
    M: Floats
    f: Floats
    G: Floats
    beta: Floats
    gap: Floats
    alpha: Floats
    sense: Floats
    vdot: Floats
    lam: Floats

    # Entries of G, rows and speeds.
    row: Ints
    column: Ints
    tied: Ints  # whether a row is that of a relation
    turning: Ints  # speeds that turn something
    active: Floats  # 1 for rows that count, 0 for those left out
    hidden: Floats  # the same of rows of velocities while these are hidden
    natural: Floats  # what rows of relations are divided by to be of natural size
    grown: Floats  # how much larger than that they are now; 1 where not much
    firm: Floats  # weight of rows of natural size
    weight: Floats
    unit: Floats
    scale: Floats  # of rows
    width: Floats  # of speeds: what one unit of them moves

    # The constrained system: where M, G, G^T D G and the diagonal of the rows go, and its factors.
    ldl: Ints
    slot_M: Ints
    slot_G: Ints
    starts: Ints  # rows of G: where each begins in `entries`
    entries: Ints
    slot_pair: Ints
    slot_diagonal: Ints
    kkt: Floats
    solution: Floats
    work: Floats

    # Efforts that depend on the loads of joints: entries of H, and what `loads` works with.
    H: Floats
    inertial: Ints  # whether an effort follows from accelerations alone
    effort_of: Ints  # for each entry of H its effort ...
    speed_of: Ints  # ... and its speed
    phi: Floats
    said: Floats
    rest: Floats
    B: Floats
    K: Floats
    left: Floats
    exchanged: Ints
    d_vdot: Floats
    d_lam: Floats
    column_of_K: Floats
    # ... and what `sides` does: loads whose absolute values laws are made of, how much each counts, whose they are
    side: Floats
    share: Floats
    side_of: Ints
    side_at: (
        Floats  # loads, and parts of laws without them: without efforts, then their change with each effort
    )
    law_at: Floats
    sign: Floats
    group: Ints
    member: Ints
    trial: Floats
    taken: Floats
    # ... and what `sharing` does: natural sizes of rows, and for one block its rows, how they follow from each other, their loads
    row_factor: Floats
    share_rows: Floats
    share_steps: Floats
    share_parts: Floats
    normal_of_shares: Floats
    shares_exchanged: Ints
    shared: Floats
    slope_work: Floats  # room and plan of the kernel of slopes, which has its own
    slope_plan: Ints

    q: Floats
    step: Floats
    ahead: Floats  # a state a little further on

    # Mechanisms in closed form: heights of triangles and their rates, now, at the last step and at the one before; rows.
    nheights: int
    nmissed: int
    nturns: int
    height: Floats
    height_rate: Floats
    height_kept: Floats
    rate_kept: Floats
    height_before: Floats
    rate_before: Floats
    missed: Floats
    missed_rate: Floats
    turns: Floats  # all speeds that turn something

    # Blocks of rows, and room for one of them at a time.
    blocks: Records[BlockMemory]
    sizes: Floats
    pivots: Ints
    square: Floats
    probe: Floats
    probe_order: Ints
    gram: Floats
    upper: Floats
    scaled: Floats
    across: Floats
    along: Floats

    tolerance: float = (
        0.0  # of the steps; those that leave the constraints by far more are not believed. 0: all are
    )

    # What the loops remember between steps.
    kappa: Changing[float] = 0.0
    worst_kappa: Changing[float] = 0.0
    is_counted: Changing[bool] = False  # whether efforts are the only ones by counting alone, here ...
    counted_kappa: Changing[float] = 0.0  # ... and how large kappa was where they were
    rank: Changing[int] = 0
    sigma: Changing[float] = 0.0
    least_sigma: Changing[float] = 0.0
    worst_block: Changing[int] = 0  # the one with the smallest pivot
    has_grown: Changing[bool] = False  # whether there are more independent rows than at the start
    is_on_manifold: Changing[bool] = False
    was_on_manifold: Changing[bool] = False
    stage_steps: Changing[int] = 0
    push: Changing[float] = 0.0
    drift: Changing[float] = 0.0
    rate_drift: Changing[float] = 0.0
    worst_gap: Changing[float] = 0.0
    worst_rate: Changing[float] = 0.0
    sigma_kept: Changing[float] = 0.0
    t_kept: Changing[float] = 0.0
    t_before: Changing[float] = 0.0  # closed form: where the step before began
    closer: Changing[int] = 0  # steps in a row that brought a singular pose closer
    first_step: Changing[float] = 0.0
    long_step: Changing[float] = 0.0
