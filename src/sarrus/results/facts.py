"""What is known of a run besides its rows, as it grows: evidence, components that are not unique, the outcome."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sarrus.results.answer import Outcome

__all__ = ["Facts"]


@dataclass(frozen=True)
class Facts:
    """Evidence so far.

    Attributes:
        evidence: as `Result.evidence`.
        not_unique: as `Result.not_unique`.
        outcome: how the run ended; None while it goes on.
    """

    evidence: Mapping[str, Any] = field(default_factory=dict)
    not_unique: tuple[str, ...] = ()
    outcome: Outcome | None = None

    def text(self) -> bytes:
        """As JSON, in which numbers keep every bit."""
        end = None if self.outcome is None else [self.outcome.word, self.outcome.text]
        evidence = [[name, _plain(value)] for name, value in self.evidence.items()]
        return json.dumps({"outcome": end, "evidence": evidence, "not_unique": self.not_unique}).encode()

    @classmethod
    def read(cls, text: bytes) -> Facts:
        """From what `text` gave.

        Raises:
            ValueError: it is something else.
        """
        try:
            content = json.loads(text)
            end = content["outcome"]
            outcome = None if end is None else Outcome(str(end[0]), str(end[1]))
            evidence = {str(name): _plain(value) for name, value in content["evidence"]}
            return cls(evidence, tuple(map(str, content["not_unique"])), outcome)
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise ValueError(f"its evidence cannot be understood: {error}") from error


def _plain(value: Any) -> Any:
    """Numbers and texts as they are, lists of them too; anything else as its text."""
    if isinstance(value, (list, tuple)):
        return [_single(item) for item in value]
    return _single(value)


def _single(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    return value if isinstance(value, (bool, int, float, str)) else str(value)
