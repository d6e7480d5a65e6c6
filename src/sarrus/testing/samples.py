"""Random but repeatable elements, mechanisms and motions to try elements on."""

from __future__ import annotations

import atexit
import random
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from sarrus.elements.base import Choice, Element, Flag, Names, Param, Shape
from sarrus.elements.body import Body
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import Mesh, Relation
from sarrus.elements.joints import CATALOGUE as JOINTS
from sarrus.elements.joints import UNBOUND
from sarrus.elements.joints.base import Joint
from sarrus.elements.sensors.base import LoadSensor
from sarrus.model import Mechanism
from sarrus.model.check import keeps_plane
from sarrus.scalar import Node, Scalar
from sarrus.scalar.expression import evaluate_value
from sarrus.testing.expressions import Expressions
from sarrus.testing.numbers import STEP, evaluate, mp
from sarrus.topology import GROUND, Branch, Tree

E = TypeVar("E", bound=Element)
LONG = 4
"""How many numbers a list, how many points, and how many rows a table gets."""
NAMED = ("one",)
"""A body of every mechanism here."""


@cache
def folder() -> Path:
    """Where data files of examples lie, until the program ends."""
    path = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def example(kind: type[E], name: str, *ends: str, planar: bool, seed: int = 0, unit: str = "rad") -> E:
    """An element with random parameters inside their ranges; those that may depend on time do.

    The seed picks words and flags in turn: seed 0 those that come first. Where these do not fit together, or do not fit
    the numbers, all that need not be said is left out. One without ends that reads signals reads those of `give_signals`.
    """
    values = kind.sample(unit, seed)
    if values:
        return kind(name, *ends, **values)
    draw = random.Random(f"{kind.keyword} {name} {seed}")  # noqa: S311
    found = _drawn(kind, name, ends, planar, seed, draw)
    while (
        isinstance(found, Mesh)
        and found.bind(lambda path, value, unit: evaluate_value(value, {}), planar).flaw()
    ):
        found = _drawn(kind, name, ends, planar, seed, draw)
    if found.choices and not found.params.keys() & _from_files(kind):
        bound = found.bind(lambda path, value, unit: _at_rest(value), planar)
        # what an example reads are positions
        is_of_rates = isinstance(found, Relation) and found.of_rates
        if is_of_rates or any(True for _ in bound.faults("rad")):
            for key, p in kind.choices.items():
                if not p.required:
                    setattr(found, key, p.default)
    return found


def _from_files(kind: type[Element]) -> set[str]:
    """Parameters whose numbers stand in files, which are read with the mechanism."""
    return {key for key, p in kind.params.items() if p.shape is Shape.FILE}


def _at_rest(value: Any) -> float:
    return float(evaluate_value(value, {"t": 0.0, "c1": 0.3, "c2": -0.2}))


def _said(kind: type[Element], seed: int) -> dict[str, Any]:
    """Words, flags and names."""
    found: dict[str, Any] = {}
    for key, p in kind.choices.items():
        if isinstance(p, Choice):
            words = dict.fromkeys([p.default or p.words[0], *p.words])
            found[key] = [*words][seed % len(words)]
        elif isinstance(p, Flag):
            found[key] = (bool(p.default), not p.default)[seed % 2]
        elif p.required:
            found[key] = NAMED if isinstance(p, Names) else p.sample()
    return found


