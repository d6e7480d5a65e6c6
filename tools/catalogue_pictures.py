"""Pictures of the catalogue: each element in a small mechanism, as the program draws it."""

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from sarrus import Body, Mechanism, assemble
from sarrus.cli.explain.equations import sample_values
from sarrus.cli.explain.forms import READING, reads_signals
from sarrus.elements import SHELVES
from sarrus.elements.base import Element, Shape
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import Mesh
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force
from sarrus.elements.joints import CATALOGUE as JOINTS
from sarrus.elements.joints.base import Joint
from sarrus.elements.sensors.base import Computed, LoadSensor
from sarrus.elements.solids.base import Solid
from sarrus.errors import NumericalError
from sarrus.scalar.expression import evaluate_value
from sarrus.testing.samples import fits_plane
from sarrus.views.drawing.files import Choices, draw_scene, pose_scene
from sarrus.views.scene import planar as plane_symbols
from sarrus.views.scene.base import Scene

SIZE = (320, 240)
ANGLE, LENGTH = 0.5, 0.3
"""Where joints stand."""
SIZES = (1.0, 0.6, 0.3)
"""Of solids, in the order of their parameters."""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NEAR = 0.02
"""Pixels by which two drawings of the same may differ, as machines round differently."""


@cache
def pictures() -> dict[str, str]:
    """The text of every picture by its file name; elements that leave no mark in a drawing have none."""
    found = {kind.keyword: _picture(kind) for kinds in SHELVES.values() for kind in kinds}
    return {f"{keyword}.svg": text for keyword, text in found.items() if text}


def same(one: str, two: str) -> bool:
    """Whether two pictures show the same: alike but for the last digits of their numbers."""
    if NUMBER.sub("", one) != NUMBER.sub("", two):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(two), strict=True)
    return all(abs(float(a) - float(b)) <= NEAR for a, b in pairs)


def _picture(kind: type[Element]) -> str:
    if issubclass(kind, Computed | LoadSensor):
        return ""
    with tempfile.TemporaryDirectory() as folder:
        try:
            scene = _scene(_mechanism(kind, Path(folder), held=True))
        except NumericalError:  # what rolls holds a body by itself
            scene = _scene(_mechanism(kind, Path(folder), held=False))
        if not issubclass(kind, Mesh) and _name(kind) not in _owners(scene):  # of a mesh, wheels are seen
            return ""
        path = Path(folder) / "picture.svg"
        draw_scene(scene, path, Choices(size=SIZE))
        return path.read_text(encoding="utf-8")


def _scene(mechanism: Mechanism) -> Scene:
    return pose_scene(assemble(mechanism), mechanism)


def _owners(scene: Scene) -> set[str]:
    """Elements that are seen."""
    return {
        *(d.owner for d in scene.drawn),
        *(s.owner for s in scene.spans),
        *(a.owner for a in scene.arrows),
    }


def _name(kind: type[Element]) -> str:
    return kind.keyword.split("-")[0]


def _mechanism(kind: type[Element], folder: Path, held: bool) -> Mechanism:
    planar = _is_planar(kind)
    m = Mechanism(kind.keyword, plane="xy" if planar else None)
    m.folder = folder
    values = _values(kind, planar, folder)
    if issubclass(kind, Solid):
        m.add(Body(_name(kind), kind(**values)))
    elif issubclass(kind, Joint):
        bar = _bar(m, "bar")
        _stand(m, m.add(kind(_name(kind), m.ground, bar, **values)))
    elif issubclass(kind, Mesh):
        _wheels(m, kind, values)
    elif reads_signals(kind) or (kind.on_coordinates and len(kind.ends) > 1):
        _two_bars(m, kind, values)
    elif issubclass(kind, Closing):
        _closed(m, kind, values, held)
    else:
        _at_bar(m, kind, values)
    return m


def _is_planar(kind: type[Element]) -> bool:
    if issubclass(kind, Joint):
        return kind.symbol in plane_symbols.SYMBOLS and fits_plane(kind)
    return not issubclass(kind, Solid)


def _values(kind: type[Element], planar: bool, folder: Path) -> dict[str, Any]:
    """Numbers that fit the plane; data files are written."""
    values = next(values for values in sample_values(kind, planar) if _fits(kind, values, planar))
    for key, p in kind.params.items():
        if p.shape is Shape.FILE:
            (folder / values[key]).write_text("0, 0.5\n1, 1\n2, 1\n", encoding="utf-8")
    if issubclass(kind, Solid):  # sizes that can be told from each other
        lengths = [key for key, p in kind.params.items() if p.unit == "m" and p.shape is Shape.NUMBER]
        values |= dict(zip(lengths, SIZES, strict=False))
    return values


