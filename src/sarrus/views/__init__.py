"""What people look at: a file for each way to show a result."""

from sarrus.views.plot import plot

__all__ = ["plot"]
