"""Is the model sound? Freedom counted and true, redundant rows by name, reactions that are not unique."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sarrus.analysis.assemble import Assembly, describe
from sarrus.analysis.mobility import Mobility, constraint_matrix, massless_motion, mobility, scaled
from sarrus.analysis.start import Start, find_start, in_formulation
from sarrus.errors import NumericalError
from sarrus.model import Mechanism, snapshot_of
from sarrus.solvers.arrays import Floats
from sarrus.solvers.rank import rank_report
from sarrus.solvers.status import Status
from sarrus.topology import counted_mobility, loop_of


@dataclass(frozen=True)
class Report:
    """What the check found.

    Attributes:
        counted: degrees of freedom by counting (Gruebler); drivers not counted.
        here: rank report at the assembled pose, drivers included.
        elsewhere: largest rank at nearby poses; higher than here.rank means the pose is singular.
        drivers: number of drivers.
        loops: joints around each loop.
        has_start: whether the user said anything about the start pose.
        warnings: sentences worth reading.
    """

    mechanism: str
    bodies: int
    joints: int
    drivers: int
    counted: int
    here: Mobility
    elsewhere: int
    loops: tuple[tuple[str, ...], ...]
    assembly: Assembly
    has_start: bool
    warnings: tuple[str, ...]

    @property
    def freedoms(self) -> int:
        """Degrees of freedom at nearby poses, with the drivers doing their part."""
        return self.here.speeds - max(self.elsewhere, self.here.rank)

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The report as lines."""
        m = self.here
        lines = [
            f"{self.mechanism}: {_count(self.bodies, 'body', 'bodies')}, {_count(self.joints, 'joint')}, {_count(self.drivers, 'driver')}",
            f"loops      {', '.join('-'.join(loop) for loop in self.loops) or 'none'}",
            f"freedom    {self.freedoms + self.drivers} (counted: {self.counted})"
            + (f", {self.freedoms} left by the drivers" if self.drivers else ""),
            f"rows       {m.rows}, rank {m.rank}, {m.rows - m.rank} redundant",
            f"condition  {m.condition:.3g}",
            f"gap        {self.assembly.residual:.2g}",
        ]
        return "\n".join([*lines, *(f"note: {w}" for w in self.warnings)])


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def check(mechanism: Mechanism) -> Report:
    """Check a mechanism: assemble it, count its freedom, find what is redundant.

    Raises:
        ModelError: the description itself is wrong.
        NumericalError: it cannot be assembled.
    """
    model = snapshot_of(mechanism)
    found = find_start(model)
    if found.status is not Status.OK:
        raise NumericalError(found.message, int(found.status), describe(found))
    equations, x = in_formulation(found, "absolute")
    here = mobility(equations, 0.0, x)
    elsewhere = max([here.rank, *_ranks_nearby(found)])
    counted = counted_mobility(model)
    report = Report(
        mechanism=model.name,
        bodies=len(model.bodies),
        joints=len(model.joints),
        drivers=len(model.drivers),
        counted=counted,
        here=here,
        elsewhere=elsewhere,
        loops=tuple(tuple(loop_of(model, found.equations.tree, cut)) for cut in found.equations.tree.cuts),
        assembly=describe(found),
        has_start=bool(model.fixed or model.guess or model.drivers),
        warnings=(),
    )
    idle = massless_motion(equations, 0.0, x)
    return Report(**{**vars(report), "warnings": tuple(_warnings(report, idle))})


def _ranks_nearby(found: Start) -> list[int]:
    """Ranks at a few poses a small step away along free motions (relative rows plus the tree's own)."""
    e = found.equations
    G = scaled(e, constraint_matrix(e, 0.0, found.x))
    report = rank_report(G)
    others = 0
    if not e.rows:
        return []
    # rows of joints on the tree are independent by construction
    tree_rows = (3 if e.model.planar else 6) * len(e.model.bodies) - len(e.speeds)
    columns = np.array([e.length if unit == "m" else 1.0 for unit in e.speed_units])
    random = np.random.default_rng(1)
    for _ in range(5):
        if not report.motions.shape[1]:
            break
        step = columns * (report.motions @ random.normal(size=report.motions.shape[1])) * 0.05
        q = e.kernels["retract"](found.x, step.tolist(), e.constants)[0]
        x = np.array([*q, *found.x[len(q) :]])
        for _ in range(8):
            g: Floats = np.array(e.kernels["closure"]([0.0], x, e.constants)[0])
            J = constraint_matrix(e, 0.0, x)
            correction = columns * np.linalg.lstsq(J * columns, -g, rcond=1e-9)[0]
            x = np.array([*e.kernels["retract"](x, correction.tolist(), e.constants)[0], *found.x[len(q) :]])
        others = max(others, rank_report(scaled(e, constraint_matrix(e, 0.0, x))).rank)
    return [others + tree_rows] if others else []


def _warnings(report: Report, idle: str) -> list[str]:
    m = report.here
    found = [f"guess {n} moved from {a:.6g} to {b:.6g}" for n, (a, b) in report.assembly.moved.items()]
    if report.loops and not report.has_start:
        found.append("no start values are given: where a loop closes in several ways, the program chose one.")
    if report.counted != report.freedoms + report.drivers:
        found.append(
            f"counting gives {report.counted} degrees of freedom, the true number is "
            f"{report.freedoms + report.drivers}: {m.rows - m.rank} rows are redundant."
        )
    if m.redundant:
        found.append(f"redundant directions: {', '.join(m.redundant)}.")
    if m.not_unique:
        found.append(f"reactions that are therefore not unique: {', '.join(m.not_unique)}.")
    if report.elsewhere > m.rank:
        found.append(f"the start pose is singular: rank {m.rank} here, {report.elsewhere} nearby.")
    elif m.near_singular:
        found.append(f"the start pose is close to singular (condition {m.condition:.3g}).")
    if idle:
        found.append(
            f"the motion '{idle}' is free and has no inertia: a simulation cannot tell how it moves."
        )
    return found
