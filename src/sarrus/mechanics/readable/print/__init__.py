"""Formulas and pages of them in the languages of paper, terminal and browser."""
