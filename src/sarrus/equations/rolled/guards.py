"""Which pieces of the forces' laws hold, over tables."""

from __future__ import annotations

from collections.abc import Mapping

from sarrus.equations.rolled.forces import forces
from sarrus.equations.rolled.motion import VELOCITIES, carry
from sarrus.equations.rolled.rows import Coordinates
from sarrus.equations.rolled.stage import Stage
from sarrus.equations.rolled.tape import Place, Recorder


def guards(stage: Stage, rec: Recorder, coordinates: Coordinates, places: Mapping[str, Place]) -> None:
    """Only forces with more than one piece are evaluated, and only the bodies that they touch are moved."""
    acting = list(forces(stage, coordinates, ("switches",), dict(places)))
    fitted = sorted({i.joint for i in acting if i.joint and coordinates.of[i.joint][0].limb is None})
    touched = [b for i in acting for b in i.bodies]
    touched += [b for name in fitted for b in coordinates.of[name][0].spread.ends.bodies]
    if touched:
        carry(stage, rec, VELOCITIES, bodies=stage.ancestry(touched))
    coordinates.record(rec, fitted, VELOCITIES)
    rec.sweep()
    for i in acting:
        rec.run(i.structure, i.function, i.reads, i.writes, i.numbers)
