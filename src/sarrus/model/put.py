"""Numbers of a mechanism by their paths, changed before it is used: `a`, `crank.mass`, `push.force.x`, `start.A.theta`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sarrus.elements.base import as_written
from sarrus.elements.body import Body
from sarrus.elements.turns import GivenTurn
from sarrus.errors import UsageError, quote, suggest
from sarrus.model.mechanism import Mechanism

__all__ = ["numbers", "put"]

AXES = "xyz"
Put = Callable[[Any], None]


def put(mechanism: Mechanism, path: str, value: Any) -> None:
    """Give a number of a mechanism another value, as written in a file: a number, a quantity or an expression.

    Raises:
        UsageError: there is no number of that path.
        ModelError: the value cannot be read.
    """
    known = dict(numbers(mechanism))
    known |= {short: known[long] for short, long in _short(mechanism).items() if short not in known}
    if path not in known:
        raise UsageError(
            f"there is no number {quote(path)} in '{mechanism.name}'. {suggest(path, known)} "
            f"There are: {', '.join(list(known)[:40])}{' and more' if len(known) > 40 else ''}.".replace(
                "  ", " "
            )
        )
    known[path](as_written(value, f"{path}"))


def numbers(mechanism: Mechanism) -> Iterator[tuple[str, Put]]:
    """Every number that can be given, by its path, with what changes it."""
    for name in mechanism.values:
        yield name, _into(mechanism.values, name)
    for name in mechanism.given:
        yield name, _into(mechanism.given, name)
    for kept in (mechanism.fixed, mechanism.guess):
        for name, written in kept.items():
            if isinstance(written, tuple):
                for k, axis in enumerate(AXES[: len(written)]):
                    yield f"start.{name}.{axis}", _inside(kept, name, k)
            elif not isinstance(written, GivenTurn):
                yield f"start.{name}", _into(kept, name)
    for body in mechanism.bodies:
        yield from _of_body(body)
    for shelf in ("joints", "constraints", "forces", "drivers", "sensors"):
        for element in getattr(mechanism, shelf):
            yield from _of_element(element, element.name)


def _short(mechanism: Mechanism) -> dict[str, str]:
    """Numbers of the one solid of a body without its keyword: `crank.mass` for `crank.rod.mass`."""
    return {
        f"{body.name}.{path.rpartition('.')[2]}": path
        for body in mechanism.bodies
        if body.solid is not None
        for path, _ in _of_element(body.solid, f"{body.name}.{body.solid.keyword}")
    }


def _of_body(body: Body) -> Iterator[tuple[str, Put]]:
    for key, attribute in (
        ("mass", "mass"),
        ("center", "center_at"),
        ("inertia", "inertia"),
        ("products", "products"),
    ):
        if getattr(body, attribute) is not None:
            yield from _values(body, attribute, f"{body.name}.{key}")
    if body.solid is not None:
        yield from _of_element(body.solid, f"{body.name}.{body.solid.keyword}")
    for name, part in body.parts.items():
        yield from _of_element(part.solid, f"{body.name}.{name}.{part.solid.keyword}")


def _of_element(element: Any, owner: str) -> Iterator[tuple[str, Put]]:
    for name, p in element.params.items():
        if getattr(element, name) is not None:
            yield from _values(element, name, f"{owner}.{p.key or name}")


def _values(holder: Any, attribute: str, path: str) -> Iterator[tuple[str, Put]]:
    """A number, or the numbers of a list by their axes or their places, counted from 1."""
    written = getattr(holder, attribute)
    if not isinstance(written, tuple):
        if not isinstance(written, str) and not hasattr(written, "rows"):  # no word, and no data file
            yield path, lambda value: setattr(holder, attribute, value)
        return
    for k, item in enumerate(written):
        if not isinstance(item, tuple):
            place = f"{path}.{AXES[k]}" if len(written) <= len(AXES) else f"{path}[{k + 1}]"
            yield place, _at(holder, attribute, k)


def _at(holder: Any, attribute: str, k: int) -> Put:
    def change(value: Any) -> None:
        written = list(getattr(holder, attribute))
        written[k] = value
        setattr(holder, attribute, tuple(written))

    return change


def _inside(kept: dict[str, Any], name: str, k: int) -> Put:
    def change(value: Any) -> None:
        written = list(kept[name])
        written[k] = value
        kept[name] = tuple(written)

    return change


def _into(kept: dict[str, Any], name: str) -> Put:
    return lambda value: kept.__setitem__(name, value)
