"""Blocks of many rows: the same questions as for small ones, answered from sparse factors of A = G G^T. Restricted Python.

G is scaled, and its rows that are left out are masked (zero, with a one on the diagonal of A). Two numbers can stand for
the smallest pivot of a pivoted elimination:

    sqrt(D_kk)                distance of a row from the span of those eliminated before it
    1 / sqrt((A^-1)_ii)       distance of a row from the span of all others

The first does not change when a mechanism is made longer by more of the same; the second shrinks with its length though
nothing comes nearer to a singular pose, but sees what spreads over many rows. The first is taken, unless the second is
smaller by more than the fourth root of the number of rows (decision 0007). Squares of pivots are known to rounding, so pivots to 1e-8 of
the longest row: no step ends that near a singular pose anyway.

Rows are chosen once, and exchanged only when others would do much better:

1. rows whose distance from the span of those before them is more than a thousandth of the longest, in the order of elimination;
2. one by one the row farthest from the span of the rows chosen, as long as one is that far;
3. a row is exchanged for one left out that contains more than `BETTER` of it, until none does (maximal volume).

References:
    Gu & Eisenstat (1996) on exchanging rows; Takahashi, Fagan & Chen (1973) on the entries of the inverse.
"""

from math import fabs, isfinite, sqrt

from sarrus.program.layout import BlockMemory, Memory
from sarrus.solvers.arrays import Floats
from sarrus.solvers.ldl import ORDER, factor, factor_independent, invert, solve
from sarrus.solvers.sparse_lu import factor_nearly_symmetric, solve_nearly_symmetric

# Parts of the longest row
CLEAR = 1e-3  # rows that stick out by this from those before them are taken without comparing them
DEPENDENT = 1e-8  # rows that stick out by less add nothing

WORSE = 0.5  # part of the smallest pivot at the last choice below which rows are chosen again
BETTER = 2.0  # share of a row that one left out must contain to be taken instead
SWEEPS = 5  # over the rows left out


def choose_large(m: Memory, block: BlockMemory) -> int:
    """Independent rows of a large block, as many as were ever seen; returns 1 when there are more than before."""
    A = block.normal
    gather(m, block, A)
    before = block.rank
    if before == 0:
        choose_first(m, block)
    sigma = weakest(m, block)
    if block.rank < block.rows:
        if before > 0 and sigma < WORSE * block.chosen:
            exchange(m, block, 0, block.rows)
            sigma = weakest(m, block)
            block.chosen = sigma
        # Nearer to a singular pose the factors are not accurate enough to see a row that adds little.
        if sigma > CLEAR and something_sticks_out(m, block):
            extend(m, block, 0, block.rows)
            sigma = weakest(m, block)
    if before == 0:
        block.chosen = sigma
    block.sigma = sigma
    mask(m, block, A, A)
    return 1 if block.rank > before else 0


def gather(m: Memory, block: BlockMemory, A: Floats) -> None:
    """The scaled entries of the block."""
    for k in range(block.entries):
        e = block.entry[k]
        A[k] = m.G[e] * m.scale[m.row[e]] * m.width[m.column[e]]


def mask(m: Memory, block: BlockMemory, A: Floats, masked: Floats) -> None:
    """Entries of the rows that count; zero in those left out."""
    for k in range(block.entries):
        masked[k] = A[k] * m.active[m.row[block.entry[k]]]


def gram(m: Memory, block: BlockMemory, A: Floats) -> float:
    """A A^T of the rows that count, unfactored; returns the length of the longest of them."""
    values = m.gram
    masked = m.scaled
    product = block.products
    mask(m, block, A, masked)
    for i in range(block.gram[1]):
        values[i] = 0.0
    for i in range(block.nproducts):
        values[product[3 * i + 2]] += masked[product[3 * i]] * masked[product[3 * i + 1]]
    longest = 0.0
    for k in range(block.rows):
        longest = max(longest, values[k])
        values[k] += 1.0 - m.active[block.row[block.gram[ORDER + k]]]
    return sqrt(longest)


