"""The contract of a constraint: it forbids something without being a joint.

Two kinds stand on this shelf. A constraint between frames states `closure` rows of a relative pose, like a joint, but
carries no body. A constraint between coordinates states a `residual` of joint coordinates.
"""

from __future__ import annotations

from sarrus.elements.closing import Closing
from sarrus.elements.relation import Relation

__all__ = ["FrameConstraint", "Relation"]


class FrameConstraint(Closing):
    """Rows between a frame F on a base and a frame M on a follower."""