def _drawn(
    kind: type[E], name: str, ends: tuple[str, ...], planar: bool, seed: int, draw: random.Random
) -> E:
    values: dict[str, Any] = {} if _from_files(kind) else _said(kind, seed)
    for key, p in kind.params.items():
        if p.default == ():
            continue  # what it may be depends on what was chosen
        if p.shape in (Shape.TABLE, Shape.FILE):
            rows = _table(p, draw)
            values[key] = rows if p.shape is Shape.TABLE else _file(f"{kind.keyword}-{key}-{seed}", rows)
            continue
        if p.shape is Shape.POINTS:
            size = 2 if planar else 3
            values[key] = tuple(tuple(draw.uniform(-0.9, 0.9) for _ in range(size)) for _ in range(LONG))
            continue
        low = next((bound for bound in (p.gt, p.ge) if bound is not None), -0.6)
        count = LONG if p.shape is Shape.LIST else p.shape.size(planar)
        numbers: list[Any] = [low + draw.uniform(0.2, 1.2) for _ in range(count)]
        if p.varies and reads_signals(kind):
            numbers = [f"c1 + {a}*sin(c2) - {draw.uniform(0.1, 0.9)}*sin(1.3*t + 0.4)" for a in numbers]
        elif p.varies:
            numbers = [f"{a} + {draw.uniform(0.1, 0.9)}*sin(1.3*t + 0.4)" for a in numbers]
        values[key] = numbers[0] if p.shape is Shape.NUMBER else tuple(numbers)
    if issubclass(kind, Closing) and kind.choices:
        fitting = [w for w in _words(kind) if not planar or not _misfits(kind, name, ends, {**values, **w})]
        values |= fitting[seed % len(fitting)]
    return kind(name, *(ends if kind.ends else ()), **values) if name else kind(**values)


def carrying_joint(planar: bool) -> type[Joint]:
    """A kind of joint that moves, and carries most of a load."""
    for kind in JOINTS:
        joint = example(kind, "j", "ground", "one", planar=planar)
        if joint.freedoms == 1 and (not planar or keeps_plane(joint)):
            return kind
    raise AssertionError("no joint of one freedom is in the catalogue")


def reads_signals(kind: type[Element]) -> bool:
    """Whether an element stands nowhere, but reads signals."""
    return not kind.ends and kind.primary in kind.params and kind.params[kind.primary].varies


def give_signals(mechanism: Mechanism, kind: type[Element], *ends: str) -> None:
    """Name what an example of this kind reads: the ends given, or else quantities of `two_bodies`.

    One that takes the load of a joint gets the joint A there, if there is none.
    """
    if reads_signals(kind):
        one, two = ends[:2] if len(ends) > 1 else ("one.a.x", "two.b.y_dot")
        mechanism.signals(c1=one, c2=two)
    if issubclass(kind, LoadSensor) and not mechanism.joints:
        planar = mechanism.plane is not None
        mechanism.add(example(carrying_joint(planar), "A", "ground.a", "one.a", planar=planar))


def _words(kind: type[Element]) -> Iterator[dict[str, str]]:
    """All words that can be chosen together."""
    words = {key: p.words for key, p in kind.choices.items() if isinstance(p, Choice)}
    return (dict(zip(words, chosen, strict=True)) for chosen in product(*words.values()))


def _misfits(kind: type[Closing], name: str, ends: tuple[str, ...], values: dict[str, Any]) -> bool:
    return kind(name, *ends, **values).misfit_in_plane() is not None


def _table(p: Param, draw: random.Random) -> tuple[tuple[float, ...], ...]:
    """Rows whose first column ascends across zero, from about -1 to about 1.5."""
    others = len(p.unit.split(",")) - 1
    first, rows = draw.uniform(-1.2, -0.8), []
    for _ in range(LONG):
        rows.append((first, *(draw.uniform(-0.9, 0.9) for _ in range(others))))
        first += draw.uniform(0.5, 1.0)
    return tuple(rows)


def _file(name: str, rows: tuple[tuple[float, ...], ...]) -> str:
    """A file with these rows; its path as a model would write it."""
    path = folder() / f"{name}.csv"
    path.write_text("\n".join(", ".join(map(repr, row)) for row in rows), encoding="utf-8")
    return path.name


