"""A soft joint: springs and dampers in all directions."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from sarrus.elements.base import Fault, Shape, param
from sarrus.elements.forces.base import Force, Relative
from sarrus.scalar import Scalar

NINE = "{0}_xx {0}_xy {0}_xz {0}_yx {0}_yy {0}_yz {0}_zx {0}_zy {0}_zz"
"""Letters of a block of forces by turns."""

Rows = list[list[Scalar]]


class Bushing(Force):
    """Elastic bearing between two frames, with coupled stiffness in all directions.

        e = (p_FM, r), r: rotation vector of R_FM      V = (e - e0)^T K (e - e0)/2      D = edot^T C edot/2

    Rows and columns of K and C are x, y, z, then turns about x, y, z, in base components. Their blocks are lists: the
    diagonal [xx, yy, zz], or [xx, yy, zz, yz, zx, xy]; `coupling` has the rows x, y, z of the block of forces by turns, nine
    numbers. K and C may have no negative eigenvalue. Force and moment follow from V and D, so both bodies feel what they
    should at any angle below half a turn; r jumps there.
    """

    ends = ("base", "follower")
    port = Relative
    symbol = "bushing"
    stiffness: tuple[Scalar, ...] = param(
        "N/m", "force per metre", shape=Shape.LIST, letter="k_x k_y k_z k_yz k_zx k_xy"
    )
    turning_stiffness: tuple[Scalar, ...] = param(
        "N m/rad", "moment per radian", shape=Shape.LIST, letter="k_rx k_ry k_rz k_ryz k_rzx k_rxy"
    )
    coupling: tuple[Scalar, ...] = param(
        "N", "force per radian", shape=Shape.LIST, default=(), letter=NINE.format("b")
    )
    damping: tuple[Scalar, ...] = param(
        "N s/m",
        "force per metre per second",
        shape=Shape.LIST,
        default=(),
        letter="c_x c_y c_z c_yz c_zx c_xy",
    )
    turning_damping: tuple[Scalar, ...] = param(
        "N m s/rad",
        "moment per radian per second",
        shape=Shape.LIST,
        default=(),
        letter="c_rx c_ry c_rz c_ryz c_rzx c_rxy",
    )
    coupling_damping: tuple[Scalar, ...] = param(
        "N s", "force per radian per second", shape=Shape.LIST, default=(), letter=NINE.format("h")
    )
    free_position: tuple[Scalar, ...] = param(
        "m", "p_FM without force", shape=Shape.LIST, default=(), letter="d_0x d_0y d_0z"
    )
    free_turn: tuple[Scalar, ...] = param(
        "rad", "r without moment", shape=Shape.LIST, default=(), letter="r_0x r_0y r_0z"
    )

    def energy(self, frames: Relative) -> Scalar:
        """Energy of the displacement."""
        free = [*(self.free_position or (0.0,) * 3), *(self.free_turn or (0.0,) * 3)]
        e = [a - b for a, b in zip((*frames.X_FM.p, *frames.turn), free, strict=True)]
        return 0.5 * _form(self._matrix(self.stiffness, self.turning_stiffness, self.coupling), e)

    def dissipation(self, frames: Relative) -> Scalar:
        """Rayleigh function of the dampers."""
        C = self._matrix(self.damping, self.turning_damping, self.coupling_damping)
        return 0.5 * _form(C, [*frames.V_FM.v, *frames.turning])

    def faults(self, unit: str) -> Iterable[Fault]:
        """Lists of another length, and matrices that would give energy away."""
        lengths = {
            (3, 6): ("stiffness", "turning_stiffness"),
            (0, 3, 6): ("damping", "turning_damping"),
            (0, 9): ("coupling", "coupling_damping"),
            (0, 3): ("free_position", "free_turn"),
        }
        is_whole = True
        for allowed, keys in lengths.items():
            for key in keys:
                count = len(getattr(self, key))
                if count not in allowed:
                    is_whole = False
                    words = " or ".join(str(n) for n in allowed if n)
                    yield Fault(
                        key, f"has {count} number{'' if count == 1 else 's'} as {key}", f"It takes {words}"
                    )
        if is_whole:
            yield from self._negative()
            turned = math.hypot(*(float(a) for a in self.free_turn))
            if turned >= math.pi:
                yield Fault(
                    "free_turn",
                    f"has a free turn of {turned:.4g} rad",
                    "A rotation vector is shorter than half a turn, pi",
                    "Turn the frame at one of its ends instead.",
                )

    def _negative(self) -> Iterable[Fault]:
        import numpy as np

        parts = {
            "stiffness": (self.stiffness, self.turning_stiffness, self.coupling),
            "damping": (self.damping, self.turning_damping, self.coupling_damping),
        }
        for key, blocks in parts.items():
            least = {
                name: min(block[:3], default=0.0)
                for name, block in zip((key, f"turning_{key}"), blocks, strict=False)
            }
            negative = [name for name, value in least.items() if value < 0]
            if negative:
                yield from (
                    Fault(name, f"has the number {least[name]:g} in {name}", "The first three are at least 0")
                    for name in negative
                )
                continue
            values = np.linalg.eigvalsh(np.array(self._matrix(*blocks), dtype=float))
            if values[0] < -1e-12 * max(abs(values[0]), abs(values[-1])):
                yield Fault(
                    key,
                    f"has a {key} matrix with the negative eigenvalue {values[0]:.3g}",
                    "None may be negative, or the bushing would give energy away",
                    "Make the coupling smaller.",
                )

    @classmethod
    def sample(cls, unit: str, seed: int) -> dict[str, Any]:
        """Diagonal, and full matrices."""
        found: dict[str, Any] = {"stiffness": (100, 200, 300), "turning_stiffness": (10, 20, 30)}
        if seed % 2 == 0:
            return found
        return found | {
            "stiffness": (100.0, 200.0, 300.0, 20.0, -10.0, 15.0),
            "coupling": (1.0, 2.0, 3.0, -4.0, 5.0, 6.0, 7.0, -8.0, 9.0),
            "damping": (1.0, 2.0, 3.0),
            "turning_damping": (0.1, 0.2, 0.3, 0.01, 0.02, -0.03),
            "free_position": (0.01, -0.02, 0.03),
            "free_turn": (0.1, 0.2, -0.1),
        }

    @staticmethod
    def _matrix(pp: Sequence[Scalar], rr: Sequence[Scalar], pr: Sequence[Scalar]) -> Rows:
        """Six rows of a symmetric matrix from its blocks."""
        found: Rows = [[0.0] * 6 for _ in range(6)]
        for first, block in ((0, pp), (3, rr)):
            for (i, j), value in zip(((0, 0), (1, 1), (2, 2), (1, 2), (2, 0), (0, 1)), block, strict=False):
                found[first + i][first + j] = found[first + j][first + i] = value
        for n, value in enumerate(pr):
            found[n // 3][3 + n % 3] = found[3 + n % 3][n // 3] = value
        return found


def _form(A: Rows, e: Sequence[Scalar]) -> Scalar:
    """e^T A e."""
    total: Scalar = 0.0
    for i in range(6):
        total = total + A[i][i] * (e[i] * e[i])
        for j in range(i):
            total = total + 2.0 * (A[i][j] * (e[i] * e[j]))
    return total
