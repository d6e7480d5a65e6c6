"""What an analysis returns, however it was computed."""

from sarrus.results.result import Outcome, Result, Series

__all__ = ["Outcome", "Result", "Series"]
