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

from sarrus.program.layout import (
    B_COLUMN,
    B_COLUMNS,
    B_ENTRIES,
    B_ENTRY,
    B_GRAM,
    B_LAST,
    B_NORMAL,
    B_NPRODUCTS,
    B_PLACE,
    B_PRODUCTS,
    B_ROW,
    B_ROWS,
    D_ACROSS,
    D_ACTIVE,
    D_ALONG,
    D_COLUMN,
    D_G,
    D_GRAM,
    D_ROW,
    D_SCALED,
    D_SIZES,
    D_UPPER,
    D_WORK,
    R_ALLOWED,
    R_CHOSEN,
    R_RANK,
    R_SIGMA,
    R_WEAKEST,
    T_GCOL,
    T_GROW,
)
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.ldl import ORDER, factor, factor_independent, invert, solve
from sarrus.solvers.sparse_lu import factor_nearly_symmetric, solve_nearly_symmetric

# Parts of the longest row
CLEAR = 1e-3  # rows that stick out by this from those before them are taken without comparing them
DEPENDENT = 1e-8  # rows that stick out by less add nothing

WORSE = 0.5  # part of the smallest pivot at the last choice below which rows are chosen again
BETTER = 2.0  # share of a row that one left out must contain to be taken instead
SWEEPS = 5  # over the rows left out


def choose_large(data: Floats, tables: Ints, block: Ints, kept: Floats) -> int:
    """Independent rows of a large block, as many as were ever seen; returns 1 when there are more than before."""
    A = data[block[B_NORMAL] :]
    gather(data, tables, block, A)
    before = kept[R_RANK]
    if before == 0.0:
        choose_first(data, tables, block, kept)
    sigma = weakest(data, tables, block, kept)
    if kept[R_RANK] < block[B_ROWS]:
        if before > 0.0 and sigma < WORSE * kept[R_CHOSEN]:
            exchange(data, tables, block)
            sigma = weakest(data, tables, block, kept)
            kept[R_CHOSEN] = sigma
        # Nearer to a singular pose the factors are not accurate enough to see a row that adds little.
        if sigma > CLEAR and something_sticks_out(data, tables, block):
            extend(data, tables, block, kept)
            sigma = weakest(data, tables, block, kept)
    if before == 0.0:
        kept[R_CHOSEN] = sigma
    kept[R_SIGMA] = sigma
    mask(data, tables, block, A, A)
    return 1 if kept[R_RANK] > before else 0


def gather(data: Floats, tables: Ints, block: Ints, A: Floats) -> None:
    """The scaled entries of the block."""
    G = data[tables[D_G] :]
    scale = data[tables[D_ROW] :]
    width = data[tables[D_COLUMN] :]
    row = tables[tables[T_GROW] :]
    column = tables[tables[T_GCOL] :]
    entry = tables[block[B_ENTRY] :]
    for k in range(block[B_ENTRIES]):
        e = entry[k]
        A[k] = G[e] * scale[row[e]] * width[column[e]]


def mask(data: Floats, tables: Ints, block: Ints, A: Floats, masked: Floats) -> None:
    """Entries of the rows that count; zero in those left out."""
    active = data[tables[D_ACTIVE] :]
    row = tables[tables[T_GROW] :]
    entry = tables[block[B_ENTRY] :]
    for k in range(block[B_ENTRIES]):
        masked[k] = A[k] * active[row[entry[k]]]


def gram(data: Floats, tables: Ints, block: Ints, A: Floats) -> float:
    """A A^T of the rows that count, unfactored; returns the length of the longest of them."""
    values = data[tables[D_GRAM] :]
    masked = data[tables[D_SCALED] :]
    mask(data, tables, block, A, masked)
    pattern = tables[block[B_GRAM] :]
    product = tables[block[B_PRODUCTS] :]
    for i in range(pattern[1]):
        values[i] = 0.0
    for i in range(block[B_NPRODUCTS]):
        values[product[3 * i + 2]] += masked[product[3 * i]] * masked[product[3 * i + 1]]
    longest = 0.0
    active = data[tables[D_ACTIVE] :]
    row = tables[block[B_ROW] :]
    for k in range(block[B_ROWS]):
        longest = max(longest, values[k])
        values[k] += 1.0 - active[row[pattern[ORDER + k]]]
    return sqrt(longest)


