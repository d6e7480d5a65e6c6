"""Fields of records: read, and assigned where the record says that they change.

What does not change is marked so (`invariant.load`). Of a record that is a parameter, or a field of one, such fields are read
once, at the beginning of the function: whatever the function does later, they are the same.
"""

from __future__ import annotations

import ast
from difflib import get_close_matches

from sarrus.records import RecordField
from sarrus.scalar.subset import bounds
from sarrus.scalar.subset.frame import FunctionFrame, Value
from sarrus.scalar.subset.types import INTEGER, POINTER, WORD, RecordKind, TypeKind, ValueKind, field_kind

FIXED = ", !invariant.load !{}"


def read(frame: FunctionFrame, node: ast.Attribute, record: Value) -> Value:
    """The value of a field."""
    field = find(frame, node, record)
    kind = field_kind(field.kind, field.record)
    if field.is_changing:
        return frame.load(kind, _place(frame, record, field))
    path = _path(frame, node)
    if path is None:
        return _loaded(frame, kind, field, record)
    if path not in frame.known:
        with frame.at_entry():
            frame.known[path] = _loaded(frame, kind, field, record)
    return frame.known[path]


def assigned(frame: FunctionFrame, node: ast.Attribute, record: Value) -> tuple[TypeKind, str]:
    """Kind and address of a number that may be assigned."""
    field = find(frame, node, record)
    kind = field_kind(field.kind, field.record)
    if not isinstance(kind, TypeKind) or kind.is_array:
        what = f"field '{field.name}' is {kind.words} and cannot be assigned"
        frame.source.fail(node, what, "assign its entries, or its fields")
    if not field.is_changing:
        what = f"field '{field.name}' of record '{_name(record)}' is only read by loops"
        frame.source.fail(node, what, f"declare it as Changing[{kind.name.lower()}], or assign another")
    return kind, _place(frame, record, field)


def find(frame: FunctionFrame, node: ast.Attribute, record: Value) -> RecordField:
    """The field that an attribute names."""
    kind = record.kind
    if not isinstance(kind, RecordKind) or kind.is_array:
        frame.source.fail(
            node,
            f"{kind.words} has no field '{node.attr}'",
            "fields are those of records; import other names themselves, as in 'from math import sqrt'",
        )
    if kind.is_any:
        what = f"nothing is known of the fields of '{ast.unparse(node.value)}'"
        frame.source.fail(node, what, "annotate it with its own record, or only pass it on")
    fields = kind.record.record_fields
    if node.attr not in fields:
        near = get_close_matches(node.attr, fields, 1) or list(fields)[:1]
        hint = f"did you mean '{near[0]}'?" if near else "it has no fields"
        frame.source.fail(node, f"record '{kind.name}' has no field '{node.attr}'", hint)
    return fields[node.attr]


def _name(record: Value) -> str:
    return record.kind.name if isinstance(record.kind, RecordKind) else ""


def _path(frame: FunctionFrame, node: ast.expr) -> tuple[str, ...] | None:
    """The names that lead from a parameter to a field without passing anything that may change; None where they do not."""
    match node:
        case ast.Name(id=name):
            return (name,) if name in frame.fixed else None
        case ast.Attribute(value=value, attr=attr):
            before = _path(frame, value)
            return (*before, attr) if before else None
        case _:
            return None


def _place(frame: FunctionFrame, record: Value, field: RecordField, more: int = 0) -> str:
    place = field.place + more
    return (
        frame.emit(f"getelementptr {INTEGER}, {POINTER} {record.text}, {INTEGER} {place}")
        if place
        else record.text
    )


def _loaded(frame: FunctionFrame, kind: ValueKind, field: RecordField, record: Value) -> Value:
    """A field that does not change. Another record can be read at any time, needed or not."""
    words = kind.record.record_size if isinstance(kind, RecordKind) and not kind.is_array else 0
    readable = f", !dereferenceable !{{{INTEGER} {WORD * words}}}" if words else ""
    value = frame.load(kind, _place(frame, record, field), FIXED + readable)
    if frame.linker.is_checked and kind.is_array:
        return bounds.sized(frame, value, _place(frame, record, field, 1))
    return value
