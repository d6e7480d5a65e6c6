"""What a page says beside the pictures: the check, the equations and the evidence, each as plain data or as a sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sarrus.analysis.check import check
from sarrus.analysis.check.report import Report
from sarrus.errors import NumericalError, SarrusError
from sarrus.mechanics.readable import readable
from sarrus.model import Mechanism, Snapshot
from sarrus.phrases import first_of
from sarrus.results import Result
from sarrus.views.textbook.page_data import bodies_data, network_data

__all__ = [
    "Facts",
    "check_data",
    "drawings_data",
    "equations_data",
    "evidence_data",
    "failure_text",
    "version_of",
]

PACKAGES = ("sarrus", "numpy", "llvmlite")
MOST_LOOPS = 12
LONGEST_REASON = 300

Facts = list[tuple[str, str]]


def check_data(mechanism: Mechanism) -> dict[str, Any]:
    """Freedom, redundancy and what is worth reading; also of a mechanism that contradicts itself."""
    try:
        report = check(mechanism)
    except SarrusError as error:
        if not (isinstance(error, NumericalError) and isinstance(error.result, Report)):
            return {"failure": str(error)}
        report = error.result
    except Exception as error:
        return _failed("check", error)
    findings = [{"severity": str(remark.severity), "text": remark.text} for remark in report.remarks()]
    return {"facts": _check_facts(report), "findings": findings}


def _check_facts(report: Report) -> Facts:
    loops = ["-".join(loop) for loop in report.loops[:MOST_LOOPS]]
    if len(report.loops) > MOST_LOOPS:
        loops.append(f"and {len(report.loops) - MOST_LOOPS} more")
    facts = [
        ("bodies", str(report.bodies)),
        ("joints", str(report.joints)),
        ("drivers", str(report.drivers)),
        ("loops", ", ".join(loops) or "none"),
        *([("meshes", first_of(report.meshes, "; "))] if report.meshes else []),
        ("degrees of freedom, counted", report.counted_freedoms),
    ]
    if not report.assembly.ok:
        return facts
    here = report.here
    facts.append(("degrees of freedom, true", report.two_freedoms))
    if report.freedom_here != report.freedom:
        facts.append(("degrees of freedom in the start pose", str(report.freedom_here)))
    if report.drivers:
        facts.append(("degrees of freedom left by the drivers", str(report.freedoms)))
    return [
        *facts,
        ("constraint rows", f"{here.rows}, rank {here.rank}, {here.rows - here.rank} redundant"),
        ("rows that repeat each other", ", ".join(here.redundant) or "none"),
        ("condition number", f"{here.condition:.3g}"),
        ("gap", f"{report.assembly.residual:.2g}"),
    ]


def equations_data(model: Snapshot, **asked: Any) -> dict[str, Any]:
    """The equations as blocks, and as LaTeX to take away.

    Args:
        model: what moves.
        asked: which form, and how; see `readable`.
    """
    try:
        page = readable(model, **asked)
        return {"blocks": page.blocks(), "latex": page.latex()}
    except SarrusError as error:
        return {"failure": str(error)}
    except Exception as error:
        return _failed("equations", error)


def drawings_data(model: Snapshot, pose: Callable[[], Result]) -> list[dict[str, Any]]:
    """Drawings that belong to the equations: groups with a title, each by itself, as one may fail where another does not.

    Args:
        model: the mechanism.
        pose: makes a result whose first row is drawn.
    """
    groups: list[tuple[str, Callable[[], dict[str, Any]]]] = [
        ("Free bodies", lambda: bodies_data(model, pose())),
        ("Network", lambda: network_data(model)),
    ]
    found = []
    for title, made in groups:
        try:
            found.append({"title": title, **made()})
        except SarrusError as error:
            found.append({"title": title, "drawings": [], "notes": [str(error)]})
        except Exception as error:
            found.append({"title": title, "drawings": [], "notes": [failure_text("drawings", error)]})
    return found


def _failed(what: str, error: Exception) -> dict[str, Any]:
    return {"failure": failure_text(what, error)}


def failure_text(what: str, error: Exception) -> str:
    """What a tab says that could not be made; the others do not depend on it."""
    told = str(error).partition("\n")[0][:LONGEST_REASON]
    reason = f"{type(error).__name__}{f': {told}' if told else ''}"
    return (
        f"The {what} could not be made: {reason.rstrip('.')}. This is a fault of Sarrus, not of the model; "
        "everything else on this page holds."
    )


def evidence_data(answer: Any, extent: Facts | None = None) -> dict[str, Any]:
    """How an answer ended and what it can be judged by, and which programs wrote the report.

    Args:
        answer: with `status`, `evidence_facts()`, and `not_unique` where it has reactions.
        extent: facts on how much there is of it.
    """
    facts: Facts = [
        ("status", answer.status.text),
        *(extent or []),
        *answer.evidence_facts(),
        ("report written by", ", ".join([*map(version_of, PACKAGES), f"Python {sys.version.split()[0]}"])),
    ]
    return {"facts": facts, "not_unique": list(getattr(answer, "not_unique", ()))}


def version_of(package: str) -> str:
    """A package with its version, as the evidence names it."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} of an unknown version"
