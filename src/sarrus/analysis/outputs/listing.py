"""What is there to ask for? A list of all series of a mechanism, those among them that are computed on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sarrus.analysis.description import Description
from sarrus.analysis.motion.output import columns_of
from sarrus.analysis.outputs.base import Offer
from sarrus.analysis.outputs.families import SHELF
from sarrus.errors import UsageError, quote, suggest
from sarrus.mechanics import Equations, formulate
from sarrus.mechanics.infos import ChannelInfo, ChannelKind
from sarrus.model import Mechanism, snapshot_of
from sarrus.phrases import count
from sarrus.results.answer import AnswerWithValues, Outcome

__all__ = ["OutputList", "listed"]

MEANINGS = {
    "reaction": "force of the base on the follower at M, ground components",
    "torque": "torque of the base on the follower at M, ground components",
    "effort": "effort along the coordinate",
    "contact": "where the mesh touches",
    "quaternion": "turn as a unit quaternion w, x, y, z",
    "w": "angular velocity, ground components",
    "alpha": "angular acceleration, ground components",
    "psi": "turn in the plane",
    "balance": "energy that is missing or too much",
    "kinetic": "kinetic energy",
    "potential": "potential energy",
    "dissipated": "energy turned into heat so far",
    "supplied": "energy brought in so far",
}
RATES = ("_dot", "_ddot")
WIDE = 40
"""Width of the column of names; longer ones push what follows."""
ORDERS = {"": "", "_dot": "rate of ", "_ddot": "acceleration of "}


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class OutputList(AnswerWithValues):
    """Everything that a run of a mechanism can be asked for.

    Attributes:
        offers: published series first, then those that are computed when they are asked for.
    """

    analysis: str = field(default="outputs", init=False)
    offers: tuple[Offer, ...]

    def quantities(self) -> Mapping[str, tuple[Any, str]]:
        """What each means, by the names that can be asked for; of a pattern by its example."""
        return {offer.asked: (offer.meaning, offer.unit) for offer in self.offers}

    def __getitem__(self, name: str) -> Offer:
        for offer in self.offers:
            if name in (offer.name, offer.asked):
                return offer
        raise UsageError(f"{quote(name)} is not on the list. {suggest(name, self.names())}".rstrip())

    def __len__(self) -> int:
        return len(self.offers)

    def _rows(self, names: Sequence[str]) -> list[tuple[str, Any, str]]:
        return [(name, self[name].meaning, self[name].unit) for name in names or self.names()]

    def document(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """The list as plain data."""
        offers = [
            {
                "name": o.name,
                "unit": o.unit,
                "components": o.size,
                "meaning": o.meaning,
                "example": o.asked,
                "derived": o.derived,
            }
            for o in self.offers
        ]
        return {"ok": self.ok, "command": "outputs", "mechanism": self.mechanism, "outputs": offers}

    def about(self, word: str) -> OutputList:
        """Those in whose name, unit or meaning a word stands."""
        asked = word.lower()
        kept = tuple(
            o
            for o in self.offers
            if any(asked in text.lower() for text in (o.name, o.asked, o.unit, o.meaning))
        )
        return replace(self, offers=kept)

    def text(self) -> str:
        """The list as aligned lines; rates stand beside their quantity."""
        lines = []
        known = {o.name for o in self.offers}
        for title, is_derived in (("published by every run", False), ("computed when asked for", True)):
            own = [o for o in self.offers if o.derived is is_derived and not _is_rate(o.name, known)]
            if own:
                names = [f"{_with_rates(o.name, known)} [{o.unit}]" for o in own]
                width = min(WIDE, max(map(len, names)))
                lines += ["", f"{title}:"]
                for offer, name in zip(own, names, strict=True):
                    more = f", {offer.size} components" if offer.size > 1 else ""
                    example = f"; e.g. {offer.example}" if offer.example else ""
                    lines.append(f"  {name.ljust(width)}  {offer.meaning}{more}{example}".rstrip())
        return "\n".join([f"{self.mechanism}: {count(len(self), 'output')}", *lines])


def _is_rate(name: str, known: set[str]) -> bool:
    """Whether it is the rate of something that is listed."""
    return any(name.endswith(ending) and name.removesuffix(ending) in known for ending in RATES)


def _with_rates(name: str, known: set[str]) -> str:
    return ", ".join([name, *(ending for ending in RATES if f"{name}{ending}" in known)])


def listed(mechanism: Mechanism, word: str) -> OutputList:
    """See `outputs`."""
    model = snapshot_of(mechanism)
    equations, described = formulate(model, "relative"), Description(model)
    found = list(_published(equations))
    known = {offer.name for offer in found}
    found += [o for family in SHELF for o in family.offers(model) if o.name not in known]
    whole = OutputList(
        mechanism=model.name,
        status=Outcome("ok", f"There are {count(len(found), 'output')}."),
        offers=tuple(found),
        described=described,
        foreign=tuple(kind.keyword for kind in described.foreign),
    )
    return whole.about(word) if word else whole


def _published(equations: Equations) -> Iterator[Offer]:
    channels = {c.name: c for c in equations.channels}
    for column in columns_of(equations):
        meaning = _meaning(channels[column.name]) if column.name in channels else MEANINGS["balance"]
        yield Offer(column.name, column.unit, meaning, size=column.size, derived=False)


def _meaning(channel: ChannelInfo) -> str:
    """A phrase on a published quantity."""
    quantity = channel.quantity
    ending = next((e for e in ("_ddot", "_dot") if quantity.endswith(e)), "")
    base = quantity.removesuffix(ending)
    place, _, last = base.rpartition(".")
    if channel.kind is ChannelKind.POWER:
        return "power of the driver"
    if channel.kind is ChannelKind.SENSOR:
        return f"{ORDERS[ending]}{base}, {channel.kind.value}"
    if last in MEANINGS:
        return ORDERS[ending] + MEANINGS[last]
    if channel.kind is ChannelKind.MOTION and last in ("x", "y", "z"):
        return f"{ORDERS[ending]}{last} of {f'the point {place}' if place else 'the body'}"
    return f"{ORDERS[ending]}{base}, {channel.kind.value}"
