"""Units at the border: "12 mm" becomes 0.012 here, and everything inside is SI.

A quantity is one number and one unit. A unit is a product of words, then quotients; powers are whole numbers:

    200 N/m    5 N m/rad    5 N*m/rad    9.81 m/s^2    1e-3 kg*m**2    120 rpm    3 1/s

Values are exact to the last bit: "12 mm" is the float nearest to 12/1000.

Angles are numbers, but the radian is kept apart, so that "5 rad" is no length and "5 mm/rev" is a lead. Only
beside a mass, as in torques and stiffnesses, may it be left out: N m and N m/rad are then the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from numbers import Real
from typing import NamedTuple

from sarrus.errors import ModelError, quote, suggest

__all__ = [
    "NUMBER",
    "UNITS",
    "Dimension",
    "check_kind",
    "convert",
    "finite",
    "is_unit",
    "parse_quantity",
    "parse_unit",
    "product_hint",
    "raised",
    "si_unit",
    "split_quantity",
]

LONGEST = 100  # characters of a quantity
POWERS = range(-4, 5)

NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
"""Pattern of a number without sign."""

# A unit may begin with "1/", but no other digit may follow the number.
_QUANTITY = re.compile(rf"([-+]?{NUMBER})(?:\s++(?=1\s*/)|\s*+(?![0-9.]))(.*)")
_PRODUCT = re.compile(rf"([-+]?{NUMBER})\s*([A-Za-z][A-Za-z0-9 /^*]*?)(?:\s*\*\s*|\s+)([A-Za-z_]\w*)")
_FACTOR = re.compile(r"\s*(/|\*(?!\*)|)\s*([A-Za-z]+|1)(?:\s*(?:\^|\*\*)\s*([-+]?[0-9]+))?")


class Dimension(NamedTuple):
    """Powers of metre, kilogram, second and radian."""

    length: int = 0
    mass: int = 0
    time: int = 0
    angle: int = 0

    def times(self, other: Dimension, power: int = 1) -> Dimension:
        """The dimension of a product with a power of another unit."""
        return Dimension(*(a + power * b for a, b in zip(self, other, strict=True)))


_LENGTH, _MASS, _TIME, _ANGLE = (Dimension(*row) for row in ((1,), (0, 1), (0, 0, 1), (0, 0, 0, 1)))
_FORCE = Dimension(1, 1, -2)
_PRESSURE = Dimension(-1, 1, -2)
_POWER = Dimension(2, 1, -3)
_TURN = 2 * Fraction(math.pi)

UNITS: dict[str, tuple[Fraction, Dimension]] = {
    "1": (Fraction(1), Dimension()),
    "m": (Fraction(1), _LENGTH),
    "um": (Fraction("0.000001"), _LENGTH),
    "mm": (Fraction("0.001"), _LENGTH),
    "cm": (Fraction("0.01"), _LENGTH),
    "km": (Fraction(1000), _LENGTH),
    "in": (Fraction("0.0254"), _LENGTH),
    "ft": (Fraction("0.3048"), _LENGTH),
    "rad": (Fraction(1), _ANGLE),
    "deg": (_TURN / 360, _ANGLE),
    "rev": (_TURN, _ANGLE),
    "s": (Fraction(1), _TIME),
    "ms": (Fraction("0.001"), _TIME),
    "min": (Fraction(60), _TIME),
    "h": (Fraction(3600), _TIME),
    "kg": (Fraction(1), _MASS),
    "g": (Fraction("0.001"), _MASS),
    "t": (Fraction(1000), _MASS),
    "lb": (Fraction("0.45359237"), _MASS),
    "N": (Fraction(1), _FORCE),
    "kN": (Fraction(1000), _FORCE),
    "lbf": (Fraction("4.4482216152605"), _FORCE),
    "Pa": (Fraction(1), _PRESSURE),
    "kPa": (Fraction(1000), _PRESSURE),
    "MPa": (Fraction(1000_000), _PRESSURE),
    "J": (Fraction(1), Dimension(2, 1, -2)),
    "W": (Fraction(1), _POWER),
    "kW": (Fraction(1000), _POWER),
    "Hz": (Fraction(1), Dimension(time=-1)),
    "rpm": (_TURN / 60, Dimension(time=-1, angle=1)),
}
"""Unit word -> (size in SI, dimension)."""

_PREFIXES = {
    "n": "1e-9",
    "u": "1e-6",
    "m": "1e-3",
    "c": "1e-2",
    "d": "1e-1",
    "k": "1e3",
    "M": "1e6",
    "G": "1e9",
}
_SI_WORDS = {dimension: word for word, (size, dimension) in UNITS.items() if size == 1}
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_WORDS = ", ".join(word for word in UNITS if word != "1")
_REACH = "Numbers reach about 1.8e308"
_SHAPE = "A quantity is one number and one unit, such as '200 N/m' or '5 N m/rad'; expressions carry no units"


def split_quantity(text: str) -> tuple[str, str] | None:
    """Number and unit of "12 mm" as ("12", "mm"), the unit unread; None when the text has another shape."""
    parts = _QUANTITY.fullmatch(text.strip()) if len(text) <= LONGEST else None
    return (parts[1], parts[2]) if parts else None


def parse_unit(text: str, where: str = "") -> tuple[Fraction, Dimension]:
    """Size in SI and dimension of a unit such as "N m/rad".

    Raises:
        ModelError: a word is unknown, a power is beyond -4..4, or a product stands after a quotient.
    """
    if len(text) > LONGEST:
        raise ModelError.one(
            where, f"the unit {quote(text)} is too long", f"It has at most {LONGEST} characters"
        )
    try:
        return _unit(text)
    except ModelError as error:
        raise ModelError(replace(problem, where=where) for problem in error.problems) from None


@lru_cache(256)  # a file of ten thousand quantities has a handful of units
def _unit(text: str) -> tuple[Fraction, Dimension]:
    size, dimension, position, has_quotient = Fraction(1), Dimension(), 0, False
    while position < len(text):
        factor = _FACTOR.match(text, position)
        if factor is None or (factor[1] and position == 0) or (factor[2] == "1" and position > 0):
            raise ModelError.one("", f"the unit {quote(text)} is unclear at {quote(text[position:])}", _SHAPE)
        sign, word, power = factor[1], factor[2], int(factor[3] or 1)
        if word not in UNITS:
            raise ModelError.one("", f"{quote(word)} is not a known unit", f"Known are {_WORDS}", _near(word))
        if power not in POWERS:
            raise ModelError.one("", f"the unit {quote(text)} has the power {power}", "Powers lie in -4..4")
        if has_quotient and sign != "/":
            raise ModelError.one(
                "",
                f"the unit {quote(text)} is ambiguous: a product stands after '/'",
                "Products come first, then quotients",
                "Write 'N s/m' or 'N/m/s'",
            )
        has_quotient = sign == "/"
        power = -power if has_quotient else power
        size, dimension = size * UNITS[word][0] ** power, dimension.times(UNITS[word][1], power)
        position = factor.end()
    return size, dimension


def parse_quantity(text: str, where: str = "") -> tuple[float, Dimension]:
    """Value in SI and dimension of a text such as "200 N/m"; a bare number has no dimension.

    Raises:
        ModelError: there is no number, it is not finite, or the unit cannot be read.

    Example:
        >>> parse_quantity("12 mm")
        (0.012, Dimension(length=1, mass=0, time=0, angle=0))
    """
    parts = split_quantity(text)
    if parts is None:
        raise ModelError.one(where, f"{quote(text)} is not a quantity", _SHAPE)
    size, dimension = parse_unit(parts[1], where)
    rounded = float(parts[0])
    if math.isfinite(rounded):
        if size == 1:
            return rounded, dimension
        # Rounded once, at the end. The exact value of a text that rounds to zero may be a huge fraction.
        with suppress(OverflowError):
            return float(Fraction(parts[0]) * size) if rounded else 0.0, dimension
    raise ModelError.one(where, f"{quote(text)} is too large", _REACH)


def convert(value: str | float, unit: str, where: str) -> float:
    """A user's number or quantity, in the SI unit that a parameter declares.

    Args:
        value: a number, taken as SI, or a text with or without unit.
        unit: the declared unit, such as "N/m", "kg m^2", "rad" or "1".
        where: place of the value, for the message.

    Raises:
        ModelError: the value is no finite number, or its unit is of another kind.

    Example:
        >>> convert("120 rpm", "rad/s", "motor")
        12.566370614359172
    """
    if not isinstance(value, str):
        return finite(value, where)
    number, _ = parse_quantity(value, where)
    check_kind(value, unit, where)
    return number


def check_kind(quantity: str, unit: str, where: str, names: Collection[str] = ()) -> None:
    """Refuse a quantity whose unit is of another kind than the declared one; a bare number is taken in that.

    Args:
        quantity: as written.
        unit: the declared one.
        where: place of the value, for the message.
        names: that an expression may have there; one of them that is a unit too may have been meant.

    Raises:
        ModelError: neither unit can be converted to the other.
    """
    number, written = split_quantity(quantity) or ("", "")
    if not written or _is_kind(written, unit):
        return
    (_, wanted) = parse_unit(unit)
    hint = product_hint(quantity, names)
    kin = ", ".join(word for word, (_, dimension) in UNITS.items() if dimension == wanted != Dimension())
    raise ModelError.one(
        where,
        f"{quote(quantity)} cannot be converted to [{unit}]",
        f"Any unit of the kind [{unit}] is allowed" + (f", such as {kin}" if kin else ""),
        f"If the name {quote(written)} is meant, a product needs '*': write '{number}*{written}'"
        if written in names
        else hint or f"A number without unit is taken in [{unit}]",
    )


def is_unit(text: str) -> bool:
    """Whether a text is a unit."""
    try:
        parse_unit(text)
    except ModelError:
        return False
    return text != ""


def product_hint(quantity: str, names: Collection[str] = ()) -> str:
    """What to write for "60 rpm * t", a number with a unit times a name; empty where no such product is meant.

    Args:
        quantity: as written.
        names: that an expression may have there; all words that are no units, where none are given.
    """
    found = _PRODUCT.fullmatch(quantity)
    if found is None or not is_unit(found[2]) or not (found[3] in names if names else found[3] not in UNITS):
        return ""
    name, literal = "k" if found[3] == "n" else "n", f"{found[1]} {found[2]}"
    return (
        f"Units stand on plain numbers only: make it a parameter, as in '{name}: {literal}', "
        f"and write '{name}*{found[3]}'"
    )


@lru_cache(1024)
def _is_kind(written: str, unit: str) -> bool:
    (_, given), (_, wanted) = parse_unit(written), parse_unit(unit)
    may_drop_radian = given.mass != 0 and not {"deg", "rev", "rpm"} & set(re.findall("[a-z]+", written))
    return given == wanted or (may_drop_radian and given[:3] == wanted[:3])


def finite(value: object, where: str) -> float:
    """A number as float; anything else, not-a-number and infinity are refused."""
    if isinstance(value, bool) or not isinstance(value, Real):
        # the text of a stranger's object may be long, or fail
        shown = quote(str(value)) if isinstance(value, bool | None) else f"a {type(value).__name__}"
        raise ModelError.one(where, f"{shown} is not a number", _SHAPE)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ModelError.one(where, f"the number {number} is not finite", _REACH)
    return number


def si_unit(text: str) -> str:
    """The unit of SI for a unit as written; empty where its words cannot be replaced one by one.

    Example:
        >>> si_unit("kN/mm"), si_unit("rpm"), si_unit("g*cm**2")
        ('N/m', 'rad/s', 'kg m^2')
    """
    if text == "rpm":
        return "rad/s"
    if "rpm" in text:  # inside a product or quotient, rad/s would need brackets
        return ""
    plain = text.replace("**", "^").replace("*", " ")
    return re.sub("[A-Za-z]+", lambda word: _SI_WORDS[UNITS[word[0]][1]], plain)


def raised(unit: str) -> str:
    """A unit with its exponents above the line, as people read it.

    Example:
        >>> raised("kg m^2/s^2")
        'kg m²/s²'
    """
    return re.sub(r"\^(-?[0-9]+)", lambda power: power[1].translate(_RAISED), unit)


def _near(word: str) -> str:
    pairs = [f"{word[:cut]} {word[cut:]}" for cut in range(1, len(word))]
    joined = [pair for pair in pairs if UNITS.keys() >= set(pair.split())]
    if joined:
        return f"Did you mean '{joined[0]}'?"
    if word[0] in _PREFIXES and word[1:] in (*_SI_WORDS.values(), "g"):
        return f"Write {_PREFIXES[word[0]]} {word[1:]} for 1 {word}"
    near = suggest(word, UNITS) if len(word) > 1 else ""  # a single letter is a name
    return near or "A product with a name needs '*'"
