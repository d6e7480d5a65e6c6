"""The kernels of the closed form: those of the relative formulation, with everything that follows put in.

    state x = [leading q, leading v, z, quadratures, turns of angles that follow]

What is published is the same, and stated nowhere else: coordinates, speeds, accelerations and multipliers that follow are
put into the expressions that the passes made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from sarrus.mechanics.base import Equations, Pattern
from sarrus.mechanics.closed.following import StepBlocks, block_of, determinant, reduced, solved
from sarrus.mechanics.closed.pinned import PinnedRows
from sarrus.mechanics.closed.plan import Plan, followed
from sarrus.mechanics.closed.structure import Closures
from sarrus.mechanics.closed.triangles import PlaneVector
from sarrus.mechanics.infos import ActingInfo, ChannelInfo, StateInfo, StateKind
from sarrus.mechanics.kernels import StraightTables, parameter_pass
from sarrus.mechanics.signatures import CLOSED_KERNELS
from sarrus.scalar import Node
from sarrus.scalar.derivative import along
from sarrus.scalar.kernel import Group, Kernel
from sarrus.scalar.rewrite import Hoisting, substitute

__all__ = ["ClosedTables", "closed_equations"]

SAME = 1e-9
"""Part by which two ways to the same number may differ."""


class ClosedTables(Mapping[str, Kernel]):
    """Kernels of the closed form by name, and what belongs to them.

    Args:
        relative: the equations in joint coordinates, as straight-line code.
        tables: their kernels.
        closures: what closes them.
        plan: what leads, and what follows.

    Attributes:
        turning: numbers of the coordinates that follow and whose turns the state counts.
        states: what the state holds.
    """

    work = 0
    plan: tuple[int, ...] = ()
    is_straight = True
    sides: tuple[int, ...] = ()
    patterns: Mapping[str, Pattern] = {"M": (), "G": (), "gap": (), "measure": ()}
    parameter_pass = None

    def __init__(self, relative: Equations, tables: StraightTables, closures: Closures, plan: Plan) -> None:
        self._way, self._relative = plan, relative
        self._mechanics, self._rec = tables.mechanics, tables.recorded
        self._graph = self._rec.graph
        self._numbers = {**tables.number_values, **plan.modes}
        self._n = len(relative.speeds)
        self._closures = closures
        self.turning = tuple(
            k
            for step in plan.steps
            for k, value in zip(step.coordinates, step.values, strict=True)
            if isinstance(value, PlaneVector)
        )
        self.states = self._states()
        self._known: dict[Node, Node] = {}
        self._made: dict[str, Kernel] = {}
        given = self._given
        self._hoist = Hoisting({s for symbols in given.values() for s in symbols}, self._known)
        outputs = {name: self._outputs(name) for name in CLOSED_KERNELS}
        self._made = {name: self._kernel(name, found) for name, found in outputs.items()}

    def _states(self) -> tuple[StateInfo, ...]:
        before, n, leading = self._relative.states, self._n, self._way.leading
        angles = [replace(before[k], kind=StateKind.TURN) for k in self.turning]
        return (*(before[k] for k in leading), *(before[n + k] for k in leading), *before[2 * n :], *angles)

    @cached_property
    def _given(self) -> dict[str, tuple[Node, ...]]:
        """The symbols that kernels are given."""
        rec, n, leading = self._rec, self._n, self._way.leading
        x = rec.symbols("x", 0, len(self._relative.states))
        turns = self._graph.symbols(f"turn.{self._relative.states[k].name}" for k in self.turning)
        return {
            "t": rec.symbols("t", 0, 1),
            "x": (*(x[k] for k in leading), *(x[n + k] for k in leading), *x[2 * n :], *turns),
            "u": rec.symbols("u", 0, len(self._relative.inputs)),
        }

    @cached_property
    def _placed(self) -> dict[Node, Node]:
        """What stands for coordinates that follow."""
        turns = (
            dict(zip(self.turning, self._given["x"][-len(self.turning) :], strict=True))
            if self.turning
            else {}
        )
        return followed(self._closures, self._way.steps, turns)

    def _nodes(self, array: str) -> list[Node]:
        self._mechanics.size(array)
        return self._rec.nodes(array)

    @cached_property
    def _G(self) -> dict[tuple[int, int], Node]:
        found = substitute(self._nodes("G"), self._placed)
        return dict(zip(self._mechanics.G.pattern, found, strict=True))

    @cached_property
    def _pinned(self) -> list[PinnedRows]:
        """Rows of turning joints that close loops, in ground components."""
        layout = self._mechanics.layout
        return [PinnedRows(layout, self._rec, s.pinned) for s in self._way.steps if s.pinned is not None]

    @cached_property
    def _blocks(self) -> StepBlocks:
        G = dict(self._G)
        for rows in self._pinned:
            taken = {row for row, _ in rows.G}
            G = {place: entry for place, entry in G.items() if place[0] not in taken}
            G |= zip(rows.G, substitute([*rows.G.values()], self._placed), strict=True)
        return StepBlocks(self._graph, self._way.steps, G, self._areas(G))

    def _areas(self, G: Mapping[tuple[int, int], Node]) -> dict[int, Node]:
        """Determinants of the rows of pinned triangles.

        They are the square roots themselves, but for a sign that never changes: the start tells it. Twice the area of a
        triangle with three turning joints; with a slide, the turning side along it.
        """
        steps = self._way.steps
        numbers = [k for k, s in enumerate(steps) if s.pinned is not None and s.root is not None]
        both: list[Node] = []
        for k in numbers:
            root = steps[k].root
            assert root is not None
            both += [determinant(block_of(self._graph, steps[k], G)), *substitute([root], self._placed)]
        values = self._way.at_start(both)
        found = {}
        for k, area, one, two in zip(numbers, both[1::2], values[::2], values[1::2], strict=True):
            if abs(abs(one) - abs(two)) <= SAME * abs(one):
                found[k] = area if one * two > 0.0 else -area
        return found

    def _second(self) -> list[Node]:
        """Right-hand sides of the second derivatives of these rows."""
        beta = self._nodes("beta")
        for rows in self._pinned:
            for row, value in rows.beta.items():
                beta[row] = value
        return substitute(beta, self._moving)

    @cached_property
    def _columns(self) -> list[dict[int, Node]]:
        """K: what each leading speed does to all."""
        g, leading = self._graph, self._way.leading
        still = [g.zero] * len(self._relative.rows)
        return [
            self._blocks.follow({k: g.one if k == one else g.zero for k in leading}, still) for one in leading
        ]

    @cached_property
    def _moving(self) -> dict[Node, Node]:
        """What stands for coordinates and speeds that follow."""
        g, n, leading = self._graph, self._n, self._way.leading
        v = self._rec.symbols("x", n, n)
        alpha = substitute(self._nodes("alpha"), self._placed)
        driven = self._blocks.follow({k: g.zero for k in leading}, alpha)
        found = dict(self._placed)
        for k in range(n):
            if k not in leading:
                found[v[k]] = self._along(k, [v[i] for i in leading], driven)
        return found

    def _along(self, k: int, leading: Sequence[Node], beside: Mapping[int, Node]) -> Node:
        """K times leading rates, and what stands beside."""
        total = beside[k]
        for column, rate in zip(self._columns, leading, strict=True):
            total = total + column[k] * rate
        return total

    @cached_property
    def _bias(self) -> dict[int, Node]:
        """Accelerations without those of leading speeds."""
        return self._blocks.follow({k: self._graph.zero for k in self._way.leading}, self._second())

    @cached_property
    def _system(self) -> tuple[dict[tuple[int, int], Node], list[Node]]:
        """M and f."""
        M = dict(zip(self._mechanics.M.pattern, substitute(self._nodes("M"), self._moving), strict=True))
        return M, substitute(self._nodes("f"), self._moving)

    @cached_property
    def _accelerations(self) -> list[Node]:
        """Of the leading speeds."""
        return solved(self._graph, *reduced(self._graph, *self._system, self._columns, self._bias))

    @cached_property
    def _acting(self) -> dict[Node, Node]:
        """What stands for everything that follows, accelerations and multipliers too."""
        M, f = self._system
        a, n = self._rec.symbols("vdot", 0, self._n), self._n
        leading = dict(zip(self._way.leading, self._accelerations, strict=True))
        vdot = {
            k: leading[k] if k in leading else self._along(k, self._accelerations, self._bias)
            for k in range(n)
        }
        needed = {k: -f[k] for k in range(n)}
        for (i, j), value in M.items():
            needed[i] = needed[i] + value * vdot[j]
            if i != j:
                needed[j] = needed[j] + value * vdot[i]
        lam = self._rec.symbols("lam", 0, len(self._relative.rows))
        found = {**self._moving, **{a[k]: vdot[k] for k in range(n)}}
        blocks = StepBlocks(self._graph, self._way.steps, self._G)
        return found | {lam[r]: value for r, value in blocks.multipliers(needed).items()}

    @cached_property
    def _flows(self) -> list[Node]:
        """Rates of all that stands behind the speeds."""
        v = self._rec.symbols("x", self._n, self._n)
        return substitute([*self._nodes("rates"), *(v[k] for k in self.turning)], self._acting)

    def _outputs(self, name: str) -> list[Group]:
        return [(array, tuple(self._hoist(self._filled(array)))) for array in CLOSED_KERNELS[name][1]]

    def _filled(self, array: str) -> list[Node]:
        return _FILLED[array](self)

    def _leading_of(self, array: str) -> list[Node]:
        found = self._nodes(array)
        return substitute([found[k] for k in self._way.leading], self._moving)

    def _whole(self) -> list[Node]:
        """The derivative of the state."""
        return [*self._leading_of("qdot"), *self._accelerations, *self._flows]

    def _heights(self) -> tuple[list[Node], list[Node]]:
        """Heights of the triangles, positive in the mode of the run, and their rates."""
        x, (t,), count = self._given["x"], self._given["t"], len(self._way.leading)
        heights = substitute([h for s in self._way.steps if (h := s.rise) is not None], self._placed)
        moving = dict(zip(x[:count], x[count : 2 * count], strict=True))
        return heights, along(heights, {**moving, t: 1.0})

    def _drift(self) -> list[Node]:
        """G v - alpha."""
        alpha = substitute(self._nodes("alpha"), self._placed)
        v = substitute(self._rec.symbols("x", self._n, self._n), self._moving)
        rates = [-a for a in alpha]
        for (r, k), value in self._G.items():
            rates[r] = rates[r] + value * v[k]
        return self._sized(rates)

    def _sized(self, rows: list[Node]) -> list[Node]:
        """Rows of natural size: relations, which have no unit, in that of what follows from them."""
        for step in self._way.steps:
            if len(step.rows) == 1:
                (row,), (k,) = step.rows, step.coordinates
                rows[row] = rows[row] / self._G[row, k]
        return rows

    def _expanded(self) -> list[Node]:
        """The state of the relative formulation."""
        x = self._rec.symbols("x", 0, len(self._relative.states))
        return substitute(x, self._moving)

    def _turning(self) -> list[Node]:
        """Speeds that turn something."""
        infos, v = self._relative.states[self._n : 2 * self._n], self._rec.symbols("x", self._n, self._n)
        return substitute([s for s, i in zip(v, infos, strict=True) if i.unit == "rad/s"], self._moving)

    def _kernel(self, name: str, outputs: Sequence[Group]) -> Kernel:
        memory: tuple[Group, ...] = (("c", tuple(self._known.values())), ("work", ()), ("plan", ()))
        inputs = (*((array, self._given[array]) for array in CLOSED_KERNELS[name][0]), *memory)
        return Kernel(name, inputs, tuple(outputs), fused=name == "derivative")

    @property
    def kernels(self) -> Mapping[str, Kernel]:
        """By name."""
        return self

    def __getitem__(self, name: str) -> Kernel:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    @property
    def channels(self) -> tuple[ChannelInfo, ...]:
        """What the output kernel publishes: the same in all formulations."""
        return self._relative.channels

    @property
    def acting(self) -> tuple[ActingInfo, ...]:
        """There is no such kernel."""
        return ()

    @cached_property
    def constants(self) -> tuple[float, ...]:
        """Values of c."""
        return parameter_pass(self._graph, self._numbers, list(self._known))


_FILLED: Mapping[str, Callable[[ClosedTables], list[Node]]] = {
    "a": lambda e: e._accelerations,
    "dx": lambda e: e._whole(),
    "row": lambda e: substitute(e._nodes("row"), e._acting),
    "guard": lambda e: substitute(e._nodes("guard"), e._moving),
    "height": lambda e: e._heights()[0],
    "height_rate": lambda e: e._heights()[1],
    "g": lambda e: e._sized(substitute(e._nodes("g"), e._placed)),
    "g_rate": lambda e: e._drift(),
    "state": lambda e: e._expanded(),
    "turning": lambda e: e._turning(),
}


def closed_equations(relative: Equations, closures: Closures, plan: Plan) -> Equations:
    """The equations of a plan."""
    tables = relative.tables
    assert isinstance(tables, StraightTables)
    closed = ClosedTables(relative, tables, closures, plan)
    return replace(
        relative,
        formulation="closed",
        states=closed.states,
        rows=(),
        gap_rows=(),
        aims=(),
        kernels=closed,
        tables=closed,
        leading=plan.leading,
        derived={},
    )
