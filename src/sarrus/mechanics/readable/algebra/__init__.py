"""Formulas as trees: made, computed, differentiated."""
