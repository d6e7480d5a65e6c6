"""Model files, in YAML or JSON, into mechanisms.

    sarrus: 1
    name: pendulum
    plane: xy
    bodies:
      bar: {rod: {length: 1, mass: 2 kg}}
    joints:
      pin: {revolute: [ground, bar.start]}

Every problem carries file, line and column, and all of them are reported together. When something cannot be read,
whatever rests on it is left out of the further checks, so that no problem is reported that is only a consequence.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path as Folder
from pathlib import PurePath
from typing import Any, TypeAlias

from sarrus.elements import SHELVES
from sarrus.elements.base import Element
from sarrus.elements.body import Body, Frames, Ground, SolidPart
from sarrus.elements.outside import Shelves, shelves_with
from sarrus.elements.turns import QUATERNION, given_turn
from sarrus.errors import ModelError, UsageError, quote
from sarrus.files import Path, given_ending, shown_path
from sarrus.io.analyses import read_analysis
from sarrus.io.element_form import SECTIONS, read_element, read_parameters
from sarrus.io.files import read_text
from sarrus.io.json_text import read_json
from sarrus.io.located import Located
from sarrus.io.reading import Reading, entries, in_order, shown
from sarrus.io.yaml_text import read_yaml
from sarrus.model import Mechanism
from sarrus.model.names import LONGEST_TITLE, NAME, title_flaw
from sarrus.model.reads import names_of

__all__ = ["GIVEN", "VERSION", "is_json", "load", "loads"]

VERSION = 1
"""The format this program reads and writes."""

GIVEN = ("mass", "center", "inertia", "products")
"""What describes a body that is not a solid."""

LYING = ("plane", "layer")
"""Where a body lies that does not lie where its mechanism does."""

KEYS = (
    "sarrus",
    "name",
    "plane",
    "parameters",
    "inputs",
    "signals",
    "ground",
    "bodies",
    *SECTIONS,
    "start",
    "analyses",
)
SOLIDS = {solid.keyword: solid for solid in SHELVES["solids"]}
PLACED = ("points", "frames")

# Of one body. Frames may rest on each other, and the pose of the last one is an expression of all of them.
MOST_POINTS = 10_000
MOST_FRAMES = 1000
MOST_PARTS = 100

Named: TypeAlias = tuple[Located, Located]
"""Place of a name, and what it names."""


def load(path: Path, *, elements: Iterable[type[Element]] = ()) -> Mechanism:
    """The mechanism in a model file, checked.

    Args:
        path: of the file, in YAML or JSON.
        elements: classes of your own that the file may use, beside the catalogue and what `sarrus.register` has taken.

    Raises:
        ModelError: with everything that is wrong with the file or with the mechanism in it.
        UsageError: the path is none, or one of the classes is no element.
    """
    if not isinstance(path, str | os.PathLike):
        raise UsageError(
            f"load takes the path of a model file, not a value of the type {type(path).__name__}."
        )
    shelves = shelves_with(elements)
    return _read(read_text(path), shown_path(path), Folder(os.path.dirname(os.fsdecode(path))), shelves)


def loads(text: str, path: str = "<text>", *, elements: Iterable[type[Element]] = ()) -> Mechanism:
    """The mechanism in the text of a model file, checked; it has no folder, so it reads no data files.

    Args:
        text: content of the file.
        path: its name, for messages; a mechanism without name takes it. Ending in .json it says that the text is JSON.
        elements: classes of your own, as in `load`.

    Raises:
        ModelError: with everything that is wrong with the text or with the mechanism in it.

    Example:
        >>> loads("{sarrus: 1, plane: xy, bodies: {disk: {mass: 2 kg, inertia: 0.1}}}", "disk.yaml")
        Mechanism('disk': 1 bodies)
    """
    if not isinstance(text, str) or not isinstance(path, str):
        raise UsageError(
            f"loads takes the text of a model file and a name for it, not {type(text).__name__} and "
            f"{type(path).__name__}. Use load(path) to read a file."
        )
    return _read(text, path, None, shelves_with(elements))


def _read(text: str, path: str, folder: Folder | None, shelves: Shelves) -> Mechanism:
    model = _ModelDraft(path, shelves)
    model.mechanism.folder = folder
    return model.read(read_json(text, path) if is_json(path) else read_yaml(text, path))


def is_json(path: Path) -> bool:
    """Whether a file of this name holds JSON; all others hold YAML."""
    return given_ending(path) == ".json"


class _ModelDraft:
    """The mechanism so far, and the names of items that could not be read."""

    def __init__(self, path: str, shelves: Shelves) -> None:
        stem = PurePath(path).stem
        self.mechanism = Mechanism("mechanism" if path == "<text>" or title_flaw(stem) else stem)
        self.reading = Reading(path, sources=self.mechanism.sources, shelves=shelves)
        self.broken: set[str] = set()
        self.lines: dict[str, int] = {}

    def read(self, root: Located) -> Mechanism:
        reading = self.reading
        if not isinstance(root.value, dict):
            allowed = f"A model file has the keys {', '.join(KEYS)}"
            reading.note(root, f"the file is {shown(root)}", allowed, f"Begin it with 'sarrus: {VERSION}'")
            raise ModelError(reading.problems)
        self.check_version(root)
        before = len(reading.problems)
        reading.check_keys(root, KEYS, "a model file")
        reading.is_partial = len(reading.problems) > before  # a section may be misspelt
        self.read_head(root)
        self.read_parameters(root)
        self.read_inputs(root)
        self.read_signals(root)
        self.read_ground(root)
        for key, node in reading.items(root, "bodies"):
            self.read_body(key, node)
        for section in SECTIONS:
            for key, node in reading.items(root, section):
                before = len(reading.problems)
                self.add(read_element(reading, section, key, node), section.removesuffix("s"), key, before)
        self.read_start(root)
        for key, node in reading.items(root, "analyses"):
            read_analysis(reading, self.mechanism, key, node)
        return self.checked()

    def checked(self) -> Mechanism:
        """The mechanism, if nothing is wrong with it."""
        mechanism, problems = self.mechanism, self.reading.problems
        if problems:
            if self.reading.is_partial or not mechanism.bodies:
                raise ModelError(in_order(problems))
            # Coordinates exist only where all joints are whole.
            mechanism.fixed.clear()
            mechanism.guess.clear()
            signals = mechanism.aliases.keys()
            for section in SECTIONS:
                items: list[Element] = getattr(mechanism, section)
                items[:] = [i for i in items if not i.on_coordinates and signals.isdisjoint(names_of(i))]
            mechanism.aliases.clear()
        try:
            mechanism.snapshot()
        except ModelError as error:
            raise ModelError(in_order((*problems, *error.problems))) from None
        if problems:
            raise ModelError(in_order(problems))
        return mechanism

    def check_version(self, root: Located) -> None:
        found = entries(root).get("sarrus")
        if found is None:
            hint = f"Begin the file with 'sarrus: {VERSION}'"
            self.reading.note(root, "the file does not say its format version", "", hint)
        elif found.value != VERSION or isinstance(found.value, bool):
            self.reading.note(
                found,
                f"the format version is {shown(found)}",
                f"This program reads version {VERSION}",
                "If a newer program wrote the file, update this one",
            )
            raise ModelError(self.reading.problems)  # the rest may mean something else

    def read_head(self, root: Located) -> None:
        given = entries(root)
        self.reading.sources[""] = root.where
        if "name" in given:
            name = given["name"]
            if isinstance(name.value, str) and not title_flaw(name.value):
                self.mechanism.name = name.value
            else:
                allowed = f"It is a line of text of at most {LONGEST_TITLE} characters"
                hint = "" if isinstance(name.value, str) else "Quote it"
                self.reading.note(name, f"the name of the mechanism is {shown(name)}", allowed, hint)
        if "plane" in given:
            self.mechanism.plane, self.reading.planar = "xy", True
            if given["plane"].value != "xy":
                self.reading.note(
                    given["plane"],
                    f"the plane is {shown(given['plane'])}",
                    "Only 'xy' is allowed",
                    "Leave the line out for a mechanism in space",
                )
                self.reading.is_partial = True

    def read_parameters(self, root: Located) -> None:
        for key, node in self.reading.items(root, "parameters"):
            name, before = str(key.value), len(self.reading.problems)
            value = self.reading.value(node, 0)
            with self.reading.noting(key):
                self.mechanism.parameters(**{name: value})
            self.reading.sources[f"parameters.{name}"] = node.where
            # Without one of them hardly any number is known.
            self.reading.is_partial |= len(self.reading.problems) > before

    def read_inputs(self, root: Located) -> None:
        for key, node in self.reading.items(root, "inputs"):
            name, before = str(key.value), len(self.reading.problems)
            value = self.reading.value(node, 0)
            self.reading.sources[f"inputs.{name}"] = node.where
            with self.reading.noting(node):
                self.mechanism.inputs(**{name: value})
            # Expressions anywhere may read it.
            self.reading.is_partial |= len(self.reading.problems) > before

    def read_signals(self, root: Located) -> None:
        for key, node in self.reading.items(root, "signals"):
            name, before = str(key.value), len(self.reading.problems)
            self.reading.sources[f"signals.{name}"] = node.where
            if isinstance(node.value, str):
                with self.reading.noting(node):
                    self.mechanism.signals(**{name: node.value})
            else:
                self.reading.note(
                    node,
                    f"signal {quote(name)} is {shown(node)}",
                    "A signal is the name of a published quantity, such as A.theta",
                )
            self.reading.is_partial |= len(self.reading.problems) > before

    def read_start(self, root: Located) -> None:
        node = self.reading.section(root, "start", "'fixed' and 'guess', each with start values")
        self.reading.check_keys(
            node, ("fixed", "guess"), "start", "Write 'fixed: {...}' around values that must hold"
        )
        for word, values in (("fixed", self.mechanism.fixed), ("guess", self.mechanism.guess)):
            for key, item in self.reading.items(node, word):
                self.reading.sources[f"start.{key.value}"] = key.where
                values[str(key.value)] = self.turn_or_value(item, f"start value {quote(str(key.value))}")

    def read_ground(self, root: Located) -> None:
        before = len(self.reading.problems)
        node = self.reading.section(root, "ground", "'points' and 'frames'")
        self.reading.check_keys(node, PLACED, "ground")
        self.read_frames(self.mechanism.ground, node)
        if len(self.reading.problems) > before:
            self.broken.add(self.mechanism.ground.name)
            self.mechanism.ground = Ground()

    def read_body(self, key: Located, node: Located) -> None:
        reading, name, before = self.reading, str(key.value), len(self.reading.problems)
        label, given = f"body {quote(name)}", entries(node)
        reading.is_mapping(node, label, f"a solid ({', '.join(SOLIDS)}), parts, or mass, center and inertia")
        reading.check_keys(node, (*SOLIDS, "parts", *GIVEN, *LYING, *PLACED), label, kinds=SOLIDS.values())
        kinds = [word for word in given if word in (*SOLIDS, "parts")]
        lying = self.read_lying(name, label, given)
        numbers = {
            word: reading.value(given[word], 2 if word == "inertia" else 1) for word in given if word in GIVEN
        }
        reading.sources.update({f"{name}.{word}": given[word].where for word in numbers})
        if len(kinds) > 1 or (kinds and numbers):
            reading.note(
                key,
                f"{label} has {' and '.join((*kinds, *numbers))}",
                "A body is one solid, or has parts, or has mass, center and inertia of its own",
                "Keep one of them",
            )
        solid = self.read_solid(name, label, node)
        parts: dict[str, Any] = {
            str(part.value): self.read_part(f"{name}.{part.value}", part, item)
            for part, item in self.not_too_many(reading.items(node, "parts"), MOST_PARTS, f"parts of {label}")
        }
        body = Body(name)  # frames are read in any case
        if len(reading.problems) == before:
            with reading.noting(key):
                body = Body(name, solid, parts=parts, **numbers, **lying)
        self.read_frames(body, node)
        self.add(body, "body", key, before)

    def read_lying(self, name: str, label: str, given: Mapping[str, Located]) -> dict[str, Any]:
        """The plane of a body, and how high it lies above it."""
        found: dict[str, Any] = {}
        if "layer" in given:
            found["layer"] = self.reading.value(given["layer"], 0)
        if "plane" in given:
            found["plane"] = given["plane"].value
            if not isinstance(found["plane"], str):
                self.reading.note(
                    given["plane"],
                    f"the plane of {label} is {shown(given['plane'])}",
                    "It is xy, space, or a frame on ground, such as ground.tilted",
                )
        self.reading.sources.update({f"{name}.{word}": given[word].where for word in found})
        return found

    def read_part(self, path: str, key: Located, node: Located) -> SolidPart | None:
        """One of several solids, with `at` and `turn` beside it."""
        reading, label, before = self.reading, f"part {quote(path)}", len(self.reading.problems)
        reading.sources[path] = key.where
        if not reading.is_mapping(node, label, f"a solid ({', '.join(SOLIDS)}), 'at' and 'turn'"):
            return None
        reading.check_keys(node, (*SOLIDS, "at", "turn"), label, kinds=SOLIDS.values())
        kinds = [word for word in entries(node) if word in SOLIDS]
        if len(kinds) != 1:
            reading.note(key, f"{label} has {' and '.join(kinds) or 'no solid'}", "It is one solid")
        solid = self.read_solid(path, label, node)
        placed = self.placement(quote(path), entries(node))
        if solid is None or len(reading.problems) > before:
            return None
        return SolidPart.of((solid, placed.get("at", ()), placed.get("turn", ())), path)

    def read_solid(self, path: str, label: str, node: Located) -> Any:
        """The last solid of a mapping; None where there is none, or something is wrong with it."""
        reading = self.reading
        solid: Any = None
        for word in (word for word in entries(node) if word in SOLIDS):
            owner, item, before = f"the {word} of {label}", entries(node)[word], len(reading.problems)
            if reading.is_mapping(item, owner, "its sizes and its mass"):
                values = read_parameters(reading, SOLIDS[word], path, owner, item)
                solid = SOLIDS[word](**values) if len(reading.problems) == before else None
        return solid

    def read_frames(self, holder: Frames, node: Located) -> None:
        reading = self.reading
        points, frames = reading.items(node, "points"), reading.items(node, "frames")
        for key, item in self.not_too_many(points, MOST_POINTS, f"points of {quote(holder.name)}"):
            self.place(holder, key, {"at": item})
        for key, item in self.not_too_many(frames, MOST_FRAMES, f"frames of {quote(holder.name)}"):
            label = f"frame {quote(f'{holder.name}.{key.value}')}"
            if reading.is_mapping(item, label, "'at', 'turn' and 'on'"):
                reading.check_keys(item, ("at", "turn", "on"), label)
                self.place(holder, key, entries(item))

    def not_too_many(self, items: list[Named], most: int, label: str) -> list[Named]:
        """What a body has of one kind; one that has too much is not read."""
        if len(items) <= most:
            return items
        key, _ = items[most]
        self.reading.note(key, f"there are {len(items)} {label}", f"At most {most} are allowed")
        return []

    def place(self, holder: Frames, key: Located, given: dict[str, Located]) -> None:
        reading, name, before = self.reading, str(key.value), len(self.reading.problems)
        path = quote(f"{holder.name}.{name}")
        reading.sources.setdefault(f"{holder.name}.{name}", key.where)
        if not NAME.fullmatch(name):
            reading.note(key, f"{quote(name)} is not a name", "Names have letters, digits, _ and - only")
        placement = self.placement(path, given)
        if "on" in given:
            placement["on"] = given["on"].value
            if not isinstance(given["on"].value, str):
                reading.note(
                    given["on"], f"{path} rests on {shown(given['on'])}", "It rests on a frame, by name"
                )
        if len(reading.problems) == before:
            with reading.noting(key):
                holder.frame(name, **placement)

    def placement(self, path: str, given: dict[str, Located]) -> dict[str, Any]:
        """Position and turn of a frame or a part."""
        reading = self.reading
        placement: dict[str, Any] = {}
        if "at" in given and not isinstance(given["at"].value, list):
            form = "[x, y]" if reading.planar else "[x, y, z]"
            reading.note(
                given["at"], f"the position of {path} is {shown(given['at'])}", f"It is a list {form}"
            )
        elif "at" in given:
            placement["at"] = reading.value(given["at"], 1)
        if "turn" in given:
            placement["turn"] = self.turn_or_value(given["turn"], f"the turn of {path}")
        return placement

    def turn_or_value(self, node: Located, label: str) -> Any:
        """A number, a list of numbers, or a turn by a sequence of axes or a quaternion."""
        reading = self.reading
        if not isinstance(node.value, dict):
            return reading.value(node, 1)
        before = len(reading.problems)
        reading.check_keys(node, ("sequence", "angles", QUATERNION), label)
        written = {
            key: item.value if key == "sequence" else reading.value(item, 1)
            for key, item in entries(node).items()
        }
        if len(reading.problems) == before:
            with reading.noting(node):
                return given_turn(written, node.where)
        return 0.0

    def add(self, item: Any, kind: str, key: Located, before: int) -> None:
        """Take a body or an element into the mechanism, unless there were problems with it or with what it rests on."""
        reading, name = self.reading, str(key.value)
        if name in self.lines:
            reading.note(
                key,
                f"the name {quote(name)} of this {kind} is taken already, in line {self.lines[name]}",
                "Names are unique across bodies and all elements",
                "Choose another name",
            )
        else:
            self.lines[name] = key.line
            reading.sources[name] = key.where
        ends = item.at if isinstance(item, Element) else ()
        if any(end.partition(".")[0] in self.broken for end in ends):
            self.broken.add(name)
        elif item is not None and len(reading.problems) == before:
            with reading.noting(key):
                self.mechanism.add(item)
        if len(reading.problems) > before:
            self.broken.add(name)
