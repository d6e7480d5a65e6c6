"""What joints from outside the package say of themselves, tried out before anything is computed.

Of the catalogue the tests know that. A run does not ask a joint on the tree for its rows, and one that is wrong about them
would be found by some questions only.
"""

from __future__ import annotations

from collections.abc import Hashable

from sarrus.elements.joints.base import Joint
from sarrus.elements.mistakes import is_outside
from sarrus.elements.statements import require_count
from sarrus.model.findings import Findings
from sarrus.model.snapshot import Snapshot
from sarrus.scalar import Graph
from sarrus.spatial.pose import pose_from


def check_foreign(model: Snapshot, found: Findings) -> None:
    """Joints that are not of the catalogue name each number that they state."""
    seen: set[tuple[Hashable, ...]] = set()
    for joint in model.joints:
        if is_outside(type(joint)) and joint.structure() not in seen:
            seen.add(joint.structure())
            with found.collect():
                _require_counts(joint, model.planar)


def _require_counts(joint: Joint, planar: bool) -> None:
    graph = Graph()
    bound = joint.bind(lambda path, value, unit: graph.symbol(path), planar)
    bound.motion(*graph.symbols(f"q{i}" for i in range(len(bound.inner_names))))
    X = pose_from(list(graph.symbols(f"X{i}" for i in range(12))))
    require_count(joint, "closure", len(bound.closure(X)), "rows", len(joint.rows))
    require_count(joint, "fit", len(bound.fit(X)), "coordinates", len(joint.coordinates))
