"""Reading a shelf: which final elements a module holds."""

from __future__ import annotations

from typing import Any


def shelf(names: dict[str, Any], kind: Any) -> tuple[type[Any], ...]:
    """The elements of one kind (or of several) among the names of a module, in the order of their keywords."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    found = {v for v in names.values() if isinstance(v, type) and issubclass(v, kinds) and v not in kinds}
    return tuple(sorted(found, key=lambda c: c.keyword))
