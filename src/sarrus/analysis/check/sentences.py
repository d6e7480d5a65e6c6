"""What a finding says: where, what with the numbers, what to try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from sarrus.analysis.assembly.choices import LoopChoice
from sarrus.analysis.assembly.gimbal import DrivenLock
from sarrus.analysis.assembly.start import Start, in_formulation
from sarrus.analysis.check.motions import Idle, Weightless
from sarrus.analysis.check.redundancy import DependentSet, by_element, contradictions
from sarrus.analysis.check.report import Finding, Report, Severity
from sarrus.elements.forces.base import Force
from sarrus.mechanics import Equations
from sarrus.mechanics.infos import RowInfo
from sarrus.mechanics.row_sizes import row_sizes
from sarrus.model import Snapshot
from sarrus.model.wording import label
from sarrus.phrases import around, count, first_of, listed
from sarrus.solvers.arrays import Floats

OPEN = 1e-9
"""Rows that are off by more than this, in units of the part's length, are open."""
LITTLE = 0.03
"""A gap up to this, in units of the part's length, is a misfit rather than a loop that does not reach."""

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


def on_dependent_set(e: Equations, dependent: DependentSet) -> Finding:
    """Rows that repeat each other in every pose."""
    places = _places(e, dependent.rows)
    drivers = [d.name for d in e.model.drivers if d.name in dependent.rows]
    repeats = "row repeats" if dependent.count == 1 else "rows repeat"
    what = f"{dependent.count} {repeats} others in every pose; they are among {places}."
    code = "redundant.drivers" if drivers else "redundant.permanent"
    harm = "" if drivers else "The motion is right all the same. "
    return Finding(WARNING, code, dependent.rows, what, harm + _release(dependent))


def _places(e: Equations, rows: Sequence[str]) -> str:
    """Rows by element: joint 'C': p_FM.z_F, z_M.x_F; gear 'mesh'."""
    model = e.model
    joints = {j.name: j for j in model.all_joints}
    elements = joints | {x.name: x for x in (*model.closings, *model.relations) if x.name not in joints}
    driven = {d.name for d in model.drivers}
    every = Counter(r.owner for r in e.rows)
    parts = []
    for name, own in by_element(e, rows).items():
        kind = "joint" if name in joints else "driver" if name in driven else ""
        shown = f"{kind} '{name}'" if kind else label(elements[name])
        rows_said = "all rows" if len(own) == every[name] > 2 else ", ".join(own)
        parts.append(f"{shown}: {rows_said}" if own != [name] else shown)
    return first_of(parts, "; ")


def _release(dependent: DependentSet) -> str:
    """Which elements to soften, and how."""
    if not dependent.releases:
        return ""
    others = [
        f"'{element}' by {_article(' or '.join(kinds))} joint"
        for element, kinds in dependent.releases
        if any(kinds)
    ]
    left_out = [element for element, kinds in dependent.releases if not any(kinds)]
    steps = [f"replace {' and '.join(others)}"] if others else []
    steps += [f"leave out {listed(left_out)}"] if left_out else []
    return f"To have none, {' and '.join(steps)}."


def _article(words: str) -> str:
    return f"{'an' if words[0] in 'aeio' else 'a'} {words}"


def _without_freedom(report: Report) -> Finding:
    """A structure, or a motion that rows of velocities prescribe."""
    if report.configurations:
        what = "no speed is free: rows of velocities say how it moves, if it does."
        return Finding(NOTE, "freedom.prescribed", (), what)
    return Finding(
        WARNING,
        "freedom.none",
        (),
        "nothing can move: without drivers there is no freedom, so this is a structure.",
        "Leave out a joint, or choose a joint that allows more, if it should move.",
    )


