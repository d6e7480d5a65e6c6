"""From text as users write it to values: numbers, quantities, expressions.

Nothing is ever run. Text is cut into known tokens, given its structure by Python's `ast`, and rebuilt from the few
node classes of `expression.py`.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable
from dataclasses import replace

from sarrus.errors import ModelError, quote
from sarrus.scalar.expression import (
    ARITHMETIC,
    COMPARISONS,
    DEEPEST,
    MOST_CHARACTERS,
    Expression,
    Quantity,
    Value,
    call,
    check_name,
    refuse,
    refuse_size,
    symbol,
)
from sarrus.scalar.units import NUMBER, finite, is_unit, parse_quantity, product_hint, split_quantity

__all__ = ["parse_value"]

_TOKEN = re.compile(
    rf"(?P<number>{NUMBER})(?P<glued>[\w.]*)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|\*\*|//|[<>=!:]=|<<|>>|\S"
)
_SIGNS = frozenset({*ARITHMETIC, *COMPARISONS, "(", ")", ","})
_UNIT_LIKE = re.compile(r"(?!if\b)[A-Za-z1][A-Za-z0-9 */^-]*")
_SIGN_HINTS = {"^": "Write ** for a power", "°": "Write 'deg'"}
_SIGN_HINTS |= dict.fromkeys("µμ", "Write 'um'") | dict.fromkeys("·×", "Write *")
_SPELT = str.maketrans({"°": " deg", "µ": "u", "μ": "u", "·": " ", "×": " ", "⋅": " ", "²": "^2", "³": "^3"})
"""Signs that people write in units, and how these are written here."""
_SIGN_WORDS = {
    ".": "an attribute ('.')",
    "'": "a quoted text",
    '"': "a quoted text",
    "[": "a list or an index ('[')",
    "{": "a set or a dictionary ('{')",
}
_BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
_COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def parse_value(value: object, where: str = "") -> Value:
    """A user's value: a number, a quantity with unit, or an expression.

    Args:
        value: a number or text; a finished `Quantity` or `Expression` is handed through.
        where: place of the value, for the message.

    Raises:
        ModelError: the value is none of these; the message names what is not allowed, and what is.

    Example:
        >>> parse_value("300 mm")
        Quantity(text='300 mm', value=0.3, unit='mm')
        >>> parse_value("c/2")
        Expression('c/2')
    """
    if isinstance(value, Quantity | Expression):
        return value
    if not isinstance(value, str):
        return finite(value, where)
    try:
        return _parse(value)
    except ModelError as error:
        (problem,) = error.problems
        what = f"{quote(value)} cannot be read: {problem.what}"
        raise ModelError([replace(problem, where=where, what=what)]) from None


def _parse(text: str) -> Value:
    if len(text) > MOST_CHARACTERS:
        refuse_size()
    text = " ".join(text.split())
    number, unit = split_quantity(text) or ("", "")
    if number and not unit:
        return parse_quantity(text)[0]
    if _UNIT_LIKE.fullmatch(unit):
        return Quantity(text, _si(text), unit)
    _refuse_signs(text)
    _check_tokens(text)
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        refuse(error.msg if text else "it is empty", "Units stand on literals only; a product needs '*'")
    except (MemoryError, RecursionError, ValueError):
        refuse_size()
    expression = _build(tree, 1)
    return expression.head if isinstance(expression.head, float) else expression


def _si(text: str) -> float:
    """The value of a number with a unit; where a name stands among the units, that is said."""
    try:
        return parse_quantity(text)[0]
    except ModelError as error:
        (problem,) = error.problems
        hint = product_hint(text)
        raise ModelError([replace(problem, try_=hint) if hint else problem]) from None


def _refuse_signs(text: str) -> None:
    """Refuse a quantity that would be one, were its unit written with letters."""
    plain = " ".join(text.translate(_SPELT).split())
    unit = (split_quantity(plain) or ("", ""))[1]
    if plain != text and is_unit(unit):
        raise ModelError.one("", "units are written with plain letters", "", f"Write '{plain}'")


def _check_tokens(text: str) -> None:
    """Refuse, by name, every token that no expression has; what is left can only be arranged wrongly."""
    for token in _TOKEN.finditer(text):
        word = token[0]
        if token["glued"]:
            refuse(f"{quote(word)} is neither a number nor a name", "Write 2*x for a product")
        elif token["number"]:
            if math.isinf(float(word)):
                refuse(f"the number {quote(word)} is too large")
        elif token["name"]:
            if word not in ("if", "else"):
                check_name(word)
        elif word not in _SIGNS:
            refuse(f"{_SIGN_WORDS.get(word, quote(word))} is not allowed", _SIGN_HINTS.get(word, ""))


def _build(node: ast.expr, depth: int) -> Expression:
    if depth > DEEPEST:
        refuse_size()
    match node:
        case ast.Constant(value=int() | float() as number):
            return Expression(float(number))
        case ast.Name(id=name):
            return symbol(name)
        case ast.BinOp(left=left, op=sign, right=right):
            return Expression(_BINARY[type(sign)], _build_all((left, right), depth + 1))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as literal):
            return -_build(literal, depth)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -_build(part, depth + 1)
        case ast.UnaryOp(op=ast.UAdd(), operand=part):
            return _build(part, depth + 1)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return call(name, *_build_all(arguments, depth + 1))
        case ast.IfExp(test=ast.Compare(left=left, ops=[sign], comparators=[right]), body=yes, orelse=no):
            return Expression(_COMPARE[type(sign)], _build_all((left, right, yes, no), depth + 1))
        case ast.IfExp():
            refuse("the condition after 'if' is not one comparison")
        case ast.Compare():
            refuse("a comparison stands outside 'a if t < 1 else b'")
        case ast.Call():
            refuse("what is called is not a function", "A product needs '*'")
        case _:  # all that the tokens let through: a tuple or a starred argument
            refuse("a ',' or '*' stands where no argument is")


def _build_all(nodes: Iterable[ast.expr], depth: int) -> tuple[Expression, ...]:
    return tuple(_build(node, depth) for node in nodes)
