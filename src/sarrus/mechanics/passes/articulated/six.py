"""Pairs of an angular and a linear vector, and symmetric matrices over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sarrus.scalar import Node, Scalar
from sarrus.spatial import Inertia, Pose, Rotation, Symmetric, Vec3
from sarrus.spatial.vector import EX, EY, EZ, ZERO

SPACE = tuple((i, j) for i in range(6) for j in range(i, 6))
"""Elements on and above the diagonal; angular components come first."""
PLANE = tuple((i, j) for i, j in SPACE if {i, j} <= {2, 3, 4})
"""Those that exist in the plane: turn about z, motion along x and y."""


@dataclass(frozen=True, slots=True)
class Six:
    """An angular and a linear vector: w, v of a motion, torque and force of a load."""

    w: Vec3
    v: Vec3

    def __add__(self, other: Six) -> Six:
        return Six(self.w + other.w, self.v + other.v)

    def __sub__(self, other: Six) -> Six:
        return Six(self.w - other.w, self.v - other.v)

    def __mul__(self, factor: Scalar) -> Six:
        return Six(self.w * factor, self.v * factor)

    def dot(self, other: Six) -> Scalar:
        """Power of a load along a motion."""
        return self.w.dot(other.w) + self.v.dot(other.v)

    def elements(self) -> list[Scalar]:
        """The six components."""
        return [*self.w, *self.v]

    def outward(self, X: Pose) -> Six:
        """A motion of the base frame of X, as it is at its follower."""
        return Six(X.R.back(self.w), X.R.back(self.v + self.w.cross(X.p)))

    def inward(self, X: Pose) -> Six:
        """A load at the follower of X, as it is at its base frame."""
        force = X.R * self.v
        return Six(X.R * self.w + X.p.cross(force), force)

    def force_cross(self, momentum: Six) -> Six:
        """Rate of a momentum that is constant in a frame moving like this."""
        return Six(
            self.w.cross(momentum.w) + self.v.cross(momentum.v),
            self.w.cross(momentum.v),
        )


def in_follower(R: Rotation, v: Vec3) -> Vec3:
    """A vector in the components of the follower; one of its own axes is recognised as such."""
    for axis, unit in ((R.x, EX), (R.y, EY), (R.z, EZ)):
        if _same(axis, v):
            return unit
        if _same(-axis, v):
            return -unit
    return R.back(v)


def _same(a: Vec3, b: Vec3) -> bool:
    return all(x is y if isinstance(x, Node) or isinstance(y, Node) else x == y for x, y in zip(a, b, strict=True))  # fmt: skip


Columns = tuple[Vec3, Vec3, Vec3]


@dataclass(frozen=True, slots=True)
class Symmetric6:
    """[[A, B], [B^T, C]]: A and C symmetric, B by its columns."""

    A: Symmetric
    B: Columns
    C: Symmetric

    @staticmethod
    def rigid(body: Inertia) -> Symmetric6:
        """Of a rigid body about the origin of a frame: B v = h x v."""
        h, m = body.h, body.m
        B = (h.cross(EX), h.cross(EY), h.cross(EZ))
        return Symmetric6(body.J, B, Symmetric(m, m, m))

    @staticmethod
    def read(planar: bool, flat: Sequence[Scalar]) -> Symmetric6:
        """From memory."""
        at = dict(zip(PLANE if planar else SPACE, flat, strict=True))
        return Symmetric6.of({key: at.get(key, 0.0) for key in SPACE})

    @staticmethod
    def of(at: dict[tuple[int, int], Scalar]) -> Symmetric6:
        """From elements on and above the diagonal."""
        A = Symmetric(at[0, 0], at[1, 1], at[2, 2], at[0, 1], at[0, 2], at[1, 2])
        C = Symmetric(at[3, 3], at[4, 4], at[5, 5], at[3, 4], at[3, 5], at[4, 5])
        x, y, z = (Vec3(at[0, k], at[1, k], at[2, k]) for k in (3, 4, 5))
        return Symmetric6(A, (x, y, z), C)

    def elements(self) -> dict[tuple[int, int], Scalar]:
        """Elements on and above the diagonal."""
        A, C = self.A, self.C
        found = {(0, 0): A.xx, (1, 1): A.yy, (2, 2): A.zz, (0, 1): A.xy, (0, 2): A.xz, (1, 2): A.yz}
        found |= {(3, 3): C.xx, (4, 4): C.yy, (5, 5): C.zz, (3, 4): C.xy, (3, 5): C.xz, (4, 5): C.yz}
        found |= {(i, 3 + k): x for k, column in enumerate(self.B) for i, x in enumerate(column)}
        return found

    def flat(self, planar: bool) -> list[Scalar]:
        """For memory."""
        at = self.elements()
        return [at[key] for key in (PLANE if planar else SPACE)]

    def __add__(self, other: Symmetric6) -> Symmetric6:
        x, y, z = (a + b for a, b in zip(self.B, other.B, strict=True))
        return Symmetric6(self.A + other.A, (x, y, z), self.C + other.C)

    def __mul__(self, m: Six) -> Six:
        x, y, z = self.B
        torque = self.A * m.w + x * m.v.x + y * m.v.y + z * m.v.z
        return Six(torque, Vec3(x.dot(m.w), y.dot(m.w), z.dot(m.w)) + self.C * m.v)

    def inward(self, X: Pose) -> Symmetric6:
        """Of something fixed on the follower of X, as it is at its base frame."""
        R, p = X.R, X.p
        A, C = self.A.turned(R), self.C.turned(R)
        B = _turned(self.B, R)
        cx, cy, cz = Vec3(C.xx, C.xy, C.xz), Vec3(C.xy, C.yy, C.yz), Vec3(C.xz, C.yz, C.zz)
        moved: Columns = (B[0] + p.cross(cx), B[1] + p.cross(cy), B[2] + p.cross(cz))
        # A + [p] B^T - (B + [p] C) [p], by rows: it is symmetric, and stored once
        rows = [Vec3(*r) for r in zip(*B, strict=True)]
        left = [p.cross(r) for r in rows]  # columns of [p] B^T
        right = [Vec3(*r).cross(p) for r in zip(*moved, strict=True)]  # rows of (B + [p] C) [p]
        added = Symmetric(
            left[0].x - right[0].x,
            left[1].y - right[1].y,
            left[2].z - right[2].z,
            left[1].x - right[0].y,
            left[2].x - right[0].z,
            left[2].y - right[1].z,
        )
        return Symmetric6(A + added, moved, C)


def _turned(B: Columns, R: Rotation) -> Columns:
    """R B R^T."""
    x, y, z = (R * b for b in B)
    rows = (Vec3(R.x.x, R.y.x, R.z.x), Vec3(R.x.y, R.y.y, R.z.y), Vec3(R.x.z, R.y.z, R.z.z))
    a, b, c = (x * r.x + y * r.y + z * r.z for r in rows)
    return a, b, c


@dataclass(frozen=True)
class Factored:
    """An inertia seen along the columns of a joint: across = inertia times columns; L D L^T = columns^T across.

    Attributes:
        across: one pair for each speed.
        lower: elements of L below the diagonal, row by row.
        inverse: one over each element of D.
        inertia: what was factored, where it is known.
        fixed: components along which nothing is left, because a column is just that component.
    """

    across: list[Six]
    lower: dict[tuple[int, int], Scalar]
    inverse: list[Scalar]
    inertia: Symmetric6 | None = None
    fixed: frozenset[int] = frozenset()

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """L D L^T x = b."""
        y = [a * d for a, d in zip(self.reduced(b), self.inverse, strict=True)]
        for i in reversed(range(len(y))):
            for j in range(i):
                y[j] = y[j] - self.lower[i, j] * y[i]
        return y

    def reduced(self, b: Sequence[Scalar]) -> list[Scalar]:
        """L y = b."""
        y = list(b)
        for i in range(len(y)):
            for j in range(i):
                y[i] = y[i] - self.lower[i, j] * y[j]
        return y

    def _steps(self) -> list[Six]:
        """Rows of L^-1 across^T."""
        found: list[Six] = []
        for i, u in enumerate(self.across):
            for j in range(i):
                u = u - found[j] * self.lower[i, j]
            found.append(u)
        return found

    def projected(self) -> Symmetric6:
        """What is left of the inertia when the joint is free to move."""
        assert self.inertia is not None
        at = self.inertia.elements()
        for step, d in zip(self._steps(), self.inverse, strict=True):
            flat = step.elements()
            scaled = [x * d for x in flat]
            at = {(i, j): x - scaled[i] * flat[j] for (i, j), x in at.items()}
        return Symmetric6.of({key: 0.0 if self.fixed & set(key) else x for key, x in at.items()})

    def spread(self, left: Sequence[Scalar]) -> Six:
        """across (L D L^T)^-1 left: what of the efforts reaches the other side."""
        total = Six(ZERO, ZERO)
        for step, d, y in zip(self._steps(), self.inverse, self.reduced(left), strict=True):
            total = total + step * (d * y)
        return total

    def flat(self, planar: bool, left: Sequence[Scalar]) -> list[Scalar]:
        """For memory, with the efforts left for the speeds."""
        kept = (2, 3, 4) if planar else range(6)
        across = [u.elements()[k] for u in self.across for k in kept]
        return [*across, *self.lower.values(), *self.inverse, *left]

    @staticmethod
    def read(planar: bool, flat: Sequence[Scalar], columns: Sequence[Six]) -> tuple[Factored, list[Scalar]]:
        """From memory, with the efforts left."""
        n, size = len(columns), 3 if planar else 6
        across = []
        for i in range(n):
            part = flat[i * size : (i + 1) * size]
            whole = [0.0, 0.0, part[0], part[1], part[2], 0.0] if planar else list(part)
            across.append(Six(Vec3(*whole[:3]), Vec3(*whole[3:])))
        rest = list(flat[n * size :])
        lower = {(i, j): rest.pop(0) for i in range(n) for j in range(i)}
        return Factored(across, lower, rest[:n]), rest[n:]


def factor(inertia: Symmetric6, columns: Sequence[Six]) -> Factored:
    """Factor the inertia along the columns of a joint."""
    across = [inertia * s for s in columns]
    lower: dict[tuple[int, int], Scalar] = {}
    inverse: list[Scalar] = []
    for i, s in enumerate(columns):
        scaled: list[Scalar] = []
        pivot = s.dot(across[i])
        for j in range(i):
            y = columns[j].dot(across[i])
            for k in range(j):
                y = y - lower[j, k] * scaled[k]
            scaled.append(y)
            lower[i, j] = y * inverse[j]
            pivot = pivot - lower[i, j] * y
        inverse.append(1.0 / pivot)
    return Factored(across, lower, inverse, inertia, frozenset(_fixed(columns)))


def _fixed(columns: Sequence[Six]) -> list[int]:
    """Components that are columns: what is left along them is zero, not just rounding."""
    found = []
    for s in columns:
        flat = s.elements()
        ones = [i for i, x in enumerate(flat) if isinstance(x, float) and abs(x) == 1.0]
        zeros = [x for x in flat if isinstance(x, float) and x == 0.0]
        if len(ones) != 1 or len(zeros) != 5:
            return []
        found += ones
    return found
