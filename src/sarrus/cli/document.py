"""Answers for programs: one JSON document on the output, whatever happens.

    {"ok": true, "command": "check", ...}
    {"ok": false, "exit_code": 2, "error": {"kind": "ModelError", "message": ..., "problems": [...]}}

Numbers are SI. What is not finite is null, as JSON knows no other numbers.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sarrus.cli.failures import code_of
from sarrus.errors import ModelError

if TYPE_CHECKING:
    from sarrus.analysis.assemble import Assembly
    from sarrus.analysis.check import Report
    from sarrus.results import Result

__all__ = ["emit", "of_assembly", "of_error", "of_report", "of_result"]

Document = dict[str, Any]


def emit(document: Document) -> None:
    """Write the document to the output, in ASCII: it reads the same in every encoding."""
    sys.stdout.write(json.dumps(_plain(document), indent=2, allow_nan=False) + "\n")


def of_report(report: Report, notes: Sequence[str]) -> Document:
    """What a check found."""
    here = report.here
    return {
        "ok": True,
        "command": "check",
        "mechanism": report.mechanism,
        "bodies": report.bodies,
        "joints": report.joints,
        "drivers": report.drivers,
        "loops": report.loops,
        "freedom": report.freedoms + report.drivers,
        "freedom_counted": report.counted,
        "freedom_left_by_drivers": report.freedoms,
        "rows": here.rows,
        "rank": here.rank,
        "redundant": here.redundant,
        "not_unique": here.not_unique,
        "condition": here.condition,
        "gap": report.assembly.residual,
        "notes": [*report.warnings, *notes],
    }


def of_assembly(found: Assembly) -> Document:
    """Where a mechanism stands."""
    moved = {name: {"given": given, "found": to} for name, (given, to) in found.moved.items()}
    return {
        "ok": found.ok,
        "command": "assemble",
        "mechanism": found.mechanism,
        "status": {"word": found.status.word, "text": found.status.text},
        "values": {name: {"value": v, "unit": found.units[name]} for name, v in found.values.items()},
        "moved": moved,
        "gap": found.residual,
        "iterations": found.iterations,
    }


def of_result(result: Result, names: Sequence[str], written: Sequence[str]) -> Document:
    """A run over time; values of the named series only, and of time with them."""
    known = [name for name in names if name in result]
    values = (
        {"t": result.t.tolist(), **{name: result[name].values.tolist() for name in known}} if known else {}
    )
    series = {
        name: {"unit": s.unit, "components": 1 if s.values.ndim == 1 else s.values.shape[1]}
        for name, s in result.series.items()
    }
    return {
        "ok": result.ok,
        "command": result.analysis,
        "mechanism": result.mechanism,
        "status": {"word": result.status.word, "text": result.status.text},
        "rows": len(result),
        "end": float(result.t[-1]) if len(result) else None,
        "evidence": dict(result.evidence),
        "not_unique": result.not_unique,
        "series": series,
        "values": values,
        "written": list(written),
    }


def of_error(error: BaseException) -> Document:
    """What went wrong, with the exit code that says so too."""
    problems = error.problems if isinstance(error, ModelError) else ()
    told = [{"where": p.where, "what": p.what, "allowed": p.allowed, "try": p.try_} for p in problems]
    text = {"kind": type(error).__name__, "message": str(error), "problems": told}
    return {"ok": False, "exit_code": code_of(error), "error": text}


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