def on_freedom(report: Report) -> list[Finding]:
    """Counted against true, structures, reactions that are not unique."""
    m, said = report.here, []
    counted, true = report.counted, report.freedom
    if (counted + report.counted_slips, counted) != (report.configurations, true):
        permanent = m.rows - report.elsewhere
        why = (
            f": {count(permanent, 'row')} {'is' if permanent == 1 else 'are'} redundant" if permanent else ""
        )
        said.append(
            Finding(
                NOTE,
                "freedom.counted",
                (),
                f"{_counted(report)}{why}.",
            )
        )
    if report.freedom == 0 and report.bodies and not report.drivers:
        said.append(_without_freedom(report))
    if report.not_unique:
        names = first_of(_whole(report.not_unique))
        said.append(
            Finding(
                NOTE,
                "reactions.not_unique",
                report.not_unique,
                f"reactions that are not unique, because rows repeat each other: {names}.",
                "Use only their sums.",
            )
        )
    return said


def _counted(report: Report) -> str:
    if report.counted_slips:
        return f"counting gives a freedom of {report.counted_freedoms}, the true freedom is {report.two_freedoms}"
    return f"counting gives {count(report.counted, 'degree')} of freedom, the true number is {report.freedom}"


def _whole(components: Sequence[str]) -> list[str]:
    """Components by name; a vector by its own name where all three are there."""
    found, known = [], set(components)
    for name in components:
        vector, _, axis = name.rpartition(".")
        if axis in "xyz" and all(f"{vector}.{a}" in known for a in "xyz"):
            name = vector
        found.append(name)
    return list(dict.fromkeys(found))


def on_pose(report: Report, is_shaky: bool, locks: Sequence[DrivenLock] = ()) -> list[Finding]:
    """A start pose that is singular, or nearly; driven angles at their gimbal lock only seem to make it so."""
    m = report.here
    if locks:
        return [
            Finding(
                WARNING,
                "singular.angles",
                (lock.joint, *lock.relations),
                f"at the start, {lock}",
                lock.way_out,
            )
            for lock in locks
        ]
    ranks = f"rank {m.rank} here, {report.elsewhere} nearby"
    rows = m.redundant
    if is_shaky:
        return [
            Finding(
                WARNING,
                "singular.shaky",
                rows,
                f"the start pose gives way to small motions ({_freedom(report)}) that cannot be continued: it is shaky.",
                "Change lengths or angles a little: then it is held firmly.",
            )
        ]
    if report.freedom_here > report.freedom:
        return [
            Finding(
                WARNING,
                "singular.branch",
                rows,
                f"the start pose is singular: {ranks}; {_freedom(report)}. Ways to move on branch here.",
                "Start a little away from this pose, on the way that is meant, or change a length a little.",
            )
        ]
    if report.elsewhere > m.rank:
        return [
            Finding(
                WARNING,
                "singular.driver",
                rows,
                f"the start pose is singular for the drivers: {ranks}. They hold it at a dead centre, where they cannot move it on.",
                "Start from another pose, or drive another coordinate.",
            )
        ]
    if m.near_singular:
        return [
            Finding(
                WARNING,
                "singular.near",
                (),
                f"the start pose is close to singular (condition {m.condition:.3g}).",
                "Expect large reactions, and digits lost; start from another pose if you can.",
            )
        ]
    return []


def _freedom(report: Report) -> str:
    return f"freedom {report.freedom_here} here, {report.freedom} elsewhere"


def on_drivers(model: Snapshot, report: Report) -> list[Finding]:
    """Too many drivers, too few, or some that repeat each other."""
    names = tuple(d.name for d in model.drivers)
    if len(names) > report.freedom:
        return [_too_many(names, report.freedom)]
    if names and report.freedoms:
        more = f"{report.freedoms} more independent driver" + ("s" if report.freedoms > 1 else "")
        return [
            Finding(
                NOTE,
                "drivers.few",
                names,
                f"drivers: {len(names)}, freedom without drivers: {report.freedom}. "
                f"'simulate' finds how the rest moves; 'kinematics' needs {more}.",
            )
        ]
    return []


def _too_many(names: tuple[str, ...], freedom: int) -> Finding:
    return Finding(
        WARNING,
        "drivers.many",
        names,
        f"drivers: {len(names)}, freedom without drivers: {freedom}. Drivers {listed(names)} cannot all be obeyed "
        "unless they agree at all times.",
        f"Leave out {len(names) - freedom} of them.",
    )


