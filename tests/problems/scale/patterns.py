"""Equations by their patterns alone: what laying out memory needs to know of a mechanism, for thousands of bodies."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

from sarrus.mechanics.infos import RowInfo

GROUND = None


@dataclass
class Patterns:
    """Bodies in absolute coordinates, and elements between them.

    Attributes:
        elements: (name, bodies it touches, number of rows).
        relations: names of the elements that are relations.
        each: speeds of a body.
    """

    bodies: int
    elements: list[tuple[str, tuple[int, ...], int]]
    relations: tuple[str, ...] = ()
    each: int = 6
    formulation: str = "absolute"
    quadratures: tuple[str, ...] = ()
    kernels: dict[str, object] = field(default_factory=dict)
    constants: tuple[float, ...] = ()
    inputs: tuple[float, ...] = ()
    guarded: tuple[str, ...] = ()
    pushes: tuple[str, ...] = ()
    inertial: tuple[bool, ...] = ()
    sides: tuple[int, ...] = ()
    shares_loads: bool = False
    push_pattern: tuple[tuple[int, int], ...] = ()
    work: int = 0
    plan: tuple[int, ...] = ()
    leading: tuple[int, ...] | None = None

    @property
    def multipliers(self) -> int:
        return len(self.rows)

    def __post_init__(self) -> None:
        n = self.each
        self.speeds = tuple(f"body{k}.v{i}" for k in range(self.bodies) for i in range(n))
        self.coordinates = self.speeds
        self.speed_lengths = (1.0,) * len(self.speeds)
        self.speed_units = ("m",) * len(self.speeds)
        self.size = 2 * len(self.speeds)
        self.rows = tuple(
            RowInfo(f"{name}.{r}", name, "m") for name, _, count in self.elements for r in range(count)
        )
        self.row_lengths = self.row_weights = (1.0,) * len(self.rows)
        touched = [bodies for _, bodies, count in self.elements for _ in range(count)]
        self.jacobian_pattern = tuple(
            (r, n * b + i) for r, bodies in enumerate(touched) for b in sorted(bodies) for i in range(n)
        )
        self.mass_pattern = tuple(
            (n * k + i, n * k + j) for k in range(self.bodies) for i in range(n) for j in range(i + 1)
        )
        joints = [SimpleNamespace(name=e[0]) for e in self.elements if e[0] not in self.relations]
        relations = [SimpleNamespace(name=name) for name in self.relations]
        self.model = SimpleNamespace(all_joints=joints, relations=relations)


def chain(bodies: int) -> Patterns:
    """Body after body on hinges, the first on ground."""
    return Patterns(bodies, [(f"hinge{k}", (k - 1, k) if k else (0,), 5) for k in range(bodies)])


def ring(bodies: int) -> Patterns:
    """A chain whose last body is hinged to ground as well."""
    return Patterns(bodies, [*chain(bodies).elements, ("closing", (bodies - 1,), 5)])


def star(bodies: int) -> Patterns:
    """Bodies hinged to one that is hinged to ground."""
    return Patterns(bodies, [("hub", (0,), 5), *((f"hinge{k}", (0, k), 5) for k in range(1, bodies))])


def ladder(cells: int) -> Patterns:
    """Planar four-bars side by side, each with a crank in common with the next one."""
    elements = [(f"foot{k}", (k,), 2) for k in range(cells + 1)]
    for k in range(cells):
        coupler = cells + 1 + k
        elements += [(f"left{k}", (k, coupler), 2), (f"right{k}", (k + 1, coupler), 2)]
    return Patterns(2 * cells + 1, elements, each=3)
