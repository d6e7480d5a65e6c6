"""Kane's equations of a tree as formulas: partial velocities, [A] and {f}, rows, accelerations, loads of joints.

    [A] = sum (m V^T V + W^T I W)      {f} = sum V^T (F - m a°) + W^T (T - I alpha° - w x I w)
    [A] ydot = {f} + B^T lambda        B ydot = beta

Loads of joints of the tree are what the bodies outward of them need (Newton-Euler), about the origin of the follower frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sarrus.mechanics.readable.algebra.build import (
    ZERO,
    add,
    chain,
    cross,
    is_zero,
    mul,
    neg,
    sub,
    transpose,
)
from sarrus.mechanics.readable.algebra.rebuild import terms_of
from sarrus.mechanics.readable.algebra.terms import (
    BODY,
    COLUMN,
    MATRIX,
    Matrix,
    Name,
    Null,
    OverBodies,
    Stack,
    Term,
)
from sarrus.mechanics.readable.algebra.trees import Definition, name_at, names_in
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.derive.tree.kinematics import Freedom, ReadableLimb
from sarrus.mechanics.readable.derive.tree.system import TreeRow, TreeSystem
from sarrus.model.snapshot import Place

__all__ = ["BETA", "EFFORTS", "KNOWN_EFFORTS", "LAMBDA", "A", "B", "F", "TreeMotion", "Y"]

A, B = Name("A", kind=MATRIX), Name("B", kind=MATRIX)
F, Y, LAMBDA, BETA, EFFORTS = (Name(n, kind=COLUMN) for n in ("f", "y", "lambda", "beta", "mu"))
KNOWN_EFFORTS = Name("K", kind=MATRIX)


@dataclass
class TreeMotion:
    """Kane's equations of a mechanism."""

    tree: TreeSystem
    order: tuple[Name, ...] | None = None
    """Speeds in the order of the columns; that of the tree unless said."""

    @property
    def planar(self) -> bool:
        """Whether it moves in the plane."""
        return self.tree.planar

    def V(self, body: str) -> Name:
        """Partial velocities of a mass centre."""
        return Name("V", (body,), MATRIX)

    def W(self, body: str) -> Name:
        """Partial angular velocities; in the plane a column of numbers."""
        return Name("W", (body,), COLUMN if self.planar else MATRIX)

    def force(self, body: str) -> Name:
        """Applied force."""
        return Name("F", (body,), COLUMN)

    def torque(self, body: str) -> Name:
        """Applied torque about the mass centre."""
        return Name("T", (body,), 0 if self.planar else COLUMN)

    def spin(self, body: str) -> Term:
        """Angular velocity, ground components."""
        return self.tree.points.spin(body)

    def alpha(self, body: str, mark: str = "ring") -> Name:
        """Angular acceleration."""
        if self.planar:
            return self.tree.points.body(body).psi.marked(mark if mark == "ring" else "ddot")
        return Name("alpha", (body,), COLUMN, mark)

    def acceleration(self, body: str) -> Name:
        """Of the mass centre."""
        return self.tree.center(body).marked("ddot")

    def inertia(self, body: str) -> Name:
        """About the mass centre, ground components."""
        return Name("J", (body,), mark="C") if self.planar else Name("I", (body,), MATRIX)

    @cached_property
    def columns(self) -> list[Name]:
        """Speeds in order."""
        return [f.speed for f in self.freedoms]

    @cached_property
    def freedoms(self) -> list[Freedom]:
        """Speeds with what they do, in order of the columns."""
        found = self.tree.tree.freedoms
        return found if self.order is None else sorted(found, key=lambda f: (self.order or ()).index(f.speed))

    @cached_property
    def partials(self) -> dict[str, tuple[dict[Name, Term], dict[Name, Term]]]:
        """Body -> partial velocities and partial angular velocities by speed."""
        return {body: self.tree.partials(body) for body in self.tree.bodies}

    @cached_property
    def tables(self) -> list[Definition]:
        """V_i and W_i."""
        found = []
        for body, (v, w) in self.partials.items() if self.columns else ():
            parts = [v.get(j, Null()) for j in self.columns]
            found.append(Definition(self.V(body), Matrix(tuple(parts), width=len(parts))))
            none = ZERO if self.planar else Null()
            turns = tuple(w.get(j, none) for j in self.columns)
            whole = Stack(turns) if self.planar else Matrix(turns, width=len(turns))
            found.append(Definition(self.W(body), whole))
        return found

    @cached_property
    def fields(self) -> Term | None:
        """Acceleration of free fall."""
        gammas = [d.name for d in self.tree.system.gamma]
        return add(*gammas) if gammas else None

    @cached_property
    def applied(self) -> list[Definition]:
        """F_i and T_i of bodies on which single forces act."""
        found = []
        for body, (force, torque) in self.tree.loads.items():
            weight = () if self.fields is None else (mul(Name("m", (body,)), self.fields),)
            found.append(Definition(self.force(body), add(*weight, force)))
            found.append(Definition(self.torque(body), torque))
        return found

    @property
    def loaded(self) -> bool:
        """Whether single forces act on bodies."""
        return bool(self.tree.loads)

    def own_force(self, body: str) -> Term:
        """Applied force on a body: by its name where single forces act on it, else its weight."""
        if body in self.tree.loads or (body == BODY and self.loaded):
            return self.force(body)
        return Null() if self.fields is None else mul(Name("m", (body,)), self.fields)

    def own_torque(self, body: str) -> Term:
        """Applied torque on a body."""
        if body == BODY:
            return self.torque(BODY) if self._twisted else self.tree.points.no_torque
        return self.torque(body) if body in self.tree.loads and self._twisted else self.tree.points.no_torque

    @cached_property
    def _twisted(self) -> bool:
        return any(not is_zero(torque) for _, torque in self.tree.loads.values())

    @cached_property
    def defaults(self) -> list[Definition]:
        """F_i and T_i of the other bodies, where the sums need a name for all."""
        found = []
        for body in self.tree.bodies if self.loaded else ():
            if body not in self.tree.loads:
                weight = Null() if self.fields is None else mul(Name("m", (body,)), self.fields)
                found += [
                    Definition(self.force(body), weight),
                    Definition(self.torque(body), self.tree.points.no_torque),
                ]
        return found

    def moves_on(self, mark: Name) -> bool:
        """Whether some body has such a second derivative."""
        names = [Name(mark.letter, (body,), mark.kind, "ring") for body in self.tree.bodies]
        return any(not is_zero(self.tree.put(n)) for n in names)

    @cached_property
    def zeros(self) -> list[Definition]:
        """What is nothing, or another name, for single bodies, where the sums name that of all."""
        used = names_in(*(d.value.parts[0] for d in self.sums), *(d.value for d in self.tensors))
        every = {name_at(n, body) for n in used for body in self.tree.bodies}
        return [Definition(n, value) for n, value in self.tree.alias.items() if n in every]

    @cached_property
    def sums(self) -> tuple[Definition, Definition]:
        """[A] and {f}, over all bodies."""
        V, W, m, J = self.V(BODY), self.W(BODY), Name("m", (BODY,)), self.inertia(BODY)
        Vt, Wt = transpose(V), transpose(W)
        a, alpha = self.tree.center(BODY).marked("ring"), self.alpha(BODY)
        push = sub(self.own_force(BODY), mul(m, a))
        if not self.loaded and self.fields is not None:
            push = mul(m, sub(self.fields, a))
        turning = self.moves_on(alpha)
        if self.planar:
            mass = add(mul(m, chain(Vt, V)), mul(J, chain(W, Wt)))
            twist = sub(self.own_torque(BODY), mul(J, alpha)) if turning else self.own_torque(BODY)
            turn = mul(twist, W) if not is_zero(twist) else Null()
        else:
            mass = add(mul(m, chain(Vt, V)), chain(Wt, J, W))
            spin = BodyNames(BODY, False).Omega
            gyro = cross(spin, chain(J, spin))
            needed = add(chain(J, alpha), gyro) if turning else gyro
            free = is_zero(self.own_torque(BODY))
            turn = neg(chain(Wt, needed)) if free else chain(Wt, sub(self.own_torque(BODY), needed))
        bodies = self.tree.bodies
        return (
            Definition(A, OverBodies((mass,), bodies)),
            Definition(F, OverBodies((add(chain(Vt, push), turn),), bodies)),
        )

    @cached_property
    def tensors(self) -> list[Definition]:
        """I_i in ground components (space)."""
        if self.planar:
            return []
        body = BodyNames(BODY, False)
        own = Name("J", (BODY,), MATRIX, "C")
        return [Definition(self.inertia(BODY), chain(body.A, own, transpose(body.A)))]

    @cached_property
    def closing(self) -> list[TreeRow]:
        """Rows with multipliers."""
        return self.tree.closing

    @cached_property
    def rows(self) -> list[Definition]:
        """B and beta."""
        if not self.closing:
            return []
        cells: list[Term] = []
        for row in self.closing:
            none = Null() if row.row.multiplier.rank else ZERO
            cells += [row.entries.get(j, none) for j in self.columns]
        return [
            Definition(B, Matrix(tuple(cells), width=len(self.columns))),
            Definition(BETA, Stack(tuple(row.beta for row in self.closing))),
        ]

    @cached_property
    def prescribed(self) -> list[Definition]:
        """Accelerations that drivers say."""
        by_speed = {f.speed: f.acceleration for f in self.tree.tree.freedoms}
        return [Definition(by_speed[j], row.beta) for j, row in self.tree.known.items()]

    @cached_property
    def unknown(self) -> list[Name]:
        """Accelerations that the equations determine."""
        known = {d.name for d in self.prescribed}
        return [f.acceleration for f in self.tree.tree.freedoms if f.acceleration not in known]

    @cached_property
    def vectors(self) -> list[Definition]:
        """ydot, lambda, and efforts of drivers, as columns."""
        found = [Definition(Y.marked("dot"), Stack(tuple(f.acceleration for f in self.freedoms)))]
        if self.closing:
            found.append(Definition(LAMBDA, Stack(tuple(row.row.multiplier for row in self.closing))))
        if self.tree.known:
            efforts = [
                self.tree.known[j].row.multiplier if j in self.tree.known else ZERO for j in self.columns
            ]
            found.append(Definition(EFFORTS, Stack(tuple(efforts))))
        return found

    @cached_property
    def accelerations(self) -> list[Definition]:
        """Of mass centres and turns, with those of the speeds."""
        found, ydot = [], Y.marked("dot")
        for body in self.tree.bodies:
            a = self.tree.put(self.tree.center(body).marked("ring"))
            if not self.columns:  # nothing moves
                found.append(Definition(self.acceleration(body), a))
                found.append(Definition(self.alpha(body, ""), self.tree.alpha(body)))
                continue
            found.append(Definition(self.acceleration(body), add(chain(self.V(body), ydot), a)))
            W = transpose(self.W(body)) if self.planar else self.W(body)
            found.append(Definition(self.alpha(body, ""), add(chain(W, ydot), self.tree.alpha(body))))
        return found

    def load(self, joint: str) -> Name:
        """Force through a joint of the tree, on its outer body."""
        return Name("lambda", (joint,), COLUMN)

    def twist(self, joint: str) -> Name:
        """Torque about the origin of its follower frame."""
        return Name("tau", (joint,), 0 if self.planar else COLUMN)

    def place(self, limb: ReadableLimb) -> Term:
        """Origin of the follower frame."""
        return self.tree.put(self.tree.points.point(limb.follower))

    def _arm(self, body: str, limb: ReadableLimb) -> Term:
        """From the mass centre of a body to the follower frame of one of its joints."""
        tree, kinematics = self.tree, self.tree.tree
        if not self.planar:
            return sub(self.place(limb), tree.center(body))
        on: Place = limb.follower if tree.points.owner(limb.follower) == body else limb.base
        arm = kinematics.arm(on)
        if on is limb.base and on is not limb.follower:
            arm = add(arm, limb.gap)
        return sub(arm, tree.centers[body])

    def needs(self, body: str) -> Term:
        """What a body needs of all its joints: force."""
        force, _ = self.tree.held.get(body, (Null(), None))
        m, a = Name("m", (body,)), self.acceleration(body)
        push = self.own_force(body)
        if body not in self.tree.loads and self.fields is not None:
            return add(mul(m, sub(a, self.fields)), neg(force))
        return add(mul(m, a), neg(push), neg(force))

    @cached_property
    def torques(self) -> list[Definition]:
        """Torques of cut joints."""
        found = [j.torque for j in self.tree.system.joints if j.torque]
        return [Definition(d.name, self.tree.put(d.value)) for d in found]

    def turns_freely(self, limb: ReadableLimb) -> bool:
        """Whether a joint carries no torque: it turns about the origin of M in all directions there are."""
        traced = limb.traced
        free = [
            any(not is_zero(c) for c in turn.parts) and all(is_zero(c) for c in shift.parts)
            for shift, turn in zip(traced.shifts, traced.turns, strict=True)
        ]
        return sum(free) >= (1 if self.planar else 3)

    @cached_property
    def loads(self) -> list[Definition]:
        """Force and torque of each joint of the tree on its outer body, inward."""
        found: list[Definition] = []
        for limb in reversed(self.tree.tree.limbs):
            body = limb.body
            outer = self.tree.tree.children(body)
            total = add(self.needs(body), *(self.load(child.name) for child in outer))
            found.append(Definition(self.load(limb.name), total))
            if not self.turns_freely(limb):
                found.append(Definition(self.twist(limb.name), self._twist(limb)))
        return found

    def _twist(self, limb: ReadableLimb) -> Term:
        body = limb.body
        J, alpha = self.inertia(body), self.alpha(body, "")
        shares: list[Term] = []
        if self.planar:
            shares.append(mul(J, alpha))
        else:
            spin = self.spin(body)
            shares += [chain(J, alpha), cross(spin, chain(J, spin))]
        shares.append(neg(self.own_torque(body)))
        _, held = self.tree.held.get(body, (None, self.tree.points.no_torque))
        shares.append(neg(held))
        for child in self.tree.tree.children(body):
            shares.append(self.tree.points.no_torque if self.turns_freely(child) else self.twist(child.name))
            shares += self._moment(self._arm(body, child), self.load(child.name))
        shares += [neg(t) for t in self._moment(self._arm(body, limb), self.load(limb.name))]
        return self.tree.put(add(*shares))

    def _moment(self, arm: Term, force: Term) -> list[Term]:
        return [*terms_of(self.tree.cross(arm, force))]
