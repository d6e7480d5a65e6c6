"""One mechanism in several coordinates: accelerations and reactions must not depend on the choice.

Agreement is to 1e-10 of the largest magnitude, the promise made for well-conditioned mechanisms.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from sarrus.analysis.assembly.start import Start, in_formulation
from sarrus.elements.forces import CATALOGUE as FORCES
from sarrus.elements.forces.base import Bulk
from sarrus.elements.joints import UNBOUND
from sarrus.elements.joints.base import Joint
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.infos import Level
from sarrus.model import Mechanism
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import Status
from sarrus.spatial import Kinematics, Pose, Vec3, from_quaternion, rot_z
from sarrus.spatial.rotation import to_quaternion
from sarrus.testing.samples import example, two_bodies

AGREE = 1e-10
Published = dict[str, Floats]


def random_state(equations: Equations, seed: int) -> Floats:
    """Coordinates and speeds anywhere; every quadrature at zero."""
    draw = random.Random(f"state {seed}")  # noqa: S311
    q: list[float] = []
    for branch in equations.tree.branches:
        inner = [draw.uniform(-1.2, 1.2) for _ in branch.joint.inner_names]
        q += [float(a) for a in branch.joint.retract(inner)]
    q += [draw.uniform(-1.2, 1.2) for c in equations.model.owning for _ in c.coordinates]
    v = [draw.uniform(-1.5, 1.5) for _ in equations.speeds]
    return np.array([*q, *v, *beside(equations)])


def beside(equations: Equations) -> list[float]:
    """What stands behind the speeds: states of elements a little off their start, every quadrature at zero."""
    return [*(s.start + 0.3 * s.scale for s in equations.internal), *([0.0] * len(equations.quadratures))]


def solve(equations: Equations, t: float, x: Sequence[float] | Floats) -> tuple[Floats, Floats]:
    """Accelerations of the speeds and multipliers: M vdot = f + G^T lam, G vdot = beta."""
    entries, f, jacobian, beta = equations.evaluate("dynamics", [t], list(x))
    n, m = len(equations.speeds), len(equations.rows)
    K = np.zeros((n + m, n + m))
    for (i, j), value in zip(equations.mass_pattern, entries, strict=True):
        K[i, j] = K[j, i] = value
    for (i, j), value in zip(equations.jacobian_pattern, jacobian, strict=True):
        K[n + i, j] = K[j, n + i] = value
    try:
        found = np.linalg.solve(K, np.array([*f, *beta]))
    except np.linalg.LinAlgError as error:
        raise AssertionError(
            "the equations of motion have no unique solution: a row acts on nothing, or depends on others."
        ) from error
    vdot, lam = found[:n], np.concatenate([-found[n:], np.zeros(len(equations.pushes))])
    if not equations.pushes:
        return vdot, lam
    (entries,) = equations.evaluate("pushes", [t], list(x))
    H = np.zeros((n + m, len(equations.pushes)))
    for (i, j), value in zip(equations.push_pattern, entries, strict=True):
        H[j, i] += value
    B = np.linalg.solve(K, H)
    changes: Floats = np.vstack([B[:n], -B[n:], np.eye(len(equations.pushes))])
    return _consistent(equations, t, x, np.concatenate([vdot, lam]), changes)


def _consistent(
    equations: Equations, t: float, x: Sequence[float] | Floats, rest: Floats, B: Floats
) -> tuple[Floats, Floats]:
    """Accelerations and multipliers with the efforts phi that the loads of joints imply: Newton's method.

    Args:
        equations, t, x: the mechanism at a state.
        rest: accelerations and multipliers without such efforts.
        B: how they change with each.
    """
    n, count = len(equations.speeds), B.shape[1]
    phi = np.zeros(count)
    for _ in range(50):
        y = rest + B @ phi
        found = np.array(equations.evaluate("implied", [t], list(x), y[:n], y[n:])[0])
        if float(np.abs(found - phi).max()) <= 1e-14 * (1.0 + float(np.abs(phi).max())):
            return y[:n], y[n:]
        slopes = equations.slopes("implied", ("vdot", "lam"), [t], list(x), y[:n], y[n:]) @ B
        phi = phi + np.linalg.solve(np.eye(count) - slopes, found - phi)
    raise AssertionError("no efforts agree with the loads that they depend on.")


def published(equations: Equations, t: float, x: Sequence[float] | Floats) -> Published:
    """Every channel and the rates of energies, by name; angles as sine and cosine."""
    vdot, lam = solve(equations, t, x)
    inputs = ([t], list(x), vdot.tolist(), lam.tolist())
    (row,), (flows,) = equations.evaluate("output", *inputs), equations.evaluate("flows", *inputs)
    found = {c.name: np.array(row[c.start : c.start + c.size]) for c in equations.channels}
    for c in equations.channels:
        if c.unit == "rad":  # a fitted angle may stand on another turn
            found[c.name] = np.array([*np.sin(found[c.name]), *np.cos(found[c.name])])
    behind = equations.states[len(equations.coordinates) + len(equations.speeds) :]
    rates = zip((s.name for s in behind), flows, strict=True)
    return found | {f"rate of {n}": np.array([r]) for n, r in rates if n not in equations.measured}


def absolute(equations: Equations, t: float, x: Floats) -> tuple[Equations, float, Floats]:
    """The same state of motion in absolute coordinates; fitted angles on the turn they have."""
    numbers, _, _ = equations.evaluate("measure", [t], list(x))
    values = dict(zip(equations.measured, numbers, strict=True))
    start = Start(equations, np.asarray(x, dtype=float), Status.OK, "", 0.0, 0, values=values)
    other, state = in_formulation(start, "absolute")
    return other, t, state


def compare(label: str, one: Published, two: Published, only: Sequence[str] | None = None) -> None:
    """Raise unless the second set of channels has all channels of the first (or those named), with the same values."""
    for name in only or one:
        if name not in two:
            raise AssertionError(f"{label}: '{name}' is published by one formulation only.")
        a, b = one[name], two[name]
        owner, _, quantity = name.rpartition(".")
        shared = ("reaction", "torque") if quantity in ("reaction", "torque") else (quantity,)
        # a force and its moment share one scale
        both = [one[n] for n in (f"{owner}.{q}" if owner else q for q in shared) if n in one]
        size = max(float(np.abs(values).max(initial=0.0)) for values in both)
        error = float(np.abs(a - b).max(initial=0.0))
        if not error <= AGREE * max(1.0, size):
            raise AssertionError(f"{label}: '{name}' is {a} in one formulation and {b} in the other.")


def rows_of(equations: Equations, t: float, x: Floats) -> tuple[Floats, Floats, Floats]:
    """Residuals, their matrix over the speeds, and right-hand sides at velocity level."""
    g, entries, alpha, _ = equations.evaluate("closure", [t], x.tolist())
    G = np.zeros((len(g), len(equations.speeds)))
    for (i, j), value in zip(equations.jacobian_pattern, entries, strict=True):
        G[i, j] = value
    return np.array(g), G, np.array(alpha)


def settle(equations: Equations, t: float, x: Floats) -> Floats:
    """A state near x that obeys all rows, positions and speeds: Newton's method with least changes."""
    nq, nv = len(equations.coordinates), len(equations.speeds)
    placing = [row.level is Level.POSITION for row in equations.rows]
    x = x.copy()
    for _ in range(60):
        g, G, alpha = rows_of(equations, t, x)
        if float(np.abs(g).max(initial=0.0)) < 1e-14:
            break
        step = -np.linalg.pinv(G[placing]) @ g[placing]
        step *= min(1.0, 0.5 / float(np.abs(step).max()))  # far steps would leave the branch
        (x[:nq],) = equations.evaluate("retract", x.tolist(), step.tolist())
    g, G, alpha = rows_of(equations, t, x)
    v = x[nq : nq + nv]
    x[nq : nq + nv] = v - np.linalg.pinv(G) @ (G @ v - alpha)
    if not float(np.abs(g).max(initial=0.0)) < 1e-12:
        raise AssertionError("no state near a random one makes the rows vanish.")
    return x


