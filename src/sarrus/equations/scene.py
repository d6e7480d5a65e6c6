"""A mechanism in motion, as expressions: every body and frame moved by the coordinates of a tree.

Both formulations start here. The relative one hands in the spanning tree; the absolute one a star, on which every body
hangs on ground by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from sarrus.elements.base import Element
from sarrus.elements.joints.base import Joint
from sarrus.equations.derive import JointMotion, PoseFunction, joint_motion, pose_functions
from sarrus.equations.parameters import Parameters
from sarrus.equations.scales import Scales
from sarrus.model import Snapshot
from sarrus.model.snapshot import Place
from sarrus.scalar import Graph, Node, Scalar
from sarrus.spatial import Inertia, Kinematics, Pose, Twist, Vec3, Wrench
from sarrus.spatial.vector import ZERO
from sarrus.topology import GROUND, Branch, Tree

Bodies = dict[int, Kinematics]
"""Motion of every body, ground included."""
E = TypeVar("E", bound=Element)


@dataclass(frozen=True)
class Column:
    """What one speed does to everything outboard of its joint: velocity at a point, and turning; ground components."""

    speed: int
    v: Vec3
    w: Vec3
    point: Vec3

    def power(self, load: Wrench, point: Vec3) -> Scalar:
        """Power of a load acting at a point, at unit speed."""
        return self.v.dot(load.force) + self.w.dot(load.torque + (point - self.point).cross(load.force))


@dataclass
class Scene:
    """Symbols of the state and everything that moves with them.

    Positions are counted from the origin of the region that a body belongs to (`Scales.origins`): `origins` holds where
    that is, as symbols, or zero by structure where the region is held at ground itself.
    Per branch of the tree: the joint with its parameters bound, its coordinates q and speeds v, its motion and columns.
    """

    graph: Graph
    model: Snapshot
    tree: Tree
    t: Node
    parameters: Parameters
    joints: list[Joint]
    q: list[tuple[Node, ...]]
    v: list[tuple[Node, ...]]
    frames: dict[int, dict[str, Pose]]
    masses: list[tuple[Scalar, Vec3]]
    inertias: list[Inertia]
    scales: Scales
    origins: list[Vec3]
    motions: list[JointMotion] = field(default_factory=list)
    bodies: Bodies = field(default_factory=dict)
    columns: list[tuple[Column, ...]] = field(default_factory=list)

    @cached_property
    def coordinates(self) -> list[Node]:
        """All coordinates in order."""
        return [s for group in self.q for s in group]

    @cached_property
    def speeds(self) -> list[Node]:
        """All speeds in order."""
        return [s for group in self.v for s in group]

    @cached_property
    def first_speed(self) -> list[int]:
        """Where each branch's speeds begin."""
        starts, total = [], 0
        for group in self.v:
            starts.append(total)
            total += len(group)
        return starts

    @cached_property
    def rates(self) -> list[Node]:
        """Rate of every coordinate."""
        found: list[Node] = []
        for joint, q, v in zip(self.joints, self.q, self.v, strict=True):
            found.extend(self.graph.lift(r) for r in joint.rates(q, v))
        return found

    @cached_property
    def branch_index(self) -> dict[int, int]:
        """Body -> number of its branch."""
        return {b.body: i for i, b in enumerate(self.tree.branches)}

    @cached_property
    def paths(self) -> dict[int, tuple[int, ...]]:
        """Body -> branches between it and ground, its own first."""
        found: dict[int, tuple[int, ...]] = {GROUND: ()}
        for i, b in enumerate(self.tree.branches):
            found[b.body] = (i, *found[b.parent])
        return found

    def body_index(self, place: Place) -> int:
        """Number of the body a place is on."""
        return GROUND if place.body is None else self.model.bodies.index(place.body)

    def frames_at(self, places: Sequence[Place], bodies: Bodies | None = None) -> list[Kinematics]:
        """Motion of the frames at the ends of an element, all positions counted from the origin of one region."""
        region = self.scales.region_of(places)
        moving = self.bodies if bodies is None else bodies
        found = []
        for place in places:
            body = self.body_index(place)
            if body == GROUND:
                found.append(Kinematics().of(self.on_ground(place.frame, region)))
                continue
            frame = moving[body].of(self.frames[body][place.frame])
            if self.scales.region_at(body) != region:
                apart = self.origins[self.scales.region_at(body)] - self.origins[region]
                frame = replace(frame, X=Pose(frame.X.R, frame.X.p + apart))
            found.append(frame)
        return found

    def on_ground(self, frame: str, region: int) -> Pose:
        """A frame on ground as seen from the origin of a region."""
        X = self.frames[GROUND][frame]
        if region == GROUND or not self.scales.is_away[region]:
            return X
        return Pose(X.R, X.p - self.origins[region])

    def inboard(self, branch: Branch) -> Pose:
        """The frame on its parent that a branch of the tree begins at."""
        if branch.parent == GROUND and not self.tree.is_star:
            return self.on_ground(branch.inboard, self.scales.region_at(branch.body))
        return self.frames[branch.parent][branch.inboard]

    def outboard(self, motions: list[JointMotion]) -> Bodies:
        """Carry the motion from ground outward along the tree."""
        found = {GROUND: Kinematics()}
        for branch, joint in zip(self.tree.branches, motions, strict=True):
            start = found[branch.parent].of(self.inboard(branch))
            moved = start.then(joint.X, joint.V, joint.A)
            found[branch.body] = moved.of(self.frames[branch.body][branch.outboard].inverse())
        return found

    def accelerated(self, vdot: list[Node]) -> Bodies:
        """Motion of all bodies with the accelerations of the speeds included."""
        motions = []
        for joint, first in zip(self.motions, self.first_speed, strict=True):
            A = joint.A
            for k, column in enumerate(joint.columns):
                A = Twist(A.v + column.v * vdot[first + k], A.w + column.w * vdot[first + k])
            motions.append(JointMotion(joint.X, joint.V, A, joint.columns))
        return self.outboard(motions)

    def along_path(self, body: int, load: Wrench, point: Vec3, apart_from: int = GROUND) -> dict[int, Node]:
        """Generalized force of a load on a body: speed -> share. Speeds that also move `apart_from` are left out."""
        shared = set(self.paths[apart_from])
        found: dict[int, Node] = {}
        for i in self.paths[body]:
            if i not in shared:
                for column in self.columns[i]:
                    share = self.graph.lift(column.power(load, point))
                    if share is not self.graph.zero:
                        found[column.speed] = share
        return found

    def between(self, base: int, follower: int, load: Wrench, point: Vec3) -> dict[int, Node]:
        """Generalized force of a load on the follower and its opposite on the base, acting at one point.

        Joints that carry both do not feel it; they are left out by structure, not by cancellation.
        """
        found = self.along_path(follower, load, point, base)
        for speed, share in self.along_path(base, load, point, follower).items():
            found[speed] = -share
        return found

    @cached_property
    def turns(self) -> dict[str, Node]:
        """Integrated value of every angle that must be fitted to a pose: it tells on which turn the angle is."""
        own = {b.joint.name for b in self.tree.branches}
        return {
            f"{j.name}.{c.name}": self.graph.symbol(f"z.{j.name}.{c.name}")
            for j in self.model.all_joints
            for c in j.coordinates
            if c.is_angle and not j.inner and j.name not in own
        }

    def functions_of(
        self, element: E, function: Callable[[E, Pose], Sequence[Scalar]], bodies: Bodies | None = None
    ) -> tuple[list[PoseFunction], Kinematics, Kinematics]:
        """Functions of the relative pose of an element's two frames, with rates; the motion of its frames F and M."""
        F, M = self.frames_at(self.model.ends_of(element), bodies)
        X, V, A = F.relative(M)
        bound = element.bind(self.parameters.resolve, self.model.planar)
        return pose_functions(self.graph, lambda X_FM: function(bound, X_FM), X, V, A), F, M


