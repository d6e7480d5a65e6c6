"""The check itself: assemble, look at the rows here and elsewhere, say what is worth reading."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sarrus.analysis.assembly.choices import choices, loops_of
from sarrus.analysis.assembly.gimbal import driven_locks
from sarrus.analysis.assembly.pose import describe
from sarrus.analysis.assembly.start import Start, find_start, in_formulation
from sarrus.analysis.check import sentences
from sarrus.analysis.check.courses import on_courses
from sarrus.analysis.check.meshes import carried, on_meshes
from sarrus.analysis.check.motions import idle_motions, lost_angles, weightless_motions
from sarrus.analysis.check.poses import Elsewhere, look_elsewhere
from sarrus.analysis.check.redundancy import DependentSet, dependent_sets
from sarrus.analysis.check.report import Finding, Report, Severity
from sarrus.analysis.check.slips import on_slips
from sarrus.analysis.description import Description
from sarrus.analysis.rank.constraints import Rows
from sarrus.analysis.rank.mobility import Mobility, Ranks, mobility, united
from sarrus.errors import ModelError
from sarrus.mechanics import Equations
from sarrus.model import Mechanism, Snapshot, snapshot_of
from sarrus.model.hints import hints
from sarrus.results import Outcome
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status
from sarrus.topology import counted_slips, counting_of

SOUND = "The model is sound."
LATER = (0.01, 0.1, 1.0)
"""Times at which drivers that repeat each other are compared [s]."""


def checked(mechanism: Mechanism) -> tuple[Report, Status]:
    """What a check finds, and the status of a mechanism that does not pass."""
    model = snapshot_of(mechanism)
    found, notes = find_start(model), tuple(hints(model))
    if found.status is not Status.OK:
        return _kept(replace(_unassembled(found), notes=notes), found.status, model), found.status
    report = replace(examine(found), notes=notes)
    status = Status.OK if report.sound else Status.REDUNDANT_CONFLICT
    return _kept(report, status, model), status


def _kept(report: Report, status: Status, model: Snapshot) -> Report:
    """With its verdict, its evidence and its mechanism."""
    described, here = Description(model), report.here
    text = SOUND if status is Status.OK else status.text
    return replace(
        report,
        status=Outcome(status.word, text),
        evidence={
            "freedom": report.two_freedoms,
            "closure rows": f"{here.rows}, rank {here.rank}",
            "condition at the start": here.condition,
            "gap": report.assembly.residual,
        },
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
    )


@dataclass(frozen=True)
class Stand:
    """A mechanism at its start, in absolute coordinates, and what other poses say."""

    e: Equations
    x: Floats
    here: Mobility
    passive: int
    placing: int
    other: Elsewhere
    tree_rows: int


def examine(found: Start) -> Report:
    """The report of an assembled mechanism."""
    e, x = in_formulation(found, "absolute")
    other = look_elsewhere(found)
    rows = Rows(e)
    at_start, parts = rows.at(0.0, x), rows.passive_parts
    passive, placing = Ranks.of(at_start, parts).rank, rows.placing(parts)
    placed = passive if placing is parts else Ranks.of(at_start, placing).rank
    # rows of joints on the tree are independent by construction
    on_tree = len(e.speeds) - len(found.equations.speeds)
    stand = Stand(e, x, mobility(e, 0.0, x), passive, placed, other, on_tree)
    report = _numbers(found, stand)
    report = replace(report, not_unique=_not_unique(found, stand, report))
    sets = _dependent_sets(found, stand, report)
    dependences = tuple(d for dependent in sets for d in dependent.dependences)
    report = replace(report, dependences=dependences)
    return replace(report, findings=_ordered(_findings(found, stand, report, sets)))


def _ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    """The most important first."""
    return tuple(sorted(findings, key=lambda f: list(Severity).index(f.severity)))


def _numbers(found: Start, stand: Stand) -> Report:
    model, here, other = found.equations.model, stand.here, stand.other
    elsewhere = max(here.rank, other.rank + stand.tree_rows)
    free_here = here.unconstrained - stand.passive
    free = here.unconstrained - max(stand.passive, other.passive + stand.tree_rows)
    configurations = here.unconstrained - max(stand.placing, other.placing + stand.tree_rows)
    if other.reach >= 0:
        free, configurations = min(free, other.reach), min(configurations, other.reach)
    if not model.drivers:
        elsewhere = max(elsewhere, here.unconstrained - free)  # a shaky pose has no other to look at
    counted = counting_of(model)
    return Report(
        mechanism=model.name,
        bodies=len(model.bodies),
        joints=len(model.joints),
        drivers=len(model.drivers),
        counted=counted.freedom,
        counting=counted,
        counted_slips=counted_slips(model),
        configurations=configurations,
        freedom=free,
        freedom_here=free_here,
        freedoms=min(free, here.unconstrained - elsewhere),
        here=here,
        elsewhere=elsewhere,
        loops=tuple(loops_of(found).values()),
        meshes=carried(model),
        assembly=describe(found),
    )


def _is_shaky(stand: Stand) -> bool:
    """Whether some of the small motions that the start pose allows cannot be continued."""
    most = max(stand.placing, stand.other.placing + stand.tree_rows)
    return 0 <= stand.other.reach < stand.here.unconstrained - most


def _not_unique(found: Start, stand: Stand, report: Report) -> tuple[str, ...]:
    """Reaction components that are open here or, with rows that are redundant everywhere, in another pose."""
    here = stand.here.not_unique
    if report.here.rows == report.elsewhere or not stand.other.poses:
        return here
    e, x = in_formulation(replace(found, x=stand.other.away), "absolute")
    away = mobility(e, 0.0, x)
    if away.rank < report.elsewhere:
        return here
    return united(stand.e, (here, away.not_unique))


def _dependent_sets(found: Start, stand: Stand, report: Report) -> list[DependentSet]:
    """What is redundant in every pose: seen here, or where the rank is largest when the start is singular."""
    if report.here.rows == report.elsewhere:
        return []
    if report.here.rank == report.elsewhere:
        return dependent_sets(stand.e, stand.x)
    return dependent_sets(*in_formulation(replace(found, x=stand.other.x), "absolute"))


def _findings(found: Start, stand: Stand, report: Report, sets: list[DependentSet]) -> list[Finding]:
    e, x, model = stand.e, stand.x, stand.e.model
    said = [
        *sentences.on_drivers(model, report),
        *on_courses(model),
        *(sentences.on_dependent_set(e, dependent) for dependent in sets),
        *on_meshes(model),
        *sentences.on_freedom(report),
        *on_slips(e, x),
        *sentences.on_pose(report, _is_shaky(stand), driven_locks(model, found.values)),
        *map(sentences.on_weightless, weightless_motions(e, x)),
        *sentences.on_forces(found.equations, found.x),
        *map(sentences.on_idle, idle_motions(e, x)),
        *(sentences.on_angles(joint.name) for joint, _ in lost_angles(model, found.values)),
        *sentences.on_start(report),
        *map(sentences.on_choice, choices(found)),
    ]
    for dependent in sets:
        said += _later(found, model, dependent)
    return said


def _later(found: Start, model: Snapshot, dependent: DependentSet) -> list[Finding]:
    """Whether drivers that repeat each other still agree later: with the others alone it must go on, with them not."""
    names = tuple(d.name for d in model.drivers if d.name in dependent.rows)
    dropped = {element for element, _ in dependent.releases} & set(names)
    kept = tuple(d for d in model.drivers if d.name not in dropped)
    values = found.values
    for t in LATER if dropped else ():
        guess = {name: values[name] for name in model.coordinates}
        try:
            fewer = find_start(replace(model.with_drivers(kept), fixed={}, guess=guess), t)
            if fewer.status is not Status.OK:
                return []
            values = fewer.values
            guess = {name: values[name] for name in model.coordinates}
            every = find_start(replace(model, fixed={}, guess=guess), t)
        except ModelError:
            return []  # an expression has no value then: the run will say so when it gets there
        if every.status is not Status.OK:
            return [sentences.on_disagreement(names, t, every)]
    return []


def _unassembled(found: Start) -> Report:
    """What can be said of a mechanism that does not close."""
    e = found.equations
    model = e.model
    nothing = Mobility(len(e.speeds), len(e.rows), 0, 0, (), 1.0, False, ())
    is_finite = bool(np.isfinite(Rows(e).at(0.0, found.x).G).all())
    here = mobility(e, 0.0, found.x) if is_finite else nothing
    free = here.speeds
    counted = counting_of(model)
    report = Report(
        mechanism=model.name,
        bodies=len(model.bodies),
        joints=len(model.joints),
        drivers=len(model.drivers),
        counted=counted.freedom,
        counting=counted,
        counted_slips=counted_slips(model),
        configurations=here.configurations,
        freedom=free,
        freedom_here=free,
        freedoms=free,
        here=here,
        elsewhere=here.rank,
        loops=tuple(loops_of(found).values()),
        meshes=carried(model),
        assembly=describe(found),
    )
    said = [sentences.on_failure(found), *sentences.on_open_rows(found)]
    if model.drivers or model.fixed:
        values, _ = model.start_values()
        free_model = replace(model.with_drivers(()), fixed={}, guess={**model.guess, **values})
        relaxed = find_start(free_model)
        if relaxed.status is Status.OK:
            said += sentences.on_relaxed(found, examine(relaxed))
    return replace(report, findings=_ordered(said))
