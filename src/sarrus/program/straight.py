"""The whole derivative of the state as one kernel, for small mechanisms.

Dynamics, the factors of the constrained system, rates and powers share what they have in common, and nothing passes
through memory in between. The order of elimination is that of the sparse solver.
"""

from __future__ import annotations

from itertools import pairwise

from sarrus.mechanics import Equations
from sarrus.program.memory import constrained_system
from sarrus.scalar.graph import Graph, Node
from sarrus.scalar.kernel import Group, Kernel
from sarrus.scalar.rewrite import substitute
from sarrus.solvers.ldl import Symbolic

MOST_UPDATES = 1500
"""Products in the elimination up to which it is written out."""

Entries = dict[tuple[int, int], Node]


def derivative(equations: Equations) -> Kernel | None:
    """A kernel (t, x, u, c, work, plan, active, weight) -> M, f, G, beta, vdot, lam, inverse, dx.

    `inverse` holds one over each pivot: where nothing acts, an acceleration is zero even if there is no inertia.

    Returns:
        None where the kernels are loops themselves, or the elimination is too long to be written out.
    """
    if (
        not equations.is_straight or "dynamics" not in equations.kernels or equations.pushes
    ):  # before asking for a kernel, which would be recorded
        return None
    dynamics, flows = equations.kernels["dynamics"], equations.kernels["flows"]
    rates = equations.kernels["rates"]
    if not (isinstance(dynamics, Kernel) and isinstance(flows, Kernel) and isinstance(rates, Kernel)):
        return None
    symbolic = constrained_system(equations)
    if updates(symbolic) > MOST_UPDATES:
        return None
    (_, M), (_, f), (_, G), (_, beta) = dynamics.outputs
    inputs = {name: symbols for name, symbols in flows.inputs}
    graph = inputs["t"][0].graph
    count = len(equations.rows)
    active = graph.symbols(f"active.{i}" for i in range(count))
    weight = graph.symbols(f"weight.{i}" for i in range(count))
    A, b = _system(equations, graph, active, weight)
    solution, inverse = _solved(graph, symbolic, A, b)
    nv = len(equations.speeds)
    vdot, lam = solution[:nv], [-a for a in solution[nv:]]
    known = {**dict(zip(inputs["vdot"], vdot, strict=True)), **dict(zip(inputs["lam"], lam, strict=True))}
    dx = [*rates.outputs[0][1], *vdot, *substitute(flows.outputs[0][1], known)]
    groups: tuple[Group, ...] = (
        *dynamics.inputs,
        ("active", tuple(active)),
        ("weight", tuple(weight)),
    )
    outputs: tuple[Group, ...] = (
        ("M", M),
        ("f", f),
        ("G", G),
        ("beta", beta),
        ("vdot", tuple(vdot)),
        ("lam", tuple(lam)),
        ("inverse", tuple(inverse)),
        ("dx", tuple(dx)),
    )
    return Kernel("derivative", groups, outputs, fused=True)


def updates(symbolic: Symbolic) -> int:
    """Products in the elimination."""
    n = len(symbolic.order)
    begins = symbolic.tables[2 + n : 2 + 2 * n + 1].tolist()
    return sum((b - a) * (b - a + 1) // 2 for a, b in pairwise(begins))


def _system(
    equations: Equations, graph: Graph, active: tuple[Node, ...], weight: tuple[Node, ...]
) -> tuple[Entries, list[Node]]:
    """The constrained system of `system.build`, in the numbering of speeds and rows; its lower part."""
    dynamics = equations.kernels["dynamics"]
    assert isinstance(dynamics, Kernel)
    (_, M), (_, f), (_, G), (_, beta) = dynamics.outputs
    nv = len(equations.speeds)
    A: Entries = {}
    b = [*f, *(graph.mul(x, a) for x, a in zip(beta, active, strict=True))]

    def add(i: int, j: int, value: Node) -> None:
        key = (max(i, j), min(i, j))
        A[key] = graph.add(A.get(key, graph.zero), value)

    for (i, j), value in zip(equations.mass_pattern, M, strict=True):
        add(i, j, value)
    rows: dict[int, list[tuple[int, Node]]] = {}
    for (r, j), value in zip(equations.jacobian_pattern, G, strict=True):
        rows.setdefault(r, []).append((j, value))
        add(nv + r, j, value * active[r])
    for r, entries in rows.items():
        factor = weight[r] * active[r]
        for k, (i, one) in enumerate(entries):
            scaled = one * factor
            b[i] = b[i] + scaled * beta[r]
            for j, two in entries[: k + 1]:
                add(i, j, scaled * two)
    for r, a in enumerate(active):
        add(nv + r, nv + r, a - 1.0)
    return A, b


def _solved(graph: Graph, symbolic: Symbolic, A: Entries, b: list[Node]) -> tuple[list[Node], list[Node]]:
    """The solution of A x = b by elimination in the order of the symbolic factors; one over each pivot."""
    n = len(b)
    step = {original: k for k, original in enumerate(symbolic.order)}
    below: list[dict[int, Node]] = [{} for _ in range(n)]
    diagonal = [graph.zero] * n
    for (i, j), value in A.items():
        row, column = max(step[i], step[j]), min(step[i], step[j])
        if row == column:
            diagonal[row] = value
        else:
            below[column][row] = value
    inverse: list[Node] = []
    factors: list[dict[int, Node]] = []
    for k in range(n):
        inverse.append(1.0 / diagonal[k])
        entries = dict(sorted(below[k].items()))
        scaled = {i: value * inverse[k] for i, value in entries.items()}
        factors.append(scaled)
        for i, factor in scaled.items():
            diagonal[i] = diagonal[i] - factor * entries[i]
            for j, value in entries.items():
                if j < i:
                    below[j][i] = below[j].get(i, graph.zero) - factor * value
    y = [b[original] for original in symbolic.order]
    for k in range(n):
        for i, factor in factors[k].items():
            y[i] = y[i] - factor * y[k]
    y = [a * d for a, d in zip(y, inverse, strict=True)]
    for k in reversed(range(n)):
        for i, factor in factors[k].items():
            y[k] = y[k] - factor * y[i]
    found = [graph.zero] * n
    for k, original in enumerate(symbolic.order):
        found[original] = y[k]
    return found, inverse