def build_scene(model: Snapshot, tree: Tree) -> Scene:
    """Trace a mechanism over a tree."""
    graph = Graph()
    t = graph.symbol("t")
    parameters = Parameters(graph, model, t)
    names = [(b.joint.name, b.joint) for b in tree.branches]
    q = [graph.symbols(f"q.{n}.{c}" for c in j.inner_names) for n, j in names]
    v = [graph.symbols(f"v.{n}.{k + 1}" for k in range(j.freedoms)) for n, j in names]
    holders = {GROUND: model.ground, **dict(enumerate(model.bodies))}
    frames = {i: h.poses(parameters.resolve, model.planar) for i, h in holders.items()}
    scales = Scales(model)
    properties = [b.mass_properties(parameters.resolve, model.planar) for b in model.bodies]
    scene = Scene(
        graph,
        model,
        tree,
        t,
        parameters,
        [b.joint.bind(parameters.resolve, model.planar) for b in tree.branches],
        q,
        v,
        frames,
        [(m, c) for m, c, _ in properties],
        [Inertia.about_center(*p) for p in properties],
        scales,
        [_origin(parameters, scales, k, model.planar) for k in range(len(scales.origins))],
    )
    for branch, joint, qs, vs in zip(tree.branches, scene.joints, q, v, strict=True):
        scene.motions.append(joint_motion(graph, joint, qs, vs, branch.reversed))
    scene.bodies = scene.outboard(scene.motions)
    for branch, joint_moves, first in zip(tree.branches, scene.motions, scene.first_speed, strict=True):
        scene.columns.append(_columns(scene, branch, joint_moves, first))
    return scene


def _origin(parameters: Parameters, scales: Scales, region: int, planar: bool) -> Vec3:
    """The origin of a region as symbols; none where structure tells that it is that of ground."""
    if not scales.is_away[region]:
        return ZERO
    axes = zip("xyz"[: 2 if planar else 3], scales.origins[region], strict=False)
    return Vec3(
        *(parameters.symbol(f"origin{region}.{axis}", float(at)) for axis, at in axes), *(0.0,) * planar
    )


def _columns(scene: Scene, branch: Branch, joint: JointMotion, first: int) -> tuple[Column, ...]:
    inboard = scene.bodies[branch.parent].of(scene.inboard(branch))
    point = (inboard.X @ joint.X).p
    R = inboard.X.R
    return tuple(Column(first + k, R * c.v, R * c.w, point) for k, c in enumerate(joint.columns))