def weakest(data: Floats, tables: Ints, block: Ints, kept: Floats) -> float:
    """Smallest pivot, part of the longest row; leaves A factored, and the direction hardest to move in.

    Without rows that count it is 1; where rounding hides it, 0.
    """
    longest = gram(data, tables, block, data[block[B_NORMAL] :])
    pattern = tables[block[B_GRAM] :]
    values = data[tables[D_GRAM] :]
    if kept[R_RANK] == 0.0:
        return 1.0
    if factor(pattern, values) != 0:
        return 0.0
    inverse = data[tables[D_UPPER] :]
    invert(pattern, values, inverse)
    active = data[tables[D_ACTIVE] :]
    row = tables[block[B_ROW] :]
    least = longest * longest
    most = 0.0
    weak = 0
    kept[R_WEAKEST] = 0.0
    kept[R_ALLOWED] = 0.0
    for k in range(block[B_ROWS]):
        i = pattern[ORDER + k]
        if not (values[k] > 0.0):
            return 0.0
        if active[row[i]] > 0.0:
            if values[k] < least:
                least = values[k]
                kept[R_WEAKEST] = float(k)
            if not (inverse[k] <= most):
                most = inverse[k]
                weak = i
    if not (most > 0.0 and isfinite(most)):
        return 0.0
    sigma = sqrt(least) / longest
    distance = 1.0 / (sqrt(most) * longest)
    allowed = sqrt(sqrt(kept[R_RANK]))
    if allowed * distance < sigma:
        kept[R_ALLOWED] = allowed
        kept[R_WEAKEST] = float(weak)
        sigma = kept[R_ALLOWED] * distance
    last = data[block[B_LAST] :]
    for i in range(block[B_ROWS]):
        last[i] = 0.0
    last[weak] = distance / (sigma * sqrt(most))
    solve(pattern, values, last, data[tables[D_WORK] :])
    return sigma


def pivot_of_large(data: Floats, tables: Ints, block: Ints, kept: Floats) -> float:
    """What the smallest pivot has become for G as it is in data; the choice of rows stays as it is."""
    A = data[tables[D_SCALED] :]
    gather(data, tables, block, A)
    longest = gram(data, tables, block, A)
    pattern = tables[block[B_GRAM] :]
    values = data[tables[D_GRAM] :]
    if factor(pattern, values) != 0:
        return 0.0
    weak = int(kept[R_WEAKEST])
    if kept[R_ALLOWED] == 0.0:
        return sqrt(max(values[weak], 0.0)) / longest
    b = data[tables[D_ACROSS] :]
    for i in range(block[B_ROWS]):
        b[i] = 0.0
    b[weak] = 1.0
    solve(pattern, values, b, data[tables[D_WORK] :])
    if not (b[weak] > 0.0):
        return 0.0
    return float(kept[R_ALLOWED]) / (sqrt(b[weak]) * longest)


def choose_first(data: Floats, tables: Ints, block: Ints, kept: Floats) -> None:
    """All rows, if they are clearly independent; else those that are, and then the others one by one."""
    rows = block[B_ROWS]
    active = data[tables[D_ACTIVE] :]
    row = tables[block[B_ROW] :]
    A = data[block[B_NORMAL] :]
    pattern = tables[block[B_GRAM] :]
    values = data[tables[D_GRAM] :]
    is_in = data[tables[D_ACROSS] :]
    for i in range(rows):
        active[row[i]] = 1.0
    least = CLEAR * max(1.0, gram(data, tables, block, A))
    kept[R_RANK] = float(rows)
    if factor_independent(pattern, values, least * least, is_in) > 0:
        for i in range(rows):
            active[row[i]] = is_in[i]
        extend(data, tables, block, kept)
        exchange(data, tables, block)


