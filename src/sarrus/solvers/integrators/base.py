"""The shelf of integrators: what every one of them is given, keeps and promises.

An integrator advances x from control[T] to t_end and writes output rows on the way. It knows nothing of what x means;
all it can do is call

    rhs(t, x, dx, data, tables) -> status       dx = derivative. May move x, a stage value, onto its manifold in
                                                place before it evaluates.
    accept(t, x, data, tables) -> status        after each step that passed the error test: projects x in place and
                                                may update data.
                                                It may leave in data[SPOT] the time of a spot ahead near which
                                                rhs should not be asked; 0: none.
    write(t, x, row, data, tables) -> status    output row from x, a copy of a step end or an interpolated state, which
                                                may be projected in place.
    guard(t, x, values, data, tables) -> status counts[GUARDS] functions of the state whose signs tell which piece of
                                                the derivative holds, and behind them a rate [1/s]: how fast they may
                                                turn round at most. x stays as it is.

Status OK goes on. RETRY (from any of the three) or NOT_FINITE takes the step back and tries a smaller one; so does a
value that is not finite. Every other status ends the run at once. When a step is taken back after `accept`, because
`rhs` or `write` refused it, data stays as `accept` left it: what accept writes must hold for states near x too.
RETRY at the very start, where no step can be made smaller, ends the run as STEP_TOO_SMALL.

The promises:
- x is always the last accepted, projected state, at control[T]; also after a failure.
- Rows 0 to counts[ROWS] - 1 are written, and their times are not later than control[T].
- No row of a step stands before all of them do: a row that `write` refuses takes back the step and its other rows.
- The first derivative of a step is evaluated at the accepted, projected state (in a copy: x itself stays).
- No step is accepted with a value that is not finite, and none with an error estimate that is not below 1.
- No guard changes its sign inside a step, as far as its dense output tells: a step that passes such a change is repeated
  to end just behind it, and the next one begins with a derivative of the other side. (Adaptive integrators only.)
- After `max_steps` attempts the integrator returns RUNNING. Called again with the same arguments it goes on as if it
  had not been left, bit for bit: everything it needs is in x, control, counts and work.
- A row is `width` entries of `write` and one of the integrator: the length of the step that it lies in, 0 at the start.
- `rows` need not hold all rows. With counts[CAPACITY] = m > 0 it holds m of them, row counts[FIRST] first, and room for
  one more. When the next rows do not fit, the integrator returns RUNNING and `wants_room` is 1; the caller takes the
  rows up to counts[ROWS], sets counts[FIRST] = counts[ROWS], and calls again. The same rows come out, bit for bit,
  whatever m is. Where a single step has more than m rows, they are made twice: to see that none is refused, then to be
  taken. So rhs and write must give the same for the same arguments; write may also use what the call just before it,
  of rhs or of write, has left in data.

To begin, set control[T], control[H] (0: automatic) and zero everything else in control and counts. After a change of
x or of the equations from outside, set counts[STARTED] to zero. `times` ascend and lie in [start, t_end]; a time equal
to the start is written before the first step, one equal to t_end is hit exactly. Time runs forward.

The functions are restricted Python: plain loops over 1-D arrays, which run as they stand and can be compiled.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import fabs, isfinite

from sarrus.solvers.arrays import Floats, Ints

Rhs = Callable[[float, Floats, Floats, Floats, Ints], int]
Accept = Callable[[float, Floats, Floats, Ints], int]
Write = Callable[[float, Floats, Floats, Floats, Ints], int]
Guard = Callable[[float, Floats, Floats, Floats, Ints], int]

# Offset into `data`; the rest of it is the callbacks' own.
SPOT = 0

# Offsets into `control`.
T = 0  # time of x
H = 1  # step to try next; fixed step: upper bound of the step
H_MAX = 2  # upper bound of the step; 0: none
ERROR = 3  # error estimate of the last attempt, in units of the tolerance
T_START = 4  # time of the first call
T_ANCHOR = 5  # fixed step: where the present row of equal steps began
T_FROM = 6  # begin of the step whose rows are being written
T_TO = 7  # its end
H_OVER = 8  # its length, as the step was made
KINK = (
    9  # where the next step that gets there is to end, just before or behind a change of a guard; 0: nowhere
)
BESIDE = 10  # how far before or behind
CONTROL_SIZE = 12

# Offsets into `counts`.
ACCEPTED = 0
REJECTED = 1  # all steps taken back, for whatever reason
EVALUATIONS = 2  # calls of rhs
ROWS = 3  # rows written
RETRIES = 4  # steps taken back because a callback asked for it
NOT_FINITES = 5  # steps taken back because of a value that is not finite
ATTEMPT_LIMIT = 6  # accepted + rejected may not exceed this; 0: no limit
STARTED = 7  # 0: the next call begins afresh
AFTER_REJECTION = 8  # 1: the last attempt was taken back
PART = 9  # fixed step: steps done since T_ANCHOR
PARTS = 10  # fixed step: equal steps from T_ANCHOR to the next output time
FIRST = 11  # the row at the head of `rows`
CAPACITY = 12  # rows that `rows` has room for, not counting the spare one; 0: all
CHECKED = 13  # the next row to be seen of a step with more rows than there is room for
IS_LANDING = 14  # 1: a step passed its error test, and its rows are being made
GUARDS = 15  # functions that `guard` gives, without the rate; 0: it is not asked
CUTS = 16  # steps taken back because a guard changed its sign in them
KINKS = 17  # steps that ended at such a change
AT_KINK = 18  # 1: the present step does
COUNTS_SIZE = 20

# Part of |t|, and of the whole interval, below which a step is too small to make.
SMALLEST_OF_T = 2.3e-15
SMALLEST_OF_INTERVAL = 1e-14

Integrate = Callable[
    [
        int,  # n: entries of x
        int,  # n_error: the first n_error of them are under error control, the rest (quadratures) ride along
        Floats,  # x: n entries
        float,  # t_end
        float,  # rtol
        Floats,  # atol: n_error entries, positive
        Floats,  # times: n_times output times
        int,  # n_times
        Floats,  # rows: n_times rows of `width` + 1 entries, one after another; or counts[CAPACITY] + 1 of them
        int,  # width: entries that `write` fills
        Floats,  # control: CONTROL_SIZE entries
        Ints,  # counts: COUNTS_SIZE entries
        int,  # max_steps: attempts before RUNNING is returned
        Floats,  # work: work_size(n, guards) entries, left alone between calls
        Floats,  # data: handed to the callbacks
        Ints,  # tables: handed to the callbacks
        Rhs,
        Accept,
        Write,
        Guard,
    ],
    int,
]


@dataclass(frozen=True)
class Integrator:
    """An item of the shelf.

    Attributes:
        name: what the user calls it.
        integrate: the function, restricted Python.
        work_size: number of entries of `work` for n entries of x and a number of guards.
        is_adaptive: chooses its steps by rtol and atol; otherwise control[H] is the step and both are ignored.
    """

    name: str
    integrate: Integrate
    work_size: Callable[[int, int], int]
    is_adaptive: bool


def no_guard(t: float, x: Floats, values: Floats, data: Floats, tables: Ints) -> int:
    """The guards of an equation that is smooth everywhere. Restricted Python."""
    return 0


def copy(n: int, a: Floats, b: Floats) -> None:
    """Copy n entries from a to b. Restricted Python."""
    for i in range(n):
        b[i] = a[i]


def count_bad(n: int, a: Floats) -> int:
    """How many of n entries are not finite. Restricted Python."""
    bad = 0
    for i in range(n):
        if not isfinite(a[i]):
            bad += 1
    return bad


def wants_room(counts: Ints) -> int:
    """1 when the integrator can go on only after rows are taken. Restricted Python."""
    if counts[CAPACITY] == 0 or counts[ROWS] == counts[FIRST]:
        return 0
    if counts[IS_LANDING] > 0 or counts[ROWS] - counts[FIRST] >= counts[CAPACITY]:
        return 1
    return 0


def smallest_step(t: float, t_end: float, t_start: float) -> float:
    """The shortest step that is worth making at t. Restricted Python."""
    return max(SMALLEST_OF_T * fabs(t), SMALLEST_OF_INTERVAL * (t_end - t_start))
