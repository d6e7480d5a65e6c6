"""Equations held against each other: random states, the same quantities by every way, and the table of disagreements."""
