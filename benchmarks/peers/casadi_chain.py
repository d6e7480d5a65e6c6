"""The hinged chain as C written by CasADi: the articulated-body algorithm traced over SX, compiled with optimisation.

Frames are parallel at zero, so that half of the products vanish while it is traced; symmetric matrices are traced once.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import casadi
import numpy as np

from benchmarks.forward import Forward
from benchmarks.models import chain

FLAGS = ("-O3", "-march=native", "-fPIC", "-shared")
LOOP = """
typedef long long integer;
extern int forward(const double** arg, double** res, integer* iw, double* w, int mem);
void repeat(integer n, const double** arg, double** res, integer* iw, double* w) {
    for (integer i = 0; i < n; ++i) forward(arg, res, iw, w, 0);
}
"""


def compiler() -> str:
    """The C compiler of this machine; "" when there is none."""
    return shutil.which("cc") or ""


def forward(count: int, live: bool = False) -> Forward:
    """The hinged chain at its state; evaluated in a loop in C, so that no call is in the time.

    Args:
        count: links.
        live: whether masses, centres, moments and places are inputs or written into the code. Axes and zeros are always
            written into it. Ours has its ones and minus ones there too, here masses and lengths, and reads all others.
    """
    made = _Loop(count, live, is_derived=False)
    kind = "live numbers" if live else "numbers written into the code"
    setting = (
        f"articulated-body algorithm over SX, {kind}, {made.operations} operations, {' '.join(FLAGS[:2])}"
    )
    name = "casadi-live" if live else "casadi"
    return Forward(name, setting, made.result.copy(), made.calls, inside=made.inside)


def derivatives(count: int) -> Any:
    """Makes n evaluations of the derivative of the accelerations by coordinates and speeds, in a loop in C."""
    return _Loop(count, live=False, is_derived=True).inside


class _Loop:
    """The chain, or its derivative, as C in a loop."""

    def __init__(self, count: int, live: bool, is_derived: bool) -> None:
        q, v = casadi.SX.sym("q", count), casadi.SX.sym("v", count)
        numbers, values = _numbers(chain.links(count), live)
        found = _articulated(numbers, q, v)
        if is_derived:
            found = casadi.densify(casadi.jacobian(found, casadi.vertcat(q, v)))
        function = casadi.Function("forward", [q, v, *values[0]], [found], {"cse": True})
        library = _compiled(function)
        self.operations = function.n_instructions()
        self.result = np.zeros(found.numel())
        self._state = [np.ascontiguousarray(a) for a in (*chain.hinge_state(count), *values[1])]
        self._work = np.zeros(max(1, function.sz_iw()), np.int64), np.zeros(max(1, function.sz_w()))
        pointer = ctypes.c_void_p
        # C knows the arrays by their addresses alone: they live as long as this object
        arguments = (pointer * max(len(self._state), function.sz_arg()))(
            *(a.ctypes.data for a in self._state)
        )
        results = (pointer * max(1, function.sz_res()))(self.result.ctypes.data)
        self._arguments = (arguments, results, *(a.ctypes.data for a in self._work))
        self._repeat = library.repeat
        self._repeat.restype = None
        self._repeat.argtypes = [ctypes.c_longlong] + [pointer] * 4
        self.inside(1)

    def inside(self, n: int) -> None:
        """Evaluations in one call."""
        self._repeat(n, *self._arguments)

    def calls(self, n: int) -> None:
        """Evaluations called one by one."""
        for _ in range(n):
            self.inside(1)


@dataclass(frozen=True)
class Numbers:
    """A link over symbols or numbers."""

    axis: int
    mass: Any
    at: Any
    center: Any
    inertia: Any


def _numbers(links: list[chain.Link], live: bool) -> tuple[list[Numbers], tuple[list[Any], list[Any]]]:
    """The links, and the symbols among their numbers with their values."""
    symbols: list[Any] = []
    values: list[float] = []

    def given(vector: Any) -> Any:
        made = casadi.SX(len(vector), 1)
        for k, value in enumerate(vector):
            if value:  # zeros are written into the code
                made[k] = casadi.SX.sym(f"p{len(symbols)}") if live else value
                if live:
                    symbols.append(made[k])
                    values.append(float(value))
        return made

    made = [
        Numbers(
            int(np.argmax(link.axis)),
            given([chain.MASS]),
            given(link.at),
            given(link.center),
            given(link.inertia),
        )
        for link in links
    ]
    return made, ([casadi.vertcat(*symbols)], [np.array(values)]) if live else ([], [])


def _compiled(function: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        generator = casadi.CodeGenerator("forward.c")
        generator.add(function)
        generator.generate(f"{folder}/")
        loop = Path(folder, "loop.c")
        loop.write_text(LOOP)
        library = f"{folder}/forward.so"
        subprocess.run(
            [compiler(), *FLAGS, f"{folder}/forward.c", str(loop), "-o", library, "-lm"], check=True
        )
        return ctypes.CDLL(library)


def _articulated(links: list[Numbers], q: Any, v: Any) -> Any:
    """Accelerations: Featherstone (2008), table 7.1, with twists [w; v] at the joint, in link axes."""
    count = len(links)
    turns, arms, velocities, biases, inertias, forces = [], [], [], [], [], []
    twist = casadi.SX(6, 1)
    for k, link in enumerate(links):
        E, r = _turn_back(link.axis, q[k]), link.at
        w, u = twist[:3], twist[3:]
        carried = casadi.vertcat(E @ w, E @ (u + casadi.cross(w, r)))
        own = casadi.SX(6, 1)
        own[link.axis] = v[k]
        twist = carried + own
        inertia = _inertia(link)
        turns.append(E)
        arms.append(r)
        velocities.append(twist)
        biases.append(_cross_motion(twist, own))
        inertias.append(inertia)
        forces.append(_cross_force(twist, inertia @ twist))
    U, d, u = [None] * count, [None] * count, [None] * count
    for k in reversed(range(count)):
        axis = links[k].axis
        U[k], d[k] = inertias[k][:, axis], inertias[k][axis, axis]
        u[k] = -forces[k][axis]
        if k:
            left = inertias[k] - U[k] @ U[k].T / d[k]
            force = forces[k] + left @ biases[k] + U[k] * (u[k] / d[k])
            X = casadi.blockcat([[turns[k], casadi.SX(3, 3)], [-turns[k] @ casadi.skew(arms[k]), turns[k]]])
            carried = X.T @ left @ X
            inertias[k - 1] = inertias[k - 1] + casadi.triu2symm(casadi.triu(carried))
            forces[k - 1] = forces[k - 1] + X.T @ force
    acceleration = casadi.SX(casadi.DM([0, 0, 0, 0, 0, chain.GRAVITY]))
    found = []
    for k in range(count):
        axis = links[k].axis
        E, r = turns[k], arms[k]
        w, a = acceleration[:3], acceleration[3:]
        acceleration = casadi.vertcat(E @ w, E @ (a + casadi.cross(w, r))) + biases[k]
        found.append((u[k] - casadi.dot(U[k], acceleration)) / d[k])
        own = casadi.SX(6, 1)
        own[axis] = found[-1]
        acceleration = acceleration + own
    return casadi.vertcat(*found)


def _turn_back(axis: int, angle: Any) -> Any:
    """From parent axes into link axes, for a hinge about a coordinate axis."""
    c, s = casadi.cos(angle), casadi.sin(angle)
    E = casadi.SX(3, 3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    E[axis, axis], E[i, i], E[j, j], E[i, j], E[j, i] = 1, c, c, s, -s
    return E


def _inertia(link: Numbers) -> Any:
    C, m = casadi.sparsify(casadi.skew(link.center)), link.mass
    about = casadi.diag(link.inertia) - m * (C @ C)
    return casadi.sparsify(casadi.blockcat([[about, m * C], [-m * C, m * casadi.SX.eye(3)]]))


def _cross_motion(a: Any, b: Any) -> Any:
    w, u = a[:3], a[3:]
    return casadi.vertcat(casadi.cross(w, b[:3]), casadi.cross(u, b[:3]) + casadi.cross(w, b[3:]))


def _cross_force(a: Any, f: Any) -> Any:
    w, u = a[:3], a[3:]
    return casadi.vertcat(casadi.cross(w, f[:3]) + casadi.cross(u, f[3:]), casadi.cross(w, f[3:]))
