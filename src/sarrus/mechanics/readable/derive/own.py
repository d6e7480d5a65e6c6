"""Coordinates of constraints as they are printed: the place of a point along a curve.

They stand behind the coordinates of the bodies, and their rates behind the speeds. They have no inertia, so that the rows
of their constraint, and what drives or ties them, balance along each:

    0 = sum of entry times multiplier over all rows
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sarrus.elements.base import Coordinate
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.statements import refuse_rows_out_of_plane, require_slopes
from sarrus.mechanics.derive import pose_slopes
from sarrus.mechanics.readable.algebra.build import ZERO, add
from sarrus.mechanics.readable.algebra.curves import curves_of
from sarrus.mechanics.readable.algebra.rates import transposed
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.derive.numbers import LETTERS, NamedNumbers
from sarrus.mechanics.slots import acts
from sarrus.model import Snapshot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Pose, Rotation, Vec3
from sarrus.spatial.pose import pose_from

OTHERS = frozenset(("G", "M", "a", "beta", "f", "g", "kappa", "lambda", "mu", "w", *LETTERS.values()))
"""Letters that rows and numbers of a constraint use for something else."""


@dataclass(frozen=True)
class OwnCoordinate:
    """A coordinate of a constraint by its name."""

    name: Name
    owner: str
    coordinate: Coordinate

    @property
    def speed(self) -> Name:
        """Name of its rate, which is a speed."""
        return self.name.marked("dot")

    @property
    def effort(self) -> Name:
        """Name of what the rows of its constraint do along it."""
        return Name("w", (self.owner, self.coordinate.name))


def own_coordinates(element: Closing) -> tuple[OwnCoordinate, ...]:
    """Those of a constraint; one that is called like something else in its formulas is z with its own name below."""
    if not isinstance(element, FrameConstraint):
        return ()
    taken = OTHERS | {word.split("_")[0] for p in element.params.values() for word in p.letter.split()}
    found = []
    for c in element.coordinates:
        name = Name.of_quantity(c.name, element.name)
        if not name.letter or name.letter in taken:
            name = Name("z", (c.name, element.name))
        found.append(OwnCoordinate(name, element.name, c))
    return tuple(found)


def stated_of_pose(
    element: Closing, own: Sequence[Node]
) -> tuple[Callable[[Pose], Sequence[Scalar]], Callable[[Pose], Sequence[Scalar]]]:
    """Rows and sense of an element as functions of the pose alone, its own coordinates put in."""
    if not isinstance(element, FrameConstraint):
        return element.closure, lambda X: (element.sense(X),)
    closure: Callable[..., Sequence[Scalar]] = element.closure
    return lambda X: closure(X, *own), lambda X: (element.sense_at(X, *own),)


def balance(own: OwnCoordinate, rows: Iterable[tuple[dict[Name, Term], Name]]) -> Term:
    """What multipliers do along a coordinate, from entries and multiplier of each row."""
    shares = [transposed(entries[own.speed], lam) for entries, lam in rows if own.speed in entries]
    return add(ZERO, *shares)


def require_fit(model: Snapshot, written: FrameConstraint) -> None:
    """Refuse a curve that leaves the plane of its bodies, and a coordinate that no row changes with, as kernels do.

    Raises:
        ModelError: names the rows, or the coordinate.
    """
    graph, planar = Graph(), model.planar
    bound = written.bind(NamedNumbers(graph, model, general=True).resolve, planar)
    curves_of(model, graph, (bound,))
    own = graph.symbols(f"@own{i}" for i in range(written.freedoms))
    c, s, x, y = graph.symbols(f"@plane{i}" for i in range(4))
    flat = Pose(Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), Vec3(0.0, 0.0, 1.0)), Vec3(x, y, 0.0))
    X = flat if planar else pose_from(list(graph.symbols(f"@free{i}" for i in range(12))))
    found = pose_slopes(graph, bound.closure, X, own)
    acting = [k for k, (value, _, _) in enumerate(found) if acts(value)]
    require_slopes(written, {k for i in acting for k in range(len(own)) if acts(found[i][2][k])})
    if planar:
        loads = [found[k][1] for k in acting]
        out = [acts(load.force.z, load.torque.x, load.torque.y) for load in loads]
        refuse_rows_out_of_plane(written, [k for k, is_out in zip(acting, out, strict=True) if is_out])
