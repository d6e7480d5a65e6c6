"""What a check found: numbers, and sentences worth reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from sarrus.analysis.assembly.pose import Assembly
from sarrus.analysis.check.redundancy import Dependence
from sarrus.analysis.rank.mobility import Mobility
from sarrus.phrases import SHOWN, around, count, first_of
from sarrus.results.answer import AnswerWithValues, Outcome
from sarrus.topology import Counting


class Severity(StrEnum):
    """How much a finding matters.

    ERROR: the model contradicts itself. WARNING: some results will not be what is expected, or cannot be had.
    NOTE: good to know.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Finding:
    """One thing worth reading.

    Attributes:
        severity: how much it matters.
        code: a fixed word for programs, such as "redundant.permanent".
        where: names of the rows, joints, bodies or drivers concerned.
        what: a sentence or two with the numbers.
        try_: what to do about it; may be empty.
    """

    severity: Severity
    code: str
    where: tuple[str, ...]
    what: str
    try_: str = ""

    def __str__(self) -> str:
        return str(self.remark)

    @property
    def remark(self) -> Remark:
        """The same as it is read."""
        return Remark(self.severity, f"{self.what} {self.try_}".rstrip())


@dataclass(frozen=True)
class Remark:
    """A sentence or two to read, and how much they matter."""

    severity: Severity
    text: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.text}"


