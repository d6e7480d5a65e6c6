"""What a relation of coordinates must keep, driver or constraint: its rows are right, and its effort reaches them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sarrus.elements.base import param
from sarrus.elements.drivers.base import Driver
from sarrus.elements.relation import Relation
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.parameters import Parameters
from sarrus.mechanics.passes.coordinates import power as along_column
from sarrus.model import Mechanism, Snapshot
from sarrus.scalar import Graph, Node, Scalar
from sarrus.scalar.rewrite import substitute
from sarrus.solvers.arrays import Floats
from sarrus.spatial import Vec3, Wrench
from sarrus.testing.expressions import Expressions
from sarrus.testing.formulations import (
    AGREE,
    Published,
    absolute,
    chain,
    compare,
    published,
    random_state,
    settle,
)
from sarrus.testing.numbers import STEP, evaluate, mp
from sarrus.testing.rows import (
    actions_do_the_work_of_rows,
    entries_are_slopes,
    rows_follow_the_motion,
)
from sarrus.testing.samples import Flow, Setting, example, give_signals, star

TIME = 0.4


class RelationTrial:
    """One relation on the coordinates of a chain.

    Args:
        kind: the relation.
        setting: the joints of the chain, and the ends on them.
        planar: whether the bodies are planar.
        seed: picks parameters, bodies and state.
    """

    def __init__(self, kind: type[Relation], setting: Setting, planar: bool, seed: int) -> None:
        plane = " in the plane" if planar else ""
        self.label = f"{kind.keyword} on {setting.label}{plane} (seed {seed})"
        self.kind, self.setting, self.planar, self.seed = kind, setting, planar, seed
        self.mechanism = self.bare()
        give_signals(self.mechanism, kind, *setting.ends)
        self.written = example(kind, "it", *setting.ends, planar=planar, seed=seed, unit=setting.unit)
        self.mechanism.add(self.written)

    def bare(self) -> Mechanism:
        """The chain without the relation."""
        return chain(self.setting.joints, self.planar, self.seed, level=self.setting.level)

    def scene(self, on_tree: bool) -> Expressions:
        """Coordinates of the tree, or coordinates fitted to the poses of free bodies."""
        return Expressions.on_its_tree(self.mechanism) if on_tree else star(self.mechanism)

    def settled(self) -> tuple[Equations, Floats]:
        """A state that obeys the relation, in coordinates of the tree."""
        equations = formulate(self.mechanism.snapshot())
        return equations, settle(equations, TIME, random_state(equations, self.seed))

    def require(self, holds: bool, sentence: str) -> None:
        """Raise unless it holds."""
        if not holds:
            raise AssertionError(f"{self.label}: {sentence}")


def _row_is_right_however_the_joints_are_treated(trial: RelationTrial) -> None:
    """Rate, second derivative, slopes and work, for coordinates of the tree and for fitted ones."""
    for on_tree in (True, False):
        scene = trial.scene(on_tree)
        flow = Flow(scene, trial.seed)
        rows = [row for relation in scene.model.relations for row in scene.rows(relation.name)]
        for check in (rows_follow_the_motion, entries_are_slopes, actions_do_the_work_of_rows):
            check(trial.require, flow, rows)


def _formulations_agree(trial: RelationTrial) -> None:
    """The same motion, efforts and reactions in relative and in absolute coordinates."""
    equations, x = trial.settled()
    found = published(equations, TIME, x)
    compare(trial.label, found, published(*absolute(equations, TIME, x)))
    _joints_do_not_feel_it(trial, equations, x, found)


def _joints_do_not_feel_it(trial: RelationTrial, equations: Equations, x: Floats, found: Published) -> None:
    """A joint's reaction has no power along its own freedoms: the effort is not counted as a reaction."""
    scene = trial.scene(on_tree=True)
    names = [*(s.name[2:] for s in (*scene.coordinates, *scene.speeds)), *scene.turns]
    if names[: len(equations.coordinates)] != list(equations.coordinates):
        raise AssertionError("the equations number their coordinates in another way.")
    symbols = (scene.t, *scene.coordinates, *scene.speeds)
    values: dict[Any, Any] = dict(zip(symbols, (TIME, *x.tolist()), strict=False))
    values |= scene.parameters.values
    for k, branch in enumerate(scene.tree.branches):
        name = branch.joint.name
        columns, point = scene.columns(k)
        M = scene.follower(branch.joint)
        reaction, torque = (Vec3(*found[f"{name}.{k}"].tolist()) for k in ("reaction", "torque"))
        size = max(1.0, *(abs(float(a)) for a in (*reaction, *torque)))
        for column in columns:
            power = along_column(column, Wrench(reaction, torque), M.X.p - point)
            (number,) = evaluate([scene.graph.lift(power)], values)
            # accelerations and multipliers come from a solve in double precision
            trial.require(
                abs(number) <= AGREE * size,
                f"the reaction of '{name}' contains an effort along its own coordinate ({float(number):.3g}).",
            )


