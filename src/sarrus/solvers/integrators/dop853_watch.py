"""Guards along the dense output of a step: where the first of them changes its sign. Restricted Python.

A derivative that changes its formula inside a step spoils the step, and where the step is long and the change short, no
stage may see it at all. So every step is looked at: `guard` is asked at points along its polynomial, the more the faster the
state turns; where a value comes near zero and goes away again, its least is sought. A step that holds a change is repeated
to end just before it, and a tiny step leads over it. The polynomial that told where to end was spoilt by the change, the
next one less, and soon the end is where it should be.

`values` holds VALUES groups of guard values: at the begin of the step, at the last three looks, at a place between them.
"""

from math import fabs

from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.integrators.base import (
    AT_KINK,
    BESIDE,
    GUARDS,
    H_OVER,
    KINK,
    KINKS,
    T_FROM,
    T_TO,
    Guard,
    H,
    copy,
)
from sarrus.solvers.integrators.dop853_step import interpolate
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


def watch(
    n: int,
    smallest: float,
    control: Floats,
    counts: Ints,
    old: Floats,
    F: Floats,
    y: Floats,
    values: Floats,
    data: Floats,
    tables: Ints,
    guard: Guard,
) -> int:
    """OK where no guard changes in the step, or just at its end (then AT_KINK is set); CUT where the step must be repeated."""
    t = control[T_FROM]
    h = control[H_OVER]
    status = guard(t, old, values, data, tables)
    if status != OK:
        return status
    m = counts[GUARDS]
    rate = turning_rate(n, m, t, h, old, F, y, values, data, tables, guard)
    looks = FEWEST
    while looks < MOST and looks * STRIDE < rate * h:
        looks += looks
    if looks * STRIDE < rate * h:
        control[KINK] = t + looks * STRIDE / rate
        return CUT
    theta = first_change(n, m, looks, t, h, old, F, y, values, data, tables, guard)
    if theta >= NONE:
        return OK
    if control[BESIDE] < CLOSE * smallest:
        control[BESIDE] = CLOSE * smallest
    ahead = theta * h
    over = h - ahead
    if ahead <= MET * control[BESIDE]:
        if over <= MET * control[BESIDE]:
            counts[AT_KINK] = 1
            return OK
        control[KINK] = t + ahead + control[BESIDE]
        return CUT
    # A change just before where the step was to end: rounding hides where it is.
    if over <= 2.0 * control[BESIDE]:
        control[BESIDE] *= WIDER
    control[KINK] = t + max(ahead - control[BESIDE], 0.5 * ahead)
    return CUT


def go_on_from_kink(control: Floats, counts: Ints) -> None:
    """After a step: where it ended just before a change, the next one leads over it.

    Behind it, what was known of the steps before says nothing about those to come.
    """
    if counts[AT_KINK] != 0:
        counts[AT_KINK] = 0
        counts[KINKS] += 1
        control[KINK] = 0.0
        control[BESIDE] = 0.0
        control[H] = 0.0
    elif control[KINK] > 0.0 and control[T_TO] >= control[KINK]:
        if control[H_OVER] > 3.0 * control[BESIDE]:
            control[KINK] = control[T_TO] + 2.0 * control[BESIDE]
        else:  # it is not there: the step that promised it was spoilt, and the next one looks anew
            control[KINK] = 0.0
            control[BESIDE] = 0.0


def is_behind(
    t: float,
    x: Floats,
    smallest: float,
    control: Floats,
    counts: Ints,
    values: Floats,
    data: Floats,
    tables: Ints,
    guard: Guard,
) -> int:
    """1 when the accepted state lies behind the change that the step was made to meet; else the step is to go further."""
    m = counts[GUARDS]
    here = values[4 * m + 4 : 5 * m + 5]
    if guard(t, x, here, data, tables) != OK or has_changed(m, values, here) > 0:
        return 1
    if control[BESIDE] > FAR * smallest:
        return 1
    control[BESIDE] *= WIDER
    control[KINK] = control[T_TO] + control[BESIDE]
    return 0


def turning_rate(
    n: int,
    m: int,
    t: float,
    h: float,
    old: Floats,
    F: Floats,
    y: Floats,
    values: Floats,
    data: Floats,
    tables: Ints,
    guard: Guard,
) -> float:
    """The largest of the rates at the begin, in the middle and at the end of the step."""
    rate = fabs(values[m])
    here = values[4 * m + 4 : 5 * m + 5]
    for k in range(1, 3):
        theta = 0.5 * k
        interpolate(n, theta, old, F, y)
        if guard(t + theta * h, y, here, data, tables) == OK:
            rate = max(rate, fabs(here[m]))
    return rate


def first_change(
    n: int,
    m: int,
    looks: int,
    t: float,
    h: float,
    old: Floats,
    F: Floats,
    y: Floats,
    values: Floats,
    data: Floats,
    tables: Ints,
    guard: Guard,
) -> float:
    """Part of the step just behind the first change of a guard; NONE where there is none."""
    before = values[m + 1 : 2 * m + 2]
    last = values[2 * m + 2 : 3 * m + 3]
    here = values[3 * m + 3 : 4 * m + 4]
    copy(m, values, last)
    one = 0.0
    two = 0.0
    for k in range(1, looks + 6):
        theta = place(k, looks)
        interpolate(n, theta, old, F, y)
        guard(t + theta * h, y, here, data, tables)
        if has_changed(m, values, here) > 0:
            return halve(n, m, two, theta, t, h, old, F, y, values, data, tables, guard)
        if k > 1:
            for i in range(m):
                if may_touch(before[i], last[i], here[i], two - one, theta - two) > 0:
                    found = lowest(
                        n, m, i, one, two, theta, last[i], t, h, old, F, y, values, data, tables, guard
                    )
                    if found < NONE:
                        return halve(n, m, one, found, t, h, old, F, y, values, data, tables, guard)
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
    n: int,
    m: int,
    i: int,
    low: float,
    middle: float,
    high: float,
    at_middle: float,
    t: float,
    h: float,
    old: Floats,
    F: Floats,
    y: Floats,
    values: Floats,
    data: Floats,
    tables: Ints,
    guard: Guard,
) -> float:
    """Search the least of |guard i| by golden section; the place where a guard has changed by then, or NONE."""
    here = values[4 * m + 4 : 5 * m + 5]
    least = fabs(at_middle)
    for _ in range(SECTIONS):
        is_right = high - middle > middle - low
        probe = middle + GOLDEN * (high - middle) if is_right else middle - GOLDEN * (middle - low)
        if not (low < probe and probe < high):
            return NONE
        interpolate(n, probe, old, F, y)
        guard(t + probe * h, y, here, data, tables)
        if has_changed(m, values, here) > 0:
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
    n: int,
    m: int,
    low: float,
    high: float,
    t: float,
    h: float,
    old: Floats,
    F: Floats,
    y: Floats,
    values: Floats,
    data: Floats,
    tables: Ints,
    guard: Guard,
) -> float:
    """The first change between two parts of a step, by halving."""
    here = values[4 * m + 4 : 5 * m + 5]
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if not (low < middle and middle < high):
            return high
        interpolate(n, middle, old, F, y)
        guard(t + middle * h, y, here, data, tables)
        if has_changed(m, values, here) > 0:
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
