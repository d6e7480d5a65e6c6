"""An element in a large mechanism, where it is one cell of code that runs over tables: the same numbers as on its own."""

from __future__ import annotations

from typing import Any

from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.mechanics import FORMULATIONS
from sarrus.model import Mechanism
from sarrus.testing.formulations import chain
from sarrus.testing.rolled import rolled_difference
from sarrus.testing.samples import example, give_signals, settings, two_bodies

ROUNDING = 1e-13
"""Sums over elements may run in another order."""


def placements(kind: type[Element], planar: bool) -> int:
    """In how many places an element is tried."""
    if issubclass(kind, Joint):
        return 2
    if _is_on_coordinates(kind):
        return len(settings(kind, planar))
    return len(_ends(kind))


def check_loops(kind: type[Element], planar: bool, seed: int) -> None:
    """Loops over tables give the numbers of straight-line code, kernel by kernel, in both formulations.

    A joint stands on the tree, walked forward or backward, and closes a loop; an element on coordinates acts on those of
    a chain; one on frames acts between two bodies, between a body and ground, or on two frames of one body. The seed picks
    the place.

    Raises:
        AssertionError: with a sentence that says what does not hold.
    """
    mechanism = _placed(kind, planar, seed)
    label = f"{kind.keyword}{' in the plane' if planar else ''} (seed {seed})"
    for formulation in FORMULATIONS:
        where = f"{label}, in {formulation} coordinates as in a large mechanism"
        try:
            error = rolled_difference(mechanism.snapshot(), formulation, seed)
        except AssertionError as found:
            raise AssertionError(f"{where}: {found}.") from found
        if not error < ROUNDING:
            raise AssertionError(f"{where}: its numbers are not those of a small one; off by {error:.3g}.")


def _is_on_coordinates(kind: type[Element]) -> bool:
    return issubclass(kind, Relation) or (issubclass(kind, Force) and kind.on_coordinates)


def _ends(kind: type[Element]) -> list[tuple[str, ...]]:
    """Between two bodies, and with ground; a constraint on one body would forbid nothing or everything."""
    found: list[tuple[str, ...]] = [("one.a", "two.b"), ("ground.a", "one.b")]
    pairs = found if issubclass(kind, Closing) else [*found, ("one.a", "one.b")]
    return [pair * max(1, len(kind.ends) // 2) for pair in pairs]


def _placed(kind: type[Any], planar: bool, seed: int) -> Mechanism:
    place = seed % placements(kind, planar)
    if _is_on_coordinates(kind):
        setting = settings(kind, planar)[place]
        mechanism = chain(setting.joints, planar, seed, level=setting.level)
        give_signals(mechanism, kind, *setting.ends)
        mechanism.add(example(kind, "it", *setting.ends, planar=planar, seed=seed, unit=setting.unit))
        return mechanism
    mechanism = two_bodies(planar, seed)
    if issubclass(kind, Joint):
        first = ("one.b", "ground.a") if place else ("ground.a", "one.b")
        ends = {"first": first, "second": ("one.a", "two.b"), "third": ("two.a", "ground")}
        for name, pair in ends.items():
            mechanism.add(example(kind, name, *pair, planar=planar, seed=seed))
        return mechanism
    give_signals(mechanism, kind)
    where = _ends(kind)[place][-len(kind.ends) :] if kind.ends else ()
    mechanism.add(example(kind, "it", *where, planar=planar, seed=seed))
    return mechanism
