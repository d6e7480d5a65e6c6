"""Values as a user writes them: 0.3, "300 mm", or an expression such as "2*pi*t" or "c/2".

Units stand on literals only; an expression is SI. Expressions come from text or from Python operators, and the two
agree: `str` gives text that parses back to an equal tree.

Text is read by `parsing.py`. Whatever is not listed here does not exist. Every tree obeys the limits, so recursion is safe.
"""

from __future__ import annotations

import keyword
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from numbers import Real
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar, cast

from sarrus.errors import ModelError, quote, suggest
from sarrus.scalar.units import finite

__all__ = [
    "ARITHMETIC",
    "COMPARISONS",
    "CONSTANTS",
    "FUNCTIONS",
    "Expression",
    "Quantity",
    "Value",
    "call",
    "choose",
    "evaluate_value",
    "is_number",
    "symbol",
]

T = TypeVar("T")
Term: TypeAlias = "Expression | float"

MOST_CHARACTERS = 2000
MOST_NODES = 500
DEEPEST = 40
LONGEST_NAME = 100
MOST_COMPARED = 300

CONSTANTS = {"pi": math.pi, "e": math.e}
"""Names that always have a value."""

FUNCTIONS = {
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "abs", "tanh"), 1),
    **dict.fromkeys(("atan2", "min", "max"), 2),
}
"""Function name -> number of arguments; `min` and `max` take more as well."""

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""Comparisons allowed in the condition of `a if t < 1 else b`."""

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
}
"""Signs between two parts, and what they do."""

# How tightly a text binds, as in Python; a part that binds less than its place asks for gets parentheses.
_CHOICE, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(6)
# sign -> (own tightness, asked of the left part, asked of the right part)
_TIGHTNESS = {
    "+": (_SUM, _SUM, _PRODUCT),
    "-": (_SUM, _SUM, _PRODUCT),
    "*": (_PRODUCT, _PRODUCT, _SIGN),
    "/": (_PRODUCT, _PRODUCT, _SIGN),
    "**": (_POWER, _ATOM, _SIGN),
}


_NO_NAMES: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Quantity:
    """A literal with a unit.

    Args:
        text: as written, "300 mm".
        value: in SI, 0.3.
        unit: as written, "mm".
    """

    text: str
    value: float
    unit: str

    def __str__(self) -> str:
        return self.text


def _both_sides(
    sign: str,
) -> tuple[Callable[[Expression, Term], Expression], Callable[[Expression, float], Expression]]:
    """The methods for `expression + other` and `other + expression`."""

    def join(left: Term, right: Term) -> Expression:
        if all(isinstance(side, Expression) or is_number(side) for side in (left, right)):
            return Expression(sign, (_lift(left), _lift(right)))
        return cast(Expression, NotImplemented)

    return join, lambda right, left: join(left, right)


@dataclass(frozen=True, repr=False)
class Expression:
    """An immutable formula of names and numbers; equal when the formulas are the same, term by term.

    Made by `parse_value`, `symbol`, `call`, `choose` and the operators + - * / **. A tree in prefix form:

        0.3        (0.3)               a + b        ("+", a, b)
        a          ("a")               sin(a)       ("sin", a)
        -a         ("-", a)            c if a < b else d     ("<", a, b, c, d)

    A number carries its sign: there is never a minus before it.

    Example:
        >>> c = symbol("c")
        >>> print(-((c / 2) ** 2))
        -(c/2)**2
    """

    head: float | str
    parts: tuple[Expression, ...] = ()
    terms: int = field(init=False, compare=False)
    """Numbers, names, signs and functions in it."""
    _depth: int = field(init=False, compare=False)
    _names: frozenset[str] = field(init=False, compare=False)

    __array_ufunc__ = None  # NumPy numbers leave the operators to us

    def __post_init__(self) -> None:
        nodes, depth, names = 1, 0, _NO_NAMES
        for part in self.parts:
            nodes += part.terms
            depth = max(depth, part._depth)
            if part._names and part._names is not names:
                names = names | part._names if names else part._names
        if isinstance(self.head, str) and not self.parts and self.head not in CONSTANTS:
            names = frozenset((self.head,))
        if depth >= DEEPEST or nodes > MOST_NODES:
            refuse_size()
        # Kept from the start: every tree above asks for them, and walking down anew would cost a square.
        vars(self).update(terms=nodes, _depth=depth + 1, _names=names)

    def names(self) -> frozenset[str]:
        """The names that need a value: all but pi and e."""
        return self._names

    def evaluate(
        self,
        env: Mapping[str, T],
        functions: Mapping[str, Callable[..., T]],
        env_number: Callable[[float], Any] = float,
    ) -> T:
        """The value, computed with whatever numbers the caller uses: floats, arrays, graph nodes.

        Args:
            env: value of each name; pi and e may be left out.
            functions: "sin", "atan2"... as in `FUNCTIONS`; "min" and "max" get two arguments at a time.
                "where" is called as where(left, "<", right, yes, no), the comparison one of `COMPARISONS`; yes
                and no are called without arguments for their values, so that floats take one branch only.
                "pow", if given, replaces the operator `**`.
            env_number: makes a number of the caller's kind from a literal. A literal exponent is not passed
                through it: x**2 is a square, whatever else may change.

        Raises:
            ModelError: a name is unknown.
        """
        head, parts, result = self.head, self.parts, cast(Any, None)
        if isinstance(head, float):
            result = env_number(head)
        elif not parts:
            result = env[head] if head in env else env_number(_constant(head, env))
        elif head in COMPARISONS:
            left, right, yes, no = (partial(part.evaluate, env, functions, env_number) for part in parts)
            result = functions["where"](left(), head, right(), yes, no)
        elif head == "**" and isinstance(exponent := parts[1].head, float):
            power: Callable[..., Any] = functions.get("pow", operator.pow)
            result = power(parts[0].evaluate(env, functions, env_number), exponent)
        else:
            values: list[Any] = [part.evaluate(env, functions, env_number) for part in parts]
            if len(parts) == 1 and head == "-":
                result = -values[0]
            elif head in ARITHMETIC:
                join = functions.get("pow", operator.pow) if head == "**" else ARITHMETIC[head]
                result = join(*values)
            else:
                is_open = head in ("min", "max")
                result = reduce(functions[head], values) if is_open else functions[head](*values)
        return cast(T, result)

    @property
    def _tightness(self) -> int:
        if isinstance(self.head, float):
            return _SIGN if math.copysign(1.0, self.head) < 0 else _ATOM
        if self.head in ARITHMETIC:
            return _TIGHTNESS[self.head][0] if len(self.parts) == 2 else _SIGN
        return _CHOICE if self.head in COMPARISONS else _ATOM

    def _inside(self, tightness: int) -> str:
        return str(self) if self._tightness >= tightness else f"({self})"

    def __str__(self) -> str:
        match self.head, self.parts:
            case float(number), _:
                return repr(number).removesuffix(".0")
            case str(name), ():
                return name
            case "-", (part,):
                return "-" + part._inside(_SIGN)
            case str(sign), (left, right) if sign in ARITHMETIC:
                own, of_left, of_right = _TIGHTNESS[sign]
                spaced = f" {sign} " if own == _SUM else sign
                return left._inside(of_left) + spaced + right._inside(of_right)
            case str(sign), (left, right, yes, no) if sign in COMPARISONS:
                return f"{yes._inside(_SUM)} if {left._inside(_SUM)} {sign} {right._inside(_SUM)} else {no}"
            case name, parts:
                return f"{name}({', '.join(map(str, parts))})"

    def __repr__(self) -> str:
        return f"Expression({str(self)!r})"

    if not TYPE_CHECKING:  # a type checker is to refuse it

        def __float__(self) -> NoReturn:
            """What `math.sin(a)` asks for."""
            shown = str(self)
            inside = shown if len(shown) <= LONGEST_NAME else "..."
            raise ModelError.one(
                "",
                f"the expression {quote(shown)} is not a number yet, and a number is needed here",
                "Python's math takes numbers only; functions of expressions are those of sarrus.element, and of text",
                f"Write sarrus.element.sin(...), or the whole as text, such as 'sin({inside})'",
            )

    def __neg__(self) -> Expression:
        return Expression(-self.head) if isinstance(self.head, float) else Expression("-", (self,))

    def __pos__(self) -> Expression:
        return self

    __add__, __radd__ = _both_sides("+")
    __sub__, __rsub__ = _both_sides("-")
    __mul__, __rmul__ = _both_sides("*")
    __truediv__, __rtruediv__ = _both_sides("/")
    __pow__, __rpow__ = _both_sides("**")


Value: TypeAlias = float | Quantity | Expression
"""What a user may write for a number."""


def symbol(name: str) -> Expression:
    """The expression that is one name: ASCII letters, digits and `_`, beginning with a letter or `_`."""
    check_name(name)
    if name in FUNCTIONS:
        refuse(f"{name!r} is a function", f"Write '{name}(...)'")
    return Expression(name)


def call(function: str, *arguments: Term) -> Expression:
    """The expression that is one of `FUNCTIONS` at the arguments."""
    if function not in FUNCTIONS:
        refuse(f"{quote(function)} is not a function", suggest(function, FUNCTIONS))
    wanted, is_open = FUNCTIONS[function], function in ("min", "max")
    if len(arguments) < wanted or (len(arguments) > wanted and not is_open):
        number = f"{wanted} or more arguments" if is_open else f"{wanted} argument{'s' if wanted > 1 else ''}"
        refuse(f"{function!r} takes {number}, not {len(arguments)}")
    return Expression(function, tuple(map(_lift, arguments)))


def choose(left: Term, comparison: str, right: Term, yes: Term, no: Term) -> Expression:
    """The expression `yes if left < right else no`, for one of `COMPARISONS`."""
    if comparison not in COMPARISONS:
        refuse(f"the comparison {quote(comparison)} is not allowed")
    return Expression(comparison, tuple(map(_lift, (left, right, yes, no))))


def is_number(value: object) -> bool:
    """Whether a value is a plain number, without unit and without names."""
    return isinstance(value, Real) and not isinstance(value, bool)


def evaluate_value(value: Value, env: Mapping[str, float], where: str = "") -> float:
    """The value as a plain SI number, the names in it taken from `env`.

    Raises:
        ModelError: a name is unknown, or the result is not a finite real number.
    """
    if isinstance(value, Quantity):
        return value.value
    if not isinstance(value, Expression):
        return finite(value, where)
    try:
        result = value.evaluate(env, _MATH)
        trouble = "" if math.isfinite(result) else "is too large"
    except ModelError as error:
        raise ModelError(replace(problem, where=where) for problem in error.problems) from None
    except ZeroDivisionError:
        trouble = "divides by zero"
    except OverflowError:
        trouble = "is too large"
    except ValueError:
        trouble = "is not a real number"
    if trouble:
        at = ", ".join(f"{name} = {env[name]!r}" for name in sorted(value.names()))
        raise ModelError.one(
            where,
            f"{quote(str(value))} {trouble}" + (f" at {at}" if at else ""),
            "The result must be a finite real number",
            "" if trouble == "is too large" else "Guard it, as in 'x/y if y > 0 else 0'",
        )
    return result


def _where(
    left: float, comparison: str, right: float, yes: Callable[[], float], no: Callable[[], float]
) -> float:
    return yes() if COMPARISONS[comparison](left, right) else no()


_MATH: dict[str, Callable[..., float]] = {
    **{name: getattr(math, name) for name in (*FUNCTIONS, "pow") if name not in ("abs", "min", "max")},
    "abs": abs,
    "min": min,
    "max": max,
    "where": _where,
}


def _constant(name: str, env: Mapping[str, object]) -> float:
    if name in CONSTANTS:
        return CONSTANTS[name]
    known = sorted({*env, *CONSTANTS})
    shown = ", ".join(known[:20]) + (", ..." if len(known) > 20 else "")
    # to compare with more than a few hundred takes long, and there may be a hundred such problems
    near = suggest(name, known) if len(known) <= MOST_COMPARED else ""
    raise ModelError.one("", f"{quote(name)} has no value", f"Known are {shown}", near)


def _lift(value: Term) -> Expression:
    if isinstance(value, Quantity):
        refuse(f"the quantity {quote(value.text)} stands in an expression", "Units stand on literals only")
    return value if isinstance(value, Expression) else Expression(finite(value, ""))


def check_name(name: str) -> None:
    if len(name) > LONGEST_NAME:
        refuse(f"the name {quote(name, 20)} has {len(name)} characters", f"Use at most {LONGEST_NAME}")
    if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) or name.startswith("__") or keyword.iskeyword(name):
        refuse(f"the name {quote(name)} is not allowed")


def refuse(what: str, try_: str = "") -> NoReturn:
    raise ModelError.one(
        "",
        what,
        "An expression has numbers, names, + - * / ** ( ), the constants pi and e, 'a if t < 1 else b', "
        f"and the functions {', '.join(FUNCTIONS)}",
        try_,
    )


def refuse_size() -> NoReturn:
    raise ModelError.one(
        "",
        "the expression is too large",
        f"At most {MOST_CHARACTERS} characters, {MOST_NODES} terms and {DEEPEST} levels are allowed",
        "Name its parts as parameters",
    )
