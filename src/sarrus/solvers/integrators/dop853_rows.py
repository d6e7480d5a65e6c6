"""Output rows of Dormand-Prince 8(5,3): those at the ends of steps, and those between them. Restricted Python."""

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators.base import (
    CAPACITY,
    CHECKED,
    EVALUATIONS,
    FIRST,
    H_OVER,
    ROWS,
    T_FROM,
    T_TO,
    Rhs,
    T,
    Write,
    copy,
    count_bad,
    wants_room,
)
from sarrus.solvers.integrators.dop853_step import interpolate, rhs_at
from sarrus.solvers.status import NOT_FINITE, OK, RUNNING


def check_rows(
    n: int,
    times: Floats,
    n_times: int,
    rows: Floats,
    width: int,
    control: Floats,
    counts: Ints,
    K: Floats,
    old: Floats,
    new: Floats,
    y: Floats,
    F: Floats,
    data: Floats,
    tables: Ints,
    rhs: Rhs,
    write: Write,
) -> int:
    """Make all rows of a step, before any of them counts: had one been refused, the step would be repeated."""
    row = counts[CHECKED]
    if row == counts[ROWS]:
        end = row
        while end < n_times and times[end] <= control[T_TO]:
            end += 1
        if counts[CAPACITY] == 0 or end - counts[FIRST] <= counts[CAPACITY]:
            while row < end:
                place = (row - counts[FIRST]) * (width + 1)
                status = write_row(
                    n,
                    width,
                    times[row],
                    rows[place : place + width + 1],
                    control,
                    old,
                    new,
                    y,
                    F,
                    data,
                    tables,
                    write,
                )
                if status != OK:
                    return status
                row += 1
            counts[ROWS] = end
            return OK
        if counts[ROWS] > counts[FIRST]:
            return RUNNING
    # More rows than there is room for: made for their status only, as many in a call as `rows` would hold.
    left = counts[CAPACITY]
    place = counts[CAPACITY] * (width + 1)
    while row < n_times and times[row] <= control[T_TO]:
        if left == 0:
            return RUNNING
        left -= 1
        status = write_row(
            n,
            width,
            times[row],
            rows[place : place + width + 1],
            control,
            old,
            new,
            y,
            F,
            data,
            tables,
            write,
        )
        if status != OK:
            return status
        row += 1
        counts[CHECKED] = row
    # What the last evaluation left in data, `write` may begin its first row from: it is repeated, and not counted.
    status = rhs_at(n, control[T_TO], new, K[12 * n : 13 * n], counts, y, data, tables, rhs)
    counts[EVALUATIONS] -= 1
    return status


def write_due(
    n: int,
    x: Floats,
    times: Floats,
    n_times: int,
    rows: Floats,
    width: int,
    control: Floats,
    counts: Ints,
    old: Floats,
    y: Floats,
    F: Floats,
    data: Floats,
    tables: Ints,
    write: Write,
) -> int:
    """Write the rows whose time has come: those at the start, and those of a step that did not fit before."""
    while counts[ROWS] < n_times and times[counts[ROWS]] <= control[T]:
        if wants_room(counts) > 0:
            return RUNNING
        row = counts[ROWS]
        place = (row - counts[FIRST]) * (width + 1)
        status = write_row(
            n, width, times[row], rows[place : place + width + 1], control, old, x, y, F, data, tables, write
        )
        if status != OK:
            return status
        counts[ROWS] += 1
    return OK


def write_row(
    n: int,
    width: int,
    t: float,
    row: Floats,
    control: Floats,
    old: Floats,
    new: Floats,
    y: Floats,
    F: Floats,
    data: Floats,
    tables: Ints,
    write: Write,
) -> int:
    """One row: at the end of the step from the state there, before it from the dense output; the step's length behind."""
    if t < control[T_TO]:
        interpolate(n, (t - control[T_FROM]) / control[H_OVER], old, F, y)
    else:
        copy(n, new, y)
    status = write(t, y, row[0:width], data, tables)
    if status == OK and count_bad(n, y) + count_bad(width, row) > 0:
        return NOT_FINITE
    row[width] = control[H_OVER]
    return status
