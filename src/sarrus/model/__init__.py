"""A mechanism as plain named data, its frozen snapshot, and its checks. Not how it will be solved."""

from sarrus.errors import UsageError
from sarrus.model.mechanism import Mechanism
from sarrus.model.names import seen
from sarrus.model.parameter_units import parameter_units
from sarrus.model.snapshot import Place, Snapshot


def snapshot_of(mechanism: object) -> Snapshot:
    """The checked snapshot of what an analysis was given."""
    if not isinstance(mechanism, Mechanism):
        raise UsageError(
            f"{seen(mechanism)} is not a Mechanism. Load a model file with sarrus.load(path) first."
        )
    return mechanism.snapshot()


__all__ = ["Mechanism", "Place", "Snapshot", "parameter_units", "snapshot_of"]
