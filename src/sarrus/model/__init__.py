"""A mechanism as plain named data, its frozen snapshot, and its checks. Not how it will be solved."""

from sarrus.model.mechanism import Mechanism
from sarrus.model.snapshot import Snapshot

__all__ = ["Mechanism", "Snapshot"]