def extend(data: Floats, tables: Ints, block: Ints, kept: Floats) -> None:
    """Take more rows as long as one sticks out, each time the one that does so most."""
    rows = block[B_ROWS]
    active = data[tables[D_ACTIVE] :]
    row = tables[block[B_ROW] :]
    A = data[block[B_NORMAL] :]
    r = data[tables[D_ALONG] :]
    best = 0
    while best >= 0:
        longest = gram(data, tables, block, A)
        best = -1
        if factor(tables[block[B_GRAM] :], data[tables[D_GRAM] :]) == 0:
            most = DEPENDENT * max(longest, 1.0)
            for i in range(rows):
                if active[row[i]] == 0.0:
                    spread_row(tables, block, A, i, r)
                    length = sticks_out(data, tables, block, r)
                    if length > most:
                        most = length
                        best = i
        if best >= 0:
            active[row[best]] = 1.0
    rank = 0.0
    for i in range(rows):
        rank += active[row[i]]
    kept[R_RANK] = rank


def exchange(data: Floats, tables: Ints, block: Ints) -> None:
    """Take rows that were left out instead of ones that they contain more than once over."""
    rows = block[B_ROWS]
    active = data[tables[D_ACTIVE] :]
    row = tables[block[B_ROW] :]
    A = data[block[B_NORMAL] :]
    pattern = tables[block[B_GRAM] :]
    values = data[tables[D_GRAM] :]
    r = data[tables[D_ALONG] :]
    share = data[tables[D_ACROSS] :]
    changed = 1
    is_old = 1
    sweep = 0
    while changed > 0 and sweep < SWEEPS:
        changed = 0
        sweep += 1
        for i in range(rows):
            if active[row[i]] == 0.0:
                if is_old > 0:
                    gram(data, tables, block, A)
                    if factor(pattern, values) != 0:
                        return
                    is_old = 0
                spread_row(tables, block, A, i, r)
                across(data, tables, block, r, share)
                solve(pattern, values, share, data[tables[D_WORK] :])
                best = i
                most = BETTER
                for j in range(rows):
                    if active[row[j]] > 0.0 and fabs(share[j]) > most:
                        most = fabs(share[j])
                        best = j
                if best != i:
                    active[row[i]] = 1.0
                    active[row[best]] = 0.0
                    changed += 1
                    is_old = 1


def something_sticks_out(data: Floats, tables: Ints, block: Ints) -> bool:
    """Whether a mixture of the rows left out does; A must be factored."""
    active = data[tables[D_ACTIVE] :]
    row = tables[tables[T_GROW] :]
    entry = tables[block[B_ENTRY] :]
    place = tables[block[B_PLACE] :]
    A = data[block[B_NORMAL] :]
    r = data[tables[D_ALONG] :]
    for j in range(block[B_COLUMNS]):
        r[j] = 0.0
    for k in range(block[B_ENTRIES]):
        if active[row[entry[k]]] == 0.0:
            # Shares that follow no pattern, between 0.5 and 1.5.
            i = place[2 * k]
            share = 0.5 + float((i * 7919 + 104729) % 1009) / 1009.0
            r[place[2 * k + 1]] += share * A[k]
    return sticks_out(data, tables, block, r) > DEPENDENT * max(1.0, float(block[B_ROWS]))


def spread_row(tables: Ints, block: Ints, A: Floats, i: int, r: Floats) -> None:
    """One row of the block as a vector over its columns."""
    place = tables[block[B_PLACE] :]
    for j in range(block[B_COLUMNS]):
        r[j] = 0.0
    for k in range(block[B_ENTRIES]):
        if place[2 * k] == i:
            r[place[2 * k + 1]] += A[k]


def across(data: Floats, tables: Ints, block: Ints, r: Floats, b: Floats) -> None:
    """Products of the rows that count with a vector over the columns."""
    A = data[tables[D_SCALED] :]
    place = tables[block[B_PLACE] :]
    for i in range(block[B_ROWS]):
        b[i] = 0.0
    for k in range(block[B_ENTRIES]):
        b[place[2 * k]] += A[k] * r[place[2 * k + 1]]


