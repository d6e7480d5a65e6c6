"""Diagrams of answers that are no series over time: each is said once, for the page and for pictures."""
