"""Motions that repeat, and what becomes of small deviations from them."""