def on_disagreement(names: tuple[str, ...], t: float, then: Start) -> Finding:
    """Drivers that agree at the start and not later."""
    off = _off(_open_rows(then, t)) or then.message
    return Finding(
        ERROR,
        "drivers.disagree",
        names,
        f"The drivers {listed(names)} agree at the start, but no longer at t = {t:g} s: {off.rstrip('.')}.",
        "Leave out one of them, or make them agree.",
    )


def on_weightless(found: Weightless) -> Finding:
    """A free motion without inertia."""
    if found.said:
        what, wanted, way_out = found.said
        return Finding(WARNING, "inertia.none", (found.body,), what, f"{wanted} {way_out}")
    but = f" but that of {listed(found.resisted)}, which cannot stand for it" if found.resisted else ""
    return Finding(
        WARNING,
        "inertia.none",
        (found.body,),
        f"body '{found.body}' can {found.motion} freely and has no inertia there{but}: a simulation cannot tell how it moves.",
        "Give it mass or a thickness (box, cylinder), or a joint or driver that holds this motion.",
    )


def on_idle(found: Idle) -> Finding:
    """A body that can spin in its place."""
    bodies = f"{'body' if len(found.bodies) == 1 else 'bodies'} {listed(found.bodies)}"
    places = f"joints {listed(found.joints)}" if len(found.joints) > 1 else f"joint {listed(found.joints)}"
    one = next(iter(found.stiffer), None)
    try_ = f"Make '{one[0]}' {_article(' or '.join(one[1]))} joint to hold it, or leave it. " if one else ""
    return Finding(
        NOTE,
        "freedom.idle",
        (*found.bodies, *found.coordinates),
        f"{bodies} can turn in place between {places} while everything else rests: an idle freedom ({', '.join(found.coordinates)}).",
        f"{try_}The rest does not notice.",
    )


def on_forces(e: Equations, x: Floats) -> list[Finding]:
    """Forces along a line that has no direction at the start."""
    row = e.evaluate("output", [0.0], x, [0.0] * len(e.speeds), [0.0] * e.multipliers)[0]
    values = {c.name: row[c.start] for c in e.channels if c.size == 1}
    said = []
    for force in e.model.forces:
        length, pull = (values.get(f"{force.name}.{n}") for n in ("length", "magnitude"))
        if length is not None and abs(length) < 1e-12 * _length_at(e, force) and pull:
            what = f"{label(force)}: its ends coincide at the start, so its pull of {pull:.3g} N has no direction; none acts."
            try_ = "Start from another pose, or move one of its ends."
            said.append(Finding(WARNING, "force.no_direction", (force.name,), what, try_))
    return said


def _length_at(e: Equations, force: Force) -> float:
    """Length of the part that a force acts on [m]."""
    return e.scales.lengths[e.scales.parts.at(e.model.ends_of(force))]


def on_angles(joint: str) -> Finding:
    """Published angles that do not tell the pose."""
    return Finding(
        NOTE,
        "angles.lost",
        (joint,),
        f"the angles of '{joint}' are at their gimbal lock, where two of them turn about one axis: they may jump.",
        "The motion does not depend on them.",
    )


def on_start(report: Report) -> list[Finding]:
    """Guesses that moved."""
    return [
        Finding(
            NOTE,
            "start.moved",
            (name,),
            f"guess {name} moved from {given:.6g} to {to:.6g} {report.assembly.units[name]}.",
        )
        for name, (given, to) in report.assembly.moved.items()
    ]


def on_choice(choice: LoopChoice) -> Finding:
    """A loop that the program has closed in one of several ways."""
    loops = [around(loop) for loop in choice.loops]
    who = f"loop {loops[0]} can" if len(loops) == 1 else f"loops {first_of(loops)} can together"
    at = (
        f" with {first_of(choice.held)} as {'it is' if len(choice.held) == 1 else 'they are'}"
        if choice.held
        else ""
    )
    instead = (
        f": {choice.coordinate} = {choice.there:.6g} {choice.unit} instead of {choice.here:.6g}"
        if choice.coordinate
        else ""
    )
    return Finding(
        NOTE,
        "start.choice",
        tuple(name for loop in choice.loops for name in loop),
        f"{who} close in another way{at}{instead}. Nothing that is given decides: the program chose one.",
        _how_to_choose(choice),
    )


