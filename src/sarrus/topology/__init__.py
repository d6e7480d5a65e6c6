"""Graph of the mechanism: spanning tree, loops, counted mobility. No numbers."""

from sarrus.topology.loops import Component, Components, loop_components, loop_of
from sarrus.topology.tree import GROUND, Branch, Tree, body_at, counted_mobility, span

__all__ = [
    "GROUND",
    "Branch",
    "Component",
    "Components",
    "Tree",
    "body_at",
    "counted_mobility",
    "loop_components",
    "loop_of",
    "span",
]
