"""Answers for programs: one JSON document on the output, whatever happens.

    {"ok": true, "command": "check", ...}
    {"ok": false, "exit_code": 2, "error": {"kind": "ModelError", "message": ..., "problems": [...]}}

Numbers are SI. What is not finite is null, as JSON knows no other numbers.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from typing import Any

from sarrus.cli.failures import code_of
from sarrus.errors import ModelError, NumericalError

__all__ = ["emit", "of_error"]

Document = dict[str, Any]


def emit(document: Document) -> None:
    """Write the document to the output, in ASCII: it reads the same in every encoding."""
    sys.stdout.write(json.dumps(_plain(document), indent=2, allow_nan=False) + "\n")


def of_error(error: BaseException) -> Document:
    """What went wrong, with the exit code that says so too."""
    problems = error.problems if isinstance(error, ModelError) else ()
    told = [{"where": p.where, "what": p.what, "allowed": p.allowed, "try": p.try_} for p in problems]
    text = {"kind": type(error).__name__, "message": str(error), "problems": told}
    return {**_known(error), "ok": False, "exit_code": code_of(error), "error": text}


def _known(error: BaseException) -> Document:
    """What was found before a computation failed, of an answer that is no series over time."""
    from sarrus.results.answer import AnswerWithValues

    found = error.result if isinstance(error, NumericalError) else None
    return found.document() if isinstance(found, AnswerWithValues) else {}


def _plain(value: Any) -> Any:
    """Only what JSON knows."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    try:
        number = float(value)
    except (TypeError, ValueError):
        return str(value)
    return number if math.isfinite(number) else None