def chain(
    kind: type[Joint] | tuple[type[Joint], type[Joint]],
    planar: bool,
    seed: int,
    backward: bool = False,
    loose: bool = False,
    level: bool = False,
) -> Mechanism:
    """Ground, body one, body two, joined twice, in a field.

    Args:
        kind: the joint, or the two joints A and B.
        planar: whether the bodies are planar.
        seed: picks bodies, frames and parameters.
        backward: whether followers are on the side of ground, so that the tree walks the joints backward.
        loose: whether bodies also hang on each other by joints that forbid nothing and have start values: the tree
            takes these, and the joints close loops.
        level: whether the frames of the joints keep the axes of their bodies.
    """
    mechanism = two_bodies(planar, seed, level=level)
    ends = [("ground.a", "one.a"), ("one.b", "two.a")]
    kinds = kind if isinstance(kind, tuple) else (kind, kind)
    for name, each, pair in zip(("A", "B"), kinds, ends, strict=True):
        mechanism.add(example(each, name, *(reversed(pair) if backward else pair), planar=planar, seed=seed))
    if loose:
        for name, base, follower in (("first", "ground", "one"), ("second", "one", "two")):
            mechanism.add(UNBOUND(name, base, follower))
            mechanism.start(guess={f"{name}.x": 0.0})
    fields = (f for f in FORCES if f.port is Bulk)
    mechanism.add(example(next(fields), "field", planar=planar, seed=seed))
    return mechanism


