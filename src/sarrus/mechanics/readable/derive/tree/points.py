"""Points, axes and joint coordinates of a mechanism whose bodies move by joint coordinates."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property

from sarrus.mechanics.derive import pose_slopes
from sarrus.mechanics.readable.algebra.build import (
    ONE,
    ZERO,
    add,
    chain,
    cross,
    dot,
    front,
    mul,
    neg,
    number,
    transpose,
)
from sarrus.mechanics.readable.algebra.rebuild import terms_of
from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    Chain,
    Identity,
    Name,
    Null,
    Term,
    Tilde,
    Transpose,
)
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.basis import joined
from sarrus.mechanics.readable.derive.changes import Change
from sarrus.mechanics.readable.derive.frames import Points
from sarrus.mechanics.readable.derive.moving import GROUND, BodyNames
from sarrus.mechanics.readable.derive.relations import Coordinates, End
from sarrus.mechanics.readable.derive.tree.kinematics import TreeKinematics
from sarrus.mechanics.readable.derive.tree.limbs import BASE, FOLLOWER
from sarrus.model import Snapshot
from sarrus.model.snapshot import Place
from sarrus.scalar import Graph, Node, Scalar

__all__ = ["TreeCoordinates", "TreePoints", "in_ground", "on_tree", "project", "times"]


SAME = 1e-12


class TreePoints(Points):
    """Points whose second derivatives go on into those of their bodies, which the tree gives."""

    def add_body(self, body: BodyNames) -> None:
        """The same; accelerations without those of the speeds have names."""
        super().add_body(body)
        self.second[body.rdot] = body.r.marked("ring")
        if self.planar:
            self.second[body.turn] = body.psi.marked("ring")

    def turn_with(self, body: BodyNames, axes: tuple[Name, ...]) -> None:
        """The same; axes turn on as their body does."""
        super().turn_with(body, axes)
        if self.planar:
            return
        alpha = Name("alpha", body.r.index, COLUMN, "ring")
        for axis in axes:
            dot = axis.marked("dot")
            self.motion[axis] = Definition(dot, cross(body.Omega, axis))
            self.motion[dot] = Definition(
                axis.marked("ring"), add(cross(alpha, axis), cross(body.Omega, dot))
            )

    def point(self, place: Place, offset: tuple[Term, ...] | None = None, label: str = "") -> Term:
        """The same; the second derivative of a point without accelerations of the speeds has a name."""
        p = super().point(place, offset, label)
        if isinstance(p, Name) and p in self.motion and p.marked("dot") not in self.motion:
            ring = p.marked("ring")
            self.motion[p.marked("dot")] = Definition(ring, self.second[p.marked("dot")])
            self.second[p.marked("dot")] = ring
        return p

    @cached_property
    def tree(self) -> TreeKinematics:
        """The bodies in joint coordinates."""
        return TreeKinematics(self)


TREE = "tree"


def of_tree(slopes: dict[Name, Term]) -> dict[Name, Term]:
    """Slopes of speeds of the tree, told from those of bodies: the rates of a floating body are both."""
    return {replace(j, of=TREE): slope for j, slope in slopes.items()}


def on_tree(slopes: dict[Name, Term]) -> dict[Name, Term]:
    """Those among slopes that belong to speeds of the tree."""
    return {replace(j, of=""): slope for j, slope in slopes.items() if j.of == TREE}


def times(entry: Term, vector: Term) -> Term:
    """entry vector, for a row or a matrix, term by term."""
    found: list[Term] = []
    for part in terms_of(entry):
        weight, core = front(part)
        if isinstance(core, Identity):
            found.append(mul(weight, vector))
        elif isinstance(core, Transpose):
            found.append(mul(weight, dot(core.items[0], vector)))
        else:
            found.append(mul(weight, in_ground(chain(core, vector))))
    return add(*found)


def in_ground(term: Term) -> Term:
    """A product with a cross product matrix in front of a vector as a cross product."""
    weight, core = front(term)
    if isinstance(core, Chain) and isinstance(core.items[0], Tilde):
        rest = chain(*core.items[1:])
        return mul(weight, cross(core.items[0].items[0], in_ground(rest)))
    return term


@dataclass
class TreeCoordinates(Coordinates):
    """Joint coordinates; those of the tree are what everything else is made of."""

    def change(self, end: End) -> Change:
        """A coordinate of the tree by its name, with both kinds of slopes: of bodies and of the speeds of the tree."""
        points = self.points
        assert isinstance(points, TreePoints)
        joint, _, coordinate = end
        name = Name.of_quantity(coordinate.name, joint.name)
        if name in self._found:
            return self._found[name]
        limb = points.tree.by_joint.get(joint.name)
        if limb is not None and name.marked("dot") in limb.traced.speeds:
            found = replace(self._axis(end), value=name, rate=name.marked("dot"), bias=ZERO)
            own: dict[Name, Term] = {name.marked("dot"): ONE}
        else:
            found = super().change(end)
            if limb is not None:  # an angle of a turn: it is given
                given = (name, name.marked("dot"))
                self.definitions[:] = [d for d in self.definitions if d.name not in given]
            if points.planar and found.torque == ONE:
                places = points.numbers.model.ends_of(joint)
                rings = [
                    ZERO if place.body is None else points.body(points.owner(place)).psi.marked("ring")
                    for place in places
                ]
                found = replace(found, bias=add(rings[1], neg(rings[0])))
            own = self.projected(joint.name, found.slopes)
        self._found[name] = replace(found, slopes={**found.slopes, **of_tree(own)})
        return self._found[name]

    def _axis(self, end: End) -> Change:
        """Slopes and load of a coordinate of the tree; one that turns about a fixed axis has its load along that."""
        points, (joint, _, coordinate) = self.points, end
        name = Name.of_quantity(coordinate.name, joint.name)
        base, follower = points.numbers.model.ends_of(joint)
        axis = None if points.planar else _turning_axis(points.numbers.model, end)
        if axis is not None:
            frame, unit = axis
            place = base if frame == BASE else follower
            t = add(Null(), *(mul(number(c), a) for c, a in zip(unit, points.axes(place), strict=True)))
            slopes: dict[Name, Term] = {}
            for where, sign in ((base, neg(ONE)), (follower, ONE)):
                if where.body is not None:
                    body = points.body(points.owner(where))
                    slopes[body.turn] = mul(sign, chain(transpose(t), body.A))
            return Change(name, name, ZERO, slopes, points.zero, t)
        found = super().change(end)
        del self._found[name]
        own = (name, name.marked("dot"), name.marked("ring"))
        self.definitions[:] = [d for d in self.definitions if d.name not in own]
        return found

    def projected(self, joint: str, slopes: dict[Name, Term]) -> dict[Name, Term]:
        """Slopes by the speeds of the tree, from those of the bodies."""
        points = self.points
        assert isinstance(points, TreePoints)
        tree = points.tree
        base, follower = points.numbers.model.ends_of(points.numbers.model.joint(joint))
        return project(tree, slopes, points.owner(base), points.owner(follower))


def project(tree: TreeKinematics, slopes: dict[Name, Term], base: str, follower: str) -> dict[Name, Term]:
    """Slopes by the speeds on the way between two bodies; those of joints that carry both change nothing between them."""
    points = tree.points
    shared = set(tree.W[base]) & set(tree.W[follower])
    found: dict[Name, list[Term]] = {}
    for owner in (base, follower):
        if owner == GROUND:
            continue
        body = points.body(owner)
        origin = tree.velocity(owner, body.r, points.zero)
        for j, w in tree.W[owner].items():
            if j in shared:
                continue
            if body.rdot in slopes:
                found.setdefault(j, []).append(times(slopes[body.rdot], origin[j]))
            if body.turn in slopes:
                entry = slopes[body.turn]
                if points.planar:
                    found.setdefault(j, []).append(mul(w, entry))
                else:
                    found.setdefault(j, []).append(times(_turned_back(entry, body), w))
    return {j: add(*shares) for j, shares in found.items() if add(*shares) not in (ZERO,)}


def _turned_back(entry: Term, body: BodyNames) -> Term:
    """An entry for the angular velocity in body components, for that in ground components."""
    return add(*(joined(part, transpose(body.A)) for part in terms_of(entry)))


def _turning_axis(model: Snapshot, end: End) -> tuple[str, tuple[float, ...]] | None:
    """The frame, and its axis, along which an effort at a coordinate is a torque, the same in every pose of the joint."""
    joint, k, _ = end
    written = next(j for j in model.all_joints if j.name == joint.name)
    bound = written.bind(model.resolve, model.planar)
    draw = random.Random(joint.name)  # noqa: S311
    seen: list[set[tuple[float, ...]]] = [set(), set()]
    for _ in range(3):
        inner = bound.retract([draw.uniform(0.1, 1.1) for _ in bound.inner_names])
        X = bound.motion(*(float(a) for a in inner))
        load = pose_slopes(Graph(), bound.fit, X)[k][1]
        if max(abs(_float(c)) for c in load.force) > SAME:
            return None
        for found, torque in zip(seen, (load.torque, X.R.back(load.torque)), strict=True):
            parts = [_float(c) for c in torque]
            near = tuple(float(round(c)) for c in parts)
            exact = max(abs(a - b) for a, b in zip(parts, near, strict=True)) < SAME
            found.add(near if exact else tuple(parts))
    for frame, found in zip((BASE, FOLLOWER), seen, strict=True):
        if len(found) == 1 and sum(map(abs, next(iter(found)))) == 1.0:
            return frame, next(iter(found))
    return None


def _float(value: Scalar) -> float:
    return float(value.value if isinstance(value, Node) else value)
