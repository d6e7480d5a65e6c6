"""What an analysis returns, however it was computed."""

from sarrus.results.loading import load_result
from sarrus.results.result import Outcome, Result
from sarrus.results.series import Series

__all__ = ["Outcome", "Result", "Series", "load_result"]
