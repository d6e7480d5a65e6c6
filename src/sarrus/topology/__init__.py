"""Graph of the mechanism: spanning tree, loops, counted mobility. No numbers."""

from sarrus.topology.tree import GROUND, Branch, Tree, counted_mobility, loop_of, span

__all__ = ["GROUND", "Branch", "Tree", "counted_mobility", "loop_of", "span"]
