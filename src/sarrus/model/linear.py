"""Whether an expression is linear in some of its names, by its structure."""

from __future__ import annotations

from collections.abc import Collection

from sarrus.scalar.expression import COMPARISONS, Expression


def not_linear(value: Expression, names: Collection[str]) -> Expression | None:
    """The first part of an expression that keeps it from being linear in some names; None where nothing does.

    Linear is a sum of these names, each times what does not contain them, and of what does not contain them. No rule of
    arithmetic is used: v*v/v is not linear.

    Example:
        >>> from sarrus.scalar.expression import parse_value
        >>> not_linear(parse_value("v*cos(a) - 2*abs(w)"), ("v", "w"))
        Expression('abs(w)')
    """
    if value.names().isdisjoint(names) or not value.parts:
        return None
    head, parts = value.head, value.parts
    has = [not part.names().isdisjoint(names) for part in parts]
    if head in ("+", "-") or (head == "*" and sum(has) == 1):
        inner = parts
    elif head == "/" and not has[1]:
        inner = parts[:1]
    elif head in COMPARISONS and not any(has[:2]):
        inner = parts[2:]
    else:
        return next(filter(None, (not_linear(part, names) for part in parts)), value)
    return next(filter(None, (not_linear(part, names) for part in inner)), None)
