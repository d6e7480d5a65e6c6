"""Exit codes, and the words before a message on the error stream."""

from __future__ import annotations

from sarrus.errors import Interrupted, ModelError, NumericalError, UsageError
from sarrus.solvers.status import NOT_CLOSED, REDUNDANT_CONFLICT

__all__ = ["DONE", "FAILED", "INTERNAL", "INTERRUPTED", "REFUSED", "code_of", "words_of"]

DONE, INTERNAL, REFUSED, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def code_of(error: BaseException) -> int:
    """The exit code that a failure ends with."""
    if isinstance(error, ModelError | UsageError | MemoryError):
        return REFUSED
    if isinstance(error, NumericalError):
        return FAILED
    return INTERRUPTED if isinstance(error, Interrupted) else INTERNAL


def words_of(error: BaseException) -> str:
    """What is said about a failure."""
    if isinstance(error, MemoryError):
        return "There is not enough memory for this. Ask for less: fewer --rows, a smaller mechanism."
    if code_of(error) == INTERNAL:
        return (
            f"internal error: {type(error).__name__}: {' '.join(str(error).split())}\n"
            "This is a fault of Sarrus. Set SARRUS_DEBUG=1 and run again to see where it happened."
        )
    if _is_of_the_model(error):
        return str(error)
    before = {FAILED: "Numerical failure: ", INTERRUPTED: "Interrupted: "}
    return f"{before.get(code_of(error), '')}{error}"


def _is_of_the_model(error: BaseException) -> bool:
    """Whether a failure lies in what the model demands at the start, and not in the computation."""
    if not isinstance(error, NumericalError) or error.status not in (NOT_CLOSED, REDUNDANT_CONFLICT):
        return False
    rows = getattr(error.result, "t", ())
    return len(rows) == 0