@dataclass(frozen=True)
class Setting:
    """Where an element that acts on coordinates is tried: the joints A and B of a chain, and its ends on them.

    Attributes:
        label: in messages.
        joints: kinds of A and B.
        ends: coordinates.
        level: whether the frames of the joints keep the axes of their bodies.
    """

    label: str
    joints: tuple[type[Joint], type[Joint]]
    ends: tuple[str, ...]
    level: bool = False

    @property
    def unit(self) -> str:
        """Of the first coordinate."""
        name, _, coordinate = self.ends[0].partition(".")
        joint = self.joints["AB".index(name)]
        return next((c.unit for c in joint.coordinates if c.name == coordinate), "rad")


def settings(kind: type[Element], planar: bool) -> list[Setting]:
    """Turns, slides, and both; in space also both on one joint."""
    turn, slide, both, flat = (
        next(j for j in JOINTS if tuple(c.unit for c in j.coordinates) == units)
        for units in (("rad",), ("m",), ("rad", "m"), ("m", "m", "rad"))
    )

    def names(name: str, joint: type[Joint]) -> list[str]:
        return [f"{name}.{c.name}" for c in joint.coordinates]

    angle, sliding = names("B", turn)[0], names("B", slide)[0]
    if issubclass(kind, Mesh):
        if kind.turns == (True, True):
            pairs = [("two turns", (turn, turn)), ("a turn with a slide", (turn, both))]
            return [
                Setting(label, pair, (names("A", pair[0])[0], names("B", pair[1])[0]), level=True)
                for label, pair in (pairs[:1] if planar else pairs)
            ]
        return [Setting("a slide and a turn", (slide, turn), (names("A", slide)[0], angle), level=True)]
    if len(kind.ends) == 1:
        found = [Setting("a turn", (turn, turn), (angle,)), Setting("a slide", (turn, slide), (sliding,))]
        if not planar:
            found.append(Setting("a turn with a slide", (turn, both), (names("B", both)[0],)))
        return found
    if len(kind.ends) == 2 or reads_signals(kind):
        found = [
            Setting("two turns", (turn, turn), (names("A", turn)[0], angle)),
            Setting("a slide and a turn", (slide, turn), (names("A", slide)[0], angle)),
        ]
        if not planar:
            found.append(Setting("one joint", (turn, both), (*reversed(names("B", both)),)))
        return found
    many = [*names("A", turn), *names("B", flat)]
    return [Setting("many coordinates", (turn, flat), tuple(many[: len(kind.ends)]))]


def fits_plane(kind: type[Joint]) -> bool:
    """Whether a joint has a form between planar bodies."""
    return keeps_plane(example(kind, "J", "ground", "one", planar=True).in_plane())


def two_bodies(planar: bool, seed: int, name: str = "two bodies", level: bool = False) -> Mechanism:
    """Bodies `one` and `two` of random inertia, with frames a, b anywhere on each, and frame a on ground.

    Frames that are level keep the axes of their body.
    """
    draw = random.Random(f"bodies {planar} {seed}")  # noqa: S311
    count, turns = (2, 1) if planar else (3, 3)

    def turn() -> tuple[float, ...]:
        found = numbers(turns)
        return tuple(0.0 for _ in found) if level else found

    def numbers(n: int) -> tuple[float, ...]:
        return tuple(draw.uniform(-0.7, 0.7) for _ in range(n))

    mechanism = Mechanism(name, plane="xy" if planar else None)
    mechanism.folder = folder()
    mechanism.ground.frame("a", numbers(count), turn())
    for body in ("one", "two"):
        # principal moments between 0.5 and 0.7 with small products are physical
        moments = tuple(draw.uniform(0.5, 0.7) for _ in range(3))
        inertia: dict[str, Any] = {"inertia": moments[0] if planar else moments}
        if not planar:
            inertia["products"] = tuple(draw.uniform(-0.05, 0.05) for _ in range(3))
        added = mechanism.add(Body(body, mass=draw.uniform(0.5, 2.0), center=numbers(count), **inertia))
        for frame in "ab":
            added.frame(frame, numbers(count), turn())
    return mechanism


