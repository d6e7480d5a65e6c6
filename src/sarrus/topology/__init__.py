"""Graph of the mechanism: spanning tree, loops, parts, counted mobility. No numbers."""

from sarrus.topology.counting import Counting, counted_mobility, counting_of
from sarrus.topology.groups import Groups
from sarrus.topology.loops import Component, LoopComponents, loop_components, loop_of
from sarrus.topology.parts import Parts, model_parts
from sarrus.topology.tree import GROUND, Branch, Tree, body_at, counted_slips, span

__all__ = [
    "GROUND",
    "Branch",
    "Component",
    "Counting",
    "Groups",
    "LoopComponents",
    "Parts",
    "Tree",
    "body_at",
    "counted_mobility",
    "counted_slips",
    "counting_of",
    "loop_components",
    "loop_of",
    "model_parts",
    "span",
]
