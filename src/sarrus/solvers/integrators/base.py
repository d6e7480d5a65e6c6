"""The shelf of integrators: what every one of them is given, keeps and promises.

An integrator advances run.x from run.t to run.t_end and writes output rows on the way. It knows nothing of what x means, and
nothing of `memory`, a record that it passes on; all it can do is call

    rhs(t, x, dx, memory) -> status         dx = derivative. May move x, a stage value, onto its manifold in place before
                                            it evaluates.
    accept(t, x, spot, memory) -> status    after each step that passed the error test: projects x in place and may
                                            update the memory.
                                            It may leave in spot[0] the time of a spot ahead near which rhs should not
                                            be asked; 0: none.
    write(t, x, row, memory) -> status      output row from x, a copy of a step end or an interpolated state, which may
                                            be projected in place.
    guard(t, x, values, memory) -> status   run.guards functions of the state whose signs tell which piece of the
                                            derivative holds, and behind them a rate [1/s]: how fast they may turn
                                            round at most. x stays as it is.

An item of the shelf says which of these it `needs`; they are the last parameters of its `integrate`, in that order.

Status OK goes on. RETRY (from any of the three) or NOT_FINITE takes the step back and tries a smaller one; so does a
value that is not finite. Every other status ends the run at once. When a step is taken back after `accept`, because
`rhs` or `write` refused it, the memory stays as `accept` left it: what accept writes must hold for states near x too.
RETRY at the very start, where no step can be made smaller, ends the run as STEP_TOO_SMALL.

The promises:
- x is always the last accepted, projected state, at run.t; also after a failure.
- Rows 0 to run.written - 1 are written, and their times are not later than run.t.
- No row of a step stands before all of them do: a row that `write` refuses takes back the step and its other rows.
- The first derivative of a step is evaluated at the accepted, projected state (in a copy: x itself stays).
- No step is accepted with a value that is not finite, and none with an error estimate that is not below 1.
- No guard changes its sign inside a step, as far as its dense output tells: a step that passes such a change is repeated
  to end just behind it, and the next one begins with a derivative of the other side. (Those that need `guard` only.)
- After `max_steps` attempts the integrator returns RUNNING. Called again with the same records it goes on as if it
  had not been left, bit for bit: everything it needs is in `run` and in its own room.
- A row is `width` entries of `write` and one of the integrator: the length of the step that it lies in, 0 at the start.
- `rows` need not hold all rows. With run.capacity = m > 0 it holds m of them, row run.first first, and room for
  one more. When the next rows do not fit, the integrator returns RUNNING and `wants_room` is 1; the caller takes the
  rows up to run.written, sets run.first = run.written, and calls again. The same rows come out, bit for bit,
  whatever m is. Where a single step has more than m rows, they are made twice: to see that none is refused, then to be
  taken. So rhs and write must give the same for the same arguments; write may also use what the call just before it,
  of rhs or of write, has left in the memory.

To begin, make an `Integration` and set its t and h (0: automatic). After a change of x or of the equations from outside, set
is_started to False. `times` ascend and lie in [start, t_end]; a time equal to the start is written before the first step, one
equal to t_end is hit exactly. Time runs forward.

The functions are restricted Python: plain loops over records and 1-D arrays, which run as they stand and can be compiled.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import fabs, isfinite

from sarrus.records import Changing, Record
from sarrus.solvers.arrays import Floats

Rhs = Callable[[float, Floats, Floats, Record], int]
Accept = Callable[[float, Floats, Floats, Record], int]
Write = Callable[[float, Floats, Floats, Record], int]
Guard = Callable[[float, Floats, Floats, Record], int]

# Part of |t|, and of the whole interval, below which a step is too small to make.
SMALLEST_OF_T = 2.3e-15
SMALLEST_OF_INTERVAL = 1e-14


class Integration(Record):
    """What an integrator is given and keeps, whatever the method."""

    x: Floats  # the state, n entries
    atol: Floats  # n_error entries, positive
    times: Floats  # output times; the first n_times of them are asked for
    rows: Floats  # rows of width + 1 entries, one after another: one for each time, or capacity + 1 of them
    spot: Floats  # one entry, for `accept`

    # What is asked; it may be changed between calls.
    n: int
    n_error: int  # the first n_error entries are under error control, the rest (quadratures) ride along
    n_times: int
    width: int  # entries of a row that `write` fills
    t_end: float
    rtol: float = 0.0
    max_steps: int = 1_000_000_000  # attempts before RUNNING is returned
    attempt_limit: int = 0  # accepted + rejected may not exceed this; 0: no limit
    n_read: int = 0  # the first n_read entries are all that rhs reads, stages need no others; 0: it reads all
    h_max: float = 0.0  # upper bound of the step; 0: none
    guards: int = 0  # functions that `guard` gives, without the rate; 0: it is not asked
    capacity: int = 0  # rows that `rows` has room for, not counting the spare one; 0: all
    first: int = 0  # the row at the head of `rows`

    # Where it stands.
    t: Changing[float] = 0.0  # time of x
    h: Changing[float] = 0.0  # step to try next; fixed step: upper bound of the step
    is_started: Changing[bool] = False  # otherwise the next call begins afresh
    t_start: Changing[float] = 0.0  # time of the first call
    error: Changing[float] = 0.0  # error estimate of the last attempt, in units of the tolerance
    t_from: Changing[float] = 0.0  # begin of the step whose rows are being written
    t_to: Changing[float] = 0.0  # its end
    h_over: Changing[float] = 0.0  # its length, as the step was made
    is_landing: Changing[bool] = False  # a step passed its error test, and its rows are being made
    checked: Changing[int] = 0  # the next row to be seen of a step with more rows than there is room for
    is_after_rejection: Changing[bool] = False  # the last attempt was taken back
    t_anchor: Changing[float] = 0.0  # fixed step: where the present row of equal steps began
    part: Changing[int] = 0  # fixed step: steps done since t_anchor
    parts: Changing[int] = 0  # fixed step: equal steps from t_anchor to the next output time
    # where the next step that gets there is to end, just before or behind a change of a guard; 0: nowhere
    kink: Changing[float] = 0.0
    beside: Changing[float] = 0.0  # how far before or behind
    is_at_kink: Changing[bool] = False  # the present step ends at such a change

    # Counts.
    accepted: Changing[int] = 0
    rejected: Changing[int] = 0  # all steps taken back, for whatever reason
    evaluations: Changing[int] = 0  # calls of rhs
    written: Changing[int] = 0  # rows
    retries: Changing[int] = 0  # steps taken back because a callback asked for it
    not_finites: Changing[int] = 0  # steps taken back because of a value that is not finite
    cuts: Changing[int] = 0  # steps taken back because a guard changed its sign in them
    kinks: Changing[int] = 0  # steps that ended at such a change


@dataclass(frozen=True)
class Integrator:
    """An item of the shelf.

    Attributes:
        name: what the user calls it.
        integrate: the function, restricted Python: (run: Integration, room, memory, and what it needs) -> status.
        room: the record of arrays that the method needs besides, for n entries of x and a number of guards.
        needs: callbacks, in the order of the parameters of `integrate`.
        is_adaptive: chooses its steps by rtol and atol; otherwise run.h is the step and both are ignored.
    """

    name: str
    integrate: Callable[..., int]
    room: Callable[[int, int], Record]
    needs: tuple[str, ...]
    is_adaptive: bool


def no_guard(t: float, x: Floats, values: Floats, memory: Record) -> int:
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


def wants_room(run: Integration) -> int:
    """1 when the integrator can go on only after rows are taken. Restricted Python."""
    if run.capacity == 0 or run.written == run.first:
        return 0
    if run.is_landing or run.written - run.first >= run.capacity:
        return 1
    return 0


def smallest_step(run: Integration) -> float:
    """The shortest step that is worth making. Restricted Python."""
    return max(SMALLEST_OF_T * fabs(run.t), SMALLEST_OF_INTERVAL * (run.t_end - run.t_start))
