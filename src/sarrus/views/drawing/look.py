"""Colours of one theme."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.views.palette import BODIES, BODIES_ON_DARK, DARK, LIGHT, Colors

THEMES = ("light", "dark")
TINT = 0.22
"""Part of the colour in a pale area; the rest is paper."""

Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Look:
    """What colour a thing has."""

    colors: Colors
    bodies: tuple[str, ...]

    @property
    def paper(self) -> str:
        """Colour of the background."""
        return self.colors["paper"]

    @property
    def ink(self) -> str:
        """Colour of text."""
        return self.colors["ink"]

    @property
    def muted(self) -> str:
        """Colour of what stands back."""
        return self.colors["muted"]

    def color(self, role: str, body: int = 0) -> str:
        """Colour of a role; that of a body goes by its number, an unknown one is drawn in ink."""
        if role == "body":
            return self.bodies[body % len(self.bodies)] if body >= 0 else self.colors["ground"]
        return self.colors.get(role, self.ink)

    def fill(self, kind: str, color: str) -> str:
        """Colour of an area, "" for none; `kind` as of `Path.fill`."""
        return {"paper": self.paper, "tint": mixed(color, self.paper, TINT), "full": color}.get(kind, "")


def look_of(theme: str) -> Look:
    """The look of a theme, "light" or "dark"."""
    return Look(DARK, BODIES_ON_DARK) if theme == "dark" else Look(LIGHT, BODIES)


def rgb(color: str) -> Rgb:
    """Red, green and blue from 0 to 1, as they stand in "#RRGGBB" (sRGB)."""
    red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue


def hexadecimal(color: Rgb) -> str:
    """The inverse of `rgb`."""
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02X}" for part in color)


def mixed(color: str, other: str, part: float) -> str:
    """So much of one colour, the rest of another."""
    a, b = rgb(color), rgb(other)
    return hexadecimal(
        (
            part * a[0] + (1 - part) * b[0],
            part * a[1] + (1 - part) * b[1],
            part * a[2] + (1 - part) * b[2],
        )
    )
