"""Subscripts that are looked at: the debug mode of compiled loops.

An array goes with its length everywhere. A subscript outside leads to a spare place instead, and the first one of a call is
noted, with where it stands in the source, for whoever called. So nothing outside the arrays is read or written.
"""

from __future__ import annotations

import ast

from sarrus.scalar.subset.frame import FunctionFrame, Value
from sarrus.scalar.subset.types import FAULT, INTEGER, POINTER, TypeKind

SPARE = "@subset.spare"
_WORDS = 512
SUPPORT = f"""\
@{FAULT} = dso_local global [3 x {INTEGER}] zeroinitializer
{SPARE} = internal global [{_WORDS} x {INTEGER}] zeroinitializer

define internal i1 @subset.inside({INTEGER} %index, {INTEGER} %count, {INTEGER} %site) noinline nounwind {{
  %ok = icmp ult {INTEGER} %index, %count
  br i1 %ok, label %end, label %outside
outside:
  %seen = load {INTEGER}, {POINTER} @{FAULT}
  %is.first = icmp eq {INTEGER} %seen, 0
  br i1 %is.first, label %note, label %end
note:
  store {INTEGER} %site, {POINTER} @{FAULT}
  %second = getelementptr {INTEGER}, {POINTER} @{FAULT}, {INTEGER} 1
  store {INTEGER} %index, {POINTER} %second
  %third = getelementptr {INTEGER}, {POINTER} @{FAULT}, {INTEGER} 2
  store {INTEGER} %count, {POINTER} %third
  br label %end
end:
  ret i1 %ok
}}
"""
"""What a module needs whose subscripts are checked."""


def inside(frame: FunctionFrame, node: ast.expr, address: str, index: str, count: str) -> str:
    """The address, or that of the spare place where the subscript is outside."""
    return frame.emit(f"select i1 {_ask(frame, node, index, count)}, {POINTER} {address}, {POINTER} {SPARE}")


def view(
    frame: FunctionFrame, node: ast.Subscript, array: Value, address: str, start: str, stop: str
) -> Value:
    """A slice with its length; none of it where its ends are not in order inside the array."""
    beyond = frame.emit(f"add {INTEGER} {array.size}, 1")
    end = frame.emit(f"add {INTEGER} {stop}, 1")
    first, second = _ask(frame, node, stop, beyond), _ask(frame, node, start, end)
    ok = frame.emit(f"and i1 {first}, {second}")
    length = frame.emit(f"sub {INTEGER} {stop}, {start}")
    place = frame.emit(f"select i1 {ok}, {POINTER} {address}, {POINTER} {SPARE}")
    return Value(array.kind, place, frame.emit(f"select i1 {ok}, {INTEGER} {length}, {INTEGER} 0"))


def _ask(frame: FunctionFrame, node: ast.expr, index: str, count: str) -> str:
    site = frame.linker.site(frame.source, node)
    return frame.emit(f"call i1 @subset.inside({INTEGER} {index}, {INTEGER} {count}, {INTEGER} {site})")


def sized(frame: FunctionFrame, value: Value, place: str) -> Value:
    """An array with its length, which stands at a place of a record."""
    return value._replace(size=frame.load(TypeKind.INT, place).text)
