"""The graph of bodies and joints: a spanning tree grown from ground, and the joints that close loops."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.elements.closing import Closing
from sarrus.elements.joints.base import Joint
from sarrus.model import Snapshot
from sarrus.scalar import Graph
from sarrus.spatial import Pose, Rotation, Vec3
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
    """Branches ordered outward (a parent comes before its children), and the joints left over."""

    branches: tuple[Branch, ...]
    cuts: tuple[Joint, ...]

    def branch_of(self, body: int) -> Branch:
        """The branch that carries a body."""
        return next(b for b in self.branches if b.body == body)

    def path(self, body: int) -> list[int]:
        """Bodies from this one inward to ground, itself first."""
        trail = []
        while body != GROUND:
            trail.append(body)
            body = self.branch_of(body).parent
        return trail


def span(model: Snapshot) -> Tree:
    """Grow a spanning tree.

    A joint is cut rather late when something acts on its coordinate (driver, coupler, torsional spring: the coordinate
    must stay one), then when it has a start value; among equals the tree grows breadth first, which keeps loops short, and keeps joints with many rows.
    """
    index = {b.name: i for i, b in enumerate(model.bodies)}
    started = {n.split(".")[0] for n in (*model.fixed, *model.guess)}
    depth = {GROUND: 0}
    branches: list[Branch] = []
    waiting = list(enumerate(model.all_joints))

    def ends(joint: Joint) -> tuple[tuple[int, str], tuple[int, str]]:
        base, follower = model.ends_of(joint)
        one = index[base.body.name] if base.body else GROUND
        two = index[follower.body.name] if follower.body else GROUND
        return (one, base.frame), (two, follower.frame)

    while len(branches) < len(model.bodies):
        candidates = []
        for number, joint in waiting:
            (one, _), (two, _) = ends(joint)
            if (one in depth) != (two in depth):
                inner = one if one in depth else two
                name = joint.name
                key = (name not in model.carriers, name not in started, depth[inner], joint.freedoms, number)
                candidates.append((key, joint, inner == two))
        _, joint, backward = min(candidates, key=lambda c: c[0])
        one_end, two_end = ends(joint)
        (inner, inboard), (outer, outboard) = (two_end, one_end) if backward else (one_end, two_end)
        branches.append(Branch(outer, inner, joint, inboard, outboard, backward))
        depth[outer] = depth[inner] + 1
        waiting = [(n, j) for n, j in waiting if j is not joint]
    return Tree(tuple(branches), tuple(j for _, j in waiting if j.freedoms < (3 if model.planar else 6)))


def loop_of(model: Snapshot, tree: Tree, cut: Closing) -> list[str]:
    """Names of the joints around the loop that a cut joint or a constraint closes."""
    index = {b.name: i for i, b in enumerate(model.bodies)}
    one, two = (tree.path(index[p.body.name]) if p.body else [] for p in model.ends_of(cut))
    around = [b for b in one if b not in two] + [b for b in reversed(two) if b not in one]
    loop = [*(tree.branch_of(b).joint.name for b in around), cut.name]
    # begin with the joint that the user wrote first, and go on towards the one of its neighbours written earlier
    written = {e.name: i for i, e in enumerate((*model.all_joints, *model.closings))}
    first = loop.index(min(loop, key=written.__getitem__))
    loop = loop[first:] + loop[:first]
    if len(loop) > 2 and written[loop[-1]] < written[loop[1]]:
        loop = [loop[0], *reversed(loop[1:])]
    return loop


def counted_mobility(model: Snapshot) -> int:
    """Freedoms by counting (Gruebler, Kutzbach), without drivers: right only where all rows are independent."""
    each = 3 if model.planar else 6
    rows = sum(each - j.freedoms for j in model.all_joints)
    rows += sum(acting_rows(c, model.planar) for c in model.closings)
    rows += len(model.relations) - len(model.drivers)
    return each * len(model.bodies) - rows


def acting_rows(closing: Closing, planar: bool) -> int:
    """Rows that can act: in the plane some vanish by structure."""
    graph = Graph()
    bound = closing.bind(lambda path, value, unit: graph.symbol(path), planar)
    if planar:
        x, y, c, s = graph.symbols(("x", "y", "c", "s"))
        X = Pose(Rotation(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), Vec3(0.0, 0.0, 1.0)), Vec3(x, y, 0.0))
    else:
        X = pose_from(list(graph.symbols(f"X{i}" for i in range(12))))
    return sum(graph.lift(row) is not graph.zero for row in bound.closure(X))
