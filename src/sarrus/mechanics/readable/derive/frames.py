"""Points and axes of a mechanism under their printed names, and how they move.

    plane   e_i = (cos psi_i, sin psi_i)      p = r_i + s_x e_i + s_y n_i
    space   A_i = [x_i y_i z_i]               p = r_i + s_x x_i + s_y y_i + s_z z_i

A frame that is turned against its body gets axes of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sarrus.elements.body import Frames as Holder
from sarrus.mechanics.readable.algebra.build import IDENTITY, ZERO, add, call, chain, components, mul, neg
from sarrus.mechanics.readable.algebra.rates import rate, slopes
from sarrus.mechanics.readable.algebra.terms import COLUMN, Call, Name, Term, Tilde
from sarrus.mechanics.readable.algebra.trees import Definition, parts_in, walk
from sarrus.mechanics.readable.derive.moving import GROUND, Moving
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.model.snapshot import Place
from sarrus.spatial import Pose


@dataclass
class Points(Moving):
    """Every point and axis of a mechanism that an element uses."""

    sines: list[Definition] = field(default_factory=list)
    """Sine and cosine of angles that turned axes need three times or more."""
    _poses: dict[str, dict[str, Pose]] = field(default_factory=dict)

    def prepare(self) -> None:
        """Name the bodies and trace the frames on them."""
        for name, holder in self.numbers.model.holders.items():
            self._poses[name] = _traced(holder, self.numbers)
            if name != GROUND:
                body = self.body(name)
                self.add_body(body)
                self.turn_with(body, body.axes)

    def pose(self, place: Place) -> Pose:
        """Traced pose of a frame on its body."""
        return self._poses[self.owner(place)][place.frame]

    def axes(self, place: Place) -> tuple[Name, ...]:
        """Unit vectors of a frame; those of its body unless it is turned."""
        owner, R = self.owner(place), self.pose(place).R
        body = self.body(owner)
        columns = [
            add(*(mul(self.numbers.formula(c), a) for c, a in zip(column, body.axes, strict=False)))
            for column in (R.x, R.y, R.z)[: len(body.axes)]
        ]
        if tuple(columns) == body.axes:
            return body.axes
        own = self.body(f"{owner}.{place.frame}").axes
        if not any(d.name == own[0] for d in self.definitions):
            columns = self._shortened(columns)
            self.definitions += [Definition(n, c) for n, c in zip(own, columns, strict=True)]
            if owner != GROUND:
                self.turn_with(body, own)
        return own

    def _shortened(self, columns: list[Term]) -> list[Term]:
        """Axes with s and c for the sine and cosine of an angle that occurs three times or more."""
        found = [t for column in columns for t in parts_in(column) if isinstance(t, Call)]
        new: dict[Term, Term] = {}
        for angle in dict.fromkeys(t.items[0] for t in found if isinstance(t.items[0], Name)):
            assert isinstance(angle, Name)
            if sum(t.items[0] == angle for t in found) < 3:
                continue
            index = angle.index if not angle.own else (angle.letter,)
            taken = any(Name(letter, index) in self.numbers.values for letter in "sc")
            taken = taken or (not self.planar and len(index) == 1)  # the place of a point bears that name
            for letter, function in (("s", "sin"), ("c", "cos")):
                name = Name(letter, ("turn", *index) if taken else index)
                new[call(function, angle)] = name
                if not any(d.name == name for d in self.sines):
                    self.sines.append(Definition(name, call(function, angle)))
        return [walk(column, lambda part: new.get(part, part)) for column in columns]

    def point(self, place: Place, offset: tuple[Term, ...] | None = None, label: str = "") -> Term:
        """Position of a frame's origin; on ground by components, else the body's origin or a named point."""
        owner = self.owner(place)
        body, label = self.body(owner), label or f"{owner}.{place.frame}"
        size = len(body.axes)
        if offset is None:
            offset = tuple(self.numbers.formula(c) for c in list(self.pose(place).p)[:size])
        arm = components(*offset)
        if owner == GROUND:
            return arm
        if all(part == ZERO for part in offset):
            return body.r
        p = Name("p", (label,), COLUMN)
        if p not in self.rates:
            value = add(body.r, *(mul(s, a) for s, a in zip(offset, body.axes, strict=True)))
            moving = rate(value, self.rates)
            self.definitions.append(Definition(p, value))
            self.motion[p] = Definition(p.marked("dot"), moving)
            self.rates[p] = p.marked("dot")
            self.second[p.marked("dot")] = rate(moving, self.rates | self.second)
            if self.planar:
                self.slopes[p] = slopes(value, self.slopes)
            else:
                s = Name("s", (label,), COLUMN)
                self.arms[p] = Definition(s, arm)
                self.slopes[p] = {body.rdot: IDENTITY, body.turn: neg(chain(body.A, Tilde((s,))))}
        return p


def _traced(holder: Holder, numbers: NamedNumbers) -> dict[str, Pose]:
    return holder.poses(numbers.resolve, numbers.model.planar)