def weakest(m: Memory, block: BlockMemory) -> float:
    """Smallest pivot, part of the longest row; leaves A factored, and the direction hardest to move in.

    Without rows that count it is 1; where rounding hides it, 0.
    """
    longest = gram(m, block, block.normal)
    values = m.gram
    inverse = m.upper
    if block.rank == 0:
        return 1.0
    if factor(block.gram, values) != 0:
        return 0.0
    invert(block.gram, values, inverse)
    least = longest * longest
    most = 0.0
    weak = 0
    block.weakest = 0
    block.allowed = 0.0
    for k in range(block.rows):
        i = block.gram[ORDER + k]
        if not (values[k] > 0.0):
            return 0.0
        if m.active[block.row[i]] > 0.0:
            if values[k] < least:
                least = values[k]
                block.weakest = k
            if not (inverse[k] <= most):
                most = inverse[k]
                weak = i
    if not (most > 0.0 and isfinite(most)):
        return 0.0
    sigma = sqrt(least) / longest
    distance = 1.0 / (sqrt(most) * longest)
    allowed = sqrt(sqrt(float(block.rank)))
    if allowed * distance < sigma:
        block.allowed = allowed
        block.weakest = weak
        sigma = allowed * distance
    for i in range(block.rows):
        block.last[i] = 0.0
    block.last[weak] = distance / (sigma * sqrt(most))
    solve(block.gram, values, block.last, m.work)
    return sigma


def pivot_of_large(m: Memory, block: BlockMemory) -> float:
    """What the smallest pivot has become for G as it is in memory; the choice of rows stays as it is."""
    gather(m, block, m.scaled)
    longest = gram(m, block, m.scaled)
    if factor(block.gram, m.gram) != 0:
        return 0.0
    weak = block.weakest
    if block.allowed == 0.0:
        return sqrt(max(m.gram[weak], 0.0)) / longest
    b = m.across
    for i in range(block.rows):
        b[i] = 0.0
    b[weak] = 1.0
    solve(block.gram, m.gram, b, m.work)
    if not (b[weak] > 0.0):
        return 0.0
    return block.allowed / (sqrt(b[weak]) * longest)


def choose_first(m: Memory, block: BlockMemory) -> None:
    """All rows, if they are clearly independent; else those that are, and then the others one by one."""
    for i in range(block.rows):
        m.active[block.row[i]] = 1.0
    least = CLEAR * max(1.0, gram(m, block, block.normal))
    block.rank = block.rows
    if factor_independent(block.gram, m.gram, least * least, m.across) > 0:
        for i in range(block.rows):
            m.active[block.row[i]] = m.across[i]
        extend(m, block, 0, block.rows)
        exchange(m, block, 0, block.rows)


def extend(m: Memory, block: BlockMemory, begin: int, end: int) -> None:
    """Take more of some rows as long as one sticks out, each time the one that does so most."""
    best = 0
    while best >= 0:
        longest = gram(m, block, block.normal)
        best = -1
        if factor(block.gram, m.gram) == 0:
            most = DEPENDENT * max(longest, 1.0)
            for i in range(begin, end):
                if m.active[block.row[i]] == 0.0:
                    spread_row(block, i, m.along)
                    length = sticks_out(m, block, m.along)
                    if length > most:
                        most = length
                        best = i
        if best >= 0:
            m.active[block.row[best]] = 1.0
    rank = 0
    for i in range(block.rows):
        if m.active[block.row[i]] > 0.0:
            rank += 1
    block.rank = rank


def exchange(m: Memory, block: BlockMemory, begin: int, end: int) -> None:
    """Take rows that were left out instead of ones that they contain more than once over, all of them of some rows."""
    active = m.active
    row = block.row
    share = m.across
    changed = 1
    is_old = True
    sweep = 0
    while changed > 0 and sweep < SWEEPS:
        changed = 0
        sweep += 1
        for i in range(begin, end):
            if active[row[i]] == 0.0:
                if is_old:
                    gram(m, block, block.normal)
                    if factor(block.gram, m.gram) != 0:
                        return
                    is_old = False
                spread_row(block, i, m.along)
                across(m, block, m.along, share)
                solve(block.gram, m.gram, share, m.work)
                best = i
                most = BETTER
                for j in range(begin, end):
                    if active[row[j]] > 0.0 and fabs(share[j]) > most:
                        most = fabs(share[j])
                        best = j
                if best != i:
                    active[row[i]] = 1.0
                    active[row[best]] = 0.0
                    changed += 1
                    is_old = True


