"""Sine and cosine, stated once for floats, scalar code and lanes, so that all of them give the same bits.

    n = round(2 x / pi)     r = x - n pi/2     |r| <= pi/4 (and a rounding)     sin r, cos r by polynomials

Only sums, products, `abs` and a choice: nothing a target could lack, nothing that rounds differently on another one.
The formula holds for |x| <= REACH; farther out the C library takes over, number by number.
"""

from __future__ import annotations

import math

from sarrus.scalar.functions import Scalar, absolute, where

# Adding and taking away 1.5 2^52 rounds to the nearest whole number, 1.5 2^54 to the nearest multiple of four.
_WHOLE = 1.5 * 2.0**52
_FOURS = 1.5 * 2.0**54

# pi/2 = A + B + C + D. A, B, C have at most 32 bits each, so that n A, n B, n C are exact for |n| <= 2^21.
_A = float.fromhex("0x1.921fb54400000p+0")
_B = float.fromhex("0x1.0b4611a000000p-34")
_C = float.fromhex("0x1.898cc51600000p-64")
_D = float.fromhex("0x1.01b839a25204ap-96")

REACH = 2.0**21 * _A
"""Largest angle the formula holds for [rad]: half a million turns."""

# fdlibm 5.3, k_sin.c and k_cos.c: minimax on [-pi/4, pi/4], errors below 2^-58.
_S1, _S2, _S3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
_S4, _S5, _S6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10
_C1, _C2, _C3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
_C4, _C5, _C6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11


def near(x: Scalar) -> tuple[Scalar, Scalar]:
    """Sine and cosine of an angle [rad] with |x| <= REACH, or of NaN.

    References:
        Cody & Waite (1980), Software Manual for the Elementary Functions, chapter 8 (reduction in parts).
        Sun Microsystems (1993), fdlibm 5.3 (coefficients; our rest y of r enters as theirs does).
    """
    n = (x * (2.0 / math.pi) + _WHOLE) - _WHOLE
    r, y = _remainder(x, n)
    sine, cosine = _polynomials(r, y)
    # n modulo 4 as one of -2, -1, 0, 1, 2; the two ends both mean half a turn
    quarter = n - ((n + _FOURS) - _FOURS)
    sign = 1.0 - absolute(quarter)  # 0 for the odd ones
    is_even = 0.5 < absolute(sign)
    return where(is_even, sign * sine, quarter * cosine), where(is_even, sign * cosine, -(quarter * sine))


def _remainder(x: Scalar, n: Scalar) -> tuple[Scalar, Scalar]:
    """x - n pi/2 as r - y, where |y| < 2^-52 is what the rounding of r left.

    A difference of two terms rounds only if the first is the larger one: where the second is larger, both are
    multiples of a unit that leaves the difference at most 53 bits. So (a - d) - b is always the exact error of
    d = a - b, and near a multiple of pi/2, where nearly all bits cancel, nothing is lost.
    """
    exact = x - n * _A
    second = exact - n * _B
    third = second - n * _C
    errors = ((exact - second) - n * _B) + ((second - third) - n * _C)
    return third, n * _D - errors


def _polynomials(r: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
    """Sine and cosine of r - y for |r| <= pi/4 and a small y.

    sin(r - y) = r - (y cos r + r^3 (...))      cos(r - y) = 1 - r^2/2 + (r^4 (...) + y r)

    The last sum is the only one whose rounding counts fully; signs are such that a zero keeps its own.
    """
    z = r * r
    w = z * z
    half = 0.5 * z
    one = 1.0 - half
    odd = (_S2 + z * (_S3 + z * _S4)) + (z * w) * (_S5 + z * _S6)
    sine = r - (y * one + (z * r) * (-_S1 - z * odd))
    even = z * (_C1 + z * (_C2 + z * _C3)) + (w * w) * (_C4 + z * (_C5 + z * _C6))
    cosine = one + (((1.0 - one) - half) + (z * even + r * y))
    return sine, cosine


def sine_and_cosine(x: float) -> tuple[float, float]:
    """Sine and cosine of an angle [rad]: the bits of compiled code. NaN for an infinite angle."""
    if abs(x) > REACH:
        return (math.sin(x), math.cos(x)) if math.isfinite(x) else (math.nan, math.nan)
    sine, cosine = near(x)
    return float(sine), float(cosine)