class _Follow(Driver):
    """A coordinate with a given value, rate and second derivative at one time."""

    place: Scalar = param("coordinate", "value")
    speed: Scalar = param("1", "rate, SI")
    bend: Scalar = param("1", "second derivative, SI")

    def value(self, t: Scalar) -> Scalar:
        s = t - TIME
        return self.place + s * (self.speed + 0.5 * (self.bend * s))


def _drivers_in_its_place_need_the_same_effort(trial: RelationTrial) -> None:
    """The same motion made by a driver on every coordinate: their efforts are those of the relation.

    They are to each other as the slopes of the residual, and the first is the one published.
    """
    equations, x = trial.settled()
    motion = published(equations, TIME, x)
    values, _, _ = equations.evaluate("measure", [TIME], x.tolist())
    places = dict(zip(equations.measured, values, strict=True))
    driven = trial.bare()
    for i, end in enumerate(trial.setting.ends):
        rate, bend = (float(motion[f"{end}_{k}"][0]) for k in ("dot", "ddot"))
        driven.add(_Follow(f"m{i}", end, place=places[end], speed=rate, bend=bend))
    again = published(formulate(driven.snapshot()), TIME, x)
    compare(trial.label, motion, again, [n for n in motion if n.endswith("_ddot")])
    needed = [float(again[f"m{i}.effort"][0]) for i in range(len(trial.setting.ends))]
    slopes = _slopes(trial, equations.model, [places[end] for end in trial.setting.ends])
    size = max(1.0, *map(abs, needed))
    for i, (effort, slope) in enumerate(zip(needed, slopes, strict=True)):
        error = abs(effort * slopes[0] - needed[0] * slope)
        trial.require(
            error <= AGREE * size * max(1.0, *map(abs, slopes)),
            f"the effort on coordinate {i + 1} is not to the first as the slopes of the residual.",
        )
    stated = float(motion["it.effort"][0])
    trial.require(
        abs(stated - needed[0]) <= AGREE * size,
        f"the published effort {stated:.6g} is not what moves the first coordinate, {needed[0]:.6g}.",
    )


def _slopes(trial: RelationTrial, model: Snapshot, places: list[float]) -> list[float]:
    """Slopes of the residual by differences."""
    graph = Graph()
    t, *cs = graph.symbols(("t", *(f"c{i}" for i in range(len(places)))))
    (written,) = model.relations  # with the rows of its files read
    parameters = Parameters(graph, model, t)
    bound = written.bind(parameters.resolver(written), trial.planar)
    known: dict[Node, Scalar] = {graph.symbol(f"@r{i}"): c for i, c in enumerate(cs)}
    stated = graph.lift(bound.residual(t, *model.arguments(written, cs)))
    (residual,) = substitute([stated], known | parameters.values)
    here = {t: mp.mpf(TIME), **dict(zip(cs, map(mp.mpf, places), strict=True))}
    found = []
    for c in cs:
        low, high = (evaluate([residual], {**here, c: here[c] + s})[0] for s in (-STEP, STEP))
        found.append(float((high - low) / (2 * STEP)))
    return found


RELATION_CHECKS: tuple[Callable[[RelationTrial], None], ...] = (
    _row_is_right_however_the_joints_are_treated,
    _formulations_agree,
    _drivers_in_its_place_need_the_same_effort,
)
