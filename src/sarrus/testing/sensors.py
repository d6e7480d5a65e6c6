"""What a sensor must keep: its rates are those of what it measures, and nothing changes for its being there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from sarrus.elements.joints import UNBOUND
from sarrus.elements.sensors.base import Computed, LoadSensor, Sensor
from sarrus.mechanics import formulate
from sarrus.model import Snapshot
from sarrus.model.snapshot import Place
from sarrus.model.taken import components_of, loaded, taken_at
from sarrus.scalar import Node
from sarrus.scalar.expression import evaluate_value
from sarrus.scalar.kernel import Kernel
from sarrus.spatial import from_quaternion
from sarrus.testing.formulations import AGREE, absolute, beside, chain, compare, published, random_state
from sarrus.testing.loops import check_loops
from sarrus.testing.numbers import STEP, difference, evaluate
from sarrus.testing.poses import PoseTrial, common_motion_changes_nothing, floats_and_expressions_agree
from sarrus.testing.samples import Flow, carrying_joint, example, give_signals, star, two_bodies

SensorTrial = PoseTrial[Sensor]
TIME = 0.4


def _one_number_per_quantity(trial: SensorTrial) -> None:
    """As many numbers as names."""
    found = trial.bound(trial.written).measure(trial.pose("Y"))
    names = trial.written.quantities
    trial.require(len(found) == len(names), f"{len(found)} numbers, but `quantities` names {len(names)}.")


def _rates_are_those_of_what_it_measures(trial: SensorTrial) -> None:
    """Along any motion of both frames, the published rates are the differences of the published value."""
    mechanism = two_bodies(trial.planar, trial.seed)
    mechanism.add(trial.written)
    equations = formulate(mechanism.snapshot(), "absolute", rolled=False)
    flow = Flow(star(mechanism), trial.seed)
    kernel = equations.kernels["output"]
    assert isinstance(kernel, Kernel)
    symbols = [s for _, group in kernel.inputs for s in group]
    rest = beside(equations)

    def at(now: dict[Node, Any], nodes: list[Node]) -> list[Any]:
        state = [now[s] for s in flow.symbols]
        values = [*state, *rest, *flow.accelerations, *equations.constants]
        return evaluate(nodes, dict(zip(symbols, values, strict=True)))

    start = {c.name: c.start for c in equations.channels}
    names = [f"{trial.written.name}.{q.name}" for q in trial.written.quantities]
    names = [n for n in names if n in start]
    trial.require(bool(names), "nothing is published.")
    value, rate, bend = (
        [kernel.results[start[f"{n}{suffix}"]] for n in names] for suffix in ("", "_dot", "_ddot")
    )
    before, here, after = (at(flow.at(s), value) for s in (-STEP, 0 * STEP, STEP))
    first = [(b - a) / (2 * STEP) for a, b in zip(before, after, strict=True)]
    second = [(b - 2 * m + a) / STEP**2 for a, m, b in zip(before, here, after, strict=True)]
    for nodes, meant, what in ((rate, first, "rate"), (bend, second, "second derivative")):
        error = difference(at(flow.values, nodes), meant)
        # the axes of the frames are computed in double precision, and so are at right angles
        trial.require(error < 1e-14, f"the {what} of what it measures is off by {float(error):.3g}.")


def _common_motion_changes_nothing(trial: SensorTrial) -> None:
    """It sees only the pose of M against F: values and rates are those seen from its frame."""
    common_motion_changes_nothing(trial, trial.bound(trial.written).measure, "what it measures")


def _floats_and_expressions_agree(trial: SensorTrial) -> None:
    """Whatever it measures."""
    floats_and_expressions_agree(trial, trial.written, lambda sensor, X: sensor.measure(X))


def _nothing_changes(trial: SensorTrial) -> None:
    """The mechanism moves, and publishes, as it would without; and the formulations measure the same."""
    found = []
    for sensed in (False, True):
        mechanism = chain(UNBOUND, trial.planar, trial.seed)
        if sensed:
            mechanism.add(trial.written)
        equations = formulate(mechanism.snapshot())
        found.append(published(equations, TIME, random_state(equations, trial.seed)))
    compare(f"{trial.label}, without and with", found[0], found[1])
    compare(trial.label, found[1], published(*absolute(equations, TIME, random_state(equations, trial.seed))))


SENSOR_CHECKS: tuple[Callable[[SensorTrial], None], ...] = (
    _one_number_per_quantity,
    _rates_are_those_of_what_it_measures,
    _common_motion_changes_nothing,
    _floats_and_expressions_agree,
    _nothing_changes,
)


def _value_is_that_of_the_expression(kind: type[Computed], planar: bool, seed: int) -> None:
    """Of what is published beside it; both formulations publish the same, and nothing else for its being there."""
    label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
    found = []
    for sensed in (False, True):
        mechanism = chain(UNBOUND, planar, seed)
        if sensed:
            give_signals(mechanism, kind)
            mechanism.add(example(kind, "it", planar=planar, seed=seed))
        equations = formulate(mechanism.snapshot())
        found.append(published(equations, TIME, random_state(equations, seed)))
    compare(f"{label}, without and with", found[0], found[1])
    compare(label, found[1], published(*absolute(equations, TIME, random_state(equations, seed))))
    model = equations.model
    (sensor,) = model.sensors
    assert isinstance(sensor, Computed)
    known = {name: float(found[1][path][0]) for name, path in model.signals.items()}
    bound = sensor.bind(lambda path, value, unit: evaluate_value(value, {**known, "t": TIME}), planar)
    meant = float(bound.value())
    error = abs(float(found[1]["it.value"][0]) - meant)
    if not error <= AGREE * max(1.0, abs(meant)):
        raise AssertionError(f"{label}: what it publishes is off by {error:.3g}.")


COMPUTED_CHECKS: tuple[Callable[[type[Computed], bool, int], None], ...] = (_value_is_that_of_the_expression,)


def _load_is_that_of_the_joint(kind: type[LoadSensor], planar: bool, seed: int) -> None:
    """Moved to its point and turned, by numbers that are published beside it; both formulations publish the same."""
    label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
    for point, seen_in in (("", "base"), ("two.b", "ground"), ("one.b", "follower"), ("", "one.b")):
        found = []
        for sensed in (False, True):
            mechanism = chain(carrying_joint(planar), planar, seed)
            if sensed:
                sensor = example(kind, "it", planar=planar, seed=seed)
                sensor.joint, sensor.point, sensor.components = "B", point, seen_in
                mechanism.add(sensor)
            equations = formulate(mechanism.snapshot())
            found.append(published(equations, TIME, random_state(equations, seed)))
        compare(f"{label}, without and with", found[0], found[1])
        compare(label, found[1], published(*absolute(equations, TIME, random_state(equations, seed))))
        meant = _moved_and_turned(equations.model, sensor, found[1])
        for name, values in zip(("force", "torque"), meant, strict=True):
            error = float(np.abs(np.array(found[1][f"it.{name}"]) - values).max())
            if not error <= AGREE * max(1.0, float(np.abs(np.concatenate(meant)).max())):
                raise AssertionError(f"{label}: its {name} is off by {error:.3g}.")


def _moved_and_turned(model: Snapshot, sensor: LoadSensor, values: Any) -> list[Any]:
    """Force and torque from what is published of the joint and of points."""

    def point(place: Place) -> Any:
        name = ".".join(filter(None, (place.body.name if place.body else "", place.frame)))
        return np.array(
            [*(values[f"{name}.{axis}"][0] for axis in ("xy" if model.planar else "xyz")), 0.0][:3]
        )

    def turn(place: Place) -> Any:
        X = model.holders[place.body.name if place.body else "ground"].poses(model.resolve, model.planar)[
            place.frame
        ]
        own = np.array([[*X.R.x], [*X.R.y], [*X.R.z]], dtype=float).T
        if place.body is None:
            return own
        if model.planar:
            s, c = values[f"{place.body.name}.psi"]  # as they are compared: sine and cosine
            return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ own
        R = from_quaternion(*map(float, values[f"{place.body.name}.quaternion"]))
        return np.array([[*R.x], [*R.y], [*R.z]], dtype=float).T @ own

    M = model.ends_of(loaded(model, sensor))[1]
    force, torque = (np.array(values[f"{sensor.joint}.{what}"]) for what in ("reaction", "torque"))
    torque = torque + np.cross(point(M) - point(taken_at(model, sensor)), force)
    sign = -1.0 if sensor.on == "base" else 1.0
    R = turn(components_of(model, sensor))
    return [sign * R.T @ force, sign * R.T @ torque]


LOAD_CHECKS: tuple[Callable[[type[LoadSensor], bool, int], None], ...] = (_load_is_that_of_the_joint,)


def check_sensor(kind: type[Sensor], seeds: Iterable[int] = (0, 1)) -> None:
    """Prove that a sensor's rates are those of what it measures, in space and in the plane.

    In small mechanisms and in large ones, where code runs in loops.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    for planar in (False, True):
        for seed in seeds:
            if issubclass(kind, Computed):
                for check_computed in COMPUTED_CHECKS:
                    check_computed(kind, planar, seed)
            elif issubclass(kind, LoadSensor):
                for check_load in LOAD_CHECKS:
                    check_load(kind, planar, seed)
            else:
                for check in SENSOR_CHECKS:
                    check(SensorTrial(kind, planar, seed))
            check_loops(kind, planar, seed)