def sticks_out(data: Floats, tables: Ints, block: Ints, r: Floats) -> float:
    """Length of what is left of a vector without its part in the span of the rows that count; A must be factored.

    Taken out twice: the second time removes what the squared condition of A left in the first.
    """
    A = data[tables[D_SCALED] :]
    place = tables[block[B_PLACE] :]
    b = data[tables[D_ACROSS] :]
    for _turn in range(2):
        across(data, tables, block, r, b)
        solve(tables[block[B_GRAM] :], data[tables[D_GRAM] :], b, data[tables[D_WORK] :])
        for k in range(block[B_ENTRIES]):
            r[place[2 * k + 1]] -= A[k] * b[place[2 * k]]
    total = 0.0
    for j in range(block[B_COLUMNS]):
        total += r[j] * r[j]
    return sqrt(total)


def along_last(x: Floats, nq: int, data: Floats, tables: Ints, block: Ints) -> float:
    """Speed along the direction that one row adds to all others, times the pivot of that row, part of the smallest."""
    width = data[tables[D_COLUMN] :]
    place = tables[block[B_PLACE] :]
    column = tables[block[B_COLUMN] :]
    A = data[block[B_NORMAL] :]
    last = data[block[B_LAST] :]
    total = 0.0
    for k in range(block[B_ENTRIES]):
        j = column[place[2 * k + 1]]
        total += A[k] * last[place[2 * k]] * (x[nq + j] / width[j])
    return total


def factor_large(data: Floats, tables: Ints, block: Ints) -> int:
    """Factor G N^T, the rows of the present state times those of the last accepted one."""
    now = data[tables[D_SCALED] :]
    gather(data, tables, block, now)
    mask(data, tables, block, now, now)
    N = data[block[B_NORMAL] :]
    lower = data[tables[D_GRAM] :]
    upper = data[tables[D_UPPER] :]
    pattern = tables[block[B_GRAM] :]
    product = tables[block[B_PRODUCTS] :]
    active = data[tables[D_ACTIVE] :]
    row = tables[block[B_ROW] :]
    rows = block[B_ROWS]
    for i in range(pattern[1]):
        lower[i] = 0.0
        upper[i] = 0.0
    for i in range(block[B_NPRODUCTS]):
        a = product[3 * i]
        b = product[3 * i + 1]
        slot = product[3 * i + 2]
        lower[slot] += now[a] * N[b]
        upper[slot] += now[b] * N[a]
    for k in range(rows):
        lower[k] += 1.0 - active[row[pattern[ORDER + k]]]
    return factor_nearly_symmetric(pattern, lower, upper)


def step_of_large(data: Floats, tables: Ints, block: Ints, rest: Floats, sign: float, step: Floats) -> None:
    """The step along the normal space that changes the rows by sign times what rests of them.

    Found twice, the second time for what the first left over: near a singular pose the factors lose twice the digits
    that the step may lose.
    """
    scale = data[tables[D_ROW] :]
    active = data[tables[D_ACTIVE] :]
    width = data[tables[D_COLUMN] :]
    row = tables[block[B_ROW] :]
    column = tables[block[B_COLUMN] :]
    place = tables[block[B_PLACE] :]
    N = data[block[B_NORMAL] :]
    now = data[tables[D_SCALED] :]
    along = data[tables[D_ALONG] :]
    mu = data[tables[D_ACROSS] :]
    wanted = data[tables[D_SIZES] :]
    for i in range(block[B_ROWS]):
        wanted[i] = sign * rest[row[i]] * scale[row[i]] * active[row[i]]
    for j in range(block[B_COLUMNS]):
        along[j] = 0.0
    for _turn in range(2):
        for i in range(block[B_ROWS]):
            mu[i] = wanted[i]
        for k in range(block[B_ENTRIES]):
            mu[place[2 * k]] -= now[k] * along[place[2 * k + 1]]
        lower = data[tables[D_GRAM] :]
        upper = data[tables[D_UPPER] :]
        solve_nearly_symmetric(tables[block[B_GRAM] :], lower, upper, mu, data[tables[D_WORK] :])
        for k in range(block[B_ENTRIES]):
            along[place[2 * k + 1]] += N[k] * mu[place[2 * k]]
    for j in range(block[B_COLUMNS]):
        step[column[j]] = along[j] * width[column[j]]
