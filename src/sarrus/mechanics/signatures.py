"""The kernels of a mechanism by name: which arrays each is given, and which it fills.

Kernels (groups of arrays in, groups out). c holds the constants of the parameter pass; behind it compiled kernels take two
more arrays, `work` and `plan`, that belong to the kernels themselves:

    rates     (t, x, u, c)            -> qdot
    retract   (x, step, c)            -> q moved by a small step of the speeds' kind, put back where it belongs
    closure   (t, x, u, c)            -> g, G, alpha, sense
    dynamics  (t, x, u, c)            -> M, f, G, beta
    flows     (t, x, vdot, lam, u, c) -> rates of z and of the quadratures
    output    (t, x, vdot, lam, u, c) -> published channels
    forward   (t, x, u, c)            -> vdot, in linear time (rolled trees without rows only; dynamics is then for looking
                                         at M, and is left out where M is large)
    gap       (t, x, u, c)            -> how far closed joints stand open, in a form fit for far starts, and its slopes
                                         (relative formulation only)
    measure   (t, x, u, c)            -> published joint coordinates, their rates and slopes
    guards    (t, x, u, c)            -> functions of the state whose signs tell which pieces of the forces' laws hold
    residual  (t, x, vdot, lam, u, c) -> M vdot - f - G^T lam, in linear time
    driven    (t, x, tau, u, c)       -> vdot, as forward, with further efforts tau along the speeds
    implied   (t, x, vdot, lam, u, c) -> efforts phi that follow from the loads of joints; behind the multipliers lam also
                                         holds these efforts (where forces depend on such loads)
    pushes    (t, x, u, c)            -> H: what speeds do to the coordinates of these efforts (there too)
    efforts   (t, x, vdot, u, c)      -> the efforts that given accelerations need, M vdot - f (where forward is)
    sides     (t, x, vdot, lam, u, c) -> loads whose absolute values the laws of `implied` are made of, and how much each
                                         counts (where they are made of nothing else; `Equations.sides`)
    acting    (t, x, u, c)            -> energy, powers and loads of each force alone
    course    (t, x, vdot, u, c)      -> G v - alpha, G vdot - beta, rates and second derivatives of published coordinates,
                                         angular velocities of joints that keep a turn inside, and their rates
    aims      (t, x, u, c)            -> angles and places of bodies that start values guess, and their slopes (relative
                                         formulation only, where there are such guesses)
"""

from __future__ import annotations

KERNELS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rates": (("t", "x", "u"), ("qdot",)),
    "retract": (("x", "step"), ("q",)),
    "closure": (("t", "x", "u"), ("g", "G", "alpha", "sense")),
    "dynamics": (("t", "x", "u"), ("M", "f", "G", "beta")),
    "flows": (("t", "x", "vdot", "lam", "u"), ("rates",)),
    "output": (("t", "x", "vdot", "lam", "u"), ("row",)),
    "gap": (("t", "x", "u"), ("gap", "gap_J")),
    "measure": (("t", "x", "u"), ("value", "rate", "measure_J")),
    "forward": (("t", "x", "u"), ("a",)),
    "guards": (("t", "x", "u"), ("guard",)),
    "residual": (("t", "x", "vdot", "lam", "u"), ("r",)),
    "implied": (("t", "x", "vdot", "lam", "u"), ("phi",)),
    "pushes": (("t", "x", "u"), ("H",)),
    "driven": (("t", "x", "tau", "u"), ("driven",)),
    "efforts": (("t", "x", "vdot", "u"), ("effort",)),
    "sides": (("t", "x", "vdot", "lam", "u"), ("side", "share")),
    "acting": (("t", "x", "u"), ("alone",)),
    "course": (("t", "x", "vdot", "u"), ("row_rate", "row_second", "c_dot", "c_ddot", "spin", "spin_dot")),
    "aims": (("t", "x", "u"), ("aim", "aim_J")),
}
"""By name, the arrays that a kernel is given and those that it fills."""
ON_TREES = ("forward", "driven", "efforts")
"""Those that only trees without rows have, as loops."""
ON_LOADS = ("implied", "pushes", "sides")
"""Those that only mechanisms have in which forces depend on the loads of joints."""
ON_AIMS = ("aims",)
"""Those that only mechanisms have in which something is guessed of bodies."""
WHEN_ASKED = ("residual", "implied", "pushes", "sides", "acting", "course")
"""Straight-line kernels that are made when they are first asked for; runs need none of them."""
CLOSED_KERNELS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "derivative": (("t", "x", "u"), ("a", "dx")),
    "heights": (("t", "x", "u"), ("height", "height_rate")),
    "publish": (("t", "x", "u"), ("row", "a", "g", "g_rate")),
    "guards": KERNELS["guards"],
    "turning": (("t", "x", "u"), ("turning",)),
    "expand": (("t", "x", "u"), ("state",)),
}
"""The same for mechanisms in closed form: leading accelerations and the derivative of the state; heights of triangles and
their rates; an output row, leading accelerations, and by how much rows of constraints miss; all turning speeds; the state of
the relative formulation."""
