"""What a force must keep: it does the work it states, acts as it is acted on, and exists everywhere."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from sarrus.elements.base import Shape
from sarrus.elements.forces.base import Bulk, Force, Line, Own, Point, Turn
from sarrus.elements.joints import UNBOUND
from sarrus.elements.ports import split
from sarrus.mechanics import formulate
from sarrus.mechanics.derive import efforts
from sarrus.model import Mechanism
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.derivative import gradient
from sarrus.scalar.kernel import Interpreter
from sarrus.scalar.rewrite import substitute
from sarrus.scalar.tables import laid_out
from sarrus.spatial import Pose, Vec3, Wrench, from_bryant, rot_z
from sarrus.testing.cut_joints import check_on_cut_joints
from sarrus.testing.expressions import Expressions, LoadExpressions
from sarrus.testing.formulations import absolute, beside, chain, compare, published, random_state
from sarrus.testing.loops import check_loops
from sarrus.testing.numbers import CLOSE, STEP, difference, evaluate, mp
from sarrus.testing.samples import Flow, Setting, example, settings, star, two_bodies

ForceCheck = Callable[[type[Force], bool, int], None]
STATEMENTS = ("energy", "dissipation", "power")
FROM_OUTSIDE = (Bulk, Point, Own)
"""Ports of forces that come from ground: they have no opposite on another body."""


FRAMES = ("one.a", "two.b", "one.b", "two.a")
"""Where the ends of a force are, as many as it has."""


def _placed(kind: type[Force], mechanism: Mechanism, ends: tuple[str, ...], planar: bool, seed: int) -> Force:
    """The force between frames, or on coordinates of joints between them."""
    where: tuple[str, ...] = ends[: len(kind.ends)]
    unit = "rad"
    if kind.on_coordinates:
        setting = _setting(kind, planar, seed)
        for name, joint in zip("BA", reversed(setting.joints), strict=True):
            if any(end.startswith(f"{name}.") for end in setting.ends):
                mechanism.add(example(joint, name, *ends[:2], planar=planar, seed=seed))
        where, unit = setting.ends, setting.unit
    return example(kind, "push", *where, planar=planar, seed=seed, unit=unit)


def _setting(kind: type[Force], planar: bool, seed: int) -> Setting:
    """One of the settings, by turns."""
    found = settings(kind, planar)
    return found[seed % len(found)]


class ForceTrial:
    """One force between two free bodies in a random state of motion.

    A force on a joint coordinate acts on that of a joint that does not hold: its coordinates are those of `fit`.

    Args:
        kind: the force.
        planar: whether the bodies are planar.
        seed: picks parameters, bodies and state.
        only: the one statement of the force that counts; all of them when empty.
    """

    def __init__(self, kind: type[Force], planar: bool, seed: int, only: str = "") -> None:
        self.label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
        self.kind, self.planar, self.seed = kind, planar, seed
        mechanism = two_bodies(planar, seed)
        force = _placed(kind, mechanism, FRAMES, planar, seed)
        if only:  # a kind that states this and nothing else; instances hold no state of their own to lose
            force.__class__ = type(kind.__name__, (kind,), {s: None for s in STATEMENTS if s != only})
        mechanism.add(force)
        self.scene: Expressions = star(mechanism)
        self.loads: LoadExpressions = self.scene.loads
        self.flow = Flow(self.scene, seed)

    def states(self, statement: str) -> bool:
        """Whether the force makes this statement."""
        return getattr(self.kind, statement) is not None

    def now(self, *values: Scalar) -> list[Any]:
        """Values at the state of motion."""
        return self.flow.now(*values)

    def power_on(self, speeds: dict[Node, Any]) -> Any:
        """Power of the wrenches at the present state on a virtual motion of the bodies."""
        total = mp.mpf(0)
        for body, load in self.loads.on.items():
            k = self.scene.bodies[body]
            moving = evaluate(
                [self.scene.graph.lift(a) for a in (*k.v, *k.w)], {**self.flow.values, **speeds}
            )
            acting = self.now(*load.force, *load.torque)
            total += sum((a * b for a, b in zip(acting, moving, strict=True)), mp.mpf(0))
        return total

    def require(self, holds: bool, sentence: str) -> None:
        """Raise unless it holds."""
        if not holds:
            raise AssertionError(f"{self.label}: {sentence}")


def _told_by_the_state(check: ForceCheck) -> ForceCheck:
    """A check of loads on bodies: a force that depends on the load of its joint, or on accelerations, has none by itself."""

    @wraps(check)
    def checked(kind: type[Force], planar: bool, seed: int) -> None:
        states = any(getattr(kind, statement) is not None for statement in STATEMENTS)
        if states and not _placed(kind, two_bodies(planar, seed), FRAMES, planar, seed).reads_load:
            check(kind, planar, seed)

    return checked


@_told_by_the_state
def _force_is_the_slope_of_energy(kind: type[Force], planar: bool, seed: int) -> None:
    """In each direction a body can move, the work of the force is the energy lost."""
    trial = ForceTrial(kind, planar, seed, only="energy")
    if not trial.states("energy"):
        return
    scene, values = trial.scene, trial.flow.values
    energy, still = scene.graph.lift(trial.loads.energy), {s: mp.mpf(0) for s in scene.speeds}
    for name in scene.speeds:
        virtual = {**still, name: mp.mpf(1)}
        rates = evaluate(scene.rates, {**values, **virtual})
        ends = []
        for step in (-STEP, STEP):
            moved = {q: values[q] + step * r for q, r in zip(scene.coordinates, rates, strict=True)}
            ends.append(evaluate([energy], {**values, **moved})[0])
        slope = (ends[1] - ends[0]) / (2 * STEP)
        error = difference([trial.power_on(virtual)], [-slope])
        trial.require(
            error < CLOSE, f"the force is not the slope of its energy; it is off by {float(error):.3g}."
        )


@_told_by_the_state
def _work_is_energy_and_heat(kind: type[Force], planar: bool, seed: int) -> None:
    """Power on the bodies = power supplied - power lost - rate of energy, numbers that vary with time held still."""
    trial = ForceTrial(kind, planar, seed)
    scene, state = trial.scene, trial.flow.state
    now = scene.graph.symbol("@now")
    state[now] = state[scene.t]
    (rate,), _ = trial.flow.derivatives(substitute([scene.graph.lift(trial.loads.energy)], {scene.t: now}))
    lost, supplied = trial.now(trial.loads.lost, trial.loads.supplied)
    error = difference([trial.power_on({})], [supplied - lost - rate])
    trial.require(error < CLOSE, f"work is not energy and heat; {float(error):.3g} is unaccounted for.")


@_told_by_the_state
def _losses_are_never_negative(kind: type[Force], planar: bool, seed: int) -> None:
    """The power lost is not negative at any speed, and vanishes at rest.

    What a force with states takes it may have stored: that is not seen at one moment.
    """
    if kind.states:
        return
    trial = ForceTrial(kind, planar, seed)
    scene = trial.scene
    for scale in (1, -1, mp.mpf("1e-3"), 30, 0):
        speeds = {s: scale * trial.flow.values[s] for s in scene.speeds}
        (lost,) = evaluate([scene.graph.lift(trial.loads.lost)], {**trial.flow.values, **speeds})
        trial.require(lost >= 0, f"the force loses the negative power {float(lost):.3g} W.")
        trial.require(scale != 0 or lost == 0, "the force loses power at rest.")


def _power_is_linear_in_the_virtual_motion(kind: type[Force], planar: bool, seed: int) -> None:
    """By structure: no virtual motion, no power; and no second derivative."""
    if kind.power is None:
        return
    label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
    graph = Graph()
    force = _placed(kind, two_bodies(planar, seed), FRAMES, planar, seed)
    bound = force.bind(lambda path, value, unit: graph.symbol(path), planar)
    counts = [sum(port.size[k] for port in kind.ports) for k in (0, 1, 1)]
    counts += [sum(port.more for port in kind.ports), len(bound.states)]
    u, rates, stars, more, z = (
        graph.symbols(f"{name}{i}" for i in range(n)) for name, n in zip("udsmz", counts, strict=True)
    )
    assert bound.power is not None
    ports, virtual = (
        [port.made(*part) for port, part in zip(kind.ports, split(kind.ports, u, d, more), strict=True)]
        for d in (rates, stars)
    )
    power = graph.lift(bound.power(*ports, *virtual, *z))
    (at_rest,) = substitute([power], {s: 0.0 for s in stars})
    if at_rest is not graph.zero:
        raise AssertionError(
            f"{label}: `power` does not vanish with the virtual motion; state power(port, virtual), "
            "the force times a rate of `virtual`."
        )
    for slope in gradient(power, stars):
        if any(bend is not graph.zero for bend in gradient(slope, stars)):
            raise AssertionError(
                f"{label}: `power` is not linear in the virtual motion; take rates that the force depends on from "
                "`port`, not from `virtual`."
            )


@_told_by_the_state
def _action_is_reaction(kind: type[Force], planar: bool, seed: int) -> None:
    """Between two bodies, forces and moments about any point add up to nothing."""
    trial = ForceTrial(kind, planar, seed)
    if kind.port in FROM_OUTSIDE:
        return
    trial.require(sorted(trial.loads.on) == [0, 1], "the force does not act on both of its ends.")
    total = Wrench()
    for body, load in trial.loads.on.items():
        total = total + load.moved(trial.scene.bodies[body].X.p)
    left = trial.now(*total.force, *total.torque)
    error = difference(left, [mp.mpf(0)] * 6)
    trial.require(error < CLOSE, f"action is not reaction: {float(error):.3g} is left over.")


@_told_by_the_state
def _moving_everything_changes_nothing(kind: type[Force], planar: bool, seed: int) -> None:
    """A force between or on bodies has the same energy, pull and power wherever the whole mechanism stands.

    A field, and a force whose direction is fixed in space, need not.
    """
    trial = ForceTrial(kind, planar, seed)
    if kind.port in (Bulk, Point):
        return
    scene, values = trial.scene, trial.flow.values
    R, p = (
        (rot_z(0.9), Vec3(0.4, -0.8, 0.0)) if planar else (from_bryant(0.9, -0.5, 0.7), Vec3(0.4, -0.8, 0.3))
    )
    moved = dict(values)
    for branch, q, v in zip(scene.tree.branches, scene.q, scene.v, strict=True):
        joint = branch.joint
        X = Pose(R, p) @ joint.motion(*(float(values[s]) for s in q))
        moved.update(zip(q, joint.place(joint.fit(X)), strict=True))
        # angular velocities are in body components: they stay
        straight = v[: 2 if planar else 3]
        velocity = R * Vec3(*(float(values[s]) for s in straight), *([0.0] if planar else []))
        moved.update(zip(straight, velocity, strict=False))
    seen = [x for _, x in trial.loads.published.values()]
    seen += [trial.loads.energy, trial.loads.lost, trial.loads.supplied]
    nodes = [scene.graph.lift(x) for x in seen]
    error = difference(evaluate(nodes, values), evaluate(nodes, moved))
    # the moved state is computed in double precision
    trial.require(error < 1e-13, f"moving the whole mechanism changes the force by {float(error):.3g}.")


def _force_exists_where_its_ends_meet(kind: type[Force], planar: bool, seed: int) -> None:
    """At zero length every number of the equations is finite, at rest and moving."""
    mechanism = two_bodies(planar, seed)
    mechanism.add(_placed(kind, mechanism, ("one", "two") * 2, planar, seed))
    equations = formulate(mechanism.snapshot(), "absolute")
    each = [0.3, -0.2, 0.5] if planar else [0.3, -0.2, 0.1, 0.8, 0.0, 0.6, 0.0]
    for speed in (0.0, 0.7):
        v = [speed * (-1.0) ** i * (i + 1) for i in range(len(equations.speeds))]
        x = [*each, *each, *v, *beside(equations)]
        parts = equations.evaluate("dynamics", [0.4], x)
        for part in parts:
            if not all(map(math.isfinite, part)):
                raise AssertionError(
                    f"{kind.keyword} (seed {seed}): the equations are not finite where its ends meet."
                )


def _formulations_agree(kind: type[Force], planar: bool, seed: int) -> None:
    """The same accelerations, energies and powers from relative and absolute coordinates."""
    for setting in settings(kind, planar) if kind.on_coordinates else [None]:
        if setting is None:
            mechanism, ends = two_bodies(planar, seed), FRAMES[: len(kind.ends)]
            mechanism.add(UNBOUND("float", "ground.a", "one.a"))
            mechanism.add(UNBOUND("between", "one.b", "two.a"))
        else:
            mechanism, ends = chain(setting.joints, planar, seed), setting.ends
        unit = setting.unit if setting else "rad"
        mechanism.add(example(kind, "push", *ends, planar=planar, seed=seed, unit=unit))
        relative = formulate(mechanism.snapshot(), "relative")
        x = random_state(relative, seed)
        label = f"{kind.keyword}{f' on {setting.label}' if setting else ''} (seed {seed})"
        compare(label, published(relative, 0.4, x), published(*absolute(relative, 0.4, x)))


def _energy_is_the_integral_of_the_force(kind: type[Force], planar: bool, seed: int) -> None:
    """Over the whole range of a line or a coordinate, kinks and their very places included, at rest and moving."""
    if kind.ports not in ((Line,), (Turn,)) or kind.states:
        return
    graph = Graph()
    force = _placed(kind, two_bodies(planar, seed), FRAMES, planar, seed)
    t, u, d = graph.symbols(("t", "u", "d"))
    bound = force.bind(lambda path, value, unit: _number(value), planar)
    found = efforts(graph, bound, [u], [d])
    places, tables = laid_out(graph)
    traced = Interpreter((t, u, d, *places), [found.efforts[0], found.energy, found.lost])

    def run(now: tuple[float, float, float]) -> list[float]:
        return traced((*now, *places.values()), tables)

    low, high = (0.0, 4.0) if kind.port is Line else (-3.0, 3.0)
    count = 4000
    grid = {low + (high - low) * i / count for i in range(count + 1)}
    grid |= {k for k in _kinks(bound) if low < k < high}
    points = sorted(grid)
    label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
    for at in points[:: count // 400] + _kinks(bound):
        for speed in (0.0, 0.8, -0.8):
            if not all(map(math.isfinite, run((0.4, at, speed)))):
                raise AssertionError(
                    f"{label}: the force does not exist at {at:.6g} with the rate {speed:g}."
                )
    if kind.energy is None or kind.power is not None:
        return
    done, (last, first, _) = 0.0, run((0.4, points[0], 0.0))
    for a, b in itertools.pairwise(points):
        effort, energy, _ = run((0.4, b, 0.0))
        done += 0.5 * (last + effort) * (b - a)
        last = effort
        # trapezoids of 1e-3: their error is of the size of the square, times slopes and lengths of a few units
        if not abs(first - energy - done) <= 1e-5 * max(1.0, abs(energy)):
            raise AssertionError(f"{label}: at {b:.6g} the energy is not the integral of the force.")


def _number(value: Any) -> float:
    """A parameter without its change in time."""
    return float(value) if isinstance(value, (int, float)) else 0.7


def _kinks(bound: Force) -> list[float]:
    """Places where a force may change its nature: its lengths, angles and points, and their sums."""
    single = [float(getattr(bound, k)) for k, p in bound.params.items() if p.unit in ("m", "rad")]
    tables = [getattr(bound, k) for k, p in bound.params.items() if p.shape is Shape.TABLE]
    first = [float(row[0]) for table in tables for row in table]
    return [*single, *first, *(a + b for a in single for b in first)]


FORCE_CHECKS: tuple[ForceCheck, ...] = (
    _power_is_linear_in_the_virtual_motion,
    _force_is_the_slope_of_energy,
    _work_is_energy_and_heat,
    _losses_are_never_negative,
    _action_is_reaction,
    _moving_everything_changes_nothing,
    _force_exists_where_its_ends_meet,
    _formulations_agree,
    _energy_is_the_integral_of_the_force,
)


def check_force(kind: type[Force], seeds: Iterable[int] = (0, 1)) -> None:
    """Prove that the loads on the bodies follow from what a force states, in space and in the plane.

    In small mechanisms and in large ones, where code runs in loops; one on a coordinate on joints of the tree and on
    joints that close loops, some turns from where they began.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    for planar in (False, True):
        for seed in seeds:
            for check in FORCE_CHECKS:
                check(kind, planar, seed)
            if kind.on_coordinates:
                check_on_cut_joints(kind, planar, seed)
            check_loops(kind, planar, seed)