def _fits(kind: type[Element], values: dict[str, Any], planar: bool) -> bool:
    if not planar or not issubclass(kind, Closing) or issubclass(kind, Joint):
        return True
    return kind("any", "ground", "bar", **values).misfit_in_plane() is None


def _bar(m: Mechanism, name: str) -> Body:
    """A rod along x, with a frame at its end."""
    size = 2 if m.plane else 3
    bar = m.add(
        Body(name, mass=1.0, center=(0.5, *[0.0] * (size - 1)), inertia=0.1 if m.plane else (0.1,) * 3)
    )
    bar.frame("end", (1.0, *[0.0] * (size - 1)))
    return bar


def _joint(unit: str) -> type[Joint]:
    return next(j for j in JOINTS if tuple(c.unit for c in j.coordinates) == (unit,))


def _stand(m: Mechanism, joint: Joint) -> None:
    form = joint.in_plane() if m.plane else joint
    m.start({f"{joint.name}.{c.name}": ANGLE if c.unit == "rad" else LENGTH for c in form.coordinates})


def _closed(m: Mechanism, kind: Any, values: dict[str, Any], held: bool) -> None:
    """From a frame of ground to the end of a bar on a pin, or to a body that nothing else holds."""
    if not held:
        m.add(kind(_name(kind), m.ground, m.add(Body("body", mass=1.0, inertia=0.1)), **values))
        return
    bar = _bar(m, "bar")
    post, right = m.ground.frame("post", (0.2, 0.5)), m.ground.frame("right", (1.5, 0.0))
    pin = m.add(_joint("rad")("A", right, bar))
    m.start(guess={f"A.{pin.coordinates[0].name}": 2.4})
    m.add(kind(_name(kind), post, bar.end, **values))


def _at_bar(m: Mechanism, kind: Any, values: dict[str, Any]) -> None:
    """At the end of a bar on a pin, or along the angle of the pin; what sees a pose stands in the place of the pin."""
    bar = _bar(m, "bar")
    between = issubclass(kind, Force) and kind.port.ends == 2 and not kind.port.is_central
    if between and kind.port.size[0]:
        m.add(kind(_name(kind), m.ground, bar, **values))
        return
    pin = m.add(_joint("rad")("A", m.ground, bar))
    if not issubclass(kind, Driver):
        _stand(m, pin)
    angle = f"A.{pin.coordinates[0].name}"
    pair = [m.ground, bar] if between else [m.ground.frame("post", (0.2, 1.1)), bar.end]
    ends = [angle] if kind.on_coordinates else pair[-len(kind.ends) :] if kind.ends else []
    m.add(kind(_name(kind), *ends, **values))


def _two_bars(m: Mechanism, kind: Any, values: dict[str, Any]) -> None:
    """Tied to each other, each on a pin."""
    m.ground.frame("right", (1.4, 0.0))
    paths = []
    for name, at, bar in (("A", "ground", "one"), ("B", "ground.right", "two")):
        pin = m.add(_joint("rad")(name, at, _bar(m, bar)))
        paths.append(f"{name}.{pin.coordinates[0].name}")
    m.start({paths[0]: ANGLE})
    if reads_signals(kind):
        m.signals(a=paths[0], b=paths[1])
        m.add(kind(_name(kind), READING, **{k: v for k, v in values.items() if k != kind.primary}))
    else:
        m.add(kind(_name(kind), *paths, **values))


def _wheels(m: Mechanism, kind: type[Mesh], values: dict[str, Any]) -> None:
    """In mesh: two wheels, or a wheel on what slides."""
    mesh = kind("any", "A.x", "B.x", **values)
    away = mesh.bind(lambda path, value, unit: evaluate_value(value, {}), True).distance()
    m.ground.frame("right", (float(away) if away is not None else 0.0, 0.0 if away is not None else 1.0))
    paths = []
    for name, at, turns in zip("AB", ("ground", "ground.right"), kind.turns, strict=True):
        body = m.add(Body(f"body-{name}", mass=1.0, inertia=0.1))
        guide = m.add(_joint("rad" if turns else "m")(name, at, body))
        paths.append(f"{name}.{guide.coordinates[0].name}")
    m.add(kind(_name(kind), *paths, **values))
