"""Guards along the dense output of a step: where the first of them changes its sign. Restricted Python.

A derivative that changes its formula inside a step spoils the step, and where the step is long and the change short, no
stage may see it at all. So every step is looked at: `guard` is asked at points along its polynomial, the more the faster the
state turns; where a value comes near zero and goes away again, its least is sought. A step that holds a change is repeated
to end just before it, and a tiny step leads over it. The polynomial that told where to end was spoilt by the change, the
next one less, and soon the end is where it should be.

`values` holds VALUES groups of guard values: at the begin of the step, at the last three looks, at a place between them.
"""

from math import fabs

from sarrus.records import Record
from sarrus.solvers.arrays import Floats
from sarrus.solvers.integrators.base import Guard, Integration, copy
from sarrus.solvers.integrators.dop853_step import DormandPrinceRoom, interpolate
from sarrus.solvers.status import CUT, OK

VALUES = 5
# Looks along a step, at least and at most; a step that needs more is made shorter.
FEWEST = 12
MOST = 768
# How close to the ends of a step it is looked at besides, again and again, to see which way the guards go there.
EDGE = 1e-3
# Turn [rad] from one look to the next.
STRIDE = 0.4
# How far before and behind a change steps are to end, in smallest steps, and how much further after a miss.
CLOSE = 4.0
WIDER = 4.0
# A step over a change is no longer than this many times that, before the change and behind it.
MET = 4.0
# How far behind, in smallest steps, a state is believed to be on the other side whatever its guards say.
FAR = 1e6
HALVINGS = 64
# A value may come this many times nearer to zero than its neighbours make one think.
DEEPER = 3.0
GOLDEN = 0.381966011250105
SECTIONS = 48
NONE = 2.0


def watch(run: Integration, room: DormandPrinceRoom, smallest: float, memory: Record, guard: Guard) -> int:
    """OK where no guard changes in the step, or just at its end (then is_at_kink is set); CUT where it must be repeated."""
    t = run.t_from
    h = run.h_over
    status = guard(t, room.old, room.values, memory)
    if status != OK:
        return status
    rate = turning_rate(run, room, memory, guard)
    looks = FEWEST
    while looks < MOST and looks * STRIDE < rate * h:
        looks += looks
    if looks * STRIDE < rate * h:
        run.kink = t + looks * STRIDE / rate
        return CUT
    theta = first_change(run, room, looks, memory, guard)
    if theta >= NONE:
        return OK
    if run.beside < CLOSE * smallest:
        run.beside = CLOSE * smallest
    ahead = theta * h
    over = h - ahead
    if ahead <= MET * run.beside:
        if over <= MET * run.beside:
            run.is_at_kink = True
            return OK
        run.kink = t + ahead + run.beside
        return CUT
    # A change just before where the step was to end: rounding hides where it is.
    if over <= 2.0 * run.beside:
        run.beside *= WIDER
    run.kink = t + max(ahead - run.beside, 0.5 * ahead)
    return CUT


def go_on_from_kink(run: Integration) -> None:
    """After a step: where it ended just before a change, the next one leads over it.

    Behind it, what was known of the steps before says nothing about those to come.
    """
    if run.is_at_kink:
        run.is_at_kink = False
        run.kinks += 1
        run.kink = 0.0
        run.beside = 0.0
        run.h = 0.0
    elif run.kink > 0.0 and run.t_to >= run.kink:
        if run.h_over > 3.0 * run.beside:
            run.kink = run.t_to + 2.0 * run.beside
        else:  # it is not there: the step that promised it was spoilt, and the next one looks anew
            run.kink = 0.0
            run.beside = 0.0


def is_behind(
    run: Integration, room: DormandPrinceRoom, smallest: float, memory: Record, guard: Guard
) -> int:
    """1 when the accepted state lies behind the change that the step was made to meet; else the step is to go further."""
    m = run.guards
    here = room.values[4 * m + 4 : 5 * m + 5]
    if guard(run.t_to, room.new, here, memory) != OK or has_changed(m, room.values, here) > 0:
        return 1
    if run.beside > FAR * smallest:
        return 1
    run.beside *= WIDER
    run.kink = run.t_to + run.beside
    return 0


