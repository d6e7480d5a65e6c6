"""Quantities that are computed from the rows of a run when they are asked for."""
