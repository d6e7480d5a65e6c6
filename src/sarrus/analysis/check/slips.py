"""Rows of velocities: which of them repeat rows of positions, and whether those of a part only seem to be of velocities.

Rows w_r(v) = G_r v leave the speeds Z. They are integrable, and hold some function of the pose constant, where no bracket of
two of these speeds leaves Z (Frobenius):

    dw_r(a, b) = a(G_r) b - b(G_r) a - G_r [a, b] = 0        for all columns a, b of Z

In absolute coordinates translations commute, and [a, b] of two turns in body components is their cross product. One pose where
that is not zero tells that some row is not integrable. Poses where it is zero tell nothing of other poses: how many were looked
at is said.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sarrus.analysis.check.report import Finding, Severity
from sarrus.analysis.rank.constraints import Constraints, Rows
from sarrus.analysis.rank.mobility import part_rank
from sarrus.analysis.rank.parts import Part, is_large
from sarrus.mechanics import Equations
from sarrus.phrases import listed
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.rank import rank_report

POSES = 3
"""Poses besides the start at which brackets are looked at."""
STEP = 1e-5
"""Step of central differences, in radians or units of the part's length: their error is far below `VANISHING`."""
VANISHING = 1e-6
"""Brackets of natural size up to this count as zero."""
AWAY = 0.3
"""How far other poses are, in radians or units of the part's length, all speeds together."""
CLOSED, ITERATIONS = 1e-11, 25


def on_slips(e: Equations, x: Floats) -> list[Finding]:
    """Findings on rows of velocities at a state of the absolute formulation."""
    rows = Rows(e)
    if rows.is_placing.all():
        return []
    here = rows.at(0.0, x)
    found = []
    for part, placing in zip(rows.passive_parts, rows.placing(rows.passive_parts), strict=True):
        own: Ints = np.setdiff1d(part.rows, placing.rows)
        if not len(own):
            continue
        repeated = [i for i in own.tolist() if _adds_nothing(here, placing, i)]
        found += [_on_repeated(e.rows[i].name) for i in repeated]
        if len(repeated) < len(own) and not is_large(e):
            poses = [x, *_poses(rows, placing, x)]
            if all(_is_involutive(rows, part, own, pose) for pose in poses):
                names = [e.rows[i].name for i in own.tolist() if i not in repeated]
                found.append(_on_integrable(names, len(poses)))
    return found


def _adds_nothing(here: Constraints, placing: Part, row: int) -> bool:
    """Whether a row of velocities depends on rows of positions."""
    more = Part(np.append(placing.rows, row), placing.columns)
    return part_rank(here, more).rank == part_rank(here, placing).rank


def _on_repeated(row: str) -> Finding:
    return Finding(
        Severity.NOTE,
        "velocity.repeated",
        (row,),
        f"velocity row '{row}' follows from rows of positions in the start pose: there it forbids nothing that they do not.",
        "Leave out what states it, or one of the rows of positions.",
    )


def _on_integrable(names: list[str], poses: int) -> Finding:
    one = len(names) == 1
    rows, they, them = ("row", "it holds", "it") if one else ("rows", "they hold", "them")
    return Finding(
        Severity.NOTE,
        "velocity.integrable",
        tuple(names),
        f"velocity {rows} {listed(names)} {'is' if one else 'are'} integrable in all poses that were looked at ({poses}): "
        f"what {they} constant is a function of the pose, yet no pose is corrected by {them}.",
        "State it by positions (a gear, a rack and pinion, a coupler) to keep it exactly.",
    )


def _poses(rows: Rows, placing: Part, x: Floats) -> Iterator[Floats]:
    """Other poses of a part: steps along its configurations, closed again; those that do not close are left out."""
    random = np.random.default_rng(1)
    for _ in range(POSES):
        free = rank_report(rows.at(0.0, x).matrix(placing)).motions
        if not free.shape[1]:
            return
        step = free @ random.normal(size=free.shape[1])
        state = _stepped(rows, placing, x, AWAY * step / np.linalg.norm(step))
        for _turn in range(ITERATIONS):
            stand = rows.at(0.0, state)
            off = stand.off(placing)
            if not np.isfinite(stand.G).all():
                break
            if float(np.abs(off).max(initial=0.0)) < CLOSED:
                if (stand.senses > 0).all():
                    yield state
                break
            correction: Floats = np.asarray(np.linalg.lstsq(stand.matrix(placing), -off, rcond=1e-9)[0])
            state = _stepped(rows, placing, state, correction)


def _stepped(rows: Rows, part: Part, x: Floats, step: Floats) -> Floats:
    """A state moved along the speeds of a part, lengths in units of its length."""
    e = rows.equations
    whole = np.zeros(len(e.speeds))
    whole[part.columns] = rows.columns[part.columns] * step
    moved = e.evaluate("retract", x.tolist(), whole.tolist())[0]
    return np.concatenate([moved, x[len(e.coordinates) :]])


def _is_involutive(rows: Rows, part: Part, own: Ints, x: Floats) -> bool:
    """Whether no bracket of two free speeds of a part leaves them, as its rows of velocities see it."""
    here = rows.at(0.0, x)
    free = rank_report(here.matrix(part)).motions.T
    if not len(free):
        return False  # nothing moves that could tell
    slips = Part(own, part.columns)
    units = rows.units[slips.rows][:, None]
    G = units * rows.slopes.part(here.G * rows.columns[rows.slopes.column], slips.rows, slips.columns)

    def at(step: Floats) -> Floats:
        there = rows.at(0.0, _stepped(rows, part, x, step))
        entries = there.G * rows.columns[rows.slopes.column]
        return np.asarray(units * rows.slopes.part(entries, slips.rows, slips.columns))

    along = [(at(STEP * a) - at(-STEP * a)) / (2.0 * STEP) for a in free]
    for i, a in enumerate(free):
        for j, b in enumerate(free[:i]):
            bracket = along[i] @ b - along[j] @ a - G @ _bracket(rows.equations, part, a, b)
            if np.abs(bracket).max() > VANISHING:
                return False
    return True


def _bracket(e: Equations, part: Part, a: Floats, b: Floats) -> Floats:
    """[a, b] of two motions with constant speeds of a part: cross products of the turns of each body, in its components.

    Coordinates of constraints come behind the bodies, and commute with everything.
    """
    if e.model.planar:
        return np.zeros(len(a))
    whole: Floats = np.zeros((3, len(e.speeds)))
    whole[0, part.columns], whole[1, part.columns] = a, b
    one, two, found = (row[: 6 * len(e.model.bodies)].reshape(-1, 6)[:, 3:] for row in whole)
    found[:] = np.cross(one, two)
    return np.asarray(whole[2, part.columns])
