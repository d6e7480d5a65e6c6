"""Reading a shelf: which final elements a module holds."""

from __future__ import annotations

from typing import Any


def shelf(names: dict[str, Any], kind: Any) -> tuple[type[Any], ...]:
    """The elements of one kind among the names of a module, in the order of their keywords."""
    found = {v for v in names.values() if isinstance(v, type) and issubclass(v, kind) and v is not kind}
    return tuple(sorted(found, key=lambda c: c.keyword))
