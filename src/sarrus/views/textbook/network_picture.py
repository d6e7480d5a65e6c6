"""The picture of a network: bodies as boxes, joints as lines, forces and drivers as thinner ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sarrus.topology.tree import GROUND
from sarrus.views.drawing.arrows import arrow_head
from sarrus.views.drawing.look import Look
from sarrus.views.drawing.names import LETTER
from sarrus.views.drawing.shapes import NORMAL, DrawnShape, Label, Picture, plain
from sarrus.views.scene.base import Array
from sarrus.views.textbook.network import Network, NetworkEnd, NetworkLink, NetworkTie
from sarrus.views.textbook.network_layout import layout_of
from sarrus.views.textbook.placing import Places, cheapest, sampled

__all__ = ["network_picture"]

EDGE, BETWEEN = 72.0, 124.0
"""Free room on every side, and between columns of bodies."""
BESIDE = 84.0
"""More of it on the right where links go up and down, with their names beside them."""
BOX, LEAST = 34.0, 70.0
"""Height of a body, and its least width."""
BODY, NAME = 14.0, 12.5
"""Height of letters."""
BENDS = (0.0, 26.0, -26.0, 52.0, -52.0, 84.0, -84.0, 120.0, -120.0)
"""How far a line is bent, in units, in the order in which that is tried."""
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
"""Where on a line its name may stand."""
TIED = (34.0, 46.0, 62.0)
"""From a joint to what acts along it."""
LONGEST = 24
"""Letters of the joints of a loop that stand beside what closes it."""
ROLES = {"joint": "joint", "constraint": "constraint", "force": "applied", "driver": "driver"}


def network_picture(network: Network, look: Look) -> Picture:
    """The drawing, as large as it needs to be."""
    sheet = _NetworkSheet(network, look)
    sheet.draw()
    on = sheet.on
    return Picture(
        on.width, on.height, look.paper, plain(network.told, 1000), tuple(on.shapes), tuple(on.labels)
    )


class _NetworkSheet:
    """A drawing while it is made."""

    def __init__(self, network: Network, look: Look) -> None:
        self.network, self.look = network, look
        names = {GROUND: "ground", **dict(enumerate(network.bodies))}
        self.texts = {body: plain(name, 22) for body, name in names.items()}
        self.halves = {
            body: np.array([max(LEAST, LETTER * BODY * len(text) + 16.0), BOX]) / 2
            for body, text in self.texts.items()
        }
        widest = 2.0 * max(half[0] for half in self.halves.values())
        found = layout_of(network, widest + BETWEEN)
        first = np.array([EDGE + (widest - LEAST) / 2, EDGE])
        self.places = {body: place + first for body, place in found.items()}
        width, height = np.max(list(self.places.values()), axis=0) + first
        width += BESIDE if any(self._is_upright(link) for link in network.links) else 0.0
        self.on = Places(float(width), float(height))
        self.middles: dict[str, Array] = {}

    def _is_upright(self, link: NetworkLink) -> bool:
        one, two = (self.places[end] for end in link.ends)
        return bool(abs(one[0] - two[0]) < 1.0)

    def draw(self) -> None:
        """Boxes take their room first, and are drawn last, over the ends of lines."""
        for body, place in self.places.items():
            w, h = self.halves[body] + 3.0
            self.on.boxes.append(np.array([place[0] - w, place[0] + w, place[1] - h, place[1] + h]))
        ways = [(link, self._way(link)) for link in self.network.links]
        for link, way in ways:
            self._name_link(link, way)
        for tie in self.network.ties:
            self._tie(tie)
        for end in self.network.ends:
            self._end(end)
        for body in self.places:
            self._box(body)

    def _way(self, link: NetworkLink) -> Array:
        """The line of a link, bent where something is in its way."""
        one, two = (self.places[end] for end in link.ends)
        if link.ends[0] == link.ends[1]:  # within one body: a bow above it
            one, two = one - np.array([30.0, 0.0]), two + np.array([30.0, 0.0])
        bends = [bend for bend in BENDS if bend or link.ends[0] != link.ends[1]]
        ways = {bend: _bow(one, two, bend) for bend in bends}
        way = ways[
            cheapest(bends, lambda bend: 0.05 * abs(bend), lambda bend: self._in_the_way(ways[bend], link))
        ]
        color = self.look.color(ROLES[link.role])
        width = NORMAL * (0.6 if link.role == "force" else 1.1)
        self.on.draw([DrawnShape(way, line=color, width=width, dashed=link.is_cut)])
        self.on.take(way)
        return way

    def _in_the_way(self, way: Array, link: NetworkLink) -> float:
        points = sampled(way)
        cost = 0.0
        for body, place in self.places.items():
            if body not in link.ends:
                inside = (np.abs(points - place) < self.halves[body] + 8.0).all(axis=1)
                cost += 30.0 * bool(inside.any())
        if len(self.on.along):
            inner = points[len(points) // 4 : -len(points) // 4 or None]
            gaps = np.linalg.norm(inner[:, None] - self.on.along[None], axis=2).min(axis=1)
            cost += float((gaps < 9.0).sum())
        return cost

    def _name_link(self, link: NetworkLink, way: Array) -> None:
        self.middles.setdefault(link.name, way[len(way) // 2])
        seen = self._between(way, link)
        places = [seen[round(part * (len(seen) - 1))] for part in ALONG]
        spots = [place + _up(up) for up in (10.0, -10.0, 0.0, 22.0, -22.0) for place in places]
        text = f"{link.name}: {link.kind}"
        if abs(way[-1] - way[0])[1] > 2.0 * abs(way[-1] - way[0])[0]:  # upright: beside it
            aside = np.array([LETTER * NAME * len(text) / 2 + 7.0, 0.0])
            spots = [place + side * aside for side in (1.0, -1.0) for place in places] + spots
        color = self.look.ink if link.role != "force" else self.look.color("applied")
        at = self._text(text, spots, color)
        if link.is_cut:
            number = self.network.loop_numbers[link.name]
            only = self.network.loops[0] if len(self.network.loops) == 1 else ""
            text = f"loop {only}" if 0 < len(only) <= LONGEST else f"loop {number}"
            self._text(text, [at + _up(up) for up in (-14.0, 14.0, -28.0, 28.0)], self.look.muted, 11.0)

    def _between(self, way: Array, link: NetworkLink) -> Array:
        """The part of a line that is seen between its bodies."""
        hidden = np.zeros(len(way), dtype=bool)
        for end in link.ends:
            hidden |= (np.abs(way - self.places[end]) < self.halves[end]).all(axis=1)
        return way[~hidden] if (~hidden).sum() > 2 else way

    def _tie(self, tie: NetworkTie) -> None:
        """What acts along joints, beside the middle of them."""
        color = self.look.color(ROLES[tie.role])
        joints = [self.middles[name] for name in tie.links]
        for joint in joints:
            c = np.linspace(0.0, 2.0 * np.pi, 13)[:-1]
            dot = joint + 3.0 * np.column_stack([np.cos(c), np.sin(c)])
            self.on.draw([DrawnShape(dot, closed=True, fill=color)])
            self.on.boxes.append(np.array([joint[0] - 5.0, joint[0] + 5.0, joint[1] - 5.0, joint[1] + 5.0]))
        middle = np.mean(joints, axis=0)
        at = self._text(f"{tie.name}: {tie.kind}", _around(middle, TIED), color)
        for joint in joints:
            self._thin(at, joint, color)

    def _end(self, end: NetworkEnd) -> None:
        """A force from outside: an arrow to its body."""
        color = self.look.color("applied")
        place, half = self.places[end.body], self.halves[end.body]
        far = half[1] + 30.0
        spots = [place + np.array([x, y]) for y in (far, -far) for x in (0.0, -36.0, 36.0)]
        at = self._text(f"{end.name}: {end.kind}", spots, color)
        way = place - at
        tip = place - np.array([0.0, np.sign(way[1]) * (half[1] + 1.0)])
        along = (tip - at) / np.linalg.norm(tip - at)
        self.on.draw([DrawnShape(np.array([at + 8.0 * along, tip - 7.0 * along]), line=color, width=1.2)])
        self.on.draw([arrow_head(tip, along, 9.0, color)])

    def _thin(self, at: Array, joint: Array, color: str) -> None:
        """From a text to a point of a line."""
        away = joint - at
        length = float(np.linalg.norm(away))
        if length > 10.0:
            start = at + away * (8.0 / length)
            self.on.draw([DrawnShape(np.array([start, joint]), line=color, width=1.1)])

    def _text(self, text: str, spots: Sequence[Array], color: str, height: float = NAME) -> Array:
        """Write at the freest of several places; where that is."""
        shown = plain(text, 44)
        half = np.array([LETTER * height * len(shown) / 2, 0.55 * height])
        boxes = [np.array([x - half[0], x + half[0], y - half[1], y + half[1]]) for x, y in spots]
        best = cheapest(range(len(boxes)), lambda k: 0.02 * k, lambda k: self.on.cost(boxes[k]))
        x, y = spots[best]
        self.on.boxes.append(boxes[best])
        self.on.labels.append(Label(float(x), float(y), shown, color, height, "center"))
        return np.asarray(spots[best])

    def _box(self, body: int) -> None:
        place, (w, h) = self.places[body], self.halves[body]
        corners = place + np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        color = self.look.color("body", body)
        if body == GROUND:
            strokes = np.arange(-w + 6.0, w, 9.0)
            self.on.draw(
                DrawnShape(place + np.array([[x, -h], [x - 7.0, -h - 8.0]]), line=color, width=1.2)
                for x in strokes
            )
        fill = self.look.fill("tint", color)
        self.on.draw([DrawnShape(_rounded(corners), closed=True, fill=fill, line=color, width=NORMAL)])
        self.on.labels.append(
            Label(float(place[0]), float(place[1]), self.texts[body], self.look.ink, BODY, "center")
        )


def _up(height: float) -> Array:
    return np.array([0.0, height])


def _bow(one: Array, two: Array, bend: float) -> Array:
    """A curve from a point to another, bent to the left."""
    away = two - one
    length = float(np.linalg.norm(away)) or 1.0
    aside = np.array([-away[1], away[0]]) / length
    u = np.linspace(0.0, 1.0, 33)[:, None]
    return np.asarray((1 - u) * one + u * two + 4.0 * u * (1 - u) * bend * aside)


def _rounded(corners: Array, radius: float = 7.0) -> Array:
    """Corners of a box cut round."""
    found = []
    for k in range(4):
        before, here, after = corners[k - 1], corners[k], corners[(k + 1) % 4]
        one = here + radius * (before - here) / np.linalg.norm(before - here)
        two = here + radius * (after - here) / np.linalg.norm(after - here)
        for u in np.linspace(0.0, 1.0, 5):
            found.append((1 - u) ** 2 * one + 2 * u * (1 - u) * here + u**2 * two)
    return np.array(found)


def _around(middle: Array, distances: Sequence[float]) -> list[Array]:
    """Places about a point, above and below it first; texts are wider than high."""
    angles = np.pi * np.array([0.5, -0.5, 0.25, 0.75, -0.25, -0.75, 0.0, 1.0])
    return [middle + d * np.array([1.5 * np.cos(a), np.sin(a)]) for d in distances for a in angles]
