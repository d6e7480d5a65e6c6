"""Output rows of Dormand-Prince 8(5,3): those at the ends of steps, and those between them. Restricted Python."""

from sarrus.records import Record
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators.base import Integration, Rhs, Write, copy, count_bad, wants_room
from sarrus.solvers.integrators.dop853_step import DormandPrinceRoom, interpolate, rhs_at
from sarrus.solvers.status import NOT_FINITE, OK, RUNNING


def check_rows(run: Integration, room: DormandPrinceRoom, memory: Record, rhs: Rhs, write: Write) -> int:
    """Make all rows of a step, before any of them counts: had one been refused, the step would be repeated."""
    n = run.n
    size = run.width + 1
    row = run.checked
    if row == run.written:
        end = row
        while end < run.n_times and run.times[end] <= run.t_to:
            end += 1
        if run.capacity == 0 or end - run.first <= run.capacity:
            while row < end:
                place = (row - run.first) * size
                status = write_row(run, room, row, run.rows[place : place + size], room.new, memory, write)
                if status != OK:
                    return status
                row += 1
            run.written = end
            return OK
        if run.written > run.first:
            return RUNNING
    # More rows than there is room for: made for their status only, as many in a call as `rows` would hold.
    left = run.capacity
    place = run.capacity * size
    while row < run.n_times and run.times[row] <= run.t_to:
        if left == 0:
            return RUNNING
        left -= 1
        status = write_row(run, room, row, run.rows[place : place + size], room.new, memory, write)
        if status != OK:
            return status
        row += 1
        run.checked = row
    # What the last evaluation left in memory, `write` may begin its first row from: it is repeated, and not counted.
    status = rhs_at(run, room, run.t_to, room.new, room.K[12 * n : 13 * n], memory, rhs)
    run.evaluations -= 1
    return status


def write_due(run: Integration, room: DormandPrinceRoom, memory: Record, write: Write) -> int:
    """Write the rows whose time has come: those at the start, and those of a step that did not fit before."""
    size = run.width + 1
    while run.written < run.n_times and run.times[run.written] <= run.t:
        if wants_room(run) > 0:
            return RUNNING
        row = run.written
        place = (row - run.first) * size
        status = write_row(run, room, row, run.rows[place : place + size], run.x, memory, write)
        if status != OK:
            return status
        run.written += 1
    return OK


def write_row(
    run: Integration,
    room: DormandPrinceRoom,
    number: int,
    row: Floats,
    end: Floats,
    memory: Record,
    write: Write,
) -> int:
    """One row: at the end of the step from the state there, before it from the dense output; the step's length behind."""
    t = run.times[number]
    if t < run.t_to:
        interpolate(run, room, (t - run.t_from) / run.h_over)
    else:
        copy(run.n, end, room.y)
    status = write(t, room.y, row[0 : run.width], memory)
    if status == OK and count_bad(run.n, room.y) + count_bad(run.width, row) > 0:
        return NOT_FINITE
    row[run.width] = run.h_over
    return status
