"""What expressions of a model read: time, parameters, inputs, signals, and the words of ports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sarrus.elements.base import Element
from sarrus.elements.ports import Line, Turn
from sarrus.scalar.expression import Expression

TIME = "t"
WORDS = frozenset((*Line.words, *Turn.words))
"""Words of ports, which no input or signal may take."""


def varying_expressions(element: Element) -> Iterator[Expression]:
    """What was written for the parameters of an element that may vary, as far as it is no plain number."""
    for key, p in element.params.items():
        if p.varies:
            yield from _expressions(getattr(element, key))


def _expressions(value: Any) -> Iterator[Expression]:
    if isinstance(value, tuple):
        for part in value:
            yield from _expressions(part)
    elif isinstance(value, Expression):
        yield value


def in_order(value: Expression) -> Iterator[str]:
    """The names in an expression in the order in which they are written, each as often as it is."""
    if isinstance(value.head, str) and not value.parts and value.names():
        yield value.head
    for part in value.parts:
        if part.names():
            yield from in_order(part)


def names_of(element: Element) -> tuple[str, ...]:
    """The names that the varying expressions of an element read, each once, in the order in which they are written."""
    return tuple(dict.fromkeys(n for value in varying_expressions(element) for n in in_order(value)))