_UNSAID = Outcome("ok", "")


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Report(AnswerWithValues):
    """What the check found.

    Attributes:
        bodies, joints, drivers: how many there are.
        counted: degrees of freedom by counting (Gruebler), of speeds; drivers not counted.
        counted_slips: rows that forbid velocities alone, which count for speeds and not for configurations.
        configurations: dimension of the set of poses, drivers let go. Larger than `freedom` where rows forbid velocities.
        freedom: true degrees of freedom, drivers let go: independent motions that can be continued.
        freedom_here: the same for small motions in the start pose; larger where that is singular.
        freedoms: what the drivers leave of the true freedom.
        here: rank report at the assembled pose, drivers included.
        elsewhere: largest rank seen at other poses, and here.
        loops: joints around each loop.
        meshes: bodies of each mesh, and what carries them.
        assembly: the start pose.
        dependences: smallest sets of rows that repeat each other.
        findings: what is worth reading, the most important first.
        not_unique: reaction components that redundant rows leave open, in the start pose or another.
        notes: what is allowed in the description, but may not be meant.
        counting: how `counted` comes about, element by element.
    """

    analysis: str = field(default="check", init=False)
    status: Outcome = _UNSAID
    bodies: int
    joints: int
    drivers: int
    counted: int
    counted_slips: int
    configurations: int
    freedom: int
    freedom_here: int
    freedoms: int
    here: Mobility
    elsewhere: int
    loops: tuple[tuple[str, ...], ...]
    assembly: Assembly
    meshes: tuple[str, ...] = ()
    dependences: tuple[Dependence, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    not_unique: tuple[str, ...] = ()
    counting: Counting = field(default_factory=lambda: Counting(0, 6, ()))

    @property
    def sound(self) -> bool:
        """Whether the model can be assembled and nothing in it contradicts the rest."""
        return self.assembly.ok and not any(f.severity is Severity.ERROR for f in self.findings)

    @property
    def two_freedoms(self) -> str:
        """The true freedom in words: of configurations and of speeds where these differ."""
        return freedoms_in_words(self.configurations, self.freedom)

    @property
    def counted_freedoms(self) -> str:
        """The counted freedom in words."""
        return freedoms_in_words(self.counted + self.counted_slips, self.counted)

    def found(self, code: str) -> list[Finding]:
        """The findings with a code, or with codes that begin with it ("redundant")."""
        return [f for f in self.findings if f.code == code or f.code.startswith(f"{code}.")]

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """Numbers of the check; of a mechanism that does not close, those that need no pose."""
        here, is_closed = self.here, self.assembly.ok
        counted = {
            "bodies": self.bodies,
            "joints": self.joints,
            "drivers": self.drivers,
            "freedom_counted": self.counted,
        }
        closed = {
            "freedom": self.freedom,
            "freedom_of_configurations": self.configurations,
            "freedom_in_start_pose": self.freedom_here,
            "freedom_left_by_drivers": self.freedoms,
            "rows": here.rows,
            "rank": here.rank,
            "rank_elsewhere": self.elsewhere,
            "condition_number": here.condition,
        }
        found = {**counted, **(closed if is_closed else {}), "gap": self.assembly.residual}
        return {name: (value, "") for name, value in found.items()}

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """What was found, as plain data; of a mechanism that does not close, what can be said without a pose."""
        here, is_closed = self.here, self.assembly.ok
        findings = [
            {"severity": f.severity, "code": f.code, "where": f.where, "what": f.what, "try": f.try_}
            for f in self.findings
        ]
        return {
            "ok": self.ok,
            "command": "check",
            "mechanism": self.mechanism,
            "status": {"word": self.status.word, "text": self.status.text},
            "bodies": self.bodies,
            "joints": self.joints,
            "drivers": self.drivers,
            "loops": self.loops,
            "meshes": self.meshes,
            "freedom": self.freedom if is_closed else None,
            "freedom_of_configurations": self.configurations if is_closed else None,
            "freedom_counted": self.counted,
            "freedom_in_start_pose": self.freedom_here if is_closed else None,
            "freedom_left_by_drivers": self.freedoms if is_closed else None,
            "rows": here.rows if is_closed else None,
            "rank": here.rank if is_closed else None,
            "rank_elsewhere": self.elsewhere if is_closed else None,
            "redundant": here.redundant if is_closed else (),
            "dependences": [d.rows for d in self.dependences],
            "not_unique": self.not_unique,
            "condition_number": here.condition if is_closed else None,
            "gap": self.assembly.residual,
            "findings": findings,
            "notes": list(self.notes),
        }

    def remarks(self) -> list[Remark]:
        """All there is to read, in the order of reading: what the report prints, and what a page shows."""
        return [*_shown(self.findings), *(Remark(Severity.NOTE, note) for note in self.notes)]

    def text(self) -> str:
        """The report as lines."""
        m = self.here
        lines = [
            f"{self.mechanism}: {count(self.bodies, 'body', 'bodies')}, {count(self.joints, 'joint')}, {count(self.drivers, 'driver')}",
            f"loops      {first_of([around(loop) for loop in self.loops]) or 'none'}",
            *([f"meshes     {first_of(self.meshes, '; ')}"] if self.meshes else []),
        ]
        if self.assembly.ok:
            freedom = f"{self.two_freedoms} (counted: {self.counted_freedoms})"
            if self.freedom_here != self.freedom:
                freedom += f", {self.freedom_here} in the start pose"
            if self.drivers:
                freedom += f", {self.freedoms} left by the drivers"
            lines += [
                f"freedom    {freedom}",
                f"rows       {m.rows}, rank {m.rank}, {m.rows - m.rank} redundant",
                f"condition  {m.condition:.3g}",
                f"gap        {self.assembly.residual:.2g}",
            ]
        else:
            lines.append(f"freedom    counted: {self.counted_freedoms}")
        return "\n".join([*lines, *map(str, self.remarks())])

    def counting_text(self) -> str:
        """The count of freedoms as a table: bodies, rows of each kind of element, the difference."""
        return self.counting.text()

    def failure(self) -> str:
        """The errors, then what else can be said: the message of a check that ends in a contradiction."""
        errors = [f for f in self.findings if f.severity is Severity.ERROR]
        rest = [f for f in self.findings if f.severity is not Severity.ERROR]
        said = [f"{f.what} {f.try_}".rstrip() for f in errors[:SHOWN]]
        return "\n".join([*said, "", replace(self, findings=tuple(rest)).text()])


def _shown(findings: Sequence[Finding]) -> Iterator[Remark]:
    """Findings as they are read; of many with one code the first ones, and how many more there are."""
    seen: dict[str, int] = {}
    for finding in findings:
        seen[finding.code] = seen.get(finding.code, 0) + 1
        if seen[finding.code] <= SHOWN:
            yield finding.remark
    for code, number in seen.items():
        if number > SHOWN:
            yield Remark(Severity.NOTE, f"{number - SHOWN} more findings of the kind {code}.")


def freedoms_in_words(configurations: int, speeds: int) -> str:
    """One number where the two freedoms agree."""
    if configurations == speeds:
        return str(speeds)
    return f"{count(configurations, 'configuration')}, {count(speeds, 'speed')}"
