"""From traced expressions to kernels: group inputs and outputs, and move constant work into the parameter pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sarrus.equations.assembly import Gap
from sarrus.equations.inertia import Matrix
from sarrus.equations.outputs import Channel
from sarrus.equations.rows import Measured, Row
from sarrus.equations.scene import Scene
from sarrus.scalar import Graph, Node
from sarrus.scalar.kernel import Group, Interpreter, Kernel
from sarrus.scalar.rewrite import hoist
from sarrus.scalar.tables import laid_out


@dataclass(frozen=True)
class Trace:
    """Everything a formulation has traced, as expressions."""

    scene: Scene
    M: Matrix
    f: list[Node]
    rows: list[Row]
    coordinates: list[Measured]
    gaps: list[Gap]
    senses: list[Node]
    vdot: list[Node]
    lam: list[Node]
    step: list[Node]
    retracted: list[Node]
    quadratures: dict[str, Node]
    flows: list[Node]
    channels: list[Channel]
    guards: list[Node]


def finish(trace: Trace) -> tuple[dict[str, Kernel], tuple[float, ...]]:
    """Kernels by name, and the values of their constants."""
    scene = trace.scene
    state = (*scene.coordinates, *scene.speeds, *trace.quadratures.values())
    varying = {scene.t, *state, *trace.vdot, *trace.lam, *trace.step}
    known: dict[Node, Node] = {}
    hoisted = {
        name: (inputs, [(group, hoist(nodes, varying, known)) for group, nodes in outputs])
        for name, (inputs, outputs) in _groups(trace, state).items()
    }
    memory: tuple[Group, ...] = (("c", tuple(known.values())), ("work", ()), ("plan", ()))
    kernels = {
        name: Kernel(name, (*inputs, *memory), tuple((group, tuple(nodes)) for group, nodes in outputs))
        for name, (inputs, outputs) in hoisted.items()
    }
    return kernels, constants(scene.graph, scene.parameters.values, list(known))


def constants(graph: Graph, numbers: Mapping[Node, float], parts: list[Node]) -> tuple[float, ...]:
    """The parameter pass: values of the constant parts, with the tables that kernels look into behind them.

    Args:
        graph: of the model.
        numbers: values of its parameters.
        parts: expressions of these, and of the places of tables.
    """
    given, values = list(numbers), list(numbers.values())
    inside = [x for rows in graph.lookups.values() for row in rows for x in row if isinstance(x, Node)]
    computed = dict(zip(inside, Interpreter(given, inside)(values), strict=True)) if inside else {}
    places, tables = laid_out(graph, len(parts), computed)
    # what is looked up once and for all is looked up in the tables where they will lie
    found = Interpreter([*given, *places], parts)(
        [*values, *places.values()], [*([0.0] * len(parts)), *tables]
    )
    return (*found, *tables)


def _groups(
    trace: Trace, state: tuple[Node, ...]
) -> dict[str, tuple[tuple[Group, ...], list[tuple[str, list[Node]]]]]:
    """Inputs (without the constants) and outputs of every kernel, as `base` lists them."""
    rows, scene = trace.rows, trace.scene
    now: tuple[Group, ...] = (("t", (scene.t,)), ("x", state))
    full: tuple[Group, ...] = (*now, ("vdot", tuple(trace.vdot)), ("lam", tuple(trace.lam)))
    G = ("G", [r.entries[s] for r in rows for s in sorted(r.entries)])
    g, alpha = ("g", [r.g for r in rows]), ("alpha", [r.alpha for r in rows])
    M, f = ("M", list(trace.M.values())), ("f", trace.f)
    slopes = [m.entries[s] for m in trace.coordinates for s in sorted(m.entries)]
    return {
        "rates": (now, [("qdot", scene.rates)]),
        "retract": ((now[1], ("step", tuple(trace.step))), [("q", trace.retracted)]),
        "closure": (now, [g, G, alpha, ("sense", trace.senses)]),
        "dynamics": (now, [M, f, G, ("beta", [r.beta for r in rows])]),
        "flows": (full, [("rates", trace.flows)]),
        "output": (full, [("row", [n for channel in trace.channels for n in channel.nodes])]),
        "gap": (
            now,
            [
                ("gap", [gap.value for gap in trace.gaps]),
                ("J", [gap.slopes[s] for gap in trace.gaps for s in sorted(gap.slopes)]),
            ],
        ),
        "measure": (
            now,
            [
                ("value", [m.value for m in trace.coordinates]),
                ("rate", [m.rate for m in trace.coordinates]),
                ("J", slopes),
            ],
        ),
        "guards": (now, [("guard", trace.guards)]),
    }
