"""Rows of velocities: which of them repeat rows of positions, and whether those of a part only seem to be of velocities.

Rows w_r(v) = G_r v leave the speeds Z. They are integrable, and hold some function of the pose constant, where no bracket of
two of these speeds leaves Z (Frobenius):

    dw_r(a, b) = a(G_r) b - b(G_r) a - G_r [a, b] = 0        for all columns a, b of Z

In absolute coordinates translations commute, and [a, b] of two turns in body components is their cross product. Rows that
something moves, G_r v = alpha_r, are looked at with time among the coordinates: their speeds are those of Z at one time, and one
motion (v, 1) in time with G_r v = alpha_r. One pose where
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
from sarrus.mechanics.infos import RowInfo
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
                left = [e.rows[i] for i in own.tolist() if i not in repeated]
                found.append(_on_integrable(left, len(poses)))
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


def _on_integrable(left: list[RowInfo], poses: int) -> Finding:
    names, one = [row.name for row in left], len(left) == 1
    of = "the pose and of time" if any(row.moves for row in left) else "the pose"
    rows, they, them = ("row", "it holds", "it") if one else ("rows", "they hold", "them")
    return Finding(
        Severity.NOTE,
        "velocity.integrable",
        tuple(names),
        f"velocity {rows} {listed(names)} {'is' if one else 'are'} integrable in all poses that were looked at ({poses}): "
        f"what {they} constant is a function of {of}, yet no pose is corrected by {them}.",
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
    units = rows.units[own][:, None]

    def forms(step: Floats) -> Floats:
        """Rows of velocities over the speeds of the part and, in the last column, time."""
        found = rows.equations.arrays_at(t=[step[-1]], x=_stepped(rows, part, x, step[:-1]))
        entries = np.array(found["G"]) * rows.columns[rows.slopes.column]
        G = rows.slopes.part(entries, own, part.columns)
        return np.asarray(units * np.column_stack([G, -np.array(found["alpha"])[own]]))

    motions = [np.append(a, 0.0) for a in free]
    if rows.tied[own].any():
        alpha = np.array(rows.equations.arrays_at(t=[0.0], x=x)["alpha"])
        motions.append(np.append(_moved(here, part, alpha), 1.0))
    w = forms(np.zeros(len(part.columns) + 1))
    along = [(forms(STEP * a) - forms(-STEP * a)) / (2.0 * STEP) for a in motions]
    for i, a in enumerate(motions):
        for j, b in enumerate(motions[:i]):
            turned = np.append(_bracket(rows.equations, part, a[:-1], b[:-1]), 0.0)
            if np.abs(along[i] @ b - along[j] @ a - w @ turned).max() > VANISHING:
                return False
    return True


def _moved(here: Constraints, part: Part, alpha: Floats) -> Floats:
    """The least speeds of a part, of natural size, with which its rows move as they should."""
    right = (here.factors * alpha)[part.rows]
    return np.asarray(np.linalg.lstsq(here.matrix(part), right, rcond=1e-9)[0])


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
