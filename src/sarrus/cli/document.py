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
from sarrus.errors import ModelError, NumericalError

if TYPE_CHECKING:
    from sarrus.analysis.assemble import Assembly
    from sarrus.analysis.check import Report
    from sarrus.results import Result

__all__ = ["emit", "of_assembly", "of_error", "of_report", "of_result"]

Document = dict[str, Any]


def emit(document: Document) -> None:
    """Write the document to the output, in ASCII: it reads the same in every encoding."""
    sys.stdout.write(json.dumps(_plain(document), indent=2, allow_nan=False) + "\n")


def of_report(report: Report) -> Document:
    """What a check found; of a mechanism that does not close, what can be said without a pose."""
    here, is_closed = report.here, report.assembly.ok
    findings = [
        {"severity": f.severity, "code": f.code, "where": f.where, "what": f.what, "try": f.try_}
        for f in report.findings
    ]
    return {
        "ok": report.ok,
        "command": "check",
        "mechanism": report.mechanism,
        "bodies": report.bodies,
        "joints": report.joints,
        "drivers": report.drivers,
        "loops": report.loops,
        "meshes": report.meshes,
        "freedom": report.freedom if is_closed else None,
        "freedom_of_configurations": report.configurations if is_closed else None,
        "freedom_counted": report.counted,
        "freedom_in_start_pose": report.freedom_here if is_closed else None,
        "freedom_left_by_drivers": report.freedoms if is_closed else None,
        "rows": here.rows if is_closed else None,
        "rank": here.rank if is_closed else None,
        "rank_elsewhere": report.elsewhere if is_closed else None,
        "redundant": here.redundant if is_closed else (),
        "dependences": [d.rows for d in report.dependences],
        "not_unique": report.not_unique,
        "condition_number": here.condition if is_closed else None,
        "gap": report.assembly.residual,
        "findings": findings,
        "notes": list(report.notes),
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
    return {**_known(error), "ok": False, "exit_code": code_of(error), "error": text}


def _known(error: BaseException) -> Document:
    """The report of a check that ended in a contradiction."""
    if not isinstance(error, NumericalError):
        return {}
    from sarrus.analysis.check import Report

    return of_report(error.result) if isinstance(error.result, Report) else {}


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
