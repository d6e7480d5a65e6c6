"""What a check says about meshes: what carries each of them, and whether their sizes fit the place of their joints."""

from __future__ import annotations

from sarrus.analysis.check.report import Finding, Severity
from sarrus.elements.constraints.base import Mesh
from sarrus.model import Place, Snapshot
from sarrus.model.meshes import FITS
from sarrus.model.wording import label


def carried(model: Snapshot) -> tuple[str, ...]:
    """Each mesh with its bodies and what carries them: "mesh: sun and planet on arm, with the turn of 'A.theta'"."""
    return tuple(_carried(model, mesh) for mesh in model.meshes)


def _carried(model: Snapshot, mesh: Mesh) -> str:
    meshing = model.meshing(mesh)
    one, two = (_name(place) for place in meshing.frames)
    if not meshing.is_carried:
        return f"{mesh.name}: {two} rolls on {one}"
    said = f"{mesh.name}: {one} and {two} on {_name(Place(meshing.carrier, ''))}"
    for joint, _, coordinate in meshing.coordinates[2:]:
        said += f", with the turn of {joint.name}.{coordinate.name}"
    return said


def on_meshes(model: Snapshot) -> list[Finding]:
    """Sizes that do not fit the place of the joints."""
    said = []
    for mesh in model.meshes:
        m = model.meshing(mesh)
        if not m.fits:
            said.append(
                Finding(
                    Severity.WARNING,
                    "mesh.distance",
                    (mesh.name,),
                    f"The sizes of {label(mesh)} ask for axes {m.wanted:.6g} m apart, but they stand {m.distance:.6g} m "
                    "apart. The motion is that of the ratio of its radii, and its force acts at the pitch point for "
                    "this distance.",
                    f"Place its joints {m.wanted:.6g} m apart, or give radii for {m.distance:.6g} m; inner teeth have a "
                    "negative radius. Joints that a hidden train ties are tied by a coupler.",
                )
            )
        if abs(m.shift) > FITS * m.distance:
            said.append(
                Finding(
                    Severity.NOTE,
                    "mesh.shift",
                    (mesh.name,),
                    f"The frames of the wheels of {label(mesh)} stand {abs(m.shift):.6g} m apart along their axes. Its "
                    "force acts in the plane of the first.",
                    "Place both frames in the plane of the mesh, where moments across the axes count.",
                )
            )
    return said


def _name(place: Place) -> str:
    return place.body.name if place.body else "ground"