def something_sticks_out(m: Memory, block: BlockMemory) -> bool:
    """Whether a mixture of the rows left out does; A must be factored."""
    place = block.place
    r = m.along
    for j in range(block.columns):
        r[j] = 0.0
    for k in range(block.entries):
        if m.active[m.row[block.entry[k]]] == 0.0:
            # Shares that follow no pattern, between 0.5 and 1.5.
            i = place[2 * k]
            share = 0.5 + float((i * 7919 + 104729) % 1009) / 1009.0
            r[place[2 * k + 1]] += share * block.normal[k]
    return sticks_out(m, block, r) > DEPENDENT * max(1.0, float(block.rows))


def spread_row(block: BlockMemory, i: int, r: Floats) -> None:
    """One row of the block, scaled, as a vector over its columns."""
    place = block.place
    for j in range(block.columns):
        r[j] = 0.0
    for k in range(block.entries):
        if place[2 * k] == i:
            r[place[2 * k + 1]] += block.normal[k]


def across(m: Memory, block: BlockMemory, r: Floats, b: Floats) -> None:
    """Products of the rows that count with a vector over the columns."""
    place = block.place
    for i in range(block.rows):
        b[i] = 0.0
    for k in range(block.entries):
        b[place[2 * k]] += m.scaled[k] * r[place[2 * k + 1]]


def sticks_out(m: Memory, block: BlockMemory, r: Floats) -> float:
    """Length of what is left of a vector without its part in the span of the rows that count; A must be factored.

    Taken out twice: the second time removes what the squared condition of A left in the first.
    """
    place = block.place
    b = m.across
    for _turn in range(2):
        across(m, block, r, b)
        solve(block.gram, m.gram, b, m.work)
        for k in range(block.entries):
            r[place[2 * k + 1]] -= m.scaled[k] * b[place[2 * k]]
    total = 0.0
    for j in range(block.columns):
        total += r[j] * r[j]
    return sqrt(total)


def along_last(x: Floats, m: Memory, block: BlockMemory) -> float:
    """Speed along the direction that one row adds to all others, times the pivot of that row, part of the smallest."""
    nq = m.nq
    place = block.place
    total = 0.0
    for k in range(block.entries):
        j = block.column[place[2 * k + 1]]
        total += block.normal[k] * block.last[place[2 * k]] * (x[nq + j] / m.width[j])
    return total


def factor_large(m: Memory, block: BlockMemory) -> int:
    """Factor G N^T, the rows of the present state times those of the last accepted one."""
    now = m.scaled
    gather(m, block, now)
    mask(m, block, now, now)
    N = block.normal
    lower = m.gram
    upper = m.upper
    product = block.products
    for i in range(block.gram[1]):
        lower[i] = 0.0
        upper[i] = 0.0
    for i in range(block.nproducts):
        a = product[3 * i]
        b = product[3 * i + 1]
        slot = product[3 * i + 2]
        lower[slot] += now[a] * N[b]
        upper[slot] += now[b] * N[a]
    for k in range(block.rows):
        lower[k] += 1.0 - m.active[block.row[block.gram[ORDER + k]]]
    return factor_nearly_symmetric(block.gram, lower, upper)


def step_of_large(m: Memory, block: BlockMemory, rest: Floats, sign: float) -> None:
    """The step along the normal space that changes the rows by sign times what rests of them.

    Found twice, the second time for what the first left over: near a singular pose the factors lose twice the digits
    that the step may lose.
    """
    place = block.place
    along = m.along
    mu = m.across
    wanted = m.sizes
    for i in range(block.rows):
        r = block.row[i]
        wanted[i] = sign * rest[r] * m.scale[r] * m.active[r]
    for j in range(block.columns):
        along[j] = 0.0
    for _turn in range(2):
        for i in range(block.rows):
            mu[i] = wanted[i]
        for k in range(block.entries):
            mu[place[2 * k]] -= m.scaled[k] * along[place[2 * k + 1]]
        solve_nearly_symmetric(block.gram, m.gram, m.upper, mu, m.work)
        for k in range(block.entries):
            along[place[2 * k + 1]] += block.normal[k] * mu[place[2 * k]]
    for j in range(block.columns):
        m.step[block.column[j]] = along[j] * m.width[block.column[j]]
