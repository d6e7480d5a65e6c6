"""The graph of bodies and joints: a spanning tree grown from ground, and the joints that close loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.joints.base import Joint
from sarrus.model import Place, Snapshot
from sarrus.scalar import Graph, Scalar
from sarrus.spatial import Pose, Rotation, Twist, Vec3
from sarrus.spatial.pose import pose_from

GROUND = -1


@dataclass(frozen=True)
class Branch:
    """A body with the joint that carries it on the tree.

    Attributes:
        body: index of the body in the model.
        parent: index of the body it hangs on, GROUND for ground.
        joint: the joint between them.
        inboard: frame on the parent.
        outboard: frame on the body.
        reversed: whether the tree walks the joint from follower to base; its coordinates stay base to follower.
    """

    body: int
    parent: int
    joint: Joint
    inboard: str
    outboard: str
    reversed: bool


@dataclass(frozen=True)
class Tree:
    """Branches ordered outward (a parent comes before its children), and the joints left over.

    Attributes:
        is_star: whether every body hangs on ground by itself, free, whatever joins it to others.
    """

    branches: tuple[Branch, ...]
    cuts: tuple[Joint, ...]
    is_star: bool = False

    @cached_property
    def branch_index(self) -> dict[int, int]:
        """Body -> number of the branch that carries it; ground has none."""
        return {b.body: i for i, b in enumerate(self.branches)}

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """For every branch, the number of the branch that carries its parent; GROUND where it hangs on ground."""
        return tuple(self.carrying(b.parent) for b in self.branches)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """For every branch, how many branches lie between its body and ground, itself included."""
        found: list[int] = []
        for parent in self.parents:
            found.append(1 if parent == GROUND else found[parent] + 1)
        return tuple(found)

    def carrying(self, body: int) -> int:
        """Number of the branch that carries a body, GROUND for ground."""
        return GROUND if body == GROUND else self.branch_index[body]

    def branch_of(self, body: int) -> Branch:
        """The branch that carries a body."""
        return self.branches[self.branch_index[body]]

    def path(self, body: int) -> list[int]:
        """Bodies from this one inward to ground, itself first."""
        inward, _ = self.between(body, GROUND)
        return [self.branches[i].body for i in inward]

    def between(self, one: int, two: int) -> tuple[list[int], list[int]]:
        """Numbers of the branches on the way from a body to another; branches that carry both are not on it.

        Costs as much as the way is long, not as much as the tree is deep.

        Args:
            one: body, or GROUND, at which the way begins.
            two: body, or GROUND, at which it ends.

        Returns:
            The branches walked inward from the first body, and those walked outward to the second one, each in the
            order of the way.
        """
        inward: list[int] = []
        outward: list[int] = []
        a, b = self.carrying(one), self.carrying(two)
        while a != b:
            if b == GROUND or (a != GROUND and self.depths[a] >= self.depths[b]):
                inward.append(a)
                a = self.parents[a]
            else:
                outward.append(b)
                b = self.parents[b]
        outward.reverse()
        return inward, outward


def span(model: Snapshot) -> Tree:
    """Grow a spanning tree.

    A joint is cut rather late when something acts on its coordinate (driver, coupler, torsional spring: the coordinate
    must stay one), then when it has a start value; among equals the tree grows breadth first, which keeps loops short,
    and keeps joints with many rows. A body with a plane of its own hangs on its guide: only that knows how high it lies.

    The joints that lead out of the tree wait in a heap, each with its rank among them, which does not change any more
    (Prim's method): m joints cost O(m log m).
    """
    started = {n.split(".")[0] for n in (*model.fixed, *model.guess)}
    joints = model.all_joints
    guides = {guide.name for guide in model.guides}
    ends = [_ends(model, joint) for joint in joints]
    at: dict[int, list[int]] = {}
    for number, (base, follower) in enumerate(ends):
        at.setdefault(base[0], []).append(number)
        at.setdefault(follower[0], []).append(number)
    depth = {GROUND: 0}
    branches: list[Branch] = []
    on_tree: set[int] = set()
    leading_out: list[tuple[bool, bool, bool, int, int, int]] = []

    def reach(body: int) -> None:
        """Let the joints at a body that has come onto the tree wait."""
        for number in at.get(body, ()):
            name, freedoms = joints[number].name, joints[number].freedoms
            key = (
                name not in guides,
                name not in model.carriers,
                name not in started,
                depth[body],
                freedoms,
                number,
            )
            if any(end not in depth for end, _ in ends[number]):
                heappush(leading_out, key)

    reach(GROUND)
    while len(branches) < len(model.bodies):
        number = heappop(leading_out)[-1]
        base, follower = ends[number]
        backward = base[0] not in depth
        inner, outer = (follower, base) if backward else (base, follower)
        if outer[0] in depth:
            continue  # the tree has come to its other end meanwhile: it closes a loop
        branches.append(Branch(outer[0], inner[0], joints[number], inner[1], outer[1], backward))
        on_tree.add(number)
        depth[outer[0]] = depth[inner[0]] + 1
        reach(outer[0])
    free = 3 if model.planar else 6
    cuts = tuple(j for i, j in enumerate(joints) if i not in on_tree and j.freedoms < free)
    return Tree(tuple(branches), cuts)


def _ends(model: Snapshot, element: Closing) -> tuple[tuple[int, str], tuple[int, str]]:
    """Body and frame of the base and of the follower."""
    base, follower = model.ends_of(element)
    return (body_at(model, base), base.frame), (body_at(model, follower), follower.frame)


def body_at(model: Snapshot, place: Place) -> int:
    """Index of the body a place is on, GROUND for ground."""
    return GROUND if place.body is None else model.body_index[place.body.name]


def counted_slips(model: Snapshot) -> int:
    """Rows that forbid velocities alone: what the freedom of configurations has more than that of speeds, by counting."""
    stated = [e for e in (*model.all_joints, *model.closings) if e.slip]
    rates = sum(relation.of_rates for relation in model.relations)
    return rates + sum(acting_by_level(element, model.planar)[1] for element in stated)


def acting_rows(closing: Closing, planar: bool) -> int:
    """Rows that can act, of positions and of velocities: in the plane some vanish by structure."""
    return sum(acting_by_level(closing, planar))


def acting_by_level(closing: Closing, planar: bool) -> tuple[int, int]:
    """Rows of positions and rows of velocities that can act."""
    graph = Graph()
    bound = closing.bind(lambda path, value, unit: graph.symbol(path), planar)
    if planar:
        x, y, c, s = graph.symbols(("x", "y", "c", "s"))
        X = Pose(Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), Vec3(0.0, 0.0, 1.0)), Vec3(x, y, 0.0))
        v, w, turn = graph.symbols(("v", "w", "turn"))
        V = Twist(Vec3(v, w, 0.0), Vec3(0.0, 0.0, turn))
    else:
        X = pose_from(list(graph.symbols(f"X{i}" for i in range(12))))
        six = graph.symbols(f"V{i}" for i in range(6))
        V = Twist(Vec3(*six[:3]), Vec3(*six[3:]))
    own = graph.symbols(
        f"s{i}" for i in range(closing.freedoms if isinstance(closing, FrameConstraint) else 0)
    )
    closure_of: Callable[..., tuple[Scalar, ...]] = bound.closure
    stated = closure_of(X, *own), bound.slip(X, V) if bound.slip else ()
    closure, slip = (sum(graph.lift(row) is not graph.zero for row in rows) for rows in stated)
    return closure, slip