def _how_to_choose(choice: LoopChoice) -> str:
    if not choice.coordinate:
        return f"To choose, guess '{choice.angle}'." if choice.angle else ""
    if not choice.angle:
        return f"To choose, give a guess for one of its joints, such as '{choice.coordinate}'."
    return f"To choose, guess '{choice.angle}', or a coordinate of one of its joints, such as '{choice.coordinate}'."


def on_failure(found: Start) -> Finding:
    """Why it cannot be assembled."""
    code = f"start.{found.status.name.lower()}"
    return Finding(ERROR, code, tuple(r.name for r, _ in _open_rows(found)), found.message)


def on_open_rows(found: Start) -> list[Finding]:
    """Rows that stay off at the best pose found, by how much, and what they contradict where that is little."""
    rows = _open_rows(found)
    if not rows:
        return []
    said = [Finding(NOTE, "conflict.rows", tuple(r.name for r, _ in rows), f"best compromise: {_off(rows)}.")]
    if found.residual < LITTLE:
        e, x = in_formulation(found, "absolute")
        for d in contradictions(e, x, found.residual):
            what = f"rows that repeat each other do not quite agree: {_places(e, d.rows)}."
            try_ = "Move the frames of one of these joints until they do, or choose a joint that allows more."
            said.append(Finding(WARNING, "conflict.redundant", d.rows, what, try_))
    return said


def _off(rows: list[tuple[RowInfo, float]]) -> str:
    shown = ", ".join(
        f"{r.name} off by {abs(g):.3g}{'' if r.unit == '1' else ' ' + r.unit}" for r, g in rows[:8]
    )
    return shown + (f", and {len(rows) - 8} more" if len(rows) > 8 else "")


def _open_rows(found: Start, t: float = 0.0) -> list[tuple[RowInfo, float]]:
    """Rows and fixed values that are off, the worst first; what is far below the worst is left out."""
    e = found.equations
    g = e.evaluate("closure", [t], found.x)[0]
    off = [*zip(e.rows, g, strict=True), *_fixed_off(found)]
    measured = np.array(e.row_lengths) * row_sizes(e, t, found.x)
    sizes = {r.name: float(size) for r, size in zip(e.rows, measured, strict=True)}
    sized = [(r, v, abs(v) / (sizes.get(r.name) or e.measured_length(r.owner))) for r, v in off]
    limit = max(OPEN, 1e-3 * max((size for _, _, size in sized), default=0.0))
    return [(r, v) for r, v, size in sorted(sized, key=lambda s: -s[2]) if size > limit]


def _fixed_off(found: Start) -> list[tuple[RowInfo, float]]:
    e = found.equations
    values = dict(zip(e.measured, e.evaluate("measure", [0.0], found.x)[0], strict=True))
    said = []
    for name, target in e.model.start_values()[0].items():
        if name in values:
            off = e.model.without_periods(name, values[name] - target)
            said.append((RowInfo(f"fixed {name}", name, e.model.coordinates[name][2].unit), off))
    return said


def on_relaxed(found: Start, relaxed: Report) -> list[Finding]:
    """What the mechanism is without the demands that cannot be met."""
    model, is_closed = found.equations.model, found.residual < OPEN
    demands = [f"{len(model.fixed)} fixed start value" + ("s" if len(model.fixed) > 1 else "")]
    demands = demands if model.fixed else []
    if model.drivers:
        demands.append(count(len(model.drivers), "driver"))
    fits = "its rates fit" if is_closed else "it closes"
    what = f"without its {' and '.join(demands)} {fits}, with freedom {relaxed.freedom} (counted: {relaxed.counted})."
    said = [Finding(NOTE, "start.relaxed", (), what)]
    if len(model.drivers) > relaxed.freedom:
        said.append(_too_many(tuple(d.name for d in model.drivers), relaxed.freedom))
    return said