def turning_rate(run: Integration, room: DormandPrinceRoom, memory: Record, guard: Guard) -> float:
    """The largest of the rates at the begin, in the middle and at the end of the step."""
    m = run.guards
    rate = fabs(room.values[m])
    here = room.values[4 * m + 4 : 5 * m + 5]
    for k in range(1, 3):
        theta = 0.5 * k
        interpolate(run, room, theta)
        if guard(run.t_from + theta * run.h_over, room.y, here, memory) == OK:
            rate = max(rate, fabs(here[m]))
    return rate


def first_change(
    run: Integration, room: DormandPrinceRoom, looks: int, memory: Record, guard: Guard
) -> float:
    """Part of the step just behind the first change of a guard; NONE where there is none."""
    m = run.guards
    values = room.values
    before = values[m + 1 : 2 * m + 2]
    last = values[2 * m + 2 : 3 * m + 3]
    here = values[3 * m + 3 : 4 * m + 4]
    copy(m, values, last)
    one = 0.0
    two = 0.0
    for k in range(1, looks + 6):
        theta = place(k, looks)
        interpolate(run, room, theta)
        guard(run.t_from + theta * run.h_over, room.y, here, memory)
        if has_changed(m, values, here) > 0:
            return halve(run, room, two, theta, memory, guard)
        if k > 1:
            for i in range(m):
                if may_touch(before[i], last[i], here[i], two - one, theta - two) > 0:
                    found = lowest(run, room, i, one, two, theta, memory, guard)
                    if found < NONE:
                        return halve(run, room, one, found, memory, guard)
        copy(m, last, before)
        copy(m, here, last)
        one = two
        two = theta
    return NONE


def place(k: int, looks: int) -> float:
    """Where in a step the look number k is: evenly spread, and a few more near either end."""
    if k <= 3:
        return EDGE if k == 3 else (EDGE * EDGE if k == 2 else EDGE * EDGE * EDGE)
    if k >= looks + 3:
        return 1.0 if k == looks + 5 else (1.0 - EDGE * EDGE if k == looks + 4 else 1.0 - EDGE)
    return (k - 3) / looks


def may_touch(a: float, b: float, c: float, before: float, after: float) -> int:
    """1 when a value with b between a and c, all of one sign, may reach zero on the way: b is nearest to it, and near."""
    if fabs(b) > fabs(a) or fabs(b) > fabs(c):
        return 0
    falling = fabs(a - b) * (after / before)
    rising = fabs(c - b) * (before / after)
    deepest = DEEPER * max(max(falling, rising), max(fabs(a - b), fabs(c - b)))
    return 1 if fabs(b) <= deepest else 0


def lowest(
    run: Integration,
    room: DormandPrinceRoom,
    i: int,
    low: float,
    middle: float,
    high: float,
    memory: Record,
    guard: Guard,
) -> float:
    """Search the least of |guard i| by golden section; the place where a guard has changed by then, or NONE.

    The last look but one was at the middle.
    """
    m = run.guards
    here = room.values[4 * m + 4 : 5 * m + 5]
    least = fabs(room.values[2 * m + 2 + i])
    for _ in range(SECTIONS):
        is_right = high - middle > middle - low
        probe = middle + GOLDEN * (high - middle) if is_right else middle - GOLDEN * (middle - low)
        if not (low < probe and probe < high):
            return NONE
        interpolate(run, room, probe)
        guard(run.t_from + probe * run.h_over, room.y, here, memory)
        if has_changed(m, room.values, here) > 0:
            return probe
        if fabs(here[i]) < least:
            least = fabs(here[i])
            if is_right:
                low = middle
            else:
                high = middle
            middle = probe
        elif is_right:
            high = probe
        else:
            low = probe
    return NONE


def halve(
    run: Integration, room: DormandPrinceRoom, low: float, high: float, memory: Record, guard: Guard
) -> float:
    """The first change between two parts of a step, by halving."""
    m = run.guards
    here = room.values[4 * m + 4 : 5 * m + 5]
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if not (low < middle and middle < high):
            return high
        interpolate(run, room, middle)
        guard(run.t_from + middle * run.h_over, room.y, here, memory)
        if has_changed(m, room.values, here) > 0:
            high = middle
        else:
            low = middle
    return high


def has_changed(m: int, values: Floats, here: Floats) -> int:
    """1 when a guard has another sign than at the begin of the step."""
    for i in range(m):
        if int(values[i] > 0.0) != int(here[i] > 0.0):
            return 1
    return 0
