"""Elements from outside the package: what they must have, and which are known.

A class of anyone stands beside the catalogue for good, once `register` has taken it, or for one call that is given it
(`load(path, elements=[Helix])`). No file of a model names code: it has the keyword of a class, and whoever reads the file
says which classes there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard, TypeVar, overload

from sarrus.elements import SHELVES
from sarrus.elements.base import Coordinate, Element
from sarrus.elements.closing import Closing
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.elements.sensors.base import Sensor
from sarrus.elements.solids.base import Solid
from sarrus.elements.statements import STATEMENTS
from sarrus.errors import UsageError, quote, suggest

__all__ = [
    "CONTRACTS",
    "Shelves",
    "contract_flaw",
    "foreign_kinds",
    "is_derived",
    "is_foreign",
    "meant_by",
    "register",
    "shelf_of",
    "shelves_with",
    "unstated",
]

E = TypeVar("E", bound=Element)
Shelves = Mapping[str, tuple[type[Element], ...]]

CONTRACTS: dict[type[Element], str] = {
    Joint: "joints",
    Driver: "drivers",
    FrameConstraint: "constraints",
    Relation: "constraints",
    Force: "forces",
    Sensor: "sensors",
}
"""What an element from outside is derived from, and the shelf it stands on. A driver is a relation, and comes before it."""

_KEYWORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_registered: dict[str, type[Element]] = {}
"""By keyword, for all models of this process."""


@overload
def register(kind: type[E], /) -> type[E]: ...
@overload
def register(*kinds: type[Element]) -> Any: ...
def register(*kinds: Any) -> Any:
    """Let every model of this process use elements of your own, beside the catalogue.

        @sarrus.register
        class Helix(Joint):
            ...

    A class may be registered again; one that was made anew, by running a cell of a notebook again or by reloading its
    module, takes the place of the old one.

    Args:
        kinds: classes derived from Joint, FrameConstraint, Relation, Force, Driver or Sensor (see `sarrus.element`).

    Returns:
        The class, or all of them where there are several.

    Raises:
        UsageError: a class does not keep the contract, or its keyword is taken. None is registered then.
    """
    if not kinds:
        raise UsageError("register takes classes of elements. As a decorator it is written @sarrus.register.")
    _registered.update(_joined(_registered, kinds))
    return kinds[0] if len(kinds) == 1 else kinds


def shelves_with(elements: Iterable[type[Element]] = ()) -> Shelves:
    """The catalogue, what was registered, and these classes, by shelf.

    Raises:
        UsageError: a class does not keep the contract, or its keyword is taken.
    """
    if isinstance(elements, type) or not isinstance(elements, Iterable):
        said = f"elements=[{elements.__name__}]" if isinstance(elements, type) else "elements=[Helix]"
        raise UsageError(f"elements is a list of classes: write {said}.")
    found = _joined(_registered, elements)
    if not found:
        return SHELVES
    return {
        shelf: (*kinds, *(kind for kind in found.values() if shelf_of(kind) == shelf))
        for shelf, kinds in SHELVES.items()
    }


def shelf_of(kind: type[Element]) -> str:
    """The shelf an element stands on: the section of a file."""
    if issubclass(kind, Solid):
        return "solids"
    return next(shelf for base, shelf in CONTRACTS.items() if issubclass(kind, base))


def meant_by(word: str, kinds: Iterable[type[Element]]) -> str:
    """A question with the element that people know by another name, or by a similar one; empty where nobody knows."""
    known = tuple(kinds)
    plain = word.strip().lower().replace("_", "-").removesuffix("-joint")
    found = next((k for k in known if plain in k.also_called or word in k.also_called), None)
    return f"Did you mean {quote(found.keyword)}?" if found else suggest(word, [k.keyword for k in known])


def is_foreign(kind: type[Element]) -> bool:
    """Whether a class is not of the catalogue."""
    return kind not in SHELVES[shelf_of(kind)]


def foreign_kinds(elements: Iterable[Element]) -> tuple[type[Element], ...]:
    """The classes of elements that are not of the catalogue, in their order, each once."""
    return tuple(kind for kind in dict.fromkeys(map(type, elements)) if is_foreign(kind))


def _joined(known: Mapping[str, type[Element]], kinds: Iterable[Any]) -> dict[str, type[Element]]:
    """Classes by keyword, with more of them.

    Raises:
        UsageError: one does not keep the contract, or its keyword is taken by another.
    """
    found, kinds = dict(known), tuple(kinds)
    if not kinds:
        return found
    catalogue = {kind.keyword: kind for items in SHELVES.values() for kind in items}
    for kind in kinds:
        if flaw := contract_flaw(kind):
            raise UsageError(f"{_shown(kind)} cannot be an element of a model: {flaw}")
        if catalogue.get(kind.keyword) is kind:
            continue
        other = found.get(kind.keyword)
        by = "the catalogue" if kind.keyword in catalogue else ""
        if other is not None and not _is_same(kind, other):
            by = f"{other.__module__}.{other.__qualname__}"
        if by:
            raise UsageError(
                f"{_shown(kind)}: the keyword '{kind.keyword}' is taken by {by}. It follows from the name of the class: "
                "give the class another name."
            )
        found[kind.keyword] = kind
    return found


def _is_same(kind: type, other: type) -> bool:
    """Whether two classes are one, perhaps made anew from its source."""
    return (kind.__module__, kind.__qualname__) == (other.__module__, other.__qualname__)


def _shown(kind: object) -> str:
    return kind.__name__ if isinstance(kind, type) else f"a value of the type {type(kind).__name__}"


def is_derived(thing: Any) -> TypeGuard[type[Element]]:
    """Whether it is a class that is derived from one of the contracts, or one of these."""
    return isinstance(thing, type) and issubclass(thing, tuple(CONTRACTS))


def contract_flaw(kind: Any) -> str:
    """What keeps a class from being an element, in a sentence; empty where nothing does."""
    bases = ", ".join(base.__name__ for base in CONTRACTS)
    if not is_derived(kind):
        return f"it is not a class derived from one of {bases} of sarrus.element."
    several = [base for base in CONTRACTS if issubclass(kind, base) and base is not Relation]
    if len(several) > 1:
        return f"it is derived from {' and '.join(base.__name__ for base in several)}. An element is one of them."
    lacking = unstated(kind)
    if lacking:
        return f"it does not state {' and '.join(f'`{name}`' for name in lacking)}."
    if not _KEYWORD.fullmatch(kind.keyword):
        return "a keyword in files is made from its name, which has letters A to Z and digits only, as in TwinSpring."
    return _flaw_of_names(kind) or _flaw_of_statements(kind)


def unstated(kind: type[Element]) -> list[str]:
    """What its contract asks for and a class does not say."""
    return [name for name in dir(kind) if getattr(getattr(kind, name, None), "__isabstractmethod__", False)]


def _flaw_of_names(kind: type[Element]) -> str:
    """What is wrong with its ends and with what it publishes."""
    if not isinstance(kind.ends, tuple) or not all(isinstance(end, str) for end in kind.ends):
        return "`ends` is a tuple of names, as in ends = ('base', 'follower')."
    if not kind.ends and issubclass(kind, Relation | Closing | Sensor) and not kind.primary:
        return "`ends` is empty. It names what the element touches, as in ends = ('first', 'second')."
    wanted = _ends_wanted(kind)
    if wanted is not None and kind.ends and len(kind.ends) != wanted:
        return f"`ends` has the length {len(kind.ends)}, but such an element touches {wanted}."
    if kind.primary and kind.primary not in kind.declared():
        return f"`primary` is '{kind.primary}', which it does not declare."
    published = kind.coordinates if issubclass(kind, Joint) else ()
    published = kind.quantities if issubclass(kind, Sensor) else published
    if not isinstance(published, tuple) or not all(isinstance(one, Coordinate) for one in published):
        return "what it publishes is a tuple of angle('theta') and length('s')."
    if issubclass(kind, Sensor) and not published and kind.ends:
        return "`quantities` is empty. It names what the sensor measures, as in quantities = (length('height'),)."
    return ""


def _ends_wanted(kind: type[Element]) -> int | None:
    """How many ends its contract asks for; None where that is up to the element."""
    if issubclass(kind, Force):
        return sum(port.ends for port in kind.ports) if kind.ports else None  # without a port, that is said
    if issubclass(kind, Closing | Sensor):
        return 2
    return 1 if issubclass(kind, Driver) else None


def _flaw_of_statements(kind: type[Element]) -> str:
    """What it does not say."""
    if issubclass(kind, Force) and not kind.ports:
        return "it has no `port`. It says what the force sees, as in port = Line."
    if issubclass(kind, Closing) and kind.slip is not None and not kind.slips:
        return "`slips` is empty. It names the rows of `slip`, as in slips = lengths('v_FM.y_F')."
    if issubclass(kind, FrameConstraint) and not kind.rows and kind.slip is None:
        return "`rows` is empty. It names the rows of `closure`, as in rows = lengths('p_FM.z_F')."
    is_expression = not kind.ends and kind.primary != ""  # what it says, the user writes
    if not is_expression and not any(getattr(kind, name, None) is not None for name in STATEMENTS):
        return f"it states none of {', '.join(f'`{name}`' for name in STATEMENTS)}."
    return ""
