"""Seeded random mechanisms over the whole catalogue: how they are drawn, and how they are written down.

values   parameters, from their declarations
plan     a mechanism as numbers
bodies, joints, items   what it is made of, and what may be combined
build    the numbers as a model, in any order, turned, renamed, with other units
prepare  from a seed to a mechanism with its start
"""

from .build import PLAIN, Look, build, coordinate_names, motion_of, seen_in, swappable
from .items import is_expression
from .plan import GROUND, Blueprint, Item, JointPlan
from .prepare import closed, draw_blueprint, prepared

__all__ = [
    "GROUND",
    "PLAIN",
    "Blueprint",
    "Item",
    "JointPlan",
    "Look",
    "build",
    "closed",
    "coordinate_names",
    "draw_blueprint",
    "is_expression",
    "motion_of",
    "prepared",
    "seen_in",
    "swappable",
]
