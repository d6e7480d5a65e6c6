"""A question kept with a mechanism: which verb, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Asked"]


@dataclass(frozen=True)
class Asked:
    """An analysis of the section `analyses`.

    Attributes:
        verb: what is asked.
        options: what the verb is told, as written.
        show: names for the table and the plot.
    """

    verb: str
    options: Mapping[str, Any] = field(default_factory=dict)
    show: tuple[str, ...] = ()
