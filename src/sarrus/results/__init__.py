"""What an analysis returns, however it was computed."""

from typing import TYPE_CHECKING, Any

from sarrus.results.answer import Answer, Outcome
from sarrus.results.result import Result
from sarrus.results.series import Series

if TYPE_CHECKING:
    from sarrus.results.loading import load_result

__all__ = ["Answer", "Outcome", "Result", "Series", "load_result"]


def __getattr__(name: str) -> Any:
    """Reading files is loaded when it is first asked for: a simulation does not need it."""
    if name != "load_result":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from sarrus.results.loading import load_result

    return load_result
