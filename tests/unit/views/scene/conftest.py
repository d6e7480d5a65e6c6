"""Results of any motion: a scene shows what it is given, so nothing needs to be computed."""

import numpy as np
import pytest

from sarrus.elements.forces.base import Reach
from sarrus.results import Outcome, Result, Series
from sarrus.spatial import Wrench

ROWS = 5


def made_up(model, rows=ROWS):
    """A result with all series a scene reads, its numbers random but repeatable."""
    draw = np.random.default_rng(1)
    series = {}

    def put(name, unit, *shape):
        series[name] = Series(name, unit, draw.uniform(-1.0, 1.0, (rows, *shape)))

    for joint in model.all_joints:
        for coordinate in joint.coordinates:
            put(f"{joint.name}.{coordinate.name}", coordinate.unit)
    for body in model.bodies:
        for axis in "xyz":
            put(f"{body.name}.{axis}", "m")
        put(f"{body.name}.psi", "rad")
        put(f"{body.name}.quaternion", "1", 4)
        turns = series[f"{body.name}.quaternion"].values
        turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    for closing in (*model.joints, *model.closings):
        put(f"{closing.name}.reaction", "N", 3)
        put(f"{closing.name}.torque", "N m", 3)
    for force in model.forces:
        for port in force.ports if force.port.reach is not Reach.BODIES else ():
            m, n = port.size
            for name, (unit, values) in port.said([1.0] * m, [1.0] * n, [1.0] * n, Wrench()).items():
                put(f"{force.name}.{name}", unit, *([3] if len(values) == 3 else []))
    for relation in model.relations:
        put(f"{relation.name}.effort", "N m")
    done = Outcome("ok", "Done.")
    return Result(model.name, "simulate", np.linspace(0.0, 1.0, rows), series, done)


@pytest.fixture
def moving():
    """A made-up result of a model."""
    return made_up
