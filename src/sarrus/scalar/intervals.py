"""Bounds of an expression of one symbol over an interval, and the places where it changes its sign.

Interval arithmetic without rounding outwards: bounds are wide by nature, and a function that only touches zero does not
change its sign.

References:
    Moore, Kearfott & Cloud (2009), chapters 2 and 8.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator

from sarrus.scalar.derivative import along
from sarrus.scalar.graph import Node, order
from sarrus.scalar.kernel import Interpreter

Interval = tuple[float, float]

EVERYTHING: Interval = (-math.inf, math.inf)
FINEST, COARSE = 2.0**-36, 2.0**-14
"""Part of an interval below which two changes of sign are not told apart: at first, and after many looks."""
HALVINGS, CALM, SUDDEN = 400, 0.25, 8.0
"""How often intervals are halved at most to find a peak; part of its height within which a function is calm; how much
shorter than one before it an interval is at a peak."""
MANY = 20_000
"""Looks in a row without a change after which a function is taken for one that bounds say little about."""


def sign_changes(function: Node, symbol: Node, start: float, end: float) -> Iterator[Interval]:
    """Pairs of neighbouring numbers between which a function of one symbol changes its sign, ascending.

    An interval over which the bounds exclude zero holds none; one over which the slope has one sign holds one at most,
    told by the signs at its ends; one over which it is constant holds none; any other is halved. They are found when
    they are asked for.
    """
    value = Interpreter([symbol], [function])
    bounds = Bounds(function, symbol)
    slope = Bounds(along([function], {symbol: 1.0})[0], symbol)

    def is_positive(t: float) -> bool:
        return value([t])[0] > 0.0

    waiting, looks = [(start, end)], 0
    while waiting:
        low, high = waiting.pop()
        looks += 1
        least, most = bounds(low, high)
        if least > 0.0 or most < 0.0 or least == most:
            continue
        steepest = slope(low, high)
        is_monotone = steepest[0] > 0.0 or steepest[1] < 0.0
        if is_monotone or high - low <= (FINEST if looks < MANY else COARSE) * (end - start):
            if is_positive(low) != is_positive(high):
                looks = 0
                yield _halved(is_positive, low, high, end - start)
            continue
        middle = 0.5 * (low + high)
        waiting += [(middle, high), (low, middle)]


def sudden(function: Node, symbol: Node, start: float, end: float) -> list[float]:
    """Where a function of one symbol begins to change much faster than before: a peak that long steps would pass over.

    The interval with the widest bounds is halved again and again, until all bounds are narrow beside what the function
    varies by; the shortest interval behind long ones is such a place. A function that changes fast everywhere has none.
    """
    value, bounds = Interpreter([symbol], [function]), Bounds(function, symbol)
    lowest, highest = math.inf, -math.inf

    def seen(low: float, high: float) -> tuple[float, float, float, float]:
        nonlocal lowest, highest
        here = value([0.5 * (low + high)])[0]
        lowest, highest = min(lowest, here), max(highest, here)
        least, most = bounds(low, high)
        return -(most - least), low - high, low, high

    waiting = [seen(start, end)]
    for _ in range(HALVINGS):
        wide, _, low, high = waiting[0]
        if not -wide > CALM * (highest - lowest) or not high - low > FINEST * (end - start):
            break
        heapq.heapreplace(waiting, seen(low, 0.5 * (low + high)))
        heapq.heappush(waiting, seen(0.5 * (low + high), high))
    return list(_bottoms(sorted((low, high) for _, _, low, high in waiting)))


def _bottoms(intervals: list[Interval]) -> Iterator[float]:
    """Where intervals begin that are much shorter than one before them, and not longer than the next one."""
    longest = 0.0
    for k, (low, high) in enumerate(intervals):
        size = high - low
        is_bottom = k + 1 == len(intervals) or intervals[k + 1][1] - intervals[k + 1][0] >= size
        if is_bottom and SUDDEN * size <= longest:
            yield low
            longest = size
        longest = max(longest, size)


def _halved(is_positive: Callable[[float], bool], low: float, high: float, span: float) -> Interval:
    """The last number before a change of sign and the first one behind it."""
    before = is_positive(low)
    while high - low > 2.0**-60 * span:
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        low, high = (middle, high) if is_positive(middle) == before else (low, middle)
    return low, high


class Bounds:
    """Bounds of an expression of one symbol, ready to be asked for many intervals."""

    def __init__(self, output: Node, symbol: Node) -> None:
        self._nodes = order([output])
        self._place = {n.index: k for k, n in enumerate(self._nodes)}
        self._symbol = symbol

    def __call__(self, low: float, high: float) -> Interval:
        """Its bounds over one interval."""
        found: list[Interval] = []
        for n in self._nodes:
            if n is self._symbol:
                found.append((low, high))
            elif n.op == "const":
                found.append((n.value, n.value))
            else:
                rule = _RULES.get(n.op)
                at = [found[self._place[a.index]] for a in n.args]
                found.append(_sound(rule(*at)) if rule else EVERYTHING)
        return found[-1]


def _sound(bounds: Interval) -> Interval:
    return EVERYTHING if math.isnan(bounds[0]) or math.isnan(bounds[1]) else bounds


def _add(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def _sub(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def _mul(a: Interval, b: Interval) -> Interval:
    products = [0.0 if 0.0 in (x, y) else x * y for x in a for y in b]
    return min(products), max(products)


def _div(a: Interval, b: Interval) -> Interval:
    return EVERYTHING if b[0] <= 0.0 <= b[1] else _mul(a, (1.0 / b[1], 1.0 / b[0]))


def _pow(a: Interval, b: Interval) -> Interval:
    if a[0] > 0.0:
        try:
            corners = [x**y for x in a for y in b]
        except OverflowError:
            return 0.0, math.inf
        return min(corners), max(corners)
    if b[0] == b[1] and b[0] == math.floor(b[0]) and b[0] >= 0.0:
        ends = sorted(x ** int(b[0]) for x in a)
        return (min(ends[0], 0.0) if a[0] < 0.0 < a[1] else ends[0]), ends[1]
    return EVERYTHING


def _abs(a: Interval) -> Interval:
    return (0.0 if a[0] <= 0.0 <= a[1] else min(abs(a[0]), abs(a[1]))), max(abs(a[0]), abs(a[1]))


def _sin(a: Interval) -> Interval:
    return _wave(a, math.pi / 2.0, math.sin)


def _cos(a: Interval) -> Interval:
    return _wave(a, 0.0, math.cos)


def _wave(a: Interval, crest: float, function: Callable[[float], float]) -> Interval:
    """Sine or cosine: the ends, and the crests and troughs between them."""
    if not a[1] - a[0] < 2.0 * math.pi:
        return -1.0, 1.0
    low, high = sorted((function(a[0]), function(a[1])))
    if math.floor((a[1] - crest) / (2.0 * math.pi)) > math.floor((a[0] - crest) / (2.0 * math.pi)):
        high = 1.0
    if math.floor((a[1] - crest - math.pi) / (2.0 * math.pi)) > math.floor(
        (a[0] - crest - math.pi) / (2.0 * math.pi)
    ):
        low = -1.0
    return low, high


def _tan(a: Interval) -> Interval:
    has_pole = math.floor(a[1] / math.pi + 0.5) > math.floor(a[0] / math.pi + 0.5)
    return EVERYTHING if not a[1] - a[0] < math.pi or has_pole else (math.tan(a[0]), math.tan(a[1]))


def _rising(function: Callable[[float], float], low: float, high: float) -> Callable[[Interval], Interval]:
    """A function that rises over its domain; beyond it, its ends."""

    def bounds(a: Interval) -> Interval:
        try:
            return function(min(max(a[0], low), high)), function(min(max(a[1], low), high))
        except OverflowError:
            return EVERYTHING

    return bounds


def _log(a: Interval) -> Interval:
    return EVERYTHING if a[0] <= 0.0 else (math.log(a[0]), math.log(a[1]))


def _acos(a: Interval) -> Interval:
    return math.acos(min(max(a[1], -1.0), 1.0)), math.acos(min(max(a[0], -1.0), 1.0))


def _lt(a: Interval, b: Interval) -> Interval:
    return (1.0 if a[1] < b[0] else 0.0), (1.0 if a[0] < b[1] else 0.0)


def _le(a: Interval, b: Interval) -> Interval:
    return (1.0 if a[1] <= b[0] else 0.0), (1.0 if a[0] <= b[1] else 0.0)


def _select(c: Interval, a: Interval, b: Interval) -> Interval:
    if c[0] == c[1]:
        return a if c[0] else b
    return min(a[0], b[0]), max(a[1], b[1])


_RULES: dict[str, Callable[..., Interval]] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "neg": lambda a: (-a[1], -a[0]),
    "abs": _abs,
    "sin": _sin,
    "cos": _cos,
    "tan": _tan,
    "asin": _rising(math.asin, -1.0, 1.0),
    "acos": _acos,
    "atan": _rising(math.atan, -math.inf, math.inf),
    "sqrt": _rising(math.sqrt, 0.0, math.inf),
    "root": _rising(math.sqrt, 0.0, math.inf),
    "exp": _rising(math.exp, -math.inf, math.inf),
    "log": _log,
    "tanh": _rising(math.tanh, -math.inf, math.inf),
    "floor": lambda a: (float(math.floor(a[0])), float(math.floor(a[1]))),
    "lt": _lt,
    "le": _le,
    "select": _select,
}