def star(mechanism: Mechanism) -> Expressions:
    """The mechanism with every body moving freely on its own: its joints hold nothing yet."""
    model = mechanism.snapshot()
    joints: list[Joint] = [UNBOUND(b.name, "ground", b.name) for b in model.bodies]
    forms = [j.in_plane() if model.planar else j for j in joints]
    tree = Tree(tuple(Branch(i, GROUND, j, "", "", False) for i, j in enumerate(forms)), ())
    return Expressions(model, tree, (*model.all_joints, *model.closings))


class Flow:
    """A smooth motion of a scene through a random state at a random time; the speeds change evenly.

    Coordinates follow qdot = N(q) v by one step of the classical Runge-Kutta method, whose error over 1e-12 is 1e-60.
    Quaternions begin off unit length.
    """

    def __init__(self, scene: Expressions, seed: int) -> None:
        draw = random.Random(f"flow {seed}")  # noqa: S311
        self.scene = scene
        self.symbols = (scene.t, *scene.coordinates, *scene.speeds)
        self.state: dict[Node, Any] = {s: mp.mpf(draw.uniform(-1.2, 1.2)) for s in self.symbols}
        self.accelerations: list[Scalar] = [draw.uniform(-2.0, 2.0) for _ in scene.speeds]
        # angles that are fitted stand on another turn than the first
        self.state |= {s: mp.mpf(draw.uniform(5.0, 8.0)) for s in scene.turns.values()}
        self.state |= {
            s: mp.mpf(info.start + info.scale * draw.uniform(-0.5, 0.5))
            for s, info in zip(scene.states, scene.model.states.values(), strict=True)
        }

    @property
    def values(self) -> dict[Node, Any]:
        """Values of all symbols: the state, and the parameters of everything that was traced until now."""
        return {s: mp.mpf(v) for s, v in self.scene.parameters.values.items()} | self.state

    def now(self, *nodes: Scalar) -> list[Any]:
        """Values at the state."""
        return evaluate([self.scene.graph.lift(n) for n in nodes], self.values)

    def at(self, time: Any) -> dict[Node, Any]:
        """Values of all symbols a little later."""
        q, v, values = self.scene.coordinates, self.scene.speeds, self.values

        def state(coordinates: list[Any], s: Any) -> dict[Node, Any]:
            speeds = [values[n] + s * mp.mpf(a) for n, a in zip(v, self.accelerations, strict=True)]
            moved = dict(zip((*q, *v), (*coordinates, *speeds), strict=True))
            moved |= {z: values[z] + s * rate for z, rate in zip(self.scene.states, flows, strict=True)}
            return {**values, **moved, self.scene.t: values[self.scene.t] + s}

        flows = evaluate(self.scene.flows, values)
        start = [values[n] for n in q]
        slopes: list[list[Any]] = []
        for part in (0, mp.mpf(1) / 2, mp.mpf(1) / 2, 1):
            last = slopes[-1] if slopes else [0] * len(q)
            moved = [a + part * time * k for a, k in zip(start, last, strict=True)]
            slopes.append(evaluate(self.scene.rates, state(moved, part * time)))
        k1, k2, k3, k4 = slopes
        end = [
            a + time * (b + 2 * c + 2 * d + e) / 6
            for a, b, c, d, e in zip(start, k1, k2, k3, k4, strict=True)
        ]
        return state(end, time)

    def derivatives(self, nodes: list[Node]) -> tuple[list[Any], list[Any]]:
        """First and second derivatives in time."""
        before, after = (evaluate(nodes, self.at(s)) for s in (-STEP, STEP))
        here = evaluate(nodes, self.values)
        first = [(b - a) / (2 * STEP) for a, b in zip(before, after, strict=True)]
        second = [(b - 2 * m + a) / STEP**2 for a, m, b in zip(before, here, after, strict=True)]
        return first, second
