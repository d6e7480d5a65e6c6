"""Forces that depend on the load of a joint: whether the joint carries one that counts for them."""

from __future__ import annotations

from sarrus.elements.forces.base import Carried, Force
from sarrus.elements.joints.base import Joint
from sarrus.model.findings import Findings
from sarrus.model.snapshot import Snapshot
from sarrus.model.wording import label


def check_loads(model: Snapshot, found: Findings) -> None:
    """Refuse forces that would never feel anything, or not what matters."""
    for force in model.forces:
        if not force.reads_load:
            continue
        with found.collect():
            joint, _, coordinate = model.coordinates_of(force)[0]
            if not isinstance(joint, Joint):
                continue  # coordinates of constraints take no forces, which is said elsewhere
            where = joint.carried(coordinate.name, model.planar)
            if where not in force.feels:
                found.add(force.name, *_said(force, label(joint), coordinate.name, where))


def _said(force: Force, joint: str, coordinate: str, where: Carried) -> tuple[str, str, str]:
    axis = f"the axis of '{coordinate}'"
    if where is Carried.NOTHING:
        what = f"{label(force)} takes its load from {joint}, which carries none: it lets everything happen"
    else:
        what = f"{label(force)} takes the load of {joint} across {axis}, but what {joint} carries acts {where.value}"
    return what, "It takes the load of a pin or a guide", "Give the load as a number, as in 'normal: 20 N'"