def check_tree_and_cut(kind: type[Joint], planar: bool, seed: int) -> None:
    """The joint on the tree, walked forward and backward, and closed by rows: the same motion and the same loads."""
    label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
    for backward in (False, True):
        where = f"{label}{', walked backward' if backward else ''}"
        tree = formulate(chain(kind, planar, seed, backward).snapshot())
        if any(b.reversed != backward for b in tree.tree.branches) or tree.tree.cuts:
            raise AssertionError(f"{where}: the joints are not on the tree as they should be.")
        x = random_state(tree, seed)
        reference = published(tree, 0.4, x)
        other, t, state = absolute(tree, 0.4, x)
        compare(f"{where}, tree and absolute", reference, published(other, t, state))
        cut = formulate(chain(kind, planar, seed, backward, loose=True).snapshot())
        closes = tree.model.all_joints[0].freedoms < (3 if planar else 6)
        if [c.name for c in cut.tree.cuts] != (["A", "B"] if closes else []):
            raise AssertionError(f"{where}: the joints are not cut as they should be.")
        loops = published(cut, 0.4, loose_state(cut, state))
        compare(f"{where}, tree and cut", reference, loops)
        size = max(float(np.abs(reference[f"{j}.{k}"]).max()) for j in "AB" for k in ("reaction", "torque"))
        idle = max(
            float(np.abs(loops[f"{j}.{k}"]).max())
            for j in ("first", "second")
            for k in ("reaction", "torque")
        )
        if closes and not idle <= AGREE * max(1.0, size):
            raise AssertionError(f"{where}: a joint that forbids nothing carries {idle:.3g}.")
        if not backward:
            forward, bodies = reference, state
        elif _is_its_own_inverse(tree.model.all_joints[0], seed):
            # the joint with its ends exchanged is the same joint: the same motion, the opposite load
            turned = published(other, t, bodies)
            compare(
                f"{label}, ends exchanged",
                forward,
                turned,
                [n for n in forward if n.endswith("_ddot") and n[0] not in "AB"],
            )
            _compare_loads(label, forward, turned)


def _is_its_own_inverse(joint: Joint, seed: int) -> bool:
    """Whether the poses it allows are those of M in F as well as those of F in M."""
    draw = random.Random(f"inverse {seed}")  # noqa: S311
    bound = joint.bind(lambda path, value, unit: 0.7, False)
    X = bound.motion(*(draw.uniform(0.2, 1.2) for _ in bound.inner_names)).inverse()
    return all(abs(float(r)) < 1e-12 for r in bound.closure(X))


def _compare_loads(label: str, forward: Published, turned: Published) -> None:
    """Load of joint B on its follower, body two, against the load on body one at the other frame."""

    def place(frame: str) -> Floats:
        return np.array([forward.get(f"{frame}.{axis}", np.zeros(1))[0] for axis in "xyz"])

    force, torque = forward["B.reaction"], forward["B.torque"]
    torque = torque + np.cross(place("two.a") - place("one.b"), force)
    size = max(1.0, float(np.abs(force).max()), float(np.abs(torque).max()))
    for name, meant in (("reaction", -force), ("torque", -torque)):
        error = float(np.abs(turned[f"B.{name}"] - meant).max())
        if not error <= AGREE * size:
            raise AssertionError(f"{label}: with its ends exchanged the {name} of 'B' is not the opposite.")


def loose_state(equations: Equations, bodies: Floats) -> Floats:
    """The state of the chain of loose joints for given absolute coordinates."""
    planar = equations.model.planar
    nq, nv = (3, 3) if planar else (7, 6)
    moving = [Kinematics()]
    for i in range(2):
        q, v = (
            bodies[i * nq : (i + 1) * nq].tolist(),
            bodies[2 * nq + i * nv : 2 * nq + (i + 1) * nv].tolist(),
        )
        if planar:
            moving.append(
                Kinematics(
                    Pose(rot_z(q[2]), Vec3(q[0], q[1], 0.0)), Vec3(v[0], v[1], 0.0), Vec3(0.0, 0.0, v[2])
                )
            )
        else:
            R = from_quaternion(*q[3:])
            moving.append(Kinematics(Pose(R, Vec3(*q[:3])), Vec3(*v[:3]), R * Vec3(*v[3:])))
    coordinates: list[float] = []
    speeds: list[float] = []
    for i, branch in enumerate(equations.tree.branches):
        X, V, _ = moving[i].relative(moving[i + 1])
        w = X.R.back(V.w)
        turn = branch.joint.fit(X)[2:] if planar else to_quaternion(X.R)
        coordinates += [float(a) for a in ((X.p.x, X.p.y, *turn) if planar else (*X.p, *turn))]
        speeds += [float(a) for a in ((V.v.x, V.v.y, w.z) if planar else (*V.v, *w))]
    return np.array([*coordinates, *speeds, *beside(equations)])
