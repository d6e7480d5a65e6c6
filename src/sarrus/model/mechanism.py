"""A mechanism as it is being described: it collects elements and start values, and knows nothing of solving."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from sarrus.elements.base import Element, as_written, shallow_copy
from sarrus.elements.body import Body, Frames, Ground
from sarrus.elements.constraints.base import FrameConstraint, Relation
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.elements.lying import SPACE, XY, guide_of
from sarrus.elements.sensors.base import Sensor
from sarrus.elements.turns import GivenTurn, given_turn
from sarrus.errors import ModelError, Problem, UsageError, quote
from sarrus.model.asked import Asked
from sarrus.model.check import check
from sarrus.model.data_files import DataFolder, with_data
from sarrus.model.listing import listing
from sarrus.model.names import IDENTIFIER, LONGEST_TITLE, NAME, RESERVED, seen, title_flaw
from sarrus.model.reads import TIME, WORDS
from sarrus.model.snapshot import Snapshot
from sarrus.model.strangers import strangers
from sarrus.scalar.expression import CONSTANTS, FUNCTIONS, Expression, Value, symbol

if TYPE_CHECKING:
    from sarrus.elements.written import Number, Vector

E = TypeVar("E", bound=Element)
Added = TypeVar("Added", bound=Joint | FrameConstraint | Relation | Force | Sensor)
H = TypeVar("H", bound=Frames)
_RESERVED = (TIME, *CONSTANTS)


class Mechanism:
    """Bodies, joints, constraints, forces, drivers, sensors and start values by name.

    Args:
        name: what results and printed equations are headed with.
        plane: "xy" for planar bodies (x, y, psi); None for spatial ones.

    Example:
        >>> import sarrus
        >>> m = sarrus.Mechanism("pendulum", plane="xy")
        >>> bar = m.add(sarrus.Body("bar", sarrus.Rod(length=1.0, mass=2.0)))
        >>> m.add(sarrus.Revolute("pin", m.ground, bar.start))
        Revolute('pin': ground -> bar.start)
    """

    def __init__(self, name: str, plane: str | None = None) -> None:
        if flaw := title_flaw(name):
            raise ModelError.one(
                "",
                f"the name of the mechanism {flaw}",
                f"It is a line of text, at most {LONGEST_TITLE} characters",
            )
        if not (plane is None or (isinstance(plane, str) and plane == "xy")):
            raise ModelError.one(
                f"mechanism '{name}'", f"plane {seen(plane)} is unknown.", "Allowed is 'xy', or none."
            )
        self.name = name
        self.plane = plane
        self.ground = Ground()
        self._kinds = {"ground": "ground"}
        self.bodies: list[Body] = []
        self.joints: list[Joint] = []
        self.constraints: list[FrameConstraint | Relation] = []
        self.forces: list[Force] = []
        self.drivers: list[Driver] = []
        self.sensors: list[Sensor] = []
        self.values: dict[str, Value] = {}
        self.given: dict[str, Value] = {}
        """Inputs, with their values at the start."""
        self.aliases: dict[str, str] = {}
        """Signals, each with the published quantity that it stands for."""
        self.fixed: dict[str, Value] = {}
        self.guess: dict[str, Value] = {}
        self.analyses: dict[str, Asked] = {}
        """Questions that are kept with it, by name."""
        self.sources: dict[str, str] = {}
        """Where an item was written (file:line:column), by its path; empty for mechanisms made in Python."""
        self.folder: Path | None = Path()
        """In which its data files lie: that of its model file, or the current one; None to read no files at all."""
        self._kept: list[object] = []

    def parameters(self, /, **values: Number) -> tuple[Expression, ...]:
        """Name live numbers; each is returned as a symbol to build expressions with."""
        for name, value in values.items():
            where = self._identified(name, "parameter")
            self.values[name] = as_written(value, where)
        return tuple(symbol(name) for name in values)

    def inputs(self, /, **values: Number) -> tuple[Expression, ...]:
        """Name numbers that are written from outside while the mechanism moves, with their values at the start.

        Each is returned as a symbol to build expressions of forces, conditions and sensors with.
        """
        for name, value in values.items():
            where = self._identified(name, "input")
            written = as_written(value, where)
            if isinstance(written, Expression | tuple):
                raise ModelError.one(
                    where,
                    f"input {quote(name)} is {'a list' if isinstance(written, tuple) else quote(str(written))}",
                    "An input is a number, or a number with its unit: its value at the start",
                )
            self.given[name] = written
        return tuple(symbol(name) for name in values)

    def signals(self, /, **paths: str) -> tuple[Expression, ...]:
        """Name published quantities, such as `A.theta`, for use in expressions of forces, conditions and sensors."""
        for name, path in paths.items():
            where = self._identified(name, "signal")
            if not isinstance(path, str):
                raise ModelError.one(
                    where,
                    f"signal {quote(name)} is {seen(path)}",
                    "A signal is the name of a published quantity, such as 'A.theta'",
                )
            self.aliases[name] = path
        return tuple(symbol(name) for name in paths)

    def _identified(self, name: str, kind: str) -> str:
        """Where a name of an expression was written; it is refused where it cannot be one of this kind."""
        where = self.sources.get(f"{kind}s.{name}", "")
        reserved = _RESERVED if kind == "parameter" else (*_RESERVED, *sorted(WORDS))
        if name in reserved or not IDENTIFIER.fullmatch(name):
            raise ModelError.one(
                where,
                f"{quote(name)} cannot be {'an' if kind == 'input' else 'a'} {kind}",
                f"{kind.capitalize()}s are identifiers (letters, digits, _) other than {', '.join(reserved)}",
            )
        if name in FUNCTIONS:
            raise ModelError.one(
                where,
                f"{quote(name)} cannot be {'an' if kind == 'input' else 'a'} {kind}: it is a function of expressions",
                "",
                "Choose another name",
            )
        for other, taken in (("parameter", self.values), ("input", self.given), ("signal", self.aliases)):
            if other != kind and name in taken:
                raise ModelError.one(
                    where,
                    f"the name {quote(name)} of this {kind} is taken by {'an' if other == 'input' else 'a'} {other}",
                    "Parameters, inputs and signals share one set of names",
                    "Choose another name",
                )
        return where

    @overload
    def add(self, item: Body) -> Body: ...
    @overload
    def add(self, item: Added) -> Added: ...
    def add(self, item: Any) -> Any:
        """Take an element or a body into the mechanism and return it."""
        kind, shelf = self._shelf_of(item)
        where = self.sources.get(item.name, "") if isinstance(item.name, str) else ""
        if not isinstance(item.name, str) or not NAME.fullmatch(item.name):
            raise ModelError.one(
                where,
                f"{seen(item.name)} is not a name",
                "Names have letters, digits, _ and - only",
                "Use at most 100 of them" if isinstance(item.name, str) and len(item.name) > 100 else "",
            )
        if item.name in RESERVED:
            raise ModelError.one(
                where,
                f"a {kind} cannot be called '{item.name}': the word is reserved for names of results and numbers",
                f"Reserved are {', '.join(RESERVED)}",
                "Choose another name",
            )
        if item.name in self._kinds:
            taken = self._kinds[item.name]
            raise ModelError.one(
                where,
                f"the name '{item.name}' of this {kind} is taken by a {taken}",
                "Names are unique across bodies and all elements",
                "Choose another name",
            )
        self._kinds[item.name] = kind
        shelf.append(item)
        return item

    def _shelf_of(self, item: object) -> tuple[str, list[Any]]:
        shelves: tuple[tuple[str, type, list[Any]], ...] = (
            ("body", Body, self.bodies),
            ("joint", Joint, self.joints),
            ("force", Force, self.forces),
            ("driver", Driver, self.drivers),
            ("sensor", Sensor, self.sensors),
            ("constraint", FrameConstraint, self.constraints),
            (
                "constraint",
                Relation,
                self.constraints,
            ),  # drivers are relations too, and were looked for before
        )
        for kind, base, shelf in shelves:
            if isinstance(item, base):
                return kind, shelf
        raise ModelError.one(
            f"mechanism '{self.name}'",
            f"{seen(item)} cannot be added.",
            "A mechanism takes bodies, joints, constraints, forces, drivers and sensors.",
        )

    def names(self) -> dict[str, str]:
        """Every name in use, with what kind of thing it names."""
        return {**self._kinds, **{guide_of(name): "joint" for name, plane in self._planes().items() if plane}}

    def _planes(self) -> dict[str, str]:
        """The frame on ground in whose x-y plane each body is held, by its path; empty of one that moves in space.

        One body with a plane or a layer of its own makes a mechanism in space, where all planes are held. Else there are none.
        """
        own = self.plane or SPACE
        if not any(b.layer is not None or (b.plane or own) != own for b in self.bodies):
            return {}
        paths = {SPACE: "", XY: "ground"}
        return {b.name: paths.get(b.plane or own, b.plane or own) for b in self.bodies}

    def start(
        self,
        fixed: Mapping[str, Number | Vector | GivenTurn] | None = None,
        guess: Mapping[str, Number | Vector | GivenTurn] | None = None,
    ) -> None:
        """Give start values: coordinates and rates `A.theta`, `A.theta_dot`; of a joint that turns freely also `ball.turn`, `ball.w`.

        Args:
            fixed: values that are never moved.
            guess: what the assembled pose shall be nearest to; here angles and places of bodies may be given, too:
                `upper.psi`, `foot.p3.x`.

        A value given again replaces what was given before, also where one was fixed and the other is a guess.
        """
        for given, kept, other, dropped in (
            (fixed, self.fixed, guess, self.guess),
            (guess, self.guess, fixed, self.fixed),
        ):
            if given is not None and not (
                isinstance(given, Mapping) and all(isinstance(n, str) for n in given)
            ):
                raise UsageError(
                    f"start values are {{'A.theta': 0.3}}, by the names of coordinates, not {seen(given)}."
                )
            for name, value in (given or {}).items():
                if name not in (other or {}):
                    dropped.pop(name, None)
                where = self.sources.get(f"start.{name}", f"start value {quote(name)}")
                is_turn = isinstance(value, GivenTurn | Mapping)
                kept[name] = given_turn(value, where) if is_turn else as_written(value, where)  # type: ignore[assignment]

    def ask(self, name: str, verb: str, **options: Any) -> None:
        """Keep a question with the mechanism; `sarrus.run(mechanism, name)` asks it, and a model file holds it.

        Args:
            name: of the analysis.
            verb: what is asked, such as "simulate".
            options: what the verb is told, and `show`: names for the table.

        Raises:
            UsageError: there is no such verb, or it has no such option.
        """
        from sarrus.analysis.kept import as_asked

        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise UsageError(f"{seen(name)} is not a name. Names have letters, digits, _ and - only.")
        self.analyses[name] = as_asked(name, verb, options)

    def snapshot(self) -> Snapshot:
        """The mechanism as it is now, checked and frozen; every analysis works on one.

        Raises:
            ModelError: with everything that is wrong.
        """
        if found := list(strangers(self)):
            raise ModelError(found)
        problems: list[Problem] = []
        planes = self._planes()
        data = DataFolder(self.folder)

        def read(element: E) -> E:
            plain = shallow_copy(with_data(element, data, self.sources.get(element.name, ""), problems))
            plain.at = tuple(
                map(str, plain.at)
            )  # a snapshot has bodies of its own, which its elements know by name
            return plain

        frozen = Snapshot(
            name=self.name,
            planar=self.plane is not None and not planes,
            plane=self.plane,
            parameters=dict(self.values),
            inputs=dict(self.given),
            signals={name: _of_guide(path, planes) for name, path in self.aliases.items()},
            ground=_frozen(self.ground),
            bodies=tuple(_frozen(body, planes) for body in self.bodies),
            joints=tuple(map(read, self.joints)),
            constraints=tuple(map(read, self.constraints)),
            forces=tuple(map(read, self.forces)),
            drivers=tuple(map(read, self.drivers)),
            sensors=tuple(map(read, self.sensors)),
            fixed={_of_guide(name, planes): value for name, value in self.fixed.items()},
            guess={_of_guide(name, planes): value for name, value in self.guess.items()},
            sources=dict(self.sources),
            analyses=dict(self.analyses),
        )
        problems += check(frozen)
        if problems:
            raise ModelError(problems)
        return frozen

    def keep(self, made: object) -> None:
        """Keep what an analysis has made of the mechanism as it was; the next one says whether it still holds."""
        self._kept = [made]

    def taken(self) -> object | None:
        """What was kept, which is nobody else's from now on; None where there is nothing."""
        try:
            return self._kept.pop()
        except IndexError:
            return None

    def __getstate__(self) -> dict[str, Any]:
        """A copy of the mechanism makes its own."""
        return {**vars(self), "_kept": []}

    def __repr__(self) -> str:
        shelves = {
            "body": "bodies",
            **{s: f"{s}s" for s in ("joint", "constraint", "force", "driver", "sensor")},
        }
        sizes = {one: (len(getattr(self, many)), many) for one, many in shelves.items()}
        counts = [f"{n} {one if n == 1 else many}" for one, (n, many) in sizes.items() if n]
        return f"Mechanism({self.name!r}: {', '.join(counts) or 'empty'})"

    def _repr_html_(self) -> str:
        """What a notebook shows: everything that was described, a line each."""
        from html import escape

        return f"<pre>{escape(listing(self))}</pre>"


def _of_guide(name: str, planes: Mapping[str, str]) -> str:
    """A quantity by the name it has: the angle of a body that is held in a plane is that of its guide."""
    body, _, quantity = name.partition(".")
    turned, dot, rate = quantity.partition("_")
    return f"{guide_of(body)}.theta{dot}{rate}" if turned == "psi" and planes.get(body) else name


def _frozen(holder: H, planes: Mapping[str, str] = {}) -> H:
    """A copy that does not change with the original; the values in it never change. It knows what plane it is held in."""
    frozen = shallow_copy(holder)
    frozen.placements = dict(holder.placements)
    if isinstance(frozen, Body):
        frozen.guided = planes.get(frozen.name, "")
        frozen.solid = frozen.solid and shallow_copy(frozen.solid)
        frozen.parts = {
            name: replace(part, solid=shallow_copy(part.solid)) for name, part in frozen.parts.items()
        }
    return frozen
